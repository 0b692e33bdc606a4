import { REACHED } from "../performance/serving.ts";
import { computeParameters, inferenceFlopsPerToken } from "../performance/flops.ts";
import { computePeak } from "../performance/peaks.ts";
import type { Finding } from "../finding.ts";
import { finding, seen, told, wholeGroup, type Situation } from "./situation.ts";

type Advise = (s: Situation) => readonly Finding[];
const none: readonly Finding[] = [];

/**
 * "Assume 40% MFU": GPU-hours = tokens · FLOP per token ÷ (share · dense peak), as the plan counts the FLOP, and the cards
 * that end in time with them, in whole groups.
 */
const utilisation: Advise = (s) => {
  const share = seen(s, "supposedUtilisation");
  const { candidate } = s;
  const throughput = candidate?.estimate.throughput;
  if (candidate === null || share === null || share <= 0) return none;
  if (throughput?.hours === undefined || s.method === "inference") return none;
  const predicted = throughput.modelFlopsUtilisation.likely;
  const cardHours = (throughput.hours.likely * candidate.gpus * predicted) / share;
  const deadline = s.spec.limits?.deadlineHours ?? null;
  const least = deadline === null ? null : Math.ceil(cardHours / deadline);
  const cards = least === null ? null : wholeGroup(least);
  return [
    finding("given-utilisation", {
      share,
      predicted,
      cardHours,
      deadline,
      least,
      cards,
      hours: cardHours / (cards ?? candidate.gpus),
      gpus: candidate.gpus,
      card: candidate.accelerator,
      beyond: share > 0.6,
    }),
  ];
};

/** `gpu_memory_utilization` is a share of the card that the engine takes, whatever it needs. Sizes in bytes. */
const memoryShare: Advise = (s) => {
  const share = seen(s, "memoryShare");
  const { candidate } = s;
  const usable = candidate?.estimate.usableGib ?? null;
  if (candidate === null || share === null || usable === null || !(share > 0 && share <= 1)) return none;
  const trains = s.method !== "inference";
  return [
    finding("memory-share", {
      share,
      taken: share * usable,
      left: (1 - share) * usable,
      needs: candidate.estimate.perGpu.required.likely,
      trains,
    }),
  ];
};

/** Card of which the time is given where none is named. */
const usualCard = "l40s";

/**
 * Vectors of a corpus: one pass of an encoder, 2 · N · tokens and attention [FLOP], at the share of the matrix ceiling that
 * prefill reaches.
 */
const corpus: Advise = (s) => {
  const { model } = s;
  const { tokens, samples, tokensPerSample } = s.stated.data ?? {};
  const all = tokens ?? (samples ?? Number.NaN) * (tokensPerSample ?? Number.NaN);
  if (!told(s, "embeds-corpus") || model?.class !== "encoder" || !Number.isFinite(all)) return none;
  if (s.stated.method !== undefined && s.stated.method !== "inference") return none;
  const card = s.card ?? s.lookup.accelerator(usualCard);
  const peak = card === undefined ? null : (computePeak(card, "bf16") ?? computePeak(card, "fp16"));
  if (card === undefined || peak === null) return none;
  const flops = all * inferenceFlopsPerToken(model, tokensPerSample ?? 512);
  const hours = (share: number): number => flops / (peak.product * share) / 3600;
  const deadline = s.stated.limits?.deadlineHours ?? null;
  return [
    finding("encoder-corpus", {
      parameters: computeParameters(model),
      tokens: all,
      card: card.id,
      low: hours(REACHED.high.prefill),
      likely: hours(REACHED.likely.prefill),
      high: hours(REACHED.low.prefill),
      deadline,
      cards: deadline === null ? null : Math.ceil(hours(REACHED.low.prefill) / deadline),
    }),
  ];
};

export const givenAdvice: readonly Advise[] = [utilisation, memoryShare, corpus];
