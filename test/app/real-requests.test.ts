import { expect, it } from "vitest";
import { scoreConversation, totalsOf } from "../bench/conversation.ts";

it("answers real requests: the facts read, what a good colleague would say there, their language, nothing forbidden", async () => {
  const scored = await scoreConversation();
  const totals = totalsOf(scored);
  const missed = scored.flatMap(({ id, missed: points }) => points.map((point) => `${id} ${point}`));
  console.info([totals.words, ...missed].join("\n  "));
  expect(totals.facts).toBeGreaterThanOrEqual(0.95);
  expect(totals.points).toBeGreaterThanOrEqual(0.9);
  expect(totals.languages).toBe(1);
  expect(scored.flatMap(({ id, said }) => said.map((words) => `${id} ${words}`))).toEqual([]);
}, 120_000);

it("answers strangers: pasted files, screens, errors, wrong figures and several questions at once", async () => {
  const scored = [...(await scoreConversation("strangers")), ...(await scoreConversation("unseen"))];
  const totals = totalsOf(scored);
  console.info(totals.words);
  expect(totals.facts).toBeGreaterThanOrEqual(0.95);
  expect(totals.points).toBeGreaterThanOrEqual(0.9);
  expect(totals.languages).toBe(1);
  expect(scored.flatMap(({ id, said }) => said.map((words) => `${id} ${words}`))).toEqual([]);
}, 120_000);
