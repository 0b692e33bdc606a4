import { describe, expect, it } from "vitest";
import { trainableParameters } from "../../../src/domain/memory/parameters.ts";
import { networkRate, nodeLinkRate } from "../../../src/domain/performance/links.ts";
import { computePeak } from "../../../src/domain/performance/peaks.ts";
import { scalingEfficiency } from "../../../src/domain/performance/scaling.ts";
import { timeShape } from "../../../src/domain/performance/shape.ts";
import { stepTime, type StepTime } from "../../../src/domain/performance/step-time.ts";
import type { ComputeDtype, RunSpec } from "../../../src/domain/run-spec.ts";
import { card, filled } from "./support.ts";
import { real } from "../planning/support.ts";

function step(spec: RunSpec, id: string): StepTime {
  const run = filled(spec);
  const found = stepTime(run, card(id), trainableParameters(run));
  if (found === null) throw new Error("not timed");
  return found;
}

const rate = (spec: RunSpec, id: string): number => {
  const s = step(spec, id);
  return s.tokensPerGpu / s.total;
};

const llama: RunSpec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "pretrain",
  stack: "torchtitan",
  sequenceLength: 4096,
  microBatch: 2,
  checkpointing: "none",
};

describe("large matrix products", () => {
  it.each([
    ["a100-80gb-sxm", "bf16", 271.2],
    ["a100-80gb-pcie", "bf16", 252.9],
    ["h100-sxm", "bf16", 794.5],
    ["h100-pcie", "bf16", 499.5],
    ["h100-nvl", "bf16", 488.5],
    ["b200", "bf16", 1745],
    ["b300", "bf16", 1769],
    ["gb200", "bf16", 1822],
    ["l40s", "bf16", 252],
    ["mi355x", "bf16", 1565],
    ["h100-sxm", "fp8", 1402.6],
    ["b200", "fp8", 3432.5],
    ["gb200", "fp8", 3615.6],
  ] as const)("on %s in %s run as measured, within a fifth", (id, dtype: ComputeDtype, measured) => {
    const reached = (computePeak(card(id), dtype)?.product ?? 0) / 1e12;
    expect(Math.abs(reached / measured - 1)).toBeLessThan(0.2);
  });

  it("low precision never slows products, nor doubles a step: attention and norms stay in 16 bits", () => {
    for (const accelerator of real.catalogue.accelerators) {
      const half = computePeak(accelerator, "bf16");
      const low = computePeak(accelerator, "fp8");
      if (half === null || low === null || accelerator.denseTflops.fp8 === null) continue;
      expect(low.product).toBeGreaterThan(0.95 * half.product);
      expect(low.product16).toBe(half.product16);
    }
    const gain = rate({ ...llama, precision: { compute: "fp8" } }, "h100-sxm") / rate(llama, "h100-sxm");
    expect(gain).toBeGreaterThan(1.1);
    expect(gain).toBeLessThan(1.6);
  });

  it("a card without bf16 units, or with none on its sheet, is timed in fp32", () => {
    for (const id of ["v100-32gb", "t4", "gb10"]) {
      const { fp32, fp16 } = card(id).denseTflops;
      expect(computePeak(card(id), "bf16")?.dense).toBe((fp32 ?? fp16 ?? 0) * 1e12);
    }
  });
});

describe("links", () => {
  it("rank within and between machines as they are built", () => {
    const inside = (id: string): number => nodeLinkRate(card(id));
    expect(inside("b200")).toBeGreaterThan(inside("h100-sxm"));
    expect(inside("h100-sxm")).toBeGreaterThan(inside("a100-80gb-sxm"));
    expect(inside("a100-80gb-sxm")).toBeGreaterThan(inside("a100-80gb-pcie"));
    expect(inside("a100-80gb-pcie")).toBeGreaterThan(inside("rtx-3090"));
    for (const accelerator of real.catalogue.accelerators) {
      const alone = networkRate(accelerator, 8, 1);
      expect(alone).toBeGreaterThan(0);
      expect(networkRate(accelerator, 8, 8)).toBeGreaterThanOrEqual(alone);
      expect(networkRate(accelerator, 8, 8)).toBeLessThanOrEqual(nodeLinkRate(accelerator));
    }
  });

  it("tensor ranks cost more over a bus than over NVLink, and a rack of 72 is one machine", () => {
    const split: RunSpec = { ...llama, gpus: 8, nodes: 1, parallel: { tensor: 8 } };
    const share = (id: string): number => step(split, id).communication / step(split, id).total;
    expect(share("l40s")).toBeGreaterThan(share("h100-sxm"));
    const wide: RunSpec = {
      ...split,
      gpus: 16,
      nodes: 4,
      parallel: { tensor: 16, strategy: "single" },
      model: "meta-llama/Llama-3.1-405B",
    };
    expect(() => step(wide, "gb200")).toThrow();
    const four: RunSpec = { ...split, gpus: 8, nodes: 2 };
    expect(step(four, "gb200").communication).toBeLessThan(step(four, "b200").communication);
  });
});

