import type { Range } from "../../units/range.ts";
import type { World } from "../catalogue.ts";
import type { FilledRun } from "../filled-run.ts";
import type { Accelerator } from "../accelerator.ts";
import { memoryBase } from "../memory/budget.ts";
import {
  counterAt,
  splitsOf,
  type Base,
  type CounterName,
  type Learnt,
  type Theta,
} from "../memory/learnt.ts";
import { intervalFactors } from "../memory/interval.ts";
import { trainableParameters } from "../memory/parameters.ts";
import { moments } from "../memory/phases.ts";
import { plainThroughputOf } from "../performance/throughput.ts";
import { fillRun } from "../planning/assumptions.ts";
import { agreedPoints, type Agreed } from "./contradiction.ts";
import { PLAUSIBLE_FACTOR } from "./correction.ts";
import type { Correction, CorrectionCause, MeasuredPoint } from "./correction.ts";
import { mostProbable, seenAtLeast, type Observation, type Posterior } from "./least-squares.ts";
import { kinOf, runScope, seriesOf, tokenSeriesOf, tokensInFlight } from "./scope.ts";
import { stableText } from "./digest.ts";
import { standingOf } from "./team-memory.ts";

/** Bounds of a 90 % interval lie so many standard deviations from its middle. */
const Z90 = 1.645;

/**
 * How wide each cause is believed to be before a pilot, as shares of the estimate's own spread (ln high ÷ low, over 2 × 1.645):
 * state is counted, what grows with tokens is only approached. `npm run bench:pilot` prints how often
 * what they give holds.
 */
export interface Beliefs {
  readonly state: number;
  readonly tokens: number;
  readonly allocator: number;
  readonly deviceGib: number;
  /** Relative scatter of one allocator peak around what its series says; of reserved; more between series of one scope. */
  readonly scatter: number;
  readonly reservedScatter: number;
  readonly otherSeries: number;
  /** More for a batch larger than any measured, per ln of how many times larger. */
  readonly beyond: number;
  /** Scatter of one rate around its scope's, ln. */
  readonly rate: number;
}
export const beliefs: Beliefs = {
  state: 1,
  tokens: 8,
  allocator: 1,
  deviceGib: 0.8,
  scatter: 0.03,
  reservedScatter: 0.03,
  otherSeries: 0.05,
  beyond: 0.05,
  rate: 0.05,
};

const spreadOf = ({ low, high }: { readonly low: number; readonly high: number }): number =>
  Math.log(high / low) / (2 * Z90);

/** Weights, and the tensors that filled a card, are counted: programs differ in padding and buffers alone. */
const COUNTED_SCATTER = 0.01;

function priorOf(run: FilledRun, held: Beliefs): Theta {
  const memory = spreadOf(intervalFactors(run));
  const reserved = spreadOf(intervalFactors(run, "reserved"));
  return [memory * held.state, memory * held.tokens, reserved * held.allocator, held.deviceGib];
}

/** A measured run, filled and sized as the engine would without any pilot. */
export interface SizedPoint {
  readonly point: MeasuredPoint;
  /** ln, of figures that another result of the same run contradicts. */
  readonly apart?: Agreed["apart"];
  readonly run: FilledRun;
  readonly card: Accelerator;
  readonly base: Base;
}

function sizedPoint({ point, apart }: Agreed, world: World): SizedPoint | null {
  const filled = fillRun(point.spec, world.lookup, world.catalogue.stacks);
  const card =
    point.spec.accelerator === undefined ? undefined : world.lookup.accelerator(point.spec.accelerator);
  if ("problems" in filled || card === undefined) return null;
  return { point, apart, run: filled.run, card, base: memoryBase(filled.run, card).base };
}

