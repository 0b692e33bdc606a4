import type { Finding } from "../finding.ts";
import { shapeOf } from "../memory/model-shape.ts";
import { kindOf } from "../model-kind.ts";
import { parameterCounts } from "../memory/parameters.ts";
import {
  adapts, failedAt, finding, fourBitBytes, nameOf, ranOut, seen, soldBytes, told, trains, trainsAll, stateShare,
  weightsBytes, wholeGroup, type Situation,
} from "./situation.ts"; // prettier-ignore

type Advise = (s: Situation) => readonly Finding[];
const none: readonly Finding[] = [];
const pairs = new Set(["dpo", "orpo", "reward", "grpo"]);

/** Data parallelism copies every weight to every card. */
const weightsReplicated: Advise = (s) => {
  const { model, gpus } = s;
  const sold = soldBytes(s);
  const strategy = s.stated.parallel?.strategy;
  const believed = s.reading.premises.some(({ code }) => code === "summed-memory-ddp");
  // Nobody said how it was launched; a plain launcher or a sum of cards says that it was not sharded.
  const likely = strategy === undefined && ranOut(s) && (believed || told(s, "plain-launch"));
  const copied = strategy === "ddp" || strategy === "zero1" || strategy === "zero2" || likely;
  if (model === null || sold === null || gpus < 2 || !copied || !trains(s)) return none;
  const each = s.method === "qlora" ? fourBitBytes(model) : weightsBytes(model);
  if (each < sold * 0.9) return none;
  return [
    finding("weights-replicated", {
      weights: each,
      card: sold,
      gpus,
      sharded: each / gpus,
      fourBit: fourBitBytes(model),
      overflows: each > sold,
      likely,
      model: nameOf(s),
    }),
  ];
};

/** ZeRO-1 and 2 divide gradients and optimizer state, of which adapters have next to none. */
const zeroTwoOfAdapters: Advise = (s) => {
  const { model, gpus, reading } = s;
  const strategy = s.stated.parallel?.strategy;
  const believed = reading.premises.some(({ code }) => code === "zero2-shards-weights");
  if (
    model === null ||
    gpus < 2 ||
    !adapts(s) ||
    s.stated.method === undefined ||
    !(strategy === "zero2" || strategy === "zero1" || believed)
  )
    return none;
  const base = s.method === "qlora" ? fourBitBytes(model) : weightsBytes(model);
  const trained = s.candidate?.estimate.trainableParameters ?? null;
  return [
    finding("zero2-nothing-to-shard", {
      weights: base,
      sharded: base / Math.max(1, gpus),
      gpus,
      required: s.candidate === null ? null : s.candidate.estimate.perGpu.required.likely * 2 ** 30,
      card: soldBytes(s),
      states: trained === null ? null : trained * 16,
    }),
  ];
};

/** Less than 16 bytes a parameter was asked for, or they were sent to host RAM: the plan counts just that. */
function keepsLess({ stated }: Situation): boolean {
  const { optimizer, precision, parallel, optimizerInBackward } = stated;
  const states = optimizer !== undefined && optimizer !== "adamw" && optimizer !== "adamw-fused";
  const offloads = parallel?.offload !== undefined && parallel.offload !== "none";
  return states || offloads || precision?.mode === "pure" || optimizerInBackward === true;
}

/** Weights, gradients, fp32 master and two moments: what a full AdamW training keeps before any activation. */
const states: Advise = (s) => {
  const { model, gpus, plan } = s;
  if (model === null || !trainsAll(s) || keepsLess(s)) return none;
  const failed = ranOut(s) || failedAt(s) === "backward" || plan?.infeasible?.binding === "memory";
  if (!failed && !told(s, "loads-fine", "published-figure", "purchase")) return none;
  const sold = soldBytes(s);
  const all = model.parametersTotal * 16;
  const pool = sold === null ? null : sold * gpus;
  if (sold !== null && all < sold * stateShare && !told(s, "published-figure", "purchase")) return none;
  return [
    finding("states-exceed", {
      model: nameOf(s),
      states: all,
      load: weightsBytes(model),
      bf16: model.parametersTotal * 8,
      lean: model.parametersTotal * 6,
      leanEach: (model.parametersTotal * 6) / gpus,
      card: sold,
      gpus,
      pool,
      passes: pool !== null && all > pool,
      cards: sold === null ? null : wholeGroup(Math.ceil(all / (sold * stateShare))),
      loaded: told(s, "loads-fine") || failedAt(s) === "backward",
    }),
  ];
};

/** Sharding divides the state; one sequence stays whole on its card. */
const wholeSequence: Advise = (s) => {
  const { model, gpus, spec } = s;
  const shorter = seen(s, "shorterContext");
  const named = s.stated.sequenceLength ?? null;
  const length =
    shorter !== null && named !== null && named <= shorter * 1.1 ? (seen(s, "contextAsked") ?? named) : named;
  const believed = s.reading.premises.some(({ code }) => code === "four-cards-four-times");
  const strategy = s.stated.parallel?.strategy;
  const sharded = strategy === "fsdp" || strategy === "zero3" || strategy === "zero2" || strategy === "ddp";
  if (model === null || length === null || length < 6000 || !trains(s) || gpus < 2 || !sharded) return none;
  const reported = ranOut(s) && length >= 16_000;
  if (!reported && !believed && shorter === null) return none;
  const vocabulary = shapeOf(model).vocabularySize;
  return [
    finding("sequence-not-sharded", {
      length,
      gpus,
      works: shorter,
      logits: length * (spec.microBatch ?? 1) * vocabulary * 4,
      vocabulary,
      model: nameOf(s),
      card: soldBytes(s),
    }),
  ];
};