describe("a pipeline", () => {
  const piped: RunSpec = {
    ...llama,
    model: "meta-llama/Llama-3.1-70B",
    stack: "generic",
    gpus: 8,
    nodes: 1,
    parallel: { pipeline: 8 },
  };

  it("idles (p − 1) ÷ m: more micro-batches fill it", () => {
    const at = (gradientAccumulation: number): number => rate({ ...piped, gradientAccumulation }, "h100-sxm");
    expect(at(8)).toBeGreaterThan(1.5 * at(2));
    expect(at(64) / at(32)).toBeLessThan(1.15);
  });

  it("without accumulation the batch itself is cut: a batch of 32 is not 8 times idle", () => {
    expect(rate({ ...piped, microBatch: 32 }, "h100-sxm")).toBeGreaterThan(
      0.8 * rate({ ...piped, microBatch: 1, gradientAccumulation: 32 }, "h100-sxm"),
    );
  });
});

describe("experts", () => {
  const moe: RunSpec = { ...llama, model: "Qwen/Qwen3-30B-A3B", stack: "megatron", gpus: 8, nodes: 1 };

  it("reach less of the peak than a dense model of as many active parameters", () => {
    const share = (spec: RunSpec): number =>
      rate(spec, "h100-sxm") * step(spec, "h100-sxm").modelFlopsPerToken;
    const sparse = { ...moe, parallel: { expert: 8 } };
    const dense = { ...moe, model: "meta-llama/Llama-3.2-3B" };
    expect(share(sparse)).toBeLessThan(0.7 * share(dense));
  });

  it("over machines the exchange of tokens costs more than inside one", () => {
    const within: RunSpec = { ...moe, gpus: 64, nodes: 8, parallel: { expert: 8 } };
    const across: RunSpec = { ...within, parallel: { expert: 64 } };
    expect(step(across, "h100-sxm").communication).toBeGreaterThan(step(within, "h100-sxm").communication);
  });

  it("that work on a latent are sent narrower tokens", () => {
    const width = (model: string) => timeShape(filled({ ...moe, model }).model);
    const latent = width("nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-BF16");
    expect(latent.experts?.width).toBeLessThan(latent.hidden / 2);
    const plain = width("Qwen/Qwen3-30B-A3B");
    expect(plain.experts?.width).toBe(plain.hidden);
  });
});

describe("the host", () => {
  const small: RunSpec = {
    ...llama,
    model: "Qwen/Qwen2.5-0.5B",
    stack: "generic",
    sequenceLength: 256,
    microBatch: 1,
  };

  it.each([
    ["adapters", { ...small, method: "lora" as const }, small],
    [
      "ZeRO-3 hooks",
      { ...small, gpus: 2, parallel: { strategy: "zero3" as const } },
      { ...small, gpus: 2, parallel: { strategy: "fsdp" as const } },
    ],
    ["no compiled graph", small, { ...small, compile: true }],
  ])("%s make a small step wait", (_name, slow, fast) => {
    expect(step(slow, "a100-80gb-sxm").launch).toBeGreaterThan(1.2 * step(fast, "a100-80gb-sxm").launch);
  });

  it("a large step hides it", () => {
    expect(step(llama, "a100-80gb-sxm").launch / step(llama, "a100-80gb-sxm").total).toBeLessThan(0.05);
  });
});

describe("scaling", () => {
  const ddp: RunSpec = { ...llama, gpus: 1, gradientAccumulation: 64 };
  const efficiency = (spec: RunSpec, id: string, gpus: number, kind: "weak" | "strong"): number | null => {
    const run = filled(spec);
    return scalingEfficiency(run, card(id), trainableParameters(run), gpus, kind);
  };

  it("is 1 against itself and falls with more cards", () => {
    const spec: RunSpec = { ...ddp, gpus: 8, nodes: 1, parallel: { strategy: "ddp" } };
    expect(efficiency(spec, "h100-sxm", 8, "weak")).toBe(1);
    let before = 1.0001;
    for (const gpus of [8, 16, 64, 512]) {
      const now = efficiency(spec, "h100-sxm", gpus, "weak") ?? 0;
      expect(now).toBeLessThanOrEqual(before);
      before = now;
    }
  });

  it("strong scaling keeps the effective batch, costs more than weak, and ends where the batch cannot be cut", () => {
    const spec: RunSpec = {
      ...ddp,
      gpus: 8,
      nodes: 1,
      parallel: { strategy: "ddp" },
      gradientAccumulation: 4,
    };
    const strong = efficiency(spec, "h100-sxm", 32, "strong") ?? 0;
    expect(strong).toBeLessThan(efficiency(spec, "h100-sxm", 32, "weak") ?? 0);
    expect(efficiency(spec, "h100-sxm", 64, "strong")).toBeNull();
  });

  it("sharding over NVLink keeps what sharding over a bus without peer-to-peer loses", () => {
    const sharded: RunSpec = {
      ...llama,
      gpus: 2,
      nodes: 1,
      microBatch: 1,
      sequenceLength: 1024,
      parallel: { strategy: "fsdp" },
    };
    expect(efficiency(sharded, "a100-80gb-sxm", 4, "weak")).toBeGreaterThan(0.8);
    const share = (id: string) => step(sharded, id).communication / step(sharded, id).total;
    expect(share("rtx-4090")).toBeGreaterThan(4 * share("a100-80gb-sxm"));
  });
});
