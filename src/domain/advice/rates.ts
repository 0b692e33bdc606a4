import type { Finding, SeenRate } from "../finding.ts";
import { trainingFlopsPerToken } from "../performance/flops.ts";
import { adapts, finding, nameOf, seen, told, weightsBytes, type Situation } from "./situation.ts";

type Advise = (s: Situation) => readonly Finding[];
const none: readonly Finding[] = [];

const ratesOf = (s: Situation): readonly SeenRate[] => s.reading.context.rates ?? [];

/** Steps of several numbers of GPUs at the same batch per GPU, as samples per second. */
const stepsCompared: Advise = (s) => {
  const steps = ratesOf(s).filter(({ stepSeconds }) => stepSeconds !== undefined);
  const one = [...steps].sort((a, b) => a.gpus - b.gpus)[0];
  const many = [...steps].sort((a, b) => b.gpus - a.gpus)[0];
  if (one === undefined || many === undefined || one.gpus === many.gpus) return none;
  const batch = s.stated.microBatch ?? null;
  const each = batch ?? 1;
  const [small, large] = [
    (each * one.gpus) / (one.stepSeconds ?? 1),
    (each * many.gpus) / (many.stepSeconds ?? 1),
  ];
  const speedup = large / small;
  return [
    finding("step-is-not-throughput", {
      batch,
      oneGpus: one.gpus,
      gpus: many.gpus,
      oneRate: batch === null ? null : small,
      rate: batch === null ? null : large,
      global: batch === null ? null : batch * many.gpus,
      speedup,
      efficiency: speedup / (many.gpus / one.gpus),
    }),
  ];
};

/** Useful throughput on n cards over n times one card's, per configuration that was measured. */
const tokensCompared: Advise = (s) => {
  const rows = ratesOf(s).filter(({ tokensPerSecond }) => tokensPerSecond !== undefined);
  const base = [...rows].sort((a, b) => a.gpus - b.gpus)[0];
  const others = rows.filter(({ gpus }) => base !== undefined && gpus > base.gpus);
  if (base?.tokensPerSecond === undefined || others.length === 0) return none;
  const one = base.tokensPerSecond / base.gpus;
  const efficiency = (row: SeenRate): number => (row.tokensPerSecond ?? 0) / (one * row.gpus);
  const best = [...others].sort((a, b) => efficiency(b) - efficiency(a))[0];
  if (best === undefined) return none;
  const lessAccumulated = others.find(
    (row) => row.strategy === best.strategy && row.accumulation !== undefined && best.accumulation !== undefined && row.accumulation < best.accumulation,
  ); // prettier-ignore
  const sharded = others.find((row) => row.strategy !== best.strategy && row.strategy !== undefined);
  const planned = seen(s, "plannedTokensPerSecond");
  const machines = s.reading.context.machines ?? [];
  const plannedGpus = seen(s, "plannedGpus") ?? Math.max(...machines.map(({ gpus }) => gpus), best.gpus);
  const measured: Finding = finding("measured-scaling", {
    gpus: best.gpus,
    base: base.gpus,
    baseNodes: base.nodes ?? null,
    nodes: best.nodes ?? null,
    best: efficiency(best),
    accumulation: best.accumulation ?? null,
    lessAccumulation: lessAccumulated?.accumulation ?? null,
    less: lessAccumulated === undefined ? null : efficiency(lessAccumulated),
    sharded: sharded?.strategy ?? null,
    shardedEfficiency: sharded === undefined ? null : efficiency(sharded),
    planned,
    plannedGpus: planned === null ? null : plannedGpus,
    plannedEfficiency: planned === null ? null : planned / (one * plannedGpus),
    atBest: planned === null ? null : one * plannedGpus * efficiency(best),
  });
  return [measured, ...(base.gpus === 1 ? oneCard(s, one) : [])];
};

/** Operations of the model at a rate of one card over its dense peak in TFLOP/s. */
function shareOfPeak(s: Situation, rate: number, peak: number): number | null {
  const { model } = s;
  if (model === null) return null;
  const run = {
    method: s.method ?? "full",
    model,
    checkpointing: "none",
    objective: "sft",
    stack: "generic",
  } as const;
  const trained = s.candidate?.estimate.trainableParameters ?? 0;
  const flops = trainingFlopsPerToken(run, s.spec.sequenceLength ?? 2048, trained).model;
  return (rate * flops) / (peak * 1e12);
}

/** What one card reaches of its dense peak, from its tokens per second. */
function oneCard(s: Situation, rate: number): readonly Finding[] {
  const { card } = s;
  const peak = card?.denseTflops.bf16 ?? card?.denseTflops.fp16 ?? null;
  if (peak === null || s.method === "inference") return none;
  const share = shareOfPeak(s, rate, peak);
  if (share === null) return none;
  return share > 0.25 ? none : [finding("low-one-card", { rate, share, peak, card: card?.id ?? null })];
}

/** One rate and the question whether it is good: the share of the dense peak tells, whatever else the card would hold. */
const oneRate: Advise = (s) => {
  const [rate, ...others] = ratesOf(s);
  if (!told(s, "rate-judged") || others.length > 0) return none;
  const stated = seen(s, "modelFlopsUtilisation");
  if (stated !== null && stated <= 0.6) return [finding("one-rate", { rate: null, share: stated, peak: null, card: s.card?.id ?? null, methodKnown: true, adapts: adapts(s), impossible: false })]; // prettier-ignore
  if (rate?.tokensPerSecond === undefined) return none;
  const { model, card } = s;
  const peak = card?.denseTflops.bf16 ?? card?.denseTflops.fp16 ?? null;
  if (model === null || peak === null || s.method === "inference") return none;
  const each = rate.tokensPerSecond / rate.gpus;
  const share = shareOfPeak(s, each, peak);
  return share === null ? none : [finding("one-rate", { rate: each, share, peak, card: card?.id ?? null, methodKnown: s.method !== null, impossible: share > 1 })]; // prettier-ignore
};

