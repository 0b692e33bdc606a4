import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/app/conversation-port.ts";
import { readEvidence } from "../../src/app/read-evidence.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { kitOf } from "../support/kit-result.ts";
import { openOffice, wordsOf, type Office } from "./office.ts";

const thread = { channel: "C1", threadTs: "1.1", kind: "channel" as const };
const sentence = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on 2x h100 sxm, trl";

let office: Office;
beforeEach(async () => {
  office = await openOffice();
  await say("ada", sentence);
});
afterEach(async () => office.store.close());

const say = (user: string, text: string): Promise<Outcome> =>
  office.say(user, text, { ...thread, mentioned: true });
const planNow = async (): Promise<Plan> => {
  const plan = (await office.store.plans.byThread("T1", "C1", "1.1"))?.revisions.at(-1)?.plan;
  if (plan === undefined) throw new Error("no plan");
  return plan;
};
async function* once(text: string): AsyncGenerator<string> {
  await Promise.resolve();
  yield text;
}
const post = async (...texts: readonly string[]): Promise<Outcome> =>
  office.conversation.recordPilot({
    asker: { workspace: "T1", user: "bo", locale: "en", timeZone: null },
    place: thread,
    planId: null,
    files: await Promise.all(texts.map((text, i) => readEvidence(`${i}.log`, once(text)))),
    unopened: [],
    addressed: true,
  });
const plain = (outcome: Outcome): string => wordsOf(outcome).replaceAll(/[\u00A0\u202F]/gu, " ");
const kit = async (factor: number, over: object = {}): Promise<string> =>
  JSON.stringify(kitOf(await planNow(), "one-gpu-pilot", factor, over));

const ranOut =
  "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.91 GiB. GPU 0 has a total capacity of 79.19 GiB of which 1.20 GiB is free. Including non-PyTorch memory, this process has 77.98 GiB memory in use. Of the allocated memory 70.00 GiB is allocated by PyTorch, and 6.00 GiB is reserved by PyTorch but unallocated.";

describe("one card that ran out of memory", () => {
  it("is a bound for every layout of its cards, and nothing as large fits any more", async () => {
    const said = plain(await post(ranOut));
    expect(said).toContain("at least 74 GiB per GPU");
    const { best } = await planNow();
    expect(best?.gpus).toBe(2);
    // Sharding halves the 15 GiB of weights; what grows with tokens stays on each card.
    expect(best?.estimate.perGpu.required.likely).toBeGreaterThan(74 - 15 / 2);
    expect(said).toMatch(/The plan is another one now: 2 × H100 SXM5 80 GB, FSDP/u);
    expect(said).toContain("Next: the pilot of the plan as it is now.");
    const { microBatch, sequenceLength } = best?.estimate.largestThatFits ?? {};
    expect(microBatch).toBeLessThanOrEqual(2);
    expect(sequenceLength).toBeLessThan(4096 * 1.5);
    const ways = plain(await say("ada", "what if it does not fit?"));
    expect(ways).toMatch(
      /Largest that fits: micro-batch [12] at this length, or [1-4],\d{3} tokens at this/u,
    );
    // What an optimizer of adapters can save is far less than what is lacking.
    expect(ways).not.toMatch(/8-bit optimizer: −[1-9]/u);
  });
});

describe("what no run can have", () => {
  it.each([
    ["a share above one", { mfu: "121.3%" }],
    ["a peak above the card", { memory: "95.00GiB(119.9%)" }],
  ])("%s settles nothing, is said once, and is not reckoned with", async (_what, over) => {
    const { mfu = "41.0%", memory = "41.20GiB(51.5%)" } = over as { mfu?: string; memory?: string };
    const line = (step: number) =>
      `[titan] step: ${step}  loss: 2.1  memory: ${memory}  tps: 8,000  tflops: 400.1  mfu: ${mfu}`;
    const said = plain(await post(Array.from({ length: 40 }, (_x, i) => line(i + 1)).join("\n")));
    expect(said).toContain("which no run can have");
    expect(said.match(/nothing was changed/gu)).toHaveLength(1);
    expect(said).not.toMatch(/What binds|measured rate/u);
  });
});

