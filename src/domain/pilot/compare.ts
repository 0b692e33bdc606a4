import { monitoringTools, type PilotReading, type Readings } from "../pilot-reading.ts";
import type { Comparison, JudgedFigure, Miss, MissCause, PilotPrediction } from "./pilot.ts";

/** Warnings after which a rate of the file is no rate of the plan: it may only say that the plan holds. */
const spoilsRates: ReadonlySet<string> = new Set([
  "cumulative-rate", "wrong-rate", "warm-up-included", "whole-run-average", "resumed", "smoothed", "padded-tokens", "trained-tokens",
  "tokens-may-pad", "cache-flushes", "allocation-retries", "skipped-steps", "output-tokens", "input-and-output",
]); // prettier-ignore
const samples: ReadonlySet<string> = new Set(["instant", "sampled"]);

export interface Trusted {
  readonly rates: boolean;
  /** Device memory was looked at now and then: the true peak may be higher. */
  readonly sampledDevice: boolean;
}

export const trustOf = (files: readonly PilotReading[]): Trusted => {
  const said = files.flatMap(({ warnings }) => warnings.map(({ code }) => code));
  const monitored = files.some(({ tool }) => monitoringTools.has(tool));
  return {
    rates: !said.some((code) => spoilsRates.has(code)),
    sampledDevice: monitored || said.some((code) => samples.has(code)),
  };
};

/** tokens/s per GPU, from the total where only that is printed. */
export const ratePerGpu = (readings: Readings, gpus: number): number | null =>
  readings.tokensPerSecondPerGpu ??
  (readings.tokensPerSecondTotal === null ? null : readings.tokensPerSecondTotal / gpus);

const predictedFigures = [
  "peakAllocatedGib", "peakReservedGib", "peakDeviceGib", "stepSeconds", "tokensPerSecondPerGpu",
] as const satisfies readonly JudgedFigure[]; // prettier-ignore
type PredictedFigure = (typeof predictedFigures)[number];

/** Every figure against its own interval and no other. */
export function compareFigures(
  readings: Readings,
  predicted: PilotPrediction,
  gpus: number,
  trusted: Trusted,
): readonly Comparison[] {
  const measured: Readonly<Record<PredictedFigure, number | null>> = {
    peakAllocatedGib: readings.peakAllocatedGib,
    peakReservedGib: readings.peakReservedGib,
    peakDeviceGib: readings.peakDeviceGib,
    stepSeconds: readings.stepSeconds,
    tokensPerSecondPerGpu: ratePerGpu(readings, gpus),
  };
  return predictedFigures.flatMap((figure): Comparison[] => {
    const value = measured[figure];
    const range = predicted[figure];
    if (value === null || range === null || !(range.likely > 0)) return [];
    const least = figure === "peakDeviceGib" && trusted.sampledDevice;
    const inside = value <= range.high && (least || value >= range.low);
    const rate = figure === "stepSeconds" || figure === "tokensPerSecondPerGpu";
    if (rate && !trusted.rates && !inside) return [];
    const bound = least ? "at-least" : "exact";
    return [{ figure, measured: value, predicted: range, ratio: value / range.likely, holds: inside, bound }];
  });
}

const memory: ReadonlySet<JudgedFigure> = new Set(["peakAllocatedGib", "peakReservedGib", "peakDeviceGib"]);
export const isMemory = ({ figure }: Comparison): boolean => memory.has(figure);

function causeOf(miss: Comparison, all: readonly Comparison[], peakIsState: boolean): MissCause {
  const fine = (figure: JudgedFigure): boolean => all.some((c) => c.figure === figure && c.holds);
  switch (miss.figure) {
    case "weightsGib":
      return "state";
    case "peakAllocatedGib":
      return peakIsState ? "state" : "activations";
    case "peakReservedGib":
      return fine("peakAllocatedGib") ? "allocator" : peakIsState ? "state" : "activations";
    case "peakDeviceGib":
      return fine("peakReservedGib") || fine("peakAllocatedGib")
        ? "device"
        : peakIsState
          ? "state"
          : "activations";
    case "kvCacheTokens":
      return "kv-cache";
    case "ttftSeconds":
    case "tpotSeconds":
    case "stepSeconds":
    case "tokensPerSecondPerGpu":
      return "utilisation";
  }
}

/** The assumption behind each figure outside its interval; memory above it first, for that is what ends runs. */
export function missesOf(all: readonly Comparison[], peakIsState: boolean): readonly Miss[] {
  const gravity = ({ cause, direction }: Miss): number =>
    (cause === "utilisation" ? 2 : 0) + (direction === "above" ? 0 : 1);
  return all
    .filter(({ holds }) => !holds)
    .map((miss): Miss => {
      const { figure, measured, predicted } = miss;
      const direction = measured > predicted.high ? "above" : "below";
      return { cause: causeOf(miss, all, peakIsState), figure, direction, measured, predicted, phase: null };
    })
    .sort((a, b) => gravity(a) - gravity(b));
}
