import { describe, expect, it } from "vitest";
import { fillRun } from "../../../src/domain/planning/assumptions.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { real } from "./support.ts";

const codes = (spec: RunSpec): readonly string[] => {
  const filled = fillRun(spec, real.lookup, real.catalogue.stacks);
  return "problems" in filled ? filled.problems.map((p) => p.code) : [];
};

const pretrain = { method: "pretrain", gpus: 512, nodes: 64 } as const;

describe("a shape that was assumed from a size", () => {
  it.each([7.5e9, 24e9, 52e9, 78e9, 104e9, 181e9, 200e9, 530e9])(
    "refuses no split of a model of %d parameters: nobody knows its heads or layers",
    (size) => {
      for (const tensor of [2, 4, 8]) {
        for (const pipeline of [1, 16, 64]) {
          const model = { name: "unpublished", params_total: size };
          expect(codes({ ...pretrain, model, parallel: { tensor, pipeline } })).toEqual([]);
        }
      }
    },
  );

  it("a known shape still refuses what it cannot do", () => {
    const model = "meta-llama/Llama-3.1-8B";
    expect(codes({ ...pretrain, model, parallel: { tensor: 64 } })).toEqual(["impossible-shape"]);
    expect(codes({ ...pretrain, model, parallel: { pipeline: 64 } })).toEqual(["impossible-shape"]);
    expect(codes({ ...pretrain, model, parallel: { expert: 8 } })).toEqual(["impossible-shape"]);
  });
});
