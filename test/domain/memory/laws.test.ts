import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FilledRun } from "../../../src/domain/filled-run.ts";
import { budgetMemory } from "../../../src/domain/memory/budget.ts";
import { together } from "../../../src/domain/memory/interval.ts";
import { shapeOf } from "../../../src/domain/memory/model-shape.ts";
import { gib } from "../../../src/units/bytes.ts";
import type { ModelArchitecture } from "../../../src/domain/model-architecture.ts";
import type { RunSpec, WeightDtype } from "../../../src/domain/run-spec.ts";
import { anySpec, filled } from "./runs.ts";

const likely = (run: FilledRun): number => budgetMemory(run, null, { words: false }).perGpu.allocated.likely;
const required = (run: FilledRun): number => budgetMemory(run, null, { words: false }).perGpu.required.likely;
const trains = (run: FilledRun): boolean => run.method !== "inference";
/** Sums of the same terms in another order. */
const slack = 1 + 1e-9;

function rises(
  name: string,
  change: (run: FilledRun) => FilledRun | null,
  once: readonly RunSpec[] = [],
): void {
  it(name, () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const run = filled(spec);
        const more = change(run);
        if (more === null) return;
        expect(likely(more) * slack).toBeGreaterThanOrEqual(likely(run));
      }),
      { examples: once.map((spec) => [spec]) },
    );
  });
}

const withShape = (model: ModelArchitecture, layers: number): ModelArchitecture => {
  const s = model.shape;
  if (s === null) return model;
  const perLayer = Math.round(model.parametersTotal / (s.layers + 4));
  const parametersTotal = model.parametersTotal + perLayer * layers;
  return {
    ...model,
    parametersTotal,
    shape: { ...s, layers: s.layers + layers, fullAttentionLayers: s.fullAttentionLayers + layers },
  };
};

const wider: Readonly<Partial<Record<WeightDtype, WeightDtype>>> = {
  bf16: "fp32",
  nf4: "int8",
  "nf4-dq": "nf4",
  gptq4: "int8",
};

describe("memory rises", () => {
  rises("with layers", (run) => ({ ...run, model: withShape(run.model, 3) }));
  rises("with context", (run) => {
    const serving =
      run.serving === null ? null : { ...run.serving, promptTokens: run.serving.promptTokens * 2 };
    return { ...run, serving, sequenceLength: run.sequenceLength * 2, memoryTokens: run.memoryTokens * 2 };
  });
  rises("with batch", (run) => {
    const serving =
      run.serving === null ? null : { ...run.serving, concurrency: run.serving.concurrency + 1 };
    return { ...run, serving, microBatch: run.microBatch + 1 };
  });
  rises("with bits of the weights", (run) => {
    const weights = wider[run.precision.weights];
    if (weights === undefined || run.precision.masterWeights) return null;
    return { ...run, precision: { ...run.precision, weights } };
  });
  rises("with rank", (run) =>
    run.lora === null ? null : { ...run, lora: { ...run.lora, rank: run.lora.rank * 2 } },
  );
  rises("when the loss is not fused", (run) => {
    // the law is stated for a fused run: unfusing never lowers, but where each chunk makes a gradient of the whole head
    // and the tokens are too few to outweigh it
    const chunks = run.profile.loss.bytesPerLogitFused.value >= 2;
    const tokens = run.microBatch * run.memoryTokens;
    if (chunks && tokens < 2 * shapeOf(run.model).hiddenSize) return null;
    return run.fusedLoss && trains(run) ? { ...run, fusedLoss: false } : null;
  });
  rises(
    "from full to no checkpointing",
    (run) => (run.checkpointing === "full" && trains(run) ? { ...run, checkpointing: "none" } : null),
    [
      { model: "tiny-dense", method: "full", stack: "generic", sequenceLength: 16, checkpointing: "full",
        gpus: 4, parallel: { strategy: "zero1" } },
    ], // prettier-ignore
  );
});

describe("memory falls", () => {
  it("with the sharding degree", () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const run = filled(spec);
        const shards = run.parallel.strategy === "fsdp" || run.parallel.strategy === "zero3";
        if (!shards || run.gpus < 2) return;
        expect(likely({ ...run, gpus: run.gpus * 2 })).toBeLessThanOrEqual(likely(run) * slack);
      }),
    );
  });
});

