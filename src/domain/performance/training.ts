import { addRanges, range, scaleRange } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type { Bound, Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { generationSeconds } from "./generation.ts";
import { hoursFor } from "./hours.ts";
import { computePeak } from "./peaks.ts";
import { stepTime } from "./step-time.ts";
import type { StepTime } from "./step-time.ts";
import { achieved } from "./utilisation.ts";
import { epochs, trainedTokens } from "./workload.ts";

/** What the step spends most of its time on. Launch-bound steps wait for their host: input. */
function boundOf(step: StepTime): Bound {
  const shares: readonly (readonly [Bound, number])[] = [
    ["compute", step.compute],
    ["memory", step.memory],
    ["communication", step.communication + step.offload],
    ["input", step.launch],
  ];
  return shares.reduce((most, share) => (share[1] > most[1] ? share : most))[0];
}

/** Rates and hours of a training run: the step model times what comparable teams achieve of it. Null without a peak. */
export function trainingThroughput(run: FilledRun, card: Accelerator, trainable: number): Throughput | null {
  const peak = computePeak(card, run.precision.compute);
  const step = stepTime(run, card, trainable);
  if (peak === null || step === null || !(step.total > 0)) return null;
  const share = achieved(run, card);
  const written = generationSeconds(run, card);
  const learning = range(step.total / share.high, step.total / share.likely, step.total / share.low);
  const whole = written === null ? learning : addRanges(learning, written);
  const ideal = step.tokensPerGpu;
  const rate = range(ideal / whole.high, ideal / whole.likely, ideal / whole.low);
  const tokens = trainedTokens(run);
  const hours = tokens === null ? null : hoursFor(tokens, rate, run.gpus);
  return {
    tokensPerSecondPerGpu: rate,
    modelFlopsUtilisation: scaleRange(rate, step.modelFlopsPerToken / peak.dense),
    stepSeconds: whole,
    ...(written === null ? {} : { generationSeconds: written }),
    ...(hours === null ? {} : { hours, hoursPerEpoch: scaleRange(hours, 1 / epochs(run)) }),
    // Answers are written token by token: the weights and the cache are read for each.
    bound: written !== null && written.likely > learning.likely ? "memory" : boundOf(step),
  };
}
