import { beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/app/conversation-port.ts";
import type { PlanRecord } from "../../src/app/ports.ts";
import { configurationKey } from "../../src/domain/pilot/configuration-key.ts";
import { openOffice, wordsOf, type Office } from "./office.ts";

const thread = { channel: "C1", threadTs: "1.1", mentioned: true };
const sentence = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on 2x h100 sxm, trl";

let office: Office;
let record: PlanRecord;
beforeEach(async () => {
  office = await openOffice();
  record = await office.record(await office.say("ada", sentence, thread));
});

const say = (user: string, text: string) => office.say(user, text, thread);
const moveIn = ({ reply }: Outcome) => {
  if (reply.kind !== "answer" || reply.answer.about !== "stage") throw new Error(`a ${reply.kind}`);
  return { move: reply.answer.move, stages: reply.plan?.stages ?? [] };
};
const waiveAll = async (): Promise<void> => {
  for (const stage of ["pilot", "scaling step", "restore proof"])
    expect(moveIn(await say("bo", `waive the ${stage}: shown on the same node in October`)).move.moved).toBe(
      "waived",
    );
};

describe("a waiver", () => {
  it("of somebody else, with its reason, lets the stage pass and stands in the plan", async () => {
    const { move, stages } = moveIn(await say("bo", "waive the pilot: Measured in October"));
    expect(move).toEqual({
      moved: "waived",
      stage: "one-gpu-pilot",
      by: "bo",
      reason: "Measured in October",
    });
    expect(stages.find(({ stage }) => stage === "one-gpu-pilot")).toMatchObject({
      state: "done",
      why: "waived",
    });
  });

  it.each([
    ["ada", "waive the pilot: I am sure", "own-waiver"],
    ["bo", "waive the pilot", "no-reason"],
    ["bo", "waive the pilot:   ", "no-reason"],
  ])("of %s saying %j is refused", async (user, text, why) => {
    expect(moveIn(await say(user, text)).move).toMatchObject({ moved: null, why });
    expect((await office.store.plans.get("T1", record.id))?.progress.waivers).toEqual([]);
  });

  it("is never of the restore proof on spot", async () => {
    await say("ada", "spot ok");
    await say("ada", "only spot");
    const outcome = await say("bo", "waive the restore proof: trust me");
    const plan = (await office.record(outcome)).revisions.at(-1)?.plan;
    if (plan?.best?.offer?.tier === "spot" || plan?.spec.limits?.spot === true)
      expect(moveIn(outcome).move).toMatchObject({ moved: null, why: "spot-restore" });
    else throw new Error("no spot plan to refuse on");
  });

  it("falls when the configuration changes", async () => {
    await say("bo", "waive the pilot: Measured in October");
    const changed = await office.record(await say("ada", "what about 8k?"));
    const plan = changed.revisions.at(-1)?.plan;
    expect(plan === undefined ? null : configurationKey(plan)).not.toBe(
      changed.progress.waivers[0]?.configuration,
    );
    expect(moveIn(await say("ada", "reserve")).move).toMatchObject({ moved: null, why: "stages-open" });
  });
});

describe("a reservation", () => {
  it("waits for the stages before it, names them, and opens when they are proven or waived", async () => {
    expect(moveIn(await say("ada", "reserve")).move).toEqual({
      moved: null,
      why: "stages-open",
      open: ["one-gpu-pilot", "scaling-step", "restore-proof"],
    });
    await waiveAll();
    const { move, stages } = moveIn(await say("ada", "reserve"));
    expect(move).toEqual({ moved: "reserved", by: "ada" });
    expect(stages.map(({ stage, state }) => `${stage} ${state}`).slice(-2)).toEqual([
      "reserve done",
      "closing next",
    ]);
    expect(moveIn(await say("ada", "reserve")).move).toMatchObject({ moved: null, why: "already-done" });
  });

  it.each(["en", "fr"] as const)("%s: gives every line one label, the price too", async (locale) => {
    await waiveAll();
    const reserve = locale === "fr" ? "réserver la durée" : "reserve";
    const said = wordsOf(await office.say("ada", reserve, { ...thread, locale }));
    expect(said).toMatch(/^(?:Price|Prix)\s?: /mu);
    expect(said.split("\n").filter((line) => /^[^:\d]{1,24}: [^:\d]{1,24}: /u.test(line))).toEqual([]);
  });

  it("is the owner's to make", async () => {
    await waiveAll();
    expect(moveIn(await say("bo", "reserve")).move).toMatchObject({ moved: null, why: "not-owner" });
  });
});

describe("closing", () => {
  it("sets paid against planned, once", async () => {
    await waiveAll();
    await say("ada", "reserve");
    const { move, stages } = moveIn(await say("ada", "closing: 20 h, 120 $, 1 incident"));
    expect(move).toMatchObject({ moved: "closed", hours: 20, settlement: { incidents: 1 } });
    expect(stages.at(-1)).toMatchObject({ stage: "closing", state: "done" });
    expect(moveIn(await say("ada", "closing: 21 h")).move).toMatchObject({
      moved: null,
      why: "closed-already",
    });
  });

  it.each([
    ["closing: 20 h", false, "not-reserved"],
    ["closing", true, "no-hours"],
    ["closing: -3 h", true, "impossible-hours"],
    ["closing: 900000 h", true, "impossible-hours"],
    ["closing: 3 h, -40 €", true, "impossible-invoice"],
  ])("%j is refused, and changes nothing", async (text, reserved, why) => {
    if (reserved) {
      await waiveAll();
      await say("ada", "reserve");
    }
    expect(moveIn(await say("ada", text)).move).toMatchObject({ moved: null, why });
    expect((await office.store.plans.get("T1", record.id))?.progress.closing).toBeNull();
  });
});

it("in a thread without a plan says so", async () => {
  const outcome = await office.say("ada", "reserve", { channel: "C9", threadTs: "9.9", mentioned: true });
  expect(moveIn(outcome).move).toMatchObject({ moved: null, why: "no-plan" });
});