/** What fits at the length of a published table need not fit at a longer one. */
const longerThanPublished: Advise = (s) => {
  const { model, candidate } = s;
  const length = s.stated.sequenceLength ?? null;
  const quoted = told(s, "published-figure", "short-works");
  if (model === null || candidate === null || length === null || !quoted || !trains(s) || s.gpus > 1)
    return none;
  if (!ranOut(s) && !told(s, "short-works")) return none;
  return [
    finding("longer-than-published", {
      length,
      works: seen(s, "shorterContext"),
      required: candidate.estimate.perGpu.required.likely * 2 ** 30,
      high: candidate.estimate.perGpu.required.high * 2 ** 30,
      usable: candidate.estimate.usableGib === null ? null : candidate.estimate.usableGib * 2 ** 30,
      card: soldBytes(s),
      qlora: s.method === "lora",
    }),
  ];
};

/** Embedders, classifiers and reward models end in a vector or a score. */
const writesTokens = ({ candidate }: Situation): boolean =>
  candidate === null ||
  candidate.estimate.parts.some(({ part, gib }) => part === "logits" && gib.likely > 0.05);

/** Tokens × vocabulary × 4 bytes, twice with pairs: what a small model's memory is made of. */
const logits: Advise = (s) => {
  const { model, spec } = s;
  if (model === null || !trains(s) || !ranOut(s) || !writesTokens(s)) return none;
  const vocabulary = shapeOf(model).vocabularySize;
  const paired = pairs.has(spec.objective ?? "");
  const length = s.stated.sequenceLength ?? (paired ? 1024 : (spec.sequenceLength ?? 2048));
  const batch = s.stated.microBatch ?? (paired ? 8 : (spec.microBatch ?? 1));
  const one = (paired ? 2 : 1) * batch * length * vocabulary * 4;
  const quantised = s.method === "qlora";
  const base = quantised ? fourBitBytes(model) : weightsBytes(model);
  if (one < base && one < 8e9) return none;
  return [
    finding("logits-dominate", {
      model: nameOf(s),
      copy: one,
      length,
      batch,
      vocabulary,
      paired,
      weights: quantised ? base : model.parametersTotal * 4,
      quantised,
      assumed: s.stated.microBatch === undefined,
      lengthAssumed: s.stated.sequenceLength === undefined,
    }),
  ];
};

/** A frozen copy beside the one that learns. */
const twoModels: Advise = (s) => {
  const { model, spec, candidate } = s;
  if (spec.objective !== "dpo" && spec.objective !== "grpo") return none;
  if (model === null || s.reading.context.failure === undefined) return none;
  const sold = soldBytes(s);
  const needed = candidate?.estimate.perGpu.required.high ?? null;
  return [
    finding("two-models", {
      weights: weightsBytes(model),
      full: trainsAll(s),
      gpus: s.gpus,
      card: sold,
      inHost: !ranOut(s),
      roomy: !ranOut(s) && sold !== null && needed !== null && needed * 2 ** 30 < sold * 0.9,
      required: candidate === null ? null : candidate.estimate.perGpu.required.likely * 2 ** 30,
      generates: spec.objective === "grpo",
    }),
  ];
};

/** What a counter shows once the model is built is the least that a run will take. */
const afterInit: Advise = (s) => {
  const { model, gpus } = s;
  if (model === null || !told(s, "memory-after-init") || !ranOut(s)) return none;
  const shape = shapeOf(model);
  const counts = parameterCounts(model);
  const quantised = s.method === "qlora" || s.method === "gptq-lora";
  return [
    finding("init-is-not-peak", {
      shard: (quantised ? fourBitBytes(model) : weightsBytes(model)) / gpus,
      layer: gpus < 2 ? null : counts.largestLayer * 2,
      quantised,
      required: s.candidate === null ? null : s.candidate.estimate.perGpu.required.likely * 2 ** 30,
      ends: shape.vocabularySize * shape.hiddenSize * 2,
      card: soldBytes(s),
      gpus,
      reading: s.reading.context.sizes?.[0] ?? null,
    }),
  ];
};

/** All experts stay in memory, whatever a token passes through. */
const experts: Advise = (s) => {
  const { model } = s;
  if (model === null || model.parametersActive >= model.parametersTotal * 0.8) return none;
  const believed = s.reading.premises.some(({ code }) => code === "moe-active-memory");
  if (!believed && s.reading.context.failure === undefined && !told(s, "slower")) return none;
  return [
    finding("moe-memory", {
      total: model.parametersTotal,
      active: model.parametersActive,
      weights: weightsBytes(model),
    }),
  ];
};

/** The part that makes a run too large, where no other finding explains it. */
const dominant: Advise = (s) => {
  const { candidate } = s;
  if (!ranOut(s) || candidate === null || !trains(s) || candidate.estimate.verdict === "fits") return none;
  // Of images the activations, which are most of it, are not known.
  if (s.model !== null && kindOf(s.model) === "image") return none;
  const [first, second] = [...candidate.estimate.parts].sort((a, b) => b.gib.likely - a.gib.likely);
  if (first === undefined) return none;
  return [
    finding("part-dominates", {
      tight: candidate.estimate.verdict === "tight",
      part: first.part,
      size: first.gib.likely * 2 ** 30,
      second: second?.part ?? null,
      secondSize: second === undefined ? null : second.gib.likely * 2 ** 30,
      required: candidate.estimate.perGpu.required.likely * 2 ** 30,
      usable: candidate.estimate.usableGib === null ? null : candidate.estimate.usableGib * 2 ** 30,
    }),
  ];
};

export const memoryAdvice: readonly Advise[] = [
  weightsReplicated, zeroTwoOfAdapters, afterInit, states, wholeSequence,
  longerThanPublished, logits, twoModels, experts, dominant,
]; // prettier-ignore
