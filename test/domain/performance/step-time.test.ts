import { describe, expect, it } from "vitest";
import { trainableParameters } from "../../../src/domain/memory/parameters.ts";
import {
  allReduceSeconds,
  gatherSeconds,
  group,
  smallAllReduceSeconds,
} from "../../../src/domain/performance/collectives.ts";
import {
  attentionFlopsPerToken,
  computeParameters,
  trainingFlopsPerToken,
} from "../../../src/domain/performance/flops.ts";
import { cardFamily, computePeak, productCeiling } from "../../../src/domain/performance/peaks.ts";
import { stepTime } from "../../../src/domain/performance/step-time.ts";
import { throughputOf } from "../../../src/domain/performance/throughput.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { bytesPerSecond } from "../../../src/units/rates.ts";
import { card, filled } from "./support.ts";
import { real } from "../planning/support.ts";

const rate = (spec: RunSpec, id: string): number => {
  const run = filled(spec);
  return throughputOf(run, card(id), trainableParameters(run))?.tokensPerSecondPerGpu.likely ?? Number.NaN;
};

const lora: RunSpec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "lora",
  sequenceLength: 4096,
  microBatch: 2,
};

describe("operations of a token", () => {
  const model = filled(lora).model;
  const n = computeParameters(model);
  const attention = attentionFlopsPerToken(model, 4096);

  it("leaves the input embedding of an untied model out: a look-up multiplies nothing", () => {
    expect(n).toBeCloseTo(8.03e9 - 128256 * 4096, -8);
  });

  it.each([
    ["full", "none", 6 * n + 3 * attention],
    ["full", "full", 6 * n + 3 * attention],
  ] as const)(
    "%s with recomputation %s costs the mathematics 6N and attention",
    (method, checkpointing, expected) => {
      const flops = trainingFlopsPerToken(filled({ ...lora, method, checkpointing }), 4096, n);
      expect(flops.model).toBeCloseTo(expected, -6);
      const again = checkpointing === "full" ? 2 * n + attention : 0;
      expect(flops.hardware).toBeCloseTo(expected + again, -6);
    },
  );

  it("a frozen base saves a third: about 4N", () => {
    const flops = trainingFlopsPerToken(filled({ ...lora, checkpointing: "none" }), 4096, 4e7);
    expect(flops.model / (4 * n + 3 * attention)).toBeCloseTo(1, 1);
  });
});

describe("a collective", () => {
  it("moves (n−1)/n of the bytes once, an all-reduce twice, and nothing alone", () => {
    const over = { ranks: 4, bandwidth: bytesPerSecond(1e9), latency: 0, goingRound: 0 };
    expect(gatherSeconds(8e9, over)).toBeCloseTo(6);
    expect(allReduceSeconds(8e9, over)).toBeCloseTo(12);
    expect(gatherSeconds(8e9, { ...over, ranks: 1 })).toBe(0);
  });

  it("of a few kilobytes takes longer over a bus the more cards there are, over links of their own it does not", () => {
    const small = (id: string, ranks: number): number =>
      smallAllReduceSeconds(16_384, group(card(id), ranks, 8));
    expect(small("a10g", 8)).toBeGreaterThan(4 * small("a10g", 2));
    expect(small("h100-sxm", 8)).toBeLessThan(1.5 * small("h100-sxm", 2));
    expect(small("a10g", 1)).toBe(0);
  });

  it("is slower between machines without fast adapters, and over a bus without peer-to-peer", () => {
    expect(group(card("l40s"), 16, 8).bandwidth).toBeLessThan(group(card("l40s"), 8, 8).bandwidth);
    expect(group(card("rtx-4090"), 2, 8).bandwidth).toBeLessThan(group(card("l40s"), 2, 8).bandwidth);
    expect(group(card("a100-80gb-sxm"), 8, 8).bandwidth).toBeGreaterThan(
      group(card("a100-80gb-pcie"), 8, 8).bandwidth,
    );
  });
});

describe("families and peaks", () => {
  it.each([
    ["a100-80gb-sxm", "ampere-dc"],
    ["rtx-3090", "ampere-rtx"],
    ["h200-sxm", "hopper"],
    ["gh200-96gb", "hopper"],
    ["b200", "blackwell-dc"],
    ["rtx-5090", "blackwell-rtx"],
    ["l40s", "ada"],
    ["mi300x", "cdna3"],
    ["mi355x", "cdna4"],
    ["t4", "turing"],
  ])("%s is %s", (id, family) => {
    expect(cardFamily(card(id))).toBe(family);
  });

  it("a card of two devices gives each half its peak", () => {
    const mi250x = card("mi250x");
    expect(computePeak(mi250x, "bf16")?.dense).toBeCloseTo(((mi250x.denseTflops.bf16 ?? 0) * 1e12) / 2);
  });
});

