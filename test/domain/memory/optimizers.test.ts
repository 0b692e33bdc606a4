import { describe, expect, it } from "vitest";
import type { PartName } from "../../../src/domain/estimate.ts";
import type { FilledRun } from "../../../src/domain/filled-run.ts";
import { hostNeed } from "../../../src/domain/memory/host.ts";
import { adapterParameters } from "../../../src/domain/memory/parameters.ts";
import { moments } from "../../../src/domain/memory/phases.ts";
import type { Optimizer, RunSpec } from "../../../src/domain/run-spec.ts";
import { filled } from "./runs.ts";

const part = (run: FilledRun, name: PartName): number =>
  Math.max(...moments(run).map((m) => m.parts[name] ?? 0));
const gibibyte = 2 ** 30;

const size = 8_030_261_248;
const [d, f, kv, layers, vocabulary] = [4096, 14336, 1024, 32, 128_256];
const linear = layers * (2 * d * d + 2 * d * kv + 3 * d * f);
const plain = size - linear;

/** Of the 8B in fp32 by hand: two moments of 4 bytes are 8. */
const full = (optimizer: Optimizer, more: Partial<RunSpec> = {}): FilledRun =>
  filled({ model: "eight-dense", method: "full", stack: "generic", optimizer, ...more });

describe("optimizer states of 8.03 billion fp32 parameters", () => {
  const lowRank = (m: number, n: number): number => 128 * (2 * Math.max(m, n) + Math.min(m, n));
  const projected = layers * (2 * lowRank(d, d) + 2 * lowRank(d, kv) + 3 * lowRank(d, f));
  const factored = layers * (2 * (d + d) + 2 * (d + kv) + 3 * (d + f));
  it.each<[Optimizer, number]>([
    ["adamw", size * 8],
    ["adamw-fused", size * 8],
    ["sgd", 0],
    ["sgd-momentum", size * 4],
    ["lion", size * 4],
    ["muon", linear * 4 + plain * 8],
    ["galore", projected * 4 + plain * 8],
    ["adafactor", factored * 4 + plain * 4 * ((vocabulary + d) / (vocabulary * d))],
    ["adamw-8bit", size * 2 * (1 + 4 / 256)],
    ["adamw-4bit", size * 2 * (0.5 + 4 / 128)],
    ["paged-adamw", 0],
    ["paged-adamw-8bit", 0],
    ["optimizer-in-backward", size * 8],
  ])("%s: %d bytes", (optimizer, expected) => {
    expect(part(full(optimizer), "optimizer") / gibibyte).toBeCloseTo(expected / gibibyte, 3);
  });

  it("paged states lie on the host instead", () => {
    const more = hostNeed(full("paged-adamw")).ramGib.likely - hostNeed(full("adamw")).ramGib.likely;
    expect(more).toBeCloseTo((size * 8) / gibibyte, 6);
  });

  it("a step in backward holds the gradients of the head, or of a layer beside those of a tied embedding", () => {
    const run = full("optimizer-in-backward");
    const shape = run.model.shape;
    if (shape === null) throw new Error("no shape");
    const tied = { ...run, model: { ...run.model, shape: { ...shape, tiedEmbeddings: true } } };
    const head = shape.vocabularySize * shape.hiddenSize;
    const layer = (linear + head) / layers;
    expect(head).toBeGreaterThan(linear / layers);
    expect(part(run, "gradients")).toBeCloseTo(head * 4, -2);
    expect(part(tied, "gradients")).toBeCloseTo((layer + head) * 4, -2);
  });
});

