import type { Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type { Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { drawnIn, learntFor } from "../memory/learnt.ts";
import { kindOf } from "../model-kind.ts";
import { servingThroughput } from "./serving.ts";
import { trainingThroughput } from "./training.ts";

/** Without what pilots taught; null for images and speech, whose work no count of tokens measures. */
export function plainThroughputOf(
  run: FilledRun,
  card: Accelerator,
  trainableParameters: number,
): Throughput | null {
  if (kindOf(run.model) !== "text") return null;
  return run.method === "inference"
    ? servingThroughput(run, card)
    : trainingThroughput(run, card, trainableParameters);
}

/** How fast a run goes on a card, moved to what its pilots measured; null when the card's sheet gives no peak or bandwidth. */
export function throughputOf(
  run: FilledRun,
  card: Accelerator,
  trainableParameters: number,
): Throughput | null {
  const plain = plainThroughputOf(run, card, trainableParameters);
  const rate = plain === null ? null : (learntFor(run, card)?.rate ?? null);
  if (plain === null || rate === null) return plain;
  const by = Math.min(1, rate.spread / rate.priorSpread);
  const factor = Math.exp(rate.mean);
  const faster = (r: Range): Range => drawnIn(r, by, r.likely * factor);
  const shorter = (r: Range): Range => drawnIn(r, by, r.likely / factor);
  const { hours, hoursPerEpoch, serving } = plain;
  return {
    ...plain,
    tokensPerSecondPerGpu: faster(plain.tokensPerSecondPerGpu),
    modelFlopsUtilisation: faster(plain.modelFlopsUtilisation),
    stepSeconds: shorter(plain.stepSeconds),
    ...(plain.generationSeconds === undefined ? {} : { generationSeconds: shorter(plain.generationSeconds) }),
    ...(hours === undefined ? {} : { hours: shorter(hours) }),
    ...(hoursPerEpoch === undefined ? {} : { hoursPerEpoch: shorter(hoursPerEpoch) }),
    ...(serving === undefined
      ? {}
      : {
          serving: {
            tokensPerSecondPerUser: faster(serving.tokensPerSecondPerUser),
            ttftSeconds: shorter(serving.ttftSeconds),
            tokensPerSecondTotal: faster(serving.tokensPerSecondTotal),
          },
        }),
  };
}
