export function median(values: readonly number[]): number {
  return quantile(
    values.map((value) => ({ value, weight: 1 })),
    0.5,
  );
}

export interface Weighted {
  readonly value: number;
  readonly weight: number;
}

/** Smallest value with at least `share` of the weight at or below it; NaN of nothing. */
export function quantile(values: readonly Weighted[], share: number): number {
  const sorted = [...values].sort((a, b) => a.value - b.value);
  const total = sorted.reduce((sum, v) => sum + v.weight, 0);
  let seen = 0;
  for (const { value, weight } of sorted) {
    seen += weight;
    if (seen >= share * total - 1e-12) return value;
  }
  return NaN;
}

export const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

/** 95 % upper bound of a rate when k of n happened (Clopper-Pearson, by bisection on the binomial tail). */
export function upperBound(k: number, n: number): number {
  if (n === 0) return 1;
  const tail = (p: number): number => {
    let sum = 0;
    let term = Math.pow(1 - p, n);
    for (let i = 0; i <= k; i += 1) {
      sum += term;
      term *= ((n - i) / (i + 1)) * (p / (1 - p));
    }
    return sum;
  };
  let low = 0;
  let high = 1 - 1e-9;
  for (let i = 0; i < 60; i += 1) {
    const middle = (low + high) / 2;
    if (tail(middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}

export function groupBy<T>(
  values: readonly T[],
  key: (value: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(key(value));
    if (group === undefined) groups.set(key(value), [value]);
    else group.push(value);
  }
  return groups;
}

export const percent = (share: number, digits = 1): string => `${(share * 100).toFixed(digits)} %`;
