import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { bestOf, fill, real } from "./support.ts";

const staged: RunSpec = {
  model: "meta-llama/Llama-3.1-70B",
  method: "pretrain",
  accelerator: "h100-sxm",
  gpus: 64,
  sequenceLength: 4096,
  parallel: { tensor: 8, pipeline: 4 },
  data: { tokens: 1e9 },
};
const accumulationOf = (spec: RunSpec): number => fill(spec).run.gradientAccumulation;

describe("a pipeline whose micro-batches were not stated", () => {
  it("is filled, and says why", () => {
    expect(accumulationOf(staged)).toBe(32);
    expect(fill(staged).assumptions).toContainEqual({
      field: "gradientAccumulation",
      value: 32,
      why: "fills-the-pipeline",
    });
  });

  it.each([
    ["a stated accumulation", { gradientAccumulation: 2 }, 2],
    ["a micro-batch that the stages share", { microBatch: 16 }, 1],
    ["no stages", { parallel: { tensor: 8 } }, 1],
  ] as const)("stays as it is with %s", (_what, over, accumulation) => {
    expect(accumulationOf({ ...staged, ...over })).toBe(accumulation);
  });

  it("shares the optimizer's state rather than weights that every micro-batch would gather", () => {
    const best = bestOf(staged, real);
    expect(best.layout).toMatchObject({ strategy: "zero1", pipeline: 4, gradientAccumulation: 32 });
  });
});
