import type { Messages } from "../../src/i18n/messages.ts";

/** Parameters that fill every caveat and premise. */
const params = {
  accelerator: "MI300X", card: "MI300X", gpus: 4, nodes: 2, count: 8, eachGb: 80, totalGb: 640, sumGb: 640, gb: 80,
  parametersTotal: 4.7e10, parametersActive: 1.3e10, phase: "evaluation", overGib: 6, longest: 8192, neededGib: 64,
  hostGib: 32, diskGib: 100, ageDays: 12, observedAt: "2026-11-18", tier: "spot", parts: "storage, egress",
  stack: "TRL", model: "Llama 3.1 8B", licence: "llama3.1", figure: "dense peak", vcpusPerCard: 4, part: "FlashAttention 2",
  instead: "SDPA", what: "shape", flashAttention: false, quantisation: false, hours: 2,
  tools: "vllm, oom", evaluation: 41.7, field: "gpuCount", share: 0.26, tflops: 312, peak: 81, seconds: 5, gpu: 1,
  reserved: 12.7, asked: 9.3, allowed: 40, size: 16,
} as const; // prettier-ignore

/** What fills every sentence of a finding. */
const told = {
  ...params, active: 3.3e9, accumulation: 4, accelerate: "0.21", all: 2.24e12, allocated: 31, agrees: true, assumed: 312, atBest: 10800,
  bare: true, base: 8, beside: 1.8, between: 5, chiplets: 2, factor: 8, flops: 4.2e23, gained: 0.27, largeFour: 7.3e9, likely: true, narrow: true, never: false, pretrains: true, replayed: 0.3, reservedGib: 22, smallFour: 3.9e9, vision: true, years: 50,
  batch: 8, best: 0.75, bf16: 5.6e11, breakEven: 2.5, bytesClaimed: 4.5, capacity: 1.02e11, card: 8e10, cards: 24, cardsLarge: 4,
  cardsSmall: 2, claim: 4e10, claimed: 3.6e10, copy: 1.6e10, corrected: 0.329, currency: "USD", device: 52, discount: 0.6, fewer: 12, ofLarge: 8, ofSmall: 16, otherProcesses: 8, part: "logits", partId: "logits", size: 1.7e10, second: "weights", secondSize: 1.5e10, reserved: 8e9, requested: 2e9, doubled: 3e10,
  each: 5.7e4, easily: 3.2e10, efficiency: 0.57, eight: 6.71e11, eightSmall: 6.8e11, ends: 2.1e9, experts: 128, floor: 14, four: 3.9e10,
  fourBit: 3.9e10, from: 25000, full: true, gap: 21, generations: 8, global: 128, half: 1.41e11, headDim: 128, heads: 4, held: 37800,
  hidden: 3584, high: 98.32, highEach: 12.29, highGpus: 8, highTotal: 3687, host: 1e12, kept: 3, keptBytes: 3.3e11, large: 1.3e10,
  largeBytes: 2.1e11, largest: 8e10, layer: 1.7e9, lean: 4.2e11, leanEach: 5.3e10, left: 2.3e11, length: 8192, less: 0.42,
  lessAccumulation: 1, load: 1.4e10, logits: 2.6e10, low: 8.4e11, lowEach: 12, lowTotal: 747, measured: 1.6e8, memory: 6.6e10, moments: 5.4e10,
  name: "llava", needed: 1.4e11, one: true, oneRate: 41, optimizer: 9.6e10, overflows: true, parameters: 8e9, passes: true, peak: 989,
  perDevice: 8, planned: 14000, plannedEfficiency: 0.97, plannedGpus: 8, pool: 8e10, possible: 7e10, processes: 7, ranks: 8, rate: 92,
  ratio: 4.9, reading: 1.9e10, requests: 47, required: 2.4e10, room: 6.4e11, rows: "8 × A100|none|false", sharded: 1.1e10, shardedEfficiency: 0.5,
  share: 1.04, shard: 1.7e10, single: 2.8e11, small: 7e9, smallBits: 1.9, smallBytes: 1.1e11, smallest: 2.4e10, sold: 1.92e11, speedup: 2.27,
  states: 1.13e12, step: 120, sum: 1.5e11, times: 4.61, tokens: 8192, total: 3e10, transformers: "4.31", twice: 4, usable: 2.5e10,
  before: 1.2, after: 1.9, grew: 2, added: 0.7, nodes: true, price: 1.1, firm: 2.2, saved: 0.5, longer: 2, perDay: 20, lossEach: 0.6, restart: 0.12, stretch: 1.1, effective: 1.21, pays: true,
  watts: 450, kwh: 432, least: 497, most: 648, costLeast: 109, costMost: 143, tariff: 0.22,
  useful: 9.6e10, utilisation: 0.34, vocabulary: 128256, vram: 1.9e11, wanted: 50, weights: 1.41e11, whole: 1.76e8, width: 512, works: 5000,
} as const; // prettier-ignore

const withParams = new Set(["caveats", "premises", "warnings"]);

/** Every sentence of a language by its path; functions are called with their positions as text. */
export function everySentence(words: Messages): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string, theme: string): void => {
    if (typeof value === "string") found.set(path, value);
    else if (typeof value === "function") {
      const call = value as (...args: unknown[]) => unknown;
      const args = path.startsWith("findings.byCode")
        ? [told]
        : withParams.has(theme) || path.startsWith("readings.warnings")
          ? [params]
          : Array.from({ length: call.length }, (_, i) => `{${i + 1}}`);
      found.set(path, String(call(...args)));
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, `${path}.${key}`, theme);
    }
  };
  for (const [theme, value] of Object.entries(words)) walk(value, theme, theme);
  return found;
}