/** Gathering whole layers across the network, at every pass. */
const nodes: Advise = (s) => {
  const strategy = s.stated.parallel?.strategy;
  const sharded = strategy === "zero3" || strategy === "fsdp";
  const rows = ratesOf(s).filter(
    ({ nodes: n, tokensPerSecond }) => n !== undefined && tokensPerSecond !== undefined,
  );
  const [few, many] = [rows[0], rows.at(-1)];
  const gained = few?.nodes !== undefined && many?.nodes !== undefined && many.nodes > few.nodes ? (many.tokensPerSecond ?? 0) / (few.tokensPerSecond ?? 1) / (many.nodes / few.nodes) : null; // prettier-ignore
  const poor = gained !== null && gained < 0.6;
  if (!poor && (!told(s, "more-nodes") || !told(s, "slower"))) return none;
  const perNode = Math.max(1, Math.round(s.gpus / Math.max(1, s.nodes)));
  return [
    finding("nodes-slower", {
      sharded,
      strategy: strategy ?? null,
      gained: poor ? gained : null,
      share: s.model === null ? null : weightsBytes(s.model) / perNode,
      perNode,
      card: s.card === null ? null : s.card.sold * 1e9,
      methodKnown: s.stated.method !== undefined,
      purchase: told(s, "purchase"),
    }),
  ];
};

/** "Two cards are slower than one", without a figure to tell why. */
const slower: Advise = (s) => {
  if (!told(s, "slower") || told(s, "more-nodes") || ratesOf(s).length > 1) return none;
  if ((s.stated.gpus ?? 1) < 2 || (s.model !== null && isMoe(s))) return none;
  return [
    finding("slower-with-more", { gpus: s.gpus, card: s.card?.id ?? null, insulted: told(s, "insult") }),
  ];
};

const isMoe = ({ model }: Situation): boolean =>
  model !== null && model.parametersActive < model.parametersTotal * 0.8;

/** Many small experts in a Python loop leave a card idle. */
const expertsLoop: Advise = (s) => {
  const { model, reading } = s;
  if (model === null || !isMoe(s)) return none;
  const slowly = told(s, "slower", "low-utilisation") || (seen(s, "stepSeconds") ?? 0) > 30;
  if (!slowly) return none;
  return [
    finding("moe-loops", {
      experts: model.shape?.moe?.experts ?? null,
      active: model.parametersActive,
      total: model.parametersTotal,
      weights: weightsBytes(model),
      seconds: reading.context.observed?.["stepSeconds"] ?? null,
      model: nameOf(s),
    }),
  ];
};

/** A global batch has to hold whole groups of completions. */
const batchDivides: Advise = (s) => {
  const generations = seen(s, "generations");
  if (!told(s, "batch-indivisible") || generations === null) return none;
  const batch = s.stated.microBatch ?? seen(s, "batchOfError") ?? 1;
  const processes = seen(s, "trainingProcesses") ?? s.gpus;
  const global = batch * processes;
  /** The largest number of completions, at most as many as now, that divides the batch. */
  const fewer = Array.from({ length: generations }, (_, i) => generations - i).find(
    (n) => n > 1 && global % n === 0,
  );
  const upTo = Array.from({ length: 64 }, (_, i) => i + 1);
  return [
    finding("batch-divides", {
      generations,
      batch,
      processes,
      global,
      divides: global % generations === 0,
      gpus: s.gpus,
      fewer: fewer ?? null,
      perDevice: upTo.find((n) => n >= batch && (n * processes) % generations === 0) ?? generations,
      otherProcesses: upTo.find((n) => n >= processes && (n * batch) % generations === 0) ?? null,
      length: s.stated.sequenceLength ?? null,
    }),
  ];
};

/** A utilisation over the peak was divided by another card's peak. */
const utilisation: Advise = (s) => {
  const share = seen(s, "modelFlopsUtilisation");
  const claimed = seen(s, "claimedPeakTflops");
  const dense = s.card?.denseTflops.bf16 ?? s.card?.denseTflops.fp16 ?? null;
  if (share !== null && claimed !== null && dense !== null && Math.abs(claimed / dense - 1) > 0.05)
    return [finding("mfu-impossible", { share, possible: share <= 1, assumed: claimed, peak: dense, sparse: dense * 2, corrected: (share * claimed) / dense, card: s.card?.id ?? null })]; // prettier-ignore
  if (share !== null && share > 0.6 && share <= 1) return [finding("mfu-unlikely", { share })];
  if (share === null || share <= 1) return none;
  const a100 = 312;
  const peak = s.card?.denseTflops.bf16 ?? null;
  return [
    finding("mfu-impossible", {
      share,
      assumed: a100,
      peak,
      sparse: peak === null ? null : peak * 2,
      corrected: peak === null ? null : (share * a100) / peak,
      card: s.card?.id ?? null,
    }),
  ];
};

export const rateAdvice: readonly Advise[] = [
  tokensCompared, oneRate, stepsCompared, nodes, slower, expertsLoop, batchDivides, utilisation,
]; // prettier-ignore
