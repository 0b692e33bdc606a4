import type { Accelerator } from "../accelerator.ts";
import type { Lever } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { levers } from "../memory/levers.ts";
import { trainableParameters } from "../memory/parameters.ts";
import { stepTime } from "../performance/step-time.ts";
import { plainThroughputOf } from "../performance/throughput.ts";
import type { SizedOn } from "./size-on.ts";

/** Seconds a token and GPU; of a plain training the step alone, as every change of it reaches the same share of the model. */
function timePerToken(run: FilledRun, card: Accelerator): number | null {
  const trainable = trainableParameters(run);
  if (run.method !== "inference" && run.rollout === null) {
    const step = stepTime(run, card, trainable);
    return step === null ? null : step.total / step.tokensPerGpu;
  }
  const rate = plainThroughputOf(run, card, trainable)?.tokensPerSecondPerGpu.likely;
  return rate === undefined || rate <= 0 ? null : 1 / rate;
}

/** Levers with what each costs in time on this card, by the same model that times the run. */
export const pricedLevers = (
  run: FilledRun,
  card: Accelerator | null,
  { usableGib, budget }: SizedOn,
): readonly Lever[] =>
  levers(run, card, {
    usableGib,
    required: budget.perGpu.required,
    timePerToken: (changed) => (card === null ? null : timePerToken(changed, card)),
  });
