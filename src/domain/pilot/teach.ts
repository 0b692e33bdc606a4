import type { World } from "../catalogue.ts";
import type { Readings } from "../pilot-reading.ts";
import { effectOf, learn } from "./calibrate.ts";
import { ratePerGpu, type Trusted } from "./compare.ts";
import { correctionCauses, type Correction, type CorrectionCause, type MeasuredPoint } from "./correction.ts";
import { digest, stableText } from "./digest.ts";
import { bareSpec, type AsRun } from "./match.ts";
import { runScope } from "./scope.ts";
import { standingOf } from "./team-memory.ts";

/** What a result is as a point to learn from. Rates and sampled device memory only where they can be trusted. */
export function pointOf({ spec, run }: AsRun, readings: Readings, trusted: Trusted): MeasuredPoint {
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

function causesOf(points: readonly MeasuredPoint[]): readonly CorrectionCause[] {
  const any = (test: (p: MeasuredPoint) => boolean): boolean => points.some(test);
  const informed: Readonly<Record<CorrectionCause, boolean>> = {
    state: any((p) => (p.peakAllocatedGib ?? p.peakReservedGib ?? p.peakDeviceGib ?? p.weightsGib) !== null),
    activations: any((p) => (p.peakAllocatedGib ?? p.peakReservedGib ?? p.peakDeviceGib) !== null),
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
  as: AsRun,
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
