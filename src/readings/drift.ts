import type { Sample } from "./steady.ts";

/** Steps that grew slower while a run went on. */
export interface Drift {
  /** Medians of the first and of the last third. */
  readonly from: number;
  readonly to: number;
  /** Where it happened at once; null = little by little. */
  readonly step: number | null;
}

/** Slower by less is scatter. */
const WORTH_SAYING = 1.15;
const LEAST = 9;
/** A jump explains the figures so much better than a slope. */
const JUMP = 0.5;

const sorted = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b);
const quantile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const squares = (values: readonly number[], at: (index: number) => number): number =>
  values.reduce((sum, value, index) => sum + (value - at(index)) ** 2, 0);

/** Squared misses of the straight line through the values. */
function missedByLine(values: readonly number[]): number {
  const [x, y] = [(values.length - 1) / 2, mean(values)];
  const run = values.reduce((sum, _, index) => sum + (index - x) ** 2, 0);
  const slope = values.reduce((sum, value, index) => sum + (index - x) * (value - y), 0) / run;
  return squares(values, (index) => y + slope * (index - x));
}

/** Where a jump from one level to another explains the values best, and how badly it misses them. */
function bestJump(values: readonly number[]): { readonly at: number; readonly missed: number } {
  const jumps = values.flatMap((_, at) => {
    if (at < 3 || at > values.length - 3) return [];
    const [before, after] = [mean(values.slice(0, at)), mean(values.slice(at))];
    return [{ at, missed: squares(values, (index) => (index < at ? before : after)) }];
  });
  return jumps.reduce((best, one) => (one.missed < best.missed ? one : best), { at: 0, missed: Infinity });
}

/** A jump is looked for among so many. */
const most = 240;

/** Of a long log, the middle one of each stretch. */
function thinned(samples: readonly Sample[]): readonly Sample[] {
  const size = Math.ceil(samples.length / most);
  if (size < 2) return samples;
  return Array.from({ length: Math.floor(samples.length / size) }, (_, n) => {
    const stretch = samples.slice(n * size, (n + 1) * size);
    return [...stretch].sort((a, b) => a.value - b.value)[Math.floor(size / 2)];
  }).filter((one) => one !== undefined);
}

/** Samples of one rank after its warm-up, in order, as seconds a step; null where they keep their pace or are too few. */
export function driftOf(printed: readonly Sample[]): Drift | null {
  const samples = thinned(printed);
  if (samples.length < LEAST) return null;
  const values = samples.map(({ value }) => value);
  const third = Math.floor(values.length / 3);
  const [first, last] = [values.slice(0, third), values.slice(-third)];
  const [from, to] = [quantile(first, 0.5), quantile(last, 0.5)];
  if (!(to > from * WORTH_SAYING) || !(quantile(last, 0.25) > quantile(first, 0.75))) return null;
  const { at, missed } = bestJump(values);
  return { from, to, step: missed < missedByLine(values) * JUMP ? (samples[at]?.step ?? null) : null };
}
