import { describe, expect, it } from "vitest";
import type { Outcome } from "../../src/app/conversation-port.ts";
import { openOffice, wordsOf } from "./office.ts";

const thread = { channel: "C1", threadTs: "1.1", mentioned: true };
const sentence = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on 2x h100 sxm, trl";
const settingsIn = ({ reply }: Outcome) => {
  if (reply.kind !== "answer" || reply.answer.about !== "settings") throw new Error(`a ${reply.kind}`);
  return reply.answer;
};
const stagesIn = ({ reply }: Outcome) => {
  if (!("plan" in reply) || reply.plan === null) throw new Error(`a ${reply.kind}`);
  return Object.fromEntries(reply.plan.stages.map(({ stage, state }) => [stage, state]));
};

describe("the team's settings", () => {
  it("are of one workspace, keep who changed them, and come back as they were said", async () => {
    const office = await openOffice();
    const set = await office.say("ada", "settings threshold 500 €", { mentioned: true });
    expect(settingsIn(set)).toMatchObject({ done: "changed", settings: { threshold: { amount: 500, currency: "EUR" }, changed: { by: "ada" } } });
    await office.say("bo", "approvers @U0CY", { mentioned: true });
    const shown = await office.say("ada", "settings", { mentioned: true });
    expect(settingsIn(shown)).toMatchObject({ done: "shown", settings: { threshold: { amount: 500 }, approvers: ["U0CY"], changed: { by: "bo" } } });
    expect(wordsOf(shown)).toMatch(/€500[\s\S]*U0CY[\s\S]*bo/u);
    const elsewhere = await office.say("ada", "settings", { mentioned: true, workspace: "T2" });
    expect(settingsIn(elsewhere).settings).toMatchObject({ threshold: { amount: 150 }, approvers: [], changed: null });
  }); // prettier-ignore

  it("the threshold decides which plans are only advised, those made before included", async () => {
    const office = await openOffice();
    const before = await office.say("ada", sentence, thread);
    expect(stagesIn(before)["one-gpu-pilot"]).toBe("next");
    await office.say("bo", "threshold 90000 €", { mentioned: true });
    const reserved = await office.say("ada", "reserve", thread);
    expect(reserved.reply).toMatchObject({ answer: { move: { moved: "reserved" } } });
    const fresh = await office.say("ada", sentence, { ...thread, threadTs: "2.2" });
    expect(stagesIn(fresh)["one-gpu-pilot"]).toBe("advised");
  });

  it("only named approvers waive, and the owner never does", async () => {
    const office = await openOffice();
    await office.say("ada", sentence, thread);
    await office.say("ada", "approvers @U0CY @U0ADA", { mentioned: true });
    const waive = (who: string) => office.say(who, "waive the one-GPU pilot: measured in March", thread);
    expect((await waive("U0BO")).reply).toMatchObject({ answer: { move: { moved: null, why: "no-approver" } } });
    expect((await waive("ada")).reply).toMatchObject({ answer: { move: { moved: null, why: "own-waiver" } } });
    expect((await waive("U0CY")).reply).toMatchObject({ answer: { move: { moved: "waived" } } });
  }); // prettier-ignore

  it.each([
    ["settings threshold -5 €", "impossible-threshold"],
    ["settings threshold 5000000 €", "impossible-threshold"],
    ["settings worth 80 €", "unclear"],
  ])("%j changes nothing and says why", async (said, done) => {
    const office = await openOffice();
    const outcome = await office.say("ada", said, { mentioned: true });
    expect(settingsIn(outcome)).toMatchObject({ done, settings: { changed: null } });
    expect(wordsOf(outcome)).toMatch(/nothing was changed|cannot be/u);
  });

  it("somebody who is known not to administer the workspace changes nothing", async () => {
    const office = await openOffice();
    const asker = { workspace: "T1", user: "eve", locale: "en" as const, timeZone: null, admin: false };
    const place = { channel: "C1", threadTs: null, kind: "channel" as const };
    const outcome = await office.conversation.receive({
      asker,
      text: "threshold 900 €",
      place,
      mentioned: true,
    });
    expect(settingsIn(outcome)).toMatchObject({ done: "not-admin", settings: { changed: null } });
  });
});