export function memoryObservations(
  { point, apart = {}, run, base }: SizedPoint,
  held: Beliefs,
): readonly Observation[] {
  const counted: readonly (readonly [CounterName, number | null, number])[] = [
    ["allocated", point.peakAllocatedGib, Math.hypot(held.scatter, apart.peakAllocatedGib ?? 0)],
    ["reserved", point.peakReservedGib, Math.hypot(held.reservedScatter, apart.peakReservedGib ?? 0)],
    ["device", point.peakDeviceGib, Math.hypot(held.reservedScatter * 1.5, apart.peakDeviceGib ?? 0)],
  ];
  const observed = counted.flatMap(([counter, value, spread]) =>
    value === null
      ? []
      : [
          {
            value: Math.log(value),
            spread,
            at: (theta: readonly number[]) => Math.log(counterAt(base, counter, theta as unknown as Theta)),
          },
        ],
  );
  if (point.weightsGib === null) return observed;
  const [loaded] = splitsOf(moments(run).filter(({ phase }) => phase === "load"));
  if (loaded === undefined || loaded.state <= 0) return observed;
  const weights: Observation = {
    value: Math.log(point.weightsGib),
    spread: Math.min(held.scatter, COUNTED_SCATTER),
    at: ([state = 0]) => Math.log(loaded.state) + state,
  };
  return [...observed, weights];
}

/** Peaks that were seen, then what those that nobody saw must have been at least. */
function memoryTaught(points: readonly SizedPoint[], prior: Theta, held: Beliefs): Posterior {
  const seen = points.flatMap((point) => memoryObservations(point, held));
  const known = mostProbable(seen, prior);
  const least = points.flatMap(({ point: { allocatedAtLeastGib }, base, run }) => {
    if (typeof allocatedAtLeastGib !== "number") return [];
    const at = (theta: readonly number[]) =>
      Math.log(counterAt(base, "allocated", theta as unknown as Theta));
    const bound = { value: Math.log(allocatedAtLeastGib), spread: COUNTED_SCATTER, at };
    return seenAtLeast(bound, known, spreadOf(intervalFactors(run))) ?? [];
  });
  if (least.length === 0) return known;
  const bounded = mostProbable([...seen, ...least], prior);
  return {
    ...bounded,
    mean: bounded.mean.map((value, i) => (i < 2 ? within(value, known.mean[i] ?? 0) : value)),
  };
}

/** A bound lifts what its own run needs (`floors`); to other runs no more is carried over than a factor that is plausible. */
const within = (value: number, known: number): number =>
  Math.min(value, Math.max(known, Math.log(PLAUSIBLE_FACTOR)));

/** ln(measured rate ÷ likely rate), how far that scatters by its own nature, and how wide the estimate's interval is. */
interface RateSeen {
  readonly miss: number;
  readonly own: number;
  readonly spread: number;
}

function rateOf({ point, apart, run, card }: SizedPoint): RateSeen | null {
  if (point.tokensPerSecondPerGpu === null) return null;
  const rate = plainThroughputOf(run, card, trainableParameters(run))?.tokensPerSecondPerGpu;
  if (rate === undefined || !(rate.low > 0)) return null;
  const miss = Math.log(point.tokensPerSecondPerGpu / rate.likely);
  const own = Math.hypot(point.rateSpread ?? 0, apart?.tokensPerSecondPerGpu ?? 0);
  return { miss, own, spread: spreadOf(rate) };
}

/** Precision-weighted mean of the points, drawn towards no correction. */
function learnRate(points: readonly SizedPoint[], held: Beliefs): Learnt["rate"] {
  const rates = points.flatMap((point) => rateOf(point) ?? []);
  const priorSpread = rates[0]?.spread;
  if (priorSpread === undefined) return null;
  const weighed = rates.map(({ miss, own }) => ({ miss, weight: 1 / (held.rate ** 2 + own ** 2) }));
  const precision = weighed.reduce((sum, { weight }) => sum + weight, 1 / priorSpread ** 2);
  const mean = weighed.reduce((sum, { miss, weight }) => sum + miss * weight, 0) / precision;
  return { mean, spread: Math.min(priorSpread, Math.sqrt(1 / precision + held.rate ** 2)), priorSpread };
}

const memoryCauses: readonly CorrectionCause[] = ["state", "activations", "allocator", "device"];

/** What a run that ran out of memory proves; of its tensors that grow with tokens, all but the counted state. */
function floorFrom({ point, run, base }: SizedPoint, stateFactor: number): Learnt["floors"] {
  const { allocatedAtLeastGib: allocatedGib } = point;
  if (typeof allocatedGib !== "number") return [];
  const peak = base.splits.reduce((a, b) => (b.state + b.tokens > a.state + a.tokens ? b : a));
  return [
    {
      series: seriesOf(run),
      tokenSeries: tokenSeriesOf(run),
      kin: kinOf(run),
      calculatedGib: peak.state + peak.tokens,
      microBatch: run.microBatch,
      memoryTokens: run.memoryTokens,
      allocatedGib,
      tokensGib: Math.max(0, allocatedGib - Math.exp(stateFactor) * peak.state),
    },
  ];
}

