import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOffice, wordsOf, type Office } from "./office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

let threads = 0;
async function inThread(text: string) {
  const threadTs = `${(threads += 1)}.7`;
  await office.say("ada", "full fine-tune llama 3.2 3b, 4k, 2x l40s, 100M tokens", {
    threadTs,
    mentioned: true,
  });
  const outcome = await office.say("ada", text, { threadTs, mentioned: true });
  const { revisions } = await office.record(outcome);
  return { words: wordsOf(outcome).replace(/[\u00A0\u202F]/gu, " "), revisions };
}

describe("a figure of one's own in a plan's thread", () => {
  it.each([
    ["we measured 60 GiB peak on each L40S", /^You measured a peak of 60 GiB per card\. .*allocated \(PyTorch\), [\d.]+ to [\d.]+ GiB expected: above it; reserved .*; of the device .*“pilot:”/u],
    ["measured peak: 41 GiB per card", /^You measured a peak of 41 GiB per card\. .*: (?:inside|above|below) it;/u],
    ["on a mesuré un pic de 12 Go par carte", /^Vous avez mesuré un pic de 1\d(?:,\d)? Gio par carte\. .*alloué .* : en dessous ; réservé .*« pilote : »/u],
    ["my machine has 8 GB of RAM", /^It is not enough: your machine has 8 GiB of RAM, this run needs about \d+ GiB/u],
    ["my machine has 2 TB of RAM", /^It is enough: your machine has 2,048 GiB|^It is enough: your machine has/u],
    ["ma machine a 8 Go de RAM", /^Cela ne suffit pas : votre machine a 8 Gio de RAM/u],
  ])("is set against the plan's, which stays: %s", async (text, words) => {
    const said = await inThread(text);
    expect(said.words).toMatch(words);
    expect(said.revisions).toHaveLength(1);
  }); // prettier-ignore
});

it("a measured peak among colleagues is answered without being named", async () => {
  const threadTs = "99.7";
  await office.say("ada", "full fine-tune llama 3.2 3b, 4k, 2x l40s, 100M tokens", {
    threadTs,
    mentioned: true,
  });
  const said = await office.say("bo", "we measured a peak of 41 GB on the pilot", { threadTs });
  expect(wordsOf(said)).toContain("You measured a peak of");
});