describe("a card's power limit", () => {
  it("holds small Ada cards back as measured, and a 4090 not at all", () => {
    const reached = (id: string) => productCeiling(card(id)) * (card(id).denseTflops.bf16 ?? 0);
    expect(reached("l4")).toBeCloseTo(59.4, 0);
    expect(productCeiling(card("rtx-4090"))).toBe(0.8);
    expect(productCeiling(card("rtx-6000-ada"))).toBeLessThan(productCeiling(card("l40s")));
  });
});

describe("rates", () => {
  it("stay below the card's own peak and above none", () => {
    for (const accelerator of real.catalogue.accelerators) {
      const run = filled(lora);
      const found = throughputOf(run, accelerator, trainableParameters(run));
      if (found === null) continue;
      const { low, likely, high } = found.modelFlopsUtilisation;
      expect(low).toBeGreaterThan(0);
      expect(likely).toBeLessThan(0.6);
      expect(high).toBeLessThan(1);
    }
  });

  it("fall with a longer sample, with recomputation, with eager attention", () => {
    const base = rate(lora, "h100-sxm");
    expect(rate({ ...lora, sequenceLength: 32768 }, "h100-sxm")).toBeLessThan(base);
    expect(rate({ ...lora, checkpointing: "none" }, "h100-sxm")).toBeGreaterThan(base);
    expect(rate({ ...lora, attention: "eager" }, "h100-sxm")).toBeLessThan(base);
  });

  it("short samples and tiny batches leave a card waiting", () => {
    const small: RunSpec = { model: "Qwen/Qwen2.5-0.5B", method: "lora", sequenceLength: 256, microBatch: 1 };
    const run = filled(small);
    expect(throughputOf(run, card("h100-sxm"), trainableParameters(run))?.bound).toBe("input");
    expect(rate({ ...small, microBatch: 32 }, "h100-sxm")).toBeGreaterThan(3 * rate(small, "h100-sxm"));
  });

  it("sharding over a bus without peer-to-peer costs more than over NVLink", () => {
    const sharded: RunSpec = {
      ...lora,
      microBatch: 1,
      sequenceLength: 1024,
      gpus: 4,
      parallel: { strategy: "fsdp" },
    };
    const share = (id: string): number => {
      const run = filled(sharded);
      const step = stepTime(run, card(id), trainableParameters(run));
      return step === null ? Number.NaN : step.communication / step.total;
    };
    expect(share("rtx-4090")).toBeGreaterThan(2 * share("h100-sxm"));
  });

  it("two copies of a small model scale almost fully, four nodes of a large one do not gain from nothing", () => {
    const one = rate(lora, "h100-sxm");
    expect(rate({ ...lora, gpus: 8, parallel: { strategy: "ddp" } }, "h100-sxm") / one).toBeGreaterThan(0.9);
    const large: RunSpec = {
      ...lora,
      model: "meta-llama/Llama-3.1-70B",
      method: "full",
      parallel: { strategy: "fsdp" },
    };
    const node = rate({ ...large, gpus: 8, nodes: 1 }, "a100-80gb-sxm");
    expect(rate({ ...large, gpus: 32, nodes: 4 }, "a100-80gb-sxm")).toBeLessThan(1.02 * node);
  });
});

describe("serving", () => {
  const chat: RunSpec = {
    model: "meta-llama/Llama-3.1-8B",
    method: "inference",
    serving: { concurrency: 1, promptTokens: 1, outputTokens: 256 },
  };
  const served = (spec: RunSpec, id: string) => {
    const run = filled(spec);
    const found = throughputOf(run, card(id), 0)?.serving;
    if (found === undefined) throw new Error("no serving figures");
    return found;
  };

  it("one user cannot be faster than the weights can be read", () => {
    for (const id of ["a100-80gb-sxm", "h100-sxm", "rtx-4090", "mi300x"]) {
      const bandwidth = (card(id).bandwidthGbS ?? 0) * 1e9;
      expect(served(chat, id).tokensPerSecondPerUser.high).toBeLessThan(bandwidth / (2 * 8.03e9));
    }
  });

  it("more users raise the total and lower each one's share; 4-bit weights help one user", () => {
    const many = { ...chat, serving: { ...chat.serving, concurrency: 64 } };
    expect(served(many, "h100-sxm").tokensPerSecondTotal.likely).toBeGreaterThan(
      10 * served(chat, "h100-sxm").tokensPerSecondTotal.likely,
    );
    expect(served(many, "h100-sxm").tokensPerSecondPerUser.likely).toBeLessThan(
      served(chat, "h100-sxm").tokensPerSecondPerUser.likely,
    );
    expect(
      served({ ...chat, precision: { weights: "awq4" } }, "h100-sxm").tokensPerSecondPerUser.likely,
    ).toBeGreaterThan(1.5 * served(chat, "h100-sxm").tokensPerSecondPerUser.likely);
  });

  it("a longer prompt is waited for longer", () => {
    const long = { ...chat, serving: { ...chat.serving, promptTokens: 16000 } };
    expect(served(long, "h100-sxm").ttftSeconds.likely).toBeGreaterThan(
      5 *
        served({ ...chat, serving: { ...chat.serving, promptTokens: 1000 } }, "h100-sxm").ttftSeconds.likely,
    );
  });
});
