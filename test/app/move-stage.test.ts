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

  it.each([
    ["ada", "waive the restore proof: I am sure", "The restore proof cannot be waived by whoever owns the plan"],
    ["ada", "dérogation au passage à l’échelle : vu ailleurs", "À l’étape « passage à l’échelle », le responsable du plan ne peut pas déroger"],
    ["bo", "waive the scaling step", "“waive the scaling step: measured last week on the same node”"],
    ["bo", "waive reserve: no time", "That is no stage to waive: only the proofs can be"],
    ["bo", "dérogation à la réservation : pas le temps", "On ne déroge pas à cela"],
    ["bo", "waive the memory budget: trust me", "That is no stage to waive"],
  ])("of %s saying %j names the stage and why", async (user, text, words) => {
    expect(wordsOf(await say(user, text)).replaceAll(/[\u00A0\u202F]/gu, " ")).toContain(words);
  }); // prettier-ignore

  it.each([
    "we can skip the scaling step, measured last week",
    "let's waive the scaling step: shown in October",
  ])("as people say it: %s", async (text) => {
    expect(moveIn(await say("bo", text)).move).toMatchObject({ moved: "waived", stage: "scaling-step" });
    expect(wordsOf(await say("bo", text))).toContain("The scaling step is done");
  });

  it("is never of the restore proof on spot", async () => {
    await say("ada", "spot ok");
    await say("ada", "only spot");
    const outcome = await say("bo", "waive the restore proof: trust me");
    const plan = (await office.record(outcome)).revisions.at(-1)?.plan;
    if (plan?.best?.offer?.tier === "spot" || plan?.spec.limits?.spot === true)
      expect(moveIn(outcome).move).toMatchObject({
        moved: null,
        why: "spot-restore",
        stage: "restore-proof",
      });
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
  const closed = (outcome: Outcome) => {
    const { move } = moveIn(outcome);
    if (move.moved !== "closed") throw new Error(`not closed: ${String(move.moved)}`);
    return move;
  };
  const planned = (): number => record.revisions[0]?.plan.window.total.likely ?? 0;
  const reserved = async (): Promise<void> => {
    await waiveAll();
    await say("ada", "reserve");
  };
  const kept = async () => (await office.store.plans.get("T1", record.id))?.progress.closing;
  const standing = async () =>
    (await office.store.progress.corrections("T1")).filter(({ correction }) => correction.withdrawn == null);

  it("sets paid against planned; the same figures again change nothing", async () => {
    await reserved();
    const { move, stages } = moveIn(await say("ada", "closing: 20 h, 120 $, 1 incident"));
    expect(move).toMatchObject({ moved: "closed", hours: 20, settlement: { incidents: 1 }, again: false });
    expect(stages.at(-1)).toMatchObject({ stage: "closing", state: "done" });
    expect(moveIn(await say("ada", "closing: 20 h, 120 $, 1 incident")).move).toMatchObject({
      moved: null,
      why: "closed-already",
    });
  });

  it("takes the invoice later, puts a slip right, and leaves what is not said as it was", async () => {
    await reserved();
    await say("ada", "closing: 20 h, 2 incidents");
    expect(closed(await say("ada", "closing: 120 $")).again).toBe(true);
    expect(await kept()).toMatchObject({ hours: 20, incidents: 2, invoice: { amount: 120 } });
    await say("ada", "clôture : 1 jour");
    expect(await kept()).toMatchObject({ hours: 24, incidents: 2, invoice: { amount: 120 } });
    await say("ada", "closing: 20 h");
    expect(await kept()).toMatchObject({ hours: 20 });
    expect(moveIn(await say("bo", "closing: 21 h")).move).toMatchObject({ why: "not-owner" });
  });

  it("teaches the pace of the next plans; put right, it replaces what it taught; withdrawn, it is gone", async () => {
    const hoursOf = async (): Promise<number> => {
      const outcome = await office.say("ada", sentence, { channel: "C2", threadTs: null, mentioned: true });
      return (await office.record(outcome)).revisions[0]?.plan.window.total.likely ?? 0;
    };
    await reserved();
    const before = await hoursOf();
    const slower = Math.round(planned() * 1.4);
    const { taught } = closed(await say("ada", `closing: ${slower} h`));
    expect(taught).toMatchObject({ corrections: [{ cause: "utilisation", author: null }] });
    const after = await hoursOf();
    expect(after).toBeGreaterThan(before * 1.2);
    expect(after).toBeLessThan(slower * 1.01);
    await say("ada", `closing: ${Math.round(planned())} h`);
    expect(await standing()).toHaveLength(1);
    expect(await hoursOf()).toBeCloseTo(before, -1);
    await say("bo", "withdraw the corrections");
    expect(await standing()).toEqual([]);
  });

  it.each([
    ["with an incident", 1.3, ", 1 incident", "incidents"],
    ["that no whole run of this kind can have taken", 0.2, "", "implausible"],
    ["of something else as well", 4, "", "implausible"],
  ])("of hours %s teaches nothing, and says why", async (_what, times, more, silent) => {
    await reserved();
    const { taught } = closed(await say("ada", `closing: ${Math.round(planned() * times)} h${more}`));
    expect(taught).toEqual({ silent });
    expect(await standing()).toEqual([]);
  });

  it.each([
    ["closing: 20 h", false, "not-reserved"],
    ["closing", true, "no-hours"],
    ["closing: -3 h", true, "impossible-hours"],
    ["closing: 900000 h", true, "impossible-hours"],
    ["closing: 3 h, -40 €", true, "impossible-invoice"],
    ["closing: 31 h, 41 €, of which 60 € storage", true, "impossible-invoice"],
    ["closing: 90,000 h", true, "hours-beyond-window"],
    ["clôture : 20 h, 1 900 $", true, "impossible-price"],
    ["closing: 20 h, 4 $", true, "impossible-price"],
    ["closing: 20 h, 144 $ including VAT", true, "tax-included"],
    ["clôture : 20 h, 144 $ TTC", true, "tax-included"],
    ["closing: 20 h, 144 $ incl. 60 % VAT", true, "tax-included"],
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
