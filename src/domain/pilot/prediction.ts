import { range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type { MemoryBudget, Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { trainableParameters } from "../memory/parameters.ts";
import { throughputOf } from "../performance/throughput.ts";
import { sizeOn } from "../planning/size-on.ts";
import type { PilotPrediction } from "./pilot.ts";
import { neededKvTokens } from "./serving-figures.ts";

/** Counters and rates that a run on a card is expected to show. */
export function predictionOf(run: FilledRun, card: Accelerator): PilotPrediction {
  const { budget } = sizeOn(run, card, false);
  const { allocated, reserved, device } = budget.perGpu;
  const speed = throughputOf(run, card, trainableParameters(run));
  return {
    peakAllocatedGib: allocated,
    peakReservedGib: reserved,
    peakDeviceGib: device,
    stepSeconds: speed?.stepSeconds ?? null,
    tokensPerSecondPerGpu: speed?.tokensPerSecondPerGpu ?? null,
    ...servingPrediction(run, budget, speed),
  };
}

/** TPOT lies between one decode step and a whole request shared out over its tokens, the others' prompts included. */
function servingPrediction(
  run: FilledRun,
  { parts }: MemoryBudget,
  speed: Throughput | null,
): Pick<PilotPrediction, "serving"> {
  const weights = parts.find(({ part }) => part === "weights");
  const kvCacheTokens = neededKvTokens(run);
  if (speed?.serving === undefined || weights === undefined || kvCacheTokens === null) return {};
  const { ttftSeconds, tokensPerSecondPerUser: user } = speed.serving;
  const tpotSeconds = range(
    Math.min(speed.stepSeconds.low, 1 / user.high),
    1 / user.likely,
    Math.max(speed.stepSeconds.high, 1 / user.low),
  );
  return { serving: { weightsGib: weights.gib, kvCacheTokens, ttftSeconds, tpotSeconds } };
}
