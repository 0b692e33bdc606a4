import { describe, expect, it } from "vitest";
import { architectureFromFields } from "../../../src/domain/architecture-from-fields.ts";
import type { FilledRun } from "../../../src/domain/filled-run.ts";
import { budgetMemory } from "../../../src/domain/memory/budget.ts";
import { trainableParameters } from "../../../src/domain/memory/parameters.ts";
import { moments } from "../../../src/domain/memory/phases.ts";
import { fillRun } from "../../../src/domain/planning/assumptions.ts";
import type { InlineModel, RunSpec, VisionSpec } from "../../../src/domain/run-spec.ts";
import { lookup, stacks } from "./runs.ts";

/** CLIP ViT-L/14 at 336 pixels before a language model of eight layers. */
const seeing: InlineModel = {
  name: "seeing", class: "multimodal", num_layers: 8, hidden_size: 2048, num_attention_heads: 16, num_key_value_heads: 16,
  head_dim: 128, intermediate_size: 5632, vocab_size: 32000, tie_word_embeddings: false,
  attention: { type: "mha" }, mlp: { kind: "gated_swiglu", gated: true, bias: false }, norm: { kind: "rmsnorm", per_layer: 2 },
  params_total: 1_200_000_000,
  vision: { kind: "clip", num_layers: 24, hidden_size: 1024, intermediate_size: 4096, patch_size: 14, image_size: 336 },
}; // prettier-ignore
const roaming: InlineModel = {
  ...seeing,
  name: "roaming",
  vision: {
    kind: "qwen2_5_vl",
    num_layers: 32,
    hidden_size: 1280,
    intermediate_size: 3420,
    patch_size: 14,
  },
};

function filled(model: InlineModel, vision: VisionSpec | undefined, rest: RunSpec = {}): FilledRun {
  const spec = { model, method: "full", ...rest, ...(vision === undefined ? {} : { vision }) } as const;
  const outcome = fillRun(spec, lookup, stacks);
  if ("problems" in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome.run;
}

const held = (run: FilledRun): number =>
  moments(run).find((m) => m.phase === "forward")?.parts.activations ?? 0;
const codes = (run: FilledRun): readonly string[] => budgetMemory(run, null).warnings.map((w) => w.code);

const patches = (336 / 14) ** 2;
const towerSize = 24 * (4 * 1024 * 1024 + 2 * 1024 * 4096);

describe("a vision tower", () => {
  it("is read with its images and whether its MLP is gated", () => {
    const read = architectureFromFields(roaming);
    const model = "model" in read ? read.model : null;
    expect(model?.vision).toMatchObject({ imageSize: null, gated: true });
  });

  it("is frozen unless told otherwise: neither trained nor kept for backward, and said to be", () => {
    const frozen = filled(seeing, undefined);
    const trained = filled(seeing, { trained: true });
    expect(trainableParameters(trained) - trainableParameters(frozen)).toBe(towerSize);
    expect(held(trained)).toBeGreaterThan(held(frozen));
    expect(codes(frozen)).toContain("vision-tower-frozen");
    expect(codes(trained)).not.toContain("vision-tower-frozen");
  });

  it.each([
    ["none", 24 * patches * 2 * (10 * 1024 + 2 * 4096)],
    ["full", 24 * patches * 2 * 1024],
  ] as const)(
    "keeps, recomputing %s of it, %d bytes an image until the end of backward",
    (checkpointing, bytes) => {
      const at = (images: number): number =>
        held(filled(seeing, { trained: true, images }, { checkpointing, microBatch: 3 }));
      expect(at(2) - at(1)).toBeCloseTo(3 * bytes, -1);
    },
  );

  it("takes the images it was made for, or those that are stated: twice the side, four times the patches", () => {
    const none = held(filled(seeing, undefined, { checkpointing: "none" }));
    const of = (imageSize?: number): number =>
      held(
        filled(
          seeing,
          { trained: true, ...(imageSize === undefined ? {} : { imageSize }) },
          { checkpointing: "none" },
        ),
      ) - none;
    expect(of()).toBe(of(336));
    expect(of(672)).toBeCloseTo(4 * of(336), -1);
  });

  it("whose images have no known size makes a floor, said with what is missing", () => {
    const unknown = filled(roaming, { trained: true });
    const known = filled(roaming, { trained: true, imageSize: 896 });
    expect(codes(unknown)).toContain("vision-images-unsized");
    expect(budgetMemory(unknown, null).floor).toBe(true);
    expect(codes(known)).not.toContain("vision-images-unsized");
    expect(budgetMemory(known, null).floor).toBe(false);
  });

  it("has adapters of its own under LoRA", () => {
    const lora = { rank: 16, targets: "all-linear" } as const;
    const of = (trained: boolean): number =>
      trainableParameters(filled(seeing, { trained }, { method: "lora", lora }));
    expect(of(true) - of(false)).toBe(24 * 16 * (4 * (1024 + 1024) + 2 * (1024 + 4096)));
  });

  it("settings of a model that has none, or that is served, are left out and said to be", () => {
    const { vision: _vision, ...blind } = seeing;
    for (const spec of [
      { model: blind, vision: { trained: true } },
      { model: seeing, method: "inference", vision: { trained: true } },
    ] as const) {
      const outcome = fillRun(spec, lookup, stacks);
      if ("problems" in outcome) throw new Error("refused");
      expect(outcome.run.vision).toBeNull();
      expect(outcome.warnings.map((w) => w.code)).toContain("vision-ignored");
    }
  });
});
