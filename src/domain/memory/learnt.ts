import { gib, type Gib } from "../../units/bytes.ts";
import type { Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type { MemoryCounters, PartName } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import type { CorrectionScope } from "../pilot/correction.ts";
import { runScope, seriesOf, tokensInFlight } from "../pilot/scope.ts";
import type { Moment } from "./phases.ts";

/** ln of the factor on state · ln of the factor on what grows with tokens · ln of the factor on reserved ÷ allocated · GiB added to device. */
export type Theta = readonly [state: number, tokens: number, allocator: number, device: number];
export type Square = readonly (readonly number[])[];

/** Tensors of one run, at least. [GiB per GPU] */
export interface Floor {
  readonly series: string;
  readonly microBatch: number;
  readonly memoryTokens: number;
  readonly allocatedGib: number;
  /** What of it grows with tokens: on each card the same, whatever the layout does with the state. [GiB; 0 = not known] */
  readonly tokensGib: number;
  readonly tokenSeries: string;
  /** Runs that differ in how they compute alone, and what was calculated of this one. [GiB allocated] */
  readonly kin: string;
  readonly calculatedGib: number;
}

/** What the pilots of one scope taught, as a normal distribution over `Theta` and over ln of the rate's factor. */
export interface Learnt {
  readonly scope: CorrectionScope;
  /** Runs behind it, apart from batch, length and cards: other series of the scope are believed less. */
  readonly series: readonly string[];
  readonly points: number;
  /** Who posted the newest, and when (ISO); null = not known. */
  readonly last?: { readonly by: string | null; readonly at: string | null };
  readonly mean: Theta;
  readonly covariance: Square;
  /** Before any pilot. */
  readonly prior: Theta;
  /** Relative scatter of one peak around what its series says, and more between series of one scope. */
  readonly scatter: number;
  readonly otherSeries: number;
  /** Further scatter per ln of how many times more tokens than `most`, the largest batch measured. */
  readonly beyond: number;
  readonly most: number;
  /** What runs that ran out of memory proved: a run of their series, at least as large, needs that much. */
  readonly floors: readonly Floor[];
  /** ln of the factor on the rate; `spread` and `priorSpread` are standard deviations. */
  readonly rate: { readonly mean: number; readonly spread: number; readonly priorSpread: number } | null;
}

/** Parts that a formula only approaches; all others are counted: weights, states, buffers, KV cache. */
const tokenParts: ReadonlySet<string> = new Set<PartName>(["activations", "logits"]);

/** State and token part of each moment, in GiB. */
export interface Split {
  readonly state: number;
  readonly tokens: number;
}

export const splitsOf = (all: readonly Moment[]): readonly Split[] =>
  all.map(({ parts }) => {
    let state = 0;
    let tokens = 0;
    for (const [part, bytes] of Object.entries(parts)) {
      if (tokenParts.has(part)) tokens += bytes;
      else state += bytes;
    }
    return { state: state / 2 ** 30, tokens: tokens / 2 ** 30 };
  });

/** max over moments of e^state · state + e^tokens · tokens. [GiB] */
export function allocatedAt(splits: readonly Split[], theta: Theta): number {
  const state = Math.exp(theta[0]);
  const tokens = Math.exp(theta[1]);
  return Math.max(...splits.map((split) => state * split.state + tokens * split.tokens));
}

/** Likely counters of a run before corrections, and what the moments are made of. */
export interface Base {
  readonly splits: readonly Split[];
  readonly reservedOverAllocated: number;
  readonly fixedGib: number;
}

export const counterNames = ["allocated", "reserved", "device"] as const;
export type CounterName = (typeof counterNames)[number];

/** One counter under `theta`. [GiB] */
export function counterAt(base: Base, counter: CounterName, theta: Theta): number {
  const allocated = allocatedAt(base.splits, theta);
  if (counter === "allocated") return allocated;
  const reserved = Math.max(allocated, allocated * base.reservedOverAllocated * Math.exp(theta[2]));
  if (counter === "reserved") return reserved;
  return reserved + Math.max(0.1, base.fixedGib + theta[3]);
}

const shifted = (theta: Theta, index: number, by: number): Theta =>
  theta.map((value, i) => (i === index ? value + by : value)) as unknown as Theta;

/** d ln(counter) ÷ d theta, by central differences. */
export function slopes(base: Base, counter: CounterName, theta: Theta): readonly number[] {
  const step = 1e-4;
  const at = (t: Theta): number => Math.log(counterAt(base, counter, t));
  return theta.map((_, i) => (at(shifted(theta, i, step)) - at(shifted(theta, i, -step))) / (2 * step));
}

const variance = (slope: readonly number[], covariance: Square): number =>
  slope.reduce(
    (sum, a, i) => sum + slope.reduce((inner, b, j) => inner + a * b * (covariance[i]?.[j] ?? 0), 0),
    0,
  );

export const diagonal = (prior: Theta): Square =>
  prior.map((spread, i) => prior.map((_, j) => (i === j ? spread ** 2 : 0)));

/** Bounds of a 90 % interval lie so many standard deviations from its middle. */
const Z90 = 1.645;

/**
 * Width left of a counter's interval, 0–1: spread after the pilots ÷ spread before. Before is the estimate's own interval, or
 * what was believed of the parts that make this counter where that is less: nothing narrows without a pilot that says so.
 */
function narrowing(learnt: Learnt, base: Base, counter: CounterName, before: Range, run: FilledRun): number {
  const slope = slopes(base, counter, learnt.mean);
  const scatter = learnt.scatter ** 2;
  const believed = Math.sqrt(variance(slope, diagonal(learnt.prior)) + scatter);
  const estimated = Math.log(before.high / before.low) / (2 * Z90);
  const strange = learnt.series.includes(seriesOf(run)) ? 0 : learnt.otherSeries ** 2;
  const further = (learnt.beyond * Math.log(Math.max(1, tokensInFlight(run) / learnt.most))) ** 2;
  const after = Math.sqrt(variance(slope, learnt.covariance) + scatter + strange + further);
  return Math.min(1, after / Math.min(believed, estimated));
}

/** What was learnt for this run on this card; null when no pilot speaks for it. */
export function learntFor(run: FilledRun, card: Pick<Accelerator, "id"> | null): Learnt | null {
  if (run.learnt === undefined || card === null) return null;
  const scope = runScope(run, card.id);
  return run.learnt.find((learnt) => sameScope(learnt.scope, scope)) ?? null;
}

export const sameScope = (a: CorrectionScope, b: CorrectionScope): boolean =>
  a.stack === b.stack &&
  a.stackVersion === b.stackVersion &&
  a.method === b.method &&
  a.family === b.family &&
  a.accelerator === b.accelerator;

/** Moments as the pilots say they are. */
export function correctedMoments(all: readonly Moment[], learnt: Learnt): readonly Moment[] {
  const state = Math.exp(learnt.mean[0]);
  const tokens = Math.exp(learnt.mean[1]);
  return all.map(({ phase, parts }) => ({
    phase,
    parts: Object.fromEntries(
      Object.entries(parts).map(([part, bytes]) => [part, bytes * (tokenParts.has(part) ? tokens : state)]),
    ),
  }));
}

/** The same likely value with each side of the interval drawn in on the scale of ratios. */
export const drawnIn = <Q extends number>(r: Range<Q>, by: number, likely: number = r.likely): Range<Q> => ({
  low: (likely * (r.low / r.likely) ** by) as Q,
  likely: likely as Q,
  high: (likely * (r.high / r.likely) ** by) as Q,
});

const lifted = (r: Range<Gib>, floor: Range<Gib>): Range<Gib> => ({
  low: gib(Math.max(r.low, floor.low)),
  likely: gib(Math.max(r.likely, floor.likely)),
  high: gib(Math.max(r.high, floor.high)),
});

/**
 * Counters moved to what the pilots say and drawn in by what they settle. `before` is the estimate without pilots;
 * `provenGib` is what the run is known to need (`provenOf`). `required` keeps its own extras (fragmentation, context, communicators) and takes the rest from `allocated`.
 */
export function correctedCounters(
  before: MemoryCounters,
  base: Base,
  learnt: Learnt,
  run: FilledRun,
  provenGib: number,
): { readonly counters: MemoryCounters; readonly narrowing: number } {
  const by = (counter: CounterName): number => narrowing(learnt, base, counter, before[counter], run);
  const at = (counter: CounterName): number => counterAt(base, counter, learnt.mean);
  const drawn = drawnIn(before.allocated, by("allocated"), at("allocated"));
  const allocated = {
    ...drawn,
    low: gib(Math.min(drawn.likely, Math.max(drawn.low, provenGib))),
  };
  // A serving engine takes its share of the card, whatever it needs.
  const served = run.method === "inference" && run.profile.engineFraction.value !== null;
  const other = (counter: "reserved" | "device"): Range<Gib> =>
    served ? before[counter] : drawnIn(before[counter], by(counter), at(counter));
  const reserved = lifted(other("reserved"), allocated);
  const device = lifted(other("device"), reserved);
  const extras = (bound: keyof Range): number => before.required[bound] - before.allocated[bound];
  const added = Math.max(0.1 - base.fixedGib, learnt.mean[3]);
  const required: Range<Gib> = {
    low: gib(allocated.low + Math.max(0, extras("low") + added)),
    likely: gib(allocated.likely + Math.max(0, extras("likely") + added)),
    high: gib(allocated.high + Math.max(0, extras("high") + added)),
  };
  return { counters: { allocated, reserved, device, required }, narrowing: by("allocated") };
}
