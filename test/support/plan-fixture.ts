import type { Accelerator } from "../../src/domain/accelerator.ts";
import type { CatalogueLookup, NamedMatch } from "../../src/domain/catalogue.ts";
import type { Estimate, MemoryPart } from "../../src/domain/estimate.ts";
import type { ModelArchitecture } from "../../src/domain/model-architecture.ts";
import type { Candidate, CandidateOffer, Plan } from "../../src/domain/plan.ts";
import type { PlanRef } from "../../src/domain/conversation.ts";
import { gb, gib } from "../../src/units/bytes.ts";
import { range, type Range } from "../../src/units/range.ts";

/** Illustrative plans for tests of words and wiring; no figure here was computed or measured. */
const gibs = (low: number, likely: number, high: number) => range(gib(low), gib(likely), gib(high));

const part = (name: MemoryPart["part"], likely: number): MemoryPart => ({
  part: name,
  gib: gibs(likely * 0.9, likely, likely * 1.15),
  how: `${name}: ${likely} GiB`,
  source: "fixture",
});

export function estimateFixture(over: Partial<Estimate> = {}): Estimate {
  return {
    perGpu: {
      allocated: gibs(28, 31.5, 36.5),
      reserved: gibs(29, 34, 40),
      device: gibs(30, 35, 44),
      required: gibs(29, 33, 38),
    },
    phases: [
      { phase: "load", allocated: gibs(15, 15, 16) },
      { phase: "backward", allocated: gibs(28, 31.5, 36.5) },
    ],
    parts: [
      part("weights", 15),
      part("logits", 12),
      part("activations", 4),
      part("context", 1),
      part("adapters", 1),
    ],
    peakPhase: "backward",
    usableGib: 44.99,
    verdict: "fits",
    trainableParameters: 41_943_040,
    levers: [{ change: "fused-loss", gainGib: 8, slowdown: 1 }],
    host: { ramGib: range(20, 32, 48), diskGib: range(40, 60, 90) },
    throughput: {
      tokensPerSecondPerGpu: range(1600, 2300, 3100),
      modelFlopsUtilisation: range(0.2, 0.3, 0.4),
      stepSeconds: range(2.6, 3.5, 5),
      hours: range(18, 24, 35),
      bound: "compute",
    },
    evidence: { grade: "stack", links: [] },
    assumptions: [],
    caveats: [],
    warnings: [],
    ...over,
  };
}

export const offerFixture = (over: Partial<CandidateOffer> = {}): CandidateOffer => ({
  provider: "Example Cloud",
  instance: "l40s-1",
  region: "fr-par",
  tier: "on-demand",
  perHour: 1.08,
  currency: "EUR",
  observedAt: "2026-11-28",
  source: "fixture",
  ageDays: 2,
  ...over,
});

export function candidateFixture(over: Partial<Candidate> = {}): Candidate {
  return {
    accelerator: "l40s",
    gpus: 1,
    nodes: 1,
    layout: {
      strategy: "single",
      tensor: 1,
      sequence: false,
      pipeline: 1,
      context: 1,
      expert: 1,
      offload: "none",
      microBatch: 2,
      gradientAccumulation: 4,
    },
    estimate: estimateFixture(),
    offer: offerFixture(),
    cost: {
      total: range(20, 26, 38),
      currency: "EUR",
      perMillionTokens: range(0.1, 0.13, 0.19),
      perSuccessfulRun: null,
      unknownParts: ["storage", "egress"],
    },
    reason: "smallest-that-fits",
    ...over,
  };
}

const withHours = (hours: Range): Estimate["throughput"] => {
  const { throughput } = estimateFixture();
  return throughput === undefined ? undefined : { ...throughput, hours };
};

/** The card is "faster at the same price". */
export const fasterFixture = (): Candidate =>
  candidateFixture({
    accelerator: "h100-80gb-sxm",
    estimate: estimateFixture({ usableGib: 79.6, throughput: withHours(range(6, 9, 14))! }),
    cost: {
      total: range(19, 26, 40),
      currency: "EUR",
      perMillionTokens: null,
      perSuccessfulRun: null,
      unknownParts: [],
    },
    reason: "faster-same-price",
  });

export const tooSmallFixture = (): Candidate =>
  candidateFixture({
    accelerator: "l4",
    estimate: estimateFixture({ usableGib: 22.5, verdict: "does-not-fit" }),
    reason: "does-not-fit",
  });

export const amdFixture = (): Candidate =>
  candidateFixture({
    accelerator: "mi300x",
    estimate: estimateFixture({
      usableGib: 191.5,
      perGpu: {
        allocated: gibs(29, 32, 37),
        reserved: gibs(30, 35, 41),
        device: gibs(31, 36, 45),
        required: gibs(30, 34, 40),
      },
      throughput: withHours(range(6, 10, 18))!,
    }),
    cost: {
      total: range(16, 26, 47),
      currency: "EUR",
      perMillionTokens: null,
      perSuccessfulRun: null,
      unknownParts: [],
    },
    reason: "other-platform",
  });