describe("adapters", () => {
  it("DoRA builds one matrix three times over and keeps two outputs a projection; rank-stabilised scaling costs nothing", () => {
    const run = (lora: RunSpec["lora"]): FilledRun =>
      filled({
        model: "eight-dense",
        method: "lora",
        stack: "generic",
        checkpointing: "none",
        lora: lora ?? {},
      });
    const plainLora = run({});
    const dora = run({ dora: true });
    const forward = (one: FilledRun): number =>
      moments(one).find((m) => m.phase === "forward")?.parts.temporary ?? 0;
    expect(forward(dora) - forward(plainLora)).toBeCloseTo(3 * d * f * 4, -2);
    const outputs = 2 * (d + 2 * kv + d + 2 * f + d);
    const kept = part(dora, "activations") - part(plainLora, "activations");
    expect(kept / (layers * 2048 * 2)).toBeCloseTo(outputs, 3);
    expect(part(run({ rsLora: true }), "adapters")).toBe(part(plainLora, "adapters"));
  });

  it("latent attention is adapted as it is built; k and v are one matrix", () => {
    const latent = (targets: readonly string[]): number => {
      const { model } = filled({ model: "eight-dense" });
      const { shape } = model;
      if (shape === null) throw new Error("no shape");
      const attention = {
        ...shape.attention, type: "mla", qLoraRank: 1536, kvLoraRank: 512, qkNopeHeadDim: 128, qkRopeHeadDim: 64,
        vHeadDim: 128,
      } as const; // prettier-ignore
      const run = filled({ model: "eight-dense", method: "lora", lora: { rank: 16, targets } });
      return adapterParameters({ ...run, model: { ...model, shape: { ...shape, attention } } });
    };
    const query = 32 * (128 + 64);
    expect(latent(["q"])).toBe(32 * 16 * (d + 1536 + (1536 + query)));
    const keysAndValues = 32 * 16 * (d + 512 + 64 + (512 + 32 * 256));
    expect(latent(["k"])).toBe(keysAndValues);
    expect(latent(["k", "v"])).toBe(keysAndValues);
  });
});

describe("stacks that recompute by themselves", () => {
  it.each([
    ["unsloth", "full", true],
    ["llama-factory", "full", false],
    ["ms-swift", "full", false],
    ["megatron", "none", false],
    ["nanotron", "none", false],
    ["trl", "none", false],
  ] as const)("%s on a small model: %s, offloaded: %s", (stack, checkpointing, offloads) => {
    const run = filled({ model: "tiny-dense", method: "full", stack });
    expect([run.checkpointing, run.activationOffload]).toEqual([checkpointing, offloads]);
  });
});

describe("host memory and disk", () => {
  const host = (more: Partial<RunSpec>) =>
    hostNeed(filled({ model: "eight-dense", method: "full", ...more }));

  it("an offloaded optimizer lies there with an fp32 copy and fp32 gradients: 16 bytes a parameter", () => {
    const ds = { stack: "deepspeed", gpus: 8 } as const;
    const more =
      host({ ...ds, parallel: { strategy: "zero2", offload: "optimizer" } }).ramGib.likely -
      host({ ...ds, parallel: { strategy: "zero2" } }).ramGib.likely;
    expect(more).toBeCloseTo((size * 16) / gibibyte, 3);
  });

  it("offloaded layer inputs lie there: layers × tokens × width × 2 bytes for each process", () => {
    const lora = { method: "lora", checkpointing: "full", sequenceLength: 8192 } as const;
    const more = host({ ...lora, activationOffload: true }).ramGib.likely - host(lora).ramGib.likely;
    expect(more).toBeCloseTo((layers * 8192 * d * 2) / gibibyte, 6);
  });

  it("checkpoints are written as held: 12 bytes a parameter in fp32, 6 in pure bf16, 14 with a master copy", () => {
    const kept = (more: Partial<RunSpec>): number =>
      host({ ...more, save: { keep: 3 } }).diskGib.likely -
      host({ ...more, save: { keep: 2 } }).diskGib.likely;
    expect(kept({})).toBeCloseTo((size * 12) / gibibyte, 3);
    expect(kept({ precision: { mode: "pure" } })).toBeCloseTo((size * 6) / gibibyte, 3);
    expect(kept({ stack: "deepspeed" })).toBeCloseTo((size * 14) / gibibyte, 3);
  });

  it("the data set and a merged export take disk", () => {
    const lora = { method: "lora" } as const;
    const none = host(lora).diskGib.likely;
    expect(host({ ...lora, data: { tokens: 1e9, epochs: 3 } }).diskGib.likely - none).toBeCloseTo(
      8e9 / gibibyte,
      6,
    );
    expect(host({ ...lora, export: { merge: true } }).diskGib.likely - none).toBeCloseTo(
      (size * 2) / gibibyte,
      6,
    );
  });
});