describe("every budget", () => {
  it("adds up: parts make required, and without overheads allocated", () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const { parts, perGpu } = budgetMemory(filled(spec), null);
        const overheads = new Set(["context", "communicators", "fragmentation"]);
        const all = parts.reduce((sum, p) => sum + p.gib.likely, 0);
        const tensors = parts.filter((p) => !overheads.has(p.part)).reduce((sum, p) => sum + p.gib.likely, 0);
        expect(all).toBeCloseTo(perGpu.required.likely, 6);
        expect(tensors).toBeCloseTo(perGpu.allocated.likely, 6);
      }),
    );
  });

  it("keeps low ≤ likely ≤ high and allocated ≤ reserved ≤ device", () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const { perGpu, parts, phases, host } = budgetMemory(filled(spec), null);
        const ranges = [
          perGpu.allocated,
          perGpu.reserved,
          perGpu.device,
          perGpu.required,
          ...parts.map((p) => p.gib),
          ...phases.map((p) => p.allocated),
          host.ramGib,
          host.diskGib,
        ];
        for (const r of ranges) {
          expect(r.low).toBeGreaterThanOrEqual(0);
          expect(r.low).toBeLessThanOrEqual(r.likely);
          expect(r.likely).toBeLessThanOrEqual(r.high);
        }
        for (const at of ["low", "likely", "high"] as const) {
          expect(perGpu.allocated[at]).toBeLessThanOrEqual(perGpu.reserved[at]);
          expect(perGpu.reserved[at]).toBeLessThanOrEqual(perGpu.device[at]);
          expect(perGpu.allocated[at]).toBeLessThanOrEqual(perGpu.required[at]);
        }
      }),
    );
  });

  it("has the largest phase as its peak", () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const { phases, peakPhase, perGpu } = budgetMemory(filled(spec), null);
        const peak = phases.find((p) => p.phase === peakPhase);
        expect(peak?.allocated).toEqual(perGpu.allocated);
        expect(Math.max(...phases.map((p) => p.allocated.likely))).toBe(perGpu.allocated.likely);
      }),
    );
  });

  it("does not change with words left out", () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const run = filled(spec);
        const { parts, ...numbers } = budgetMemory(run, null, { words: true });
        const { parts: bare, ...same } = budgetMemory(run, null, { words: false });
        expect(same).toEqual(numbers);
        expect(bare).toEqual(parts.map(({ part, gib, source }) => ({ part, gib, source })));
        expect(parts.every((p) => (p.how ?? "").length > 0)).toBe(true);
      }),
    );
  });

  it("splits every phase into parts that add up to what is allocated then, and to what the peak requires", () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const run = filled(spec);
        const { phases, peakPhase, parts, perGpu } = budgetMemory(run, null, { byPhase: true });
        const plain = budgetMemory(run, null).phases;
        expect(plain).toEqual(phases.map(({ phase, allocated }) => ({ phase, allocated })));
        const beside = new Set(["fragmentation", "context", "communicators"]);
        for (const { phase, allocated, parts: split = {} } of phases) {
          const sum = (of: (part: string) => boolean): number =>
            Object.entries(split).reduce((all, [part, gib]) => all + (of(part) ? gib : 0), 0);
          expect(sum((part) => !beside.has(part))).toBeCloseTo(allocated.likely, 6);
          if (phase !== peakPhase) continue;
          expect(sum(() => true)).toBeCloseTo(perGpu.required.likely, 6);
          for (const { part, gib } of parts) expect(split[part] ?? 0).toBeCloseTo(gib.likely, 6);
        }
      }),
    );
  });

  it("needs more than it allocates", () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const run = filled(spec);
        expect(required(run)).toBeGreaterThan(likely(run));
      }),
    );
  });
});

describe("parts that miss independently", () => {
  const part = fc
    .tuple(fc.double({ min: 0, max: 100, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([likely, below, above]) => ({ low: gib(likely * (1 - below)), likely: gib(likely), high: gib(likely * (1 + above)) })); // prettier-ignore

  it("add their likely values; bounds lie between the widest part's and the sum of all", () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const whole = together(...parts);
        const sum = (bound: "low" | "likely" | "high"): number => parts.reduce((all, p) => all + p[bound], 0);
        expect(whole.likely).toBeCloseTo(sum("likely"), 9);
        expect(whole.low).toBeGreaterThanOrEqual(sum("low") - 1e-9);
        expect(whole.high).toBeLessThanOrEqual(sum("high") + 1e-9);
        for (const p of parts) {
          expect(whole.high - whole.likely).toBeGreaterThanOrEqual(p.high - p.likely - 1e-9);
          expect(whole.likely - whole.low).toBeGreaterThanOrEqual(p.likely - p.low - 1e-9);
        }
      }),
    );
  });
});
