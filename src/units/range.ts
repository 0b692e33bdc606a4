/** An interval meant to hold nine times out of ten, and its most likely value; low ≤ likely ≤ high. */
export interface Range<Q extends number = number> {
  readonly low: Q;
  readonly likely: Q;
  readonly high: Q;
}

export function range<Q extends number>(low: Q, likely: Q, high: Q): Range<Q> {
  if (!(low <= likely && likely <= high)) {
    throw new RangeError(`not a range: low ${low}, likely ${likely}, high ${high}`);
  }
  return { low, likely, high };
}

export const exactly = <Q extends number>(value: Q): Range<Q> => ({ low: value, likely: value, high: value });

/** Interval sum: bounds add to bounds. */
export function addRanges<Q extends number>(...ranges: readonly Range<Q>[]): Range<Q> {
  let low = 0;
  let likely = 0;
  let high = 0;
  for (const r of ranges) {
    low += r.low;
    likely += r.likely;
    high += r.high;
  }
  return { low: low as Q, likely: likely as Q, high: high as Q };
}

/** Multiplies by a factor ≥ 0, possibly changing the unit. */
export function scaleRange<Q extends number>(r: Range, factor: number): Range<Q> {
  if (factor < 0) throw new RangeError(`a range is scaled by a factor ≥ 0, not ${factor}`);
  return { low: (r.low * factor) as Q, likely: (r.likely * factor) as Q, high: (r.high * factor) as Q };
}

/** Divides two positive ranges: the widest quotient is kept. */
export function divideRanges<Q extends number>(a: Range, b: Range): Range<Q> {
  return { low: (a.low / b.high) as Q, likely: (a.likely / b.likely) as Q, high: (a.high / b.low) as Q };
}

export function multiplyRanges<Q extends number>(a: Range, b: Range): Range<Q> {
  return { low: (a.low * b.low) as Q, likely: (a.likely * b.likely) as Q, high: (a.high * b.high) as Q };
}