export function planFixture(over: Partial<Plan> = {}): Plan {
  return {
    kind: "recommendation",
    spec: {
      model: "meta-llama/Llama-3.1-8B",
      method: "lora",
      stack: "trl",
      sequenceLength: 4096,
      microBatch: 2,
      gpus: 1,
      lora: { rank: 16, targets: "all-linear" },
      optimizer: "adamw",
      checkpointing: "full",
      fusedLoss: false,
      data: { tokens: 2e8 },
      limits: { budget: { amount: 300, currency: "EUR", tax: "excluded" } },
    },
    assumptions: [
      { field: "lora.rank", value: 16, why: "usual-rank" },
      { field: "lora.targets", value: "all-linear", why: "usual-targets" },
      { field: "optimizer", value: "adamw", why: "usual-optimizer" },
      { field: "checkpointing", value: "full", why: "seven-billion-and-up" },
      { field: "fusedLoss", value: false, why: "stack-default" },
      { field: "stack", value: "trl", why: "usual-fine-tuning-stack" },
      { field: "gpus", value: 1, why: "one-gpu" },
    ],
    unread: [],
    premises: [],
    best: candidateFixture(),
    alternatives: [fasterFixture(), amdFixture(), tooSmallFixture()],
    infeasible: null,
    questions: [],
    caveats: [
      { code: "rocm-validation", params: { accelerator: "mi300x" } },
      { code: "longest-batch", params: {} },
      { code: "prove-restore", params: {} },
      { code: "price-parts", params: { parts: "storage, egress" } },
      { code: "gated-model", params: { model: "meta-llama/Llama-3.1-8B" } },
    ],
    stages: [
      { stage: "budget", state: "done", why: "fits" },
      { stage: "one-gpu-pilot", state: "next", why: "longest-batches" },
      { stage: "scaling-step", state: "not-needed", why: "one-card" },
      { stage: "restore-proof", state: "shut", why: "new-process" },
      { stage: "reserve", state: "shut", why: "earlier-stages" },
    ],
    window: {
      parts: [
        { part: "start-up", hours: range(0.05, 0.1, 0.2) },
        { part: "steps", hours: range(18, 24, 35) },
      ],
      total: range(18, 24, 35),
    },
    pilot: {
      runs: [{ what: "longest-batches", minutes: 30, gpus: 1, cost: range(0.8, 1, 1.3), currency: "EUR" }],
      passIf: [],
    },
    warnings: [],
    ...over,
  };
}

export const refFixture = (over: Partial<PlanRef> = {}): PlanRef => ({
  planId: "plan-0001",
  revision: 1,
  owner: "U0001",
  ...over,
});

function card(
  id: string,
  name: string,
  sold: number,
  platform: Accelerator["platform"],
  bf16: number,
): Accelerator {
  return {
    id,
    name,
    aliases: [],
    vendor: platform === "rocm" ? "amd" : "nvidia",
    architecture: "fixture",
    platform,
    class: "data-center",
    computeTarget: null,
    sold: gb(sold),
    devices: 1,
    reported: null,
    memoryType: "HBM",
    bandwidthGbS: null,
    denseTflops: { fp32: null, tf32: null, bf16, fp16: bf16, fp8: null, int8: null, fp4: null },
    bf16Native: true,
    flashAttention2: true,
    bitsandbytes: { llmInt8: true, qlora4bit: true, optim8bit: true },
    interconnect: { type: "pcie", gbSBidirectional: null },
    pcie: null,
    tdpW: null,
    formFactors: [],
    maxPerNode: 8,
    launch: null,
    mig: null,
    ecc: null,
    evidence: {},
    conflicts: [],
    note: null,
    sources: ["fixture"],
  };
}

const cards: readonly Accelerator[] = [
  card("l4", "NVIDIA L4", 24, "cuda", 121),
  card("l40s", "NVIDIA L40S", 48, "cuda", 362),
  card("a100-80gb-sxm", "NVIDIA A100 80GB SXM4", 80, "cuda", 312),
  card("h100-80gb-sxm", "NVIDIA H100 SXM5", 80, "cuda", 989),
  card("h200-sxm", "NVIDIA H200 SXM5", 141, "cuda", 989),
  card("mi300x", "AMD Instinct MI300X", 192, "rocm", 1307),
];

const llama: ModelArchitecture = {
  id: "meta-llama/Llama-3.1-8B",
  name: "Llama 3.1 8B",
  family: "llama",
  class: "dense-decoder",
  parametersTotal: 8.03e9,
  parametersActive: 8.03e9,
  shape: null,
  shapeAssumed: false,
  vision: null,
  dtype: "bfloat16",
  licence: "llama3.1",
  gated: true,
  aliases: [],
  note: null,
  source: null,
};

/** Six cards and one model: enough to name things in a test. */
export function lookupFixture(): CatalogueLookup {
  const named = (entries: readonly { id: string; name: string }[], query: string): NamedMatch[] =>
    entries
      .filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(query.toLowerCase()))
      .map(({ id, name }) => ({ id, name, score: 1 }));
  const resolve = (found: readonly NamedMatch[]) => {
    const [match, ...alternatives] = found;
    return match === undefined
      ? ({ kind: "none", nearest: [] } as const)
      : ({ kind: "one", match, alternatives } as const);
  };
  return {
    resolveModel: (text) => resolve(named([llama], text)),
    resolveAccelerator: (text) => resolve(named(cards, text)),
    searchModels: (query, limit) => named([llama], query).slice(0, limit),
    searchAccelerators: (query, limit) => named(cards, query).slice(0, limit),
    machine: () => undefined,
    findNames: () => [],
    model: (id) => (id === llama.id ? llama : undefined),
    accelerator: (id) => cards.find((c) => c.id === id),
  };
}