describe("a miss", () => {
  it("names the figure that is off by so much, and what did not hold", async () => {
    const said = plain(await post(await kit(1.25)));
    expect(said).toContain("Our estimate was too low by 25% (peak allocated).");
    expect(said).toContain("What did not hold: activations and logits.");
    expect(said).toMatch(/Peak allocated: \d+ GiB measured, \d+ to \d+ GiB predicted: outside\./u);
  });

  it("that rounding would hide is said with its decimals", async () => {
    const { predicted } = (await planNow()).pilot.runs[0] ?? {};
    const high = predicted?.peakReservedGib.high ?? 0;
    const hidden = [0.1, 0.05, 0.02]
      .map((more) => high + more)
      .find((gib) => Math.round(gib) === Math.round(high));
    const ranks = [{ rank: 0, peakAllocatedGib: (predicted?.peakAllocatedGib.high ?? 0) * 1.02, peakReservedGib: hidden ?? high, peakDeviceGib: null, capacityGib: 79.6 }]; // prettier-ignore
    const said = plain(await post(await kit(1, { ranks })));
    expect(said).toMatch(/Peak reserved \(PyTorch\): \d+\.\d+ GiB measured, .* predicted: outside/u);
  });
});

it("a restore that was not looked at whole is proven again, not repaired", async () => {
  const restore = { newProcess: true, model: "restored", optimizer: "restored", schedule: "restored", randomState: "restored", dataPosition: "not-checked", lossBefore: 1, lossAfter: 1 }; // prettier-ignore
  await post(await kit(1));
  const body = JSON.stringify(kitOf(await planNow(), "restore-proof", 1, { restore }));
  expect(plain(await post(body))).toMatch(/Next: the restore proof\./u);
  const differs = { ...restore, dataPosition: "differs" };
  const broken = JSON.stringify(kitOf(await planNow(), "restore-proof", 1, { restore: differs }));
  expect(plain(await post(broken))).toMatch(/Next: repair the restore/u);
});

it("where the figures come from names the team's own runs once there are some", async () => {
  expect(plain(await say("ada", "where do these numbers come from?"))).toContain("arithmetic");
  await post(await kit(1.1));
  const said = plain(await say("ada", "where do these numbers come from?"));
  expect(said).toContain("Measured at yours: one run");
  expect(said).not.toContain("arithmetic");
});

it("a document of the kit without a field that is one of a few says that it is missing", async () => {
  const said = plain(await post(JSON.stringify({ kit: "gpu-plan-pilot", version: 1 })));
  expect(said).toContain("run is missing");
  expect(said).toContain("startedAt is missing");
  expect(said).not.toContain("your message");
});

describe("a result of another card than planned", () => {
  const a100 = async (times = 1): Promise<string> => {
    const made = kitOf(await planNow(), "one-gpu-pilot", times) as { machine: object; steps: number[] };
    const machine = { ...made.machine, gpuName: "NVIDIA A100-SXM4-80GB" };
    return JSON.stringify({ ...made, machine, steps: made.steps.map((step) => step * 2.6) });
  };
  const offered = async (user: string): Promise<Outcome> => {
    const record = await office.store.plans.byThread("T1", "C1", "1.1");
    return office.conversation.planOffered({
      asker: { workspace: "T1", user, locale: "en", timeZone: null },
      planId: record?.id ?? "",
      pilot: record?.progress.pilots.at(-1)?.verdict.key ?? "",
      place: { channel: "C1", threadTs: null, kind: "channel", public: true },
    });
  };

  it("is judged as what it is, and planned for itself where somebody asks; the plan stays", async () => {
    await say("ada", "under 3000 $");
    const said = plain(await post(await a100()));
    expect(said).toContain(
      "Another card than planned: planned NVIDIA H100 SXM5, run with NVIDIA A100-SXM4-80GB.",
    );
    expect(said).toMatch(/Judged as the run that it was.*\n.*Peak allocated: .* predicted: inside/u);
    const before = await planNow();
    const record = await office.record(await offered("ada"));
    expect(record.revisions.at(-1)?.plan.best?.accelerator).toBe("a100-80gb-sxm");
    expect(record.revisions.at(-1)?.spec.limits?.budget?.amount).toBe(3000);
    expect(before.best?.accelerator).toBe("h100-sxm");
    expect((await planNow()).best?.accelerator).toBe("h100-sxm");
    // The owner's budget is not a stranger's to see.
    expect((await office.record(await offered("eve"))).revisions.at(-1)?.spec.limits?.budget).toBeUndefined();
  });

  it("that no such run can have shown teaches nothing", async () => {
    const said = plain(await post(await a100(2.05)));
    expect(said).toContain("A contradiction to check");
    expect(said).not.toContain("Learnt from");
    expect(await office.store.progress.corrections("T1")).toEqual([]);
  });

  it("that nobody knows is no plan of its own", async () => {
    const made = kitOf(await planNow(), "one-gpu-pilot") as { machine: object };
    const body = JSON.stringify({ ...made, machine: { ...made.machine, gpuName: "Frobnicator 9000" } });
    const said = plain(await post(body));
    expect(said).not.toContain("run of its own");
  });
});
