import type { World } from "../catalogue.ts";
import { memoryBase } from "../memory/budget.ts";
import { trainableParameters } from "../memory/parameters.ts";
import { plainThroughputOf } from "../performance/throughput.ts";
import type { Readings } from "../pilot-reading.ts";
import { isMemory, ratePerGpu, type Trusted } from "./compare.ts";
import { PLAUSIBLE_FACTOR, type Correction } from "./correction.ts";
import type { AsRun } from "./match.ts";
import type { Comparison, InconclusiveReason, KitResult } from "./pilot.ts";

const cardOf = ({ run }: AsRun, { lookup }: World) =>
  run.accelerator === undefined ? null : (lookup.accelerator(run.accelerator) ?? null);

/** Tensors of the peak that a formula only approaches are less than a tenth of it. */
export function peakIsState(as: AsRun, world: World): boolean {
  const { splits } = memoryBase(as.run, cardOf(as, world)).base;
  const peak = splits.reduce((a, b) => (b.state + b.tokens > a.state + a.tokens ? b : a));
  return peak.tokens < 0.1 * (peak.state + peak.tokens);
}

const isPlausible = (factor: number): boolean => factor <= PLAUSIBLE_FACTOR && factor >= 1 / PLAUSIBLE_FACTOR;

/**
 * A peak outside its interval that only an implausible factor would explain, for a stack whose behaviour is known: of the
 * whole peak, or of one part of it where nothing but the plan says that the settings were the planned ones.
 */
export function implausible(
  as: AsRun,
  comparisons: readonly Comparison[],
  corrections: readonly Correction[],
  kit: KitResult | null,
): readonly InconclusiveReason[] {
  const missed = comparisons.filter((one) => isMemory(one) && !one.holds);
  const [first] = missed;
  if (first === undefined || as.run.stack === "generic") return [];
  const far = missed.find(({ ratio }) => !isPlausible(ratio));
  const part =
    kit === null
      ? corrections.find(
          ({ cause, effect }) =>
            (cause === "state" || cause === "activations") && !isPlausible(effect.likely),
        )
      : undefined;
  if (far === undefined && part === undefined) return [];
  const { figure, measured, predicted } = far ?? first;
  const times = far?.ratio ?? part?.effect.likely ?? 1;
  const cause = far === undefined ? { cause: part?.cause ?? "" } : {};
  const params = { field: figure, measured, planned: predicted.likely, times, ...cause };
  return [{ code: "implausible-peak", params }];
}

/** Part of the counted state that any run of it holds on a card, whatever a program pads or frees. */
const LEAST_HELD = 0.5;

/**
 * Figures of one run that its own model and card rule out: a peak below the half of what it holds in every phase, a pace
 * above the dense peak of the card (MFU above one). Unpacked batches may be far shorter than planned: no pace is ruled out.
 */
export function ruledOut(
  as: AsRun,
  measured: Readings,
  trusted: Trusted,
  world: World,
): readonly InconclusiveReason[] {
  const { run } = as;
  const card = cardOf(as, world);
  if (card === null || measured.outOfMemory !== null) return [];
  const { splits } = memoryBase(run, card).base;
  const held = Math.min(...splits.map(({ state }) => state));
  const small = (["peakAllocatedGib", "peakReservedGib", "peakDeviceGib"] as const).flatMap(
    (field): InconclusiveReason[] => {
      const value = measured[field];
      const sampled = field === "peakDeviceGib" && trusted.sampledDevice;
      if (value === null || sampled || value >= held * LEAST_HELD) return [];
      return [{ code: "below-weights", params: { field, measured: value, planned: held } }];
    },
  );
  if (run.method === "inference" || !run.packing || !trusted.rates) return small;
  const speed = plainThroughputOf(run, card, trainableParameters(run));
  const most = speed === null ? 0 : 1 / speed.modelFlopsUtilisation.likely;
  if (speed === null || !Number.isFinite(most)) return small;
  const rate = ratePerGpu(measured, run.gpus);
  const [least, fastest] = [speed.stepSeconds.likely / most, speed.tokensPerSecondPerGpu.likely * most];
  const impossible = (field: string, value: number, limit: number): InconclusiveReason => ({
    code: "impossible-value",
    params: { field, value, limit },
  });
  return [
    ...small,
    ...(measured.stepSeconds !== null && measured.stepSeconds < least
      ? [impossible("stepSeconds", measured.stepSeconds, least)]
      : []),
    ...(rate !== null && rate > fastest ? [impossible("tokensPerSecondPerGpu", rate, fastest)] : []),
  ];
}
