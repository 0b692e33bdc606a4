import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { noProgress, stagesOf } from "../../../src/domain/pilot/stages.ts";
import { planOf, real } from "../planning/support.ts";

const full: RunSpec = {
  model: "meta-llama/Llama-3.1-70B", method: "full", stack: "trl", accelerator: "h100-sxm", sequenceLength: 4096, microBatch: 1,
  data: { tokens: 1e9, epochs: 1 },
}; // prettier-ignore
const eight: RunSpec = { ...full, model: "meta-llama/Llama-3.1-8B" };
const lora: RunSpec = { ...eight, method: "lora" };
const serving: RunSpec = {
  model: "meta-llama/Llama-3.1-70B", method: "inference", stack: "vllm", accelerator: "h100-sxm",
  serving: { concurrency: 32, promptTokens: 2000, outputTokens: 500 },
}; // prettier-ignore

/** Run, cards of the plan, cards of the pilot, whether a scaling step follows. */
const table: readonly (readonly [string, RunSpec, number, number, boolean])[] = [
  ["a copy on one card", lora, 1, 1, false],
  ["copies on eight cards", lora, 8, 1, true],
  ["copies on two nodes", lora, 16, 1, true],
  ["shards of one node that a half holds", eight, 8, 4, true],
  ["shards that no smaller group holds", { ...full, method: "lora" }, 4, 4, false],
  ["shards of eight nodes that four hold, with a larger micro-batch", full, 64, 32, true],
  ["shards of sixteen nodes", full, 128, 64, true],
  ["one replica of a service", serving, 4, 4, false],
];

describe("the smallest group that completes a step", () => {
  it.each(table)("%s", (_, spec, gpus, group, scales) => {
    const plan = planOf({ ...spec, gpus });
    const pilot = plan.pilot.runs.find(({ stage }) => stage === "one-gpu-pilot");
    expect(pilot?.gpus).toBe(group);
    expect(plan.pilot.runs.some(({ stage }) => stage === "scaling-step")).toBe(scales);
    const step = stagesOf(plan, real.catalogue.rates, noProgress).find(
      ({ stage }) => stage === "scaling-step",
    );
    if (!scales) expect(step?.state).toBe("not-needed");
    else expect(step?.why).toBe(group > 1 ? "against-smallest-group" : "against-one-card");
  });

  it.each(table)("%s: works on the same effective batch", (_, spec, gpus) => {
    const { best, pilot } = planOf({ ...spec, gpus });
    const run = pilot.runs.find(({ stage }) => stage === "one-gpu-pilot");
    if (best === null || run?.settings === undefined || spec.method === "inference") return;
    const batch = (s: { microBatch: number; gradientAccumulation: number }, cards: number): number =>
      s.microBatch * s.gradientAccumulation * cards;
    expect(batch(run.settings, run.gpus)).toBe(batch(best.layout, best.gpus));
  });
});
