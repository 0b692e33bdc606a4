import { range, scaleRange } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type { Bound, Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
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
  const ideal = step.tokensPerGpu / step.total;
  const rate = range(ideal * share.low, ideal * share.likely, ideal * share.high);
  const tokens = trainedTokens(run);
  const hours = tokens === null ? null : hoursFor(tokens, rate, run.gpus);
  return {
    tokensPerSecondPerGpu: rate,
    modelFlopsUtilisation: scaleRange(rate, step.modelFlopsPerToken / peak.dense),
    stepSeconds: range(step.total / share.high, step.total / share.likely, step.total / share.low),
    ...(hours === null ? {} : { hours, hoursPerEpoch: scaleRange(hours, 1 / epochs(run)) }),
    bound: boundOf(step),
  };
}

/** tokens ÷ (rate per GPU × GPUs) [h]; the slow rate makes the long time. */
export function hoursFor(tokens: number, ratePerGpu: Range, gpus: number): Range {
  const at = (rate: number): number => tokens / (rate * gpus) / 3600;
  return range(at(ratePerGpu.high), at(ratePerGpu.likely), at(ratePerGpu.low));
}
