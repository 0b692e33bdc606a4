import type { PilotReading } from "../pilot-reading.ts";
import type { MeasuredPoint } from "./correction.ts";
import { digest } from "./digest.ts";
import { bareSpec, type AsRun } from "./match.ts";
import { neededKvTokens, type ServingFigures } from "./serving-figures.ts";

/**
 * Memory of the card under the planned load, from what an engine says when it starts: weights + what is not PyTorch's +
 * activations + graphs + room per token × tokens that the load needs. Null unless the engine names each part. [GiB]
 */
export function servedDeviceGib({ run }: AsRun, start: PilotReading | null): number | null {
  if (start === null) return null;
  const { weightsGib, kvCacheGib, details } = start.readings;
  const { nonTorchGib, activationPeakGib, cudaGraphsGib = 0, kvCacheTokens } = details;
  const needed = neededKvTokens(run);
  if (weightsGib === null || kvCacheGib === null || needed === null) return null;
  if (nonTorchGib === undefined || activationPeakGib === undefined || kvCacheTokens === undefined)
    return null;
  if (!(kvCacheTokens > 0)) return null;
  return weightsGib + nonTorchGib + activationPeakGib + cudaGraphsGib + (kvCacheGib / kvCacheTokens) * needed;
}

/** A start and a benchmark of a service as a point to learn from: weights, what the planned load fills, output tokens per second. */
export function servedPoint(as: AsRun, figures: ServingFigures, start: PilotReading | null): MeasuredPoint {
  const { outputTokensPerSecond } = figures;
  const measured = {
    spec: bareSpec(as.spec),
    peakAllocatedGib: null,
    peakReservedGib: null,
    peakDeviceGib: servedDeviceGib(as, start),
    weightsGib: figures.weightsGib,
    tokensPerSecondPerGpu: outputTokensPerSecond === null ? null : outputTokensPerSecond / as.run.gpus,
  };
  return { key: digest(measured), ...measured };
}
