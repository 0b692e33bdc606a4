import type { World } from "../catalogue.ts";
import type { Readings } from "../pilot-reading.ts";
import { effectOf, learn } from "./calibrate.ts";
import { ratePerGpu, type Trusted } from "./compare.ts";
import { correctionCauses, type Correction, type CorrectionCause, type MeasuredPoint } from "./correction.ts";
import { digest, stableText } from "./digest.ts";
import { bareSpec, type AsRun } from "./match.ts";
import { runScope } from "./scope.ts";
import { standingOf } from "./team-memory.ts";

/**
 * What the tensors of a run that ran out of memory needed at least: those alive and the one refused. Fragments and other
 * programs on the card do not lessen it. Null where the message has no sizes.
 */
export function leastAllocated({ failures, outOfMemory, peakAllocatedGib }: Readings): number | null {
  const needed = [...failures, ...(outOfMemory === null ? [] : [outOfMemory])].flatMap(
    ({ allocatedGib, requestedGib }) => (allocatedGib === null ? [] : [allocatedGib + (requestedGib ?? 0)]),
  );
  const most = Math.max(peakAllocatedGib ?? 0, ...needed);
  return most > 0 ? most : null;
}

/** Of a point that says nothing of any memory counter. */
export const noMemory = {
  peakAllocatedGib: null,
  peakReservedGib: null,
  peakDeviceGib: null,
  weightsGib: null,
} as const;

/** A run that ran out of memory, as a point: its peaks were never reached, its pace counts for nothing. */
function failedPoint({ spec }: AsRun, readings: Readings): MeasuredPoint {
  const figures = {
    spec: bareSpec(spec),
    ...noMemory,
    tokensPerSecondPerGpu: null,
    allocatedAtLeastGib: leastAllocated(readings),
  };
  return { key: digest(figures), ...figures };
}

/** What a result is as a point to learn from. Rates and sampled device memory only where they can be trusted. */
export function pointOf(as: AsRun, readings: Readings, trusted: Trusted): MeasuredPoint {
  const { spec, run } = as;
  if (readings.outOfMemory !== null) return failedPoint(as, readings);
  const figures = {
    spec: bareSpec(spec),
    peakAllocatedGib: readings.peakAllocatedGib,
    peakReservedGib: readings.peakReservedGib,
    peakDeviceGib: trusted.sampledDevice ? null : readings.peakDeviceGib,
    weightsGib: null,
    tokensPerSecondPerGpu: trusted.rates ? ratePerGpu(readings, run.gpus) : null,
  };
  return { key: digest(figures), ...figures };
}

const peakOf = (p: MeasuredPoint): number | null =>
  p.peakAllocatedGib ?? p.peakReservedGib ?? p.peakDeviceGib ?? p.allocatedAtLeastGib ?? null;

function causesOf(points: readonly MeasuredPoint[]): readonly CorrectionCause[] {
  const any = (test: (p: MeasuredPoint) => boolean): boolean => points.some(test);
  const informed: Readonly<Record<CorrectionCause, boolean>> = {
    state: any((p) => (peakOf(p) ?? p.weightsGib) !== null),
    activations: any((p) => peakOf(p) !== null),
    allocator: any((p) => p.peakReservedGib !== null && p.peakAllocatedGib !== null),
    device: any(
      (p) => p.peakDeviceGib !== null && (p.peakReservedGib ?? p.peakAllocatedGib ?? p.weightsGib) !== null,
    ),
    utilisation: any((p) => p.tokensPerSecondPerGpu !== null),
  };
  return correctionCauses.filter((cause) => informed[cause]);
}

/**
 * Corrections by cause that this result teaches together with what its scope already knew. Each carries all its points, so
 * that a later result replaces it; the same result twice leaves it as it was.
 */
export const teach = (
  as: AsRun,
  readings: Readings,
  trusted: Trusted,
  earlier: readonly Correction[],
  world: World,
): readonly Correction[] =>
  teachPoint(as, pointOf(as, readings, trusted), { versions: readings.versions ?? {}, earlier }, world);

interface Beside {
  readonly versions: Correction["versions"];
  readonly earlier: readonly Correction[];
}

/** What one point teaches together with what its scope already knew. */
export function teachPoint(
  as: Pick<AsRun, "run">,
  point: MeasuredPoint,
  { versions, earlier }: Beside,
  world: World,
): readonly Correction[] {
  const { accelerator } = as.run;
  if (accelerator === undefined || world.lookup.accelerator(accelerator) === undefined) return [];
  const scope = runScope(as.run, accelerator);
  const own = stableText(scope);
  const known = standingOf(earlier).filter((c) => stableText(c.scope) === own);
  const made = causesOf([point]).map((cause): Correction => {
    const before = known.filter((c) => c.cause === cause).flatMap(({ points }) => points);
    const points = [...new Map([...before, point].map((p) => [p.key, p])).values()].sort((a, b) =>
      a.key < b.key ? -1 : 1,
    );
    const effect = { low: 1, likely: 1, high: 1 };
    return { cause, scope, effect, points, point: point.key, author: null, at: null, versions };
  });
  const [learnt] = learn(made, world);
  if (learnt === undefined) return [];
  return made.map((correction) => ({
    ...correction,
    effect: effectOf(learnt, correction.cause) ?? correction.effect,
  }));
}