function learnScope(
  points: readonly SizedPoint[],
  causes: ReadonlySet<CorrectionCause>,
  held: Beliefs,
): Learnt {
  const [first] = points;
  if (first === undefined) throw new Error("a scope is learnt from at least one point");
  const prior = priorOf(first.run, held);
  const finished = points.filter(({ point }) => typeof point.allocatedAtLeastGib !== "number");
  const { mean, covariance } = memoryTaught(points, prior, held);
  const counts = memoryCauses.map((cause) => causes.has(cause));
  return {
    scope: runScope(first.run, first.card.id),
    series: [...new Set(points.map(({ run }) => seriesOf(run)))],
    points: points.length,
    mean: mean.map((value, i) => (counts[i] === true ? value : 0)) as unknown as Theta,
    covariance: covariance.map((row, i) =>
      row.map((value, j) => {
        if (counts[i] === true && counts[j] === true) return value;
        return i === j ? (prior[i] ?? 0) ** 2 : 0;
      }),
    ),
    prior,
    floors: points.flatMap((point) => floorFrom(point, mean[0] ?? 0)),
    scatter: held.scatter,
    otherSeries: held.otherSeries,
    beyond: held.beyond,
    most: Math.max(...(finished.length === 0 ? points : finished).map(({ run }) => tokensInFlight(run))),
    rate: causes.has("utilisation") ? learnRate(points, held) : null,
  };
}

/** Points once each, in an order of their own: neither posting twice nor the order of posting changes a sum. */
const once = (points: readonly MeasuredPoint[]): readonly MeasuredPoint[] =>
  [...new Map(points.map((point) => [point.key, point])).values()].sort((a, b) => (a.key < b.key ? -1 : 1));

interface Taught {
  readonly causes: Set<CorrectionCause>;
  readonly points: MeasuredPoint[];
  last: { readonly by: string | null; readonly at: string | null };
}

/** What the corrections that stand teach, one entry a scope. Withdrawn ones teach nothing. */
export function learn(
  corrections: readonly Correction[],
  world: World,
  held: Beliefs = beliefs,
): readonly Learnt[] {
  const scopes = new Map<string, Taught>();
  for (const { scope, cause, points, author, at } of standingOf(corrections)) {
    const key = stableText(scope);
    const found: Taught = scopes.get(key) ?? { causes: new Set(), points: [], last: { by: null, at: null } };
    found.causes.add(cause);
    found.points.push(...points);
    if (at !== null && at >= (found.last.at ?? "")) found.last = { by: author, at };
    scopes.set(key, found);
  }
  return [...scopes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, { causes, points, last }]) => {
      const sized = agreedPoints(once(points)).flatMap((point) => sizedPoint(point, world) ?? []);
      return sized.length === 0 ? [] : [{ ...learnScope(sized, causes, held), last }];
    });
}

export const learnFrom = (points: readonly SizedPoint[], held: Beliefs = beliefs): Learnt =>
  learnScope(points, new Set<CorrectionCause>([...memoryCauses, "utilisation"]), held);

/** What one cause was corrected by: a factor, of `device` GiB to add; 90 % interval. */
export function effectOf(learnt: Learnt, cause: CorrectionCause): Range | null {
  if (cause === "utilisation") {
    if (learnt.rate === null) return null;
    const { mean, spread } = learnt.rate;
    return factor(mean, spread);
  }
  const index = memoryCauses.indexOf(cause);
  const mean = learnt.mean[index] ?? 0;
  const spread = Math.sqrt(learnt.covariance[index]?.[index] ?? 0);
  if (cause === "device") return { low: mean - Z90 * spread, likely: mean, high: mean + Z90 * spread };
  return factor(mean, spread);
}

const factor = (mean: number, spread: number): Range => ({
  low: Math.exp(mean - Z90 * spread),
  likely: Math.exp(mean),
  high: Math.exp(mean + Z90 * spread),
});
