import { describe, expect, it } from "vitest";
import { decideFor, prepare } from "../../../src/domain/planning/decide-spec.ts";
import { workshop } from "../../../src/domain/planning/workings.ts";
import type { World } from "../../../src/domain/catalogue.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { real } from "./support.ts";

const model = "meta-llama/Llama-3.1-8B";
const data = { tokens: 1e9 };

/** Runs that share their workings in pairs: the same shape under other limits, cards and prices. */
const asked: readonly RunSpec[] = [
  { model, method: "lora", data },
  { model, method: "lora", data, limits: { budget: { amount: 15, currency: "EUR" }, deadlineHours: 10 } },
  { model, method: "lora", data, limits: { spot: true, community: true } },
  { model, method: "lora", data, accelerator: "mi300x", limits: { deadlineHours: 400 } },
  { model, method: "lora", data, gpus: 16, limits: { options: ["storage", "support"] } },
  { model, method: "inference", serving: { concurrency: 40 } },
  { model, method: "inference", serving: { concurrency: 40 }, limits: { deadlineHours: 24 } },
  {
    model,
    method: "inference",
    serving: { concurrency: 40 },
    limits: { deadlineHours: 240, regions: ["eu"] },
  },
  { model: "Qwen/Qwen2.5-0.5B", method: "full", data, limits: { maxGpus: 2 } },
  // The same market under limits that bear on the bill alone, and under some that change what is listed.
  { model, method: "lora", data, limits: { budget: { amount: 900, currency: "EUR", per: "month" } } },
  { model, method: "lora", data, limits: { budget: { amount: 900, currency: "EUR" } } },
  { model, method: "lora", data, limits: { spot: true, deadlineHours: 3 } },
  { model, method: "lora", data, limits: { spot: true, deadlineHours: 300 } },
  { model, method: "lora", data, limits: { providers: ["runpod"] } },
  { model, method: "lora", data, limits: { excludedProviders: ["runpod"] } },
  { model, method: "lora", data, memoryGib: 40 },
  { model, method: "inference", serving: { requestsPerSecond: 20, targets: { ttftMs: 800 } } },
  { model, method: "inference", serving: { requestsPerSecond: 20 }, limits: { spot: true } },
  { model: "meta-llama/Llama-3.1-405B", method: "full", data, limits: { maxGpus: 1 } },
];

function decided(spec: RunSpec, world: World): string {
  const prepared = prepare(spec, world);
  if ("problems" in prepared) throw new Error(JSON.stringify(prepared.problems));
  const { best, ordered, shortfall, surveyed } = decideFor(prepared, world);
  const said = ordered.map(({ key, cost, window, soldGb, throughput, price, spot }) => ({
    key, cost, window, soldGb, throughput, offer: price?.offer, spot,
  })); // prettier-ignore
  return JSON.stringify({
    best: best?.configuration.key,
    reason: best?.reason,
    short: shortfall?.shortBy,
    said,
    tooSmall: surveyed.tooSmall().length,
  });
}

describe("what a question has worked out once", () => {
  it("changes no figure of what is asked next, in whichever order", () => {
    const alone = asked.map((spec) => decided(spec, real));
    const shared: World = { ...real, workshop: workshop() };
    expect(asked.map((spec) => decided(spec, shared))).toEqual(alone);
    const backwards: World = { ...real, workshop: workshop() };
    expect([...asked].reverse().map((spec) => decided(spec, backwards))).toEqual([...alone].reverse());
  });
});
