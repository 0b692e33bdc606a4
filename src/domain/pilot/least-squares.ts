/** Solves A·x = b for a small symmetric positive matrix (Gaussian elimination with pivoting). */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (let column = 0; column < n; column += 1) {
    let pivot = column;
    for (let i = column + 1; i < n; i += 1)
      if (Math.abs(rows[i]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = i;
    const lead = rows[pivot] ?? [];
    [rows[column], rows[pivot]] = [lead, rows[column] ?? []];
    for (const [i, row] of rows.entries()) {
      if (i === column) continue;
      const factor = (row[column] ?? 0) / (lead[column] ?? 1);
      for (let j = column; j <= n; j += 1) row[j] = (row[j] ?? 0) - factor * (lead[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1));
}

export function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const columns = matrix.map((_, i) =>
    solve(
      matrix,
      matrix.map((__, j) => (i === j ? 1 : 0)),
    ),
  );
  return matrix.map((_, i) => columns.map((column) => column[i] ?? 0));
}

/** A measurement, what would be expected under parameters, and the scatter of one around the other. */
export interface Observation {
  readonly value: number;
  readonly spread: number;
  readonly at: (parameters: readonly number[]) => number;
}

export interface Posterior {
  readonly mean: readonly number[];
  readonly covariance: readonly (readonly number[])[];
}

const step = 1e-4;

function gradient(observation: Observation, at: readonly number[]): number[] {
  const moved = (index: number, by: number): number[] => at.map((v, i) => (i === index ? v + by : v));
  return at.map((_, i) => (observation.at(moved(i, step)) - observation.at(moved(i, -step))) / (2 * step));
}

function cost(all: readonly Observation[], prior: readonly number[], at: readonly number[]): number {
  const misses = all.reduce((sum, o) => sum + ((o.value - o.at(at)) / o.spread) ** 2, 0);
  return misses + at.reduce((sum, value, i) => sum + (value / (prior[i] ?? 1)) ** 2, 0);
}

/**
 * Most probable parameters and their covariance: independent normal priors around zero with standard deviations `prior`,
 * normal scatter, expectations linearised where they end up (Gauss-Newton with step halving).
 */
export function mostProbable(all: readonly Observation[], prior: readonly number[]): Posterior {
  let at: number[] = prior.map(() => 0);
  let least = cost(all, prior, at);
  for (let round = 0; round < 30; round += 1) {
    const { precision, pull } = normalEquations(all, prior, at);
    const move = solve(precision, pull);
    let scale = 1;
    let next = at.map((value, i) => value + (move[i] ?? 0));
    while (scale > 1e-3 && cost(all, prior, next) > least) {
      scale /= 2;
      next = at.map((value, i) => value + scale * (move[i] ?? 0));
    }
    const now = cost(all, prior, next);
    if (now >= least) break;
    at = next;
    const gained = least - now;
    least = now;
    if (gained < 1e-10) break;
  }
  return { mean: at, covariance: inverse(normalEquations(all, prior, at).precision) };
}

function normalEquations(all: readonly Observation[], prior: readonly number[], at: readonly number[]) {
  const precision = prior.map((spread, i) => prior.map((_, j) => (i === j ? 1 / spread ** 2 : 0)));
  const pull = prior.map((spread, i) => -(at[i] ?? 0) / spread ** 2);
  for (const observation of all) {
    const slope = gradient(observation, at);
    const weight = 1 / observation.spread ** 2;
    const miss = observation.value - observation.at(at);
    for (const [i, a] of slope.entries()) {
      pull[i] = (pull[i] ?? 0) + weight * a * miss;
      const row = precision[i] ?? [];
      for (const [j, b] of slope.entries()) row[j] = (row[j] ?? 0) + weight * a * b;
    }
  }
  return { precision, pull };
}

/** φ(a) ÷ Φ(−a): how far beyond `a`, in standard deviations, a normal value lies on average once it is known to be above. */
export function hazard(a: number): number {
  if (a > 1.5) {
    let tail = a;
    for (let k = 60; k > 0; k -= 1) tail = a + k / tail;
    return tail;
  }
  return Math.exp((-a * a) / 2) / Math.sqrt(2 * Math.PI) / (1 - belowOf(a));
}

/** Φ(x) (Abramowitz and Stegun 26.2.17, error below 7.5·10⁻⁸). */
function belowOf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (series * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  return x >= 0 ? 1 - above : above;
}

/**
 * "At least that much" as a measurement: the moments of the expectation, normal and no wider than `estimated` (a standard
 * deviation), cut off below the bound, by one step of expectation propagation. Null where it says nothing new.
 */
export function seenAtLeast(
  bound: Observation,
  { mean, covariance }: Posterior,
  estimated: number,
): Observation | null {
  const slope = gradient(bound, mean);
  const free = slope.reduce(
    (sum, a, i) => sum + slope.reduce((inner, b, j) => inner + a * b * (covariance[i]?.[j] ?? 0), 0),
    0,
  );
  if (!(free > 0)) return null;
  const before = Math.min(free, estimated ** 2);
  const expected = bound.at(mean);
  const width = Math.sqrt(before + bound.spread ** 2);
  const short = (bound.value - expected) / width;
  const beyond = hazard(short);
  const moved = (before / width) * beyond;
  const after = before - (before / width) ** 2 * beyond * (beyond - short);
  const precision = 1 / after - 1 / before;
  if (!(precision > 1e-3 / before)) return null;
  return {
    ...bound,
    value: expected + moved + moved / (free * precision),
    spread: 1 / Math.sqrt(precision),
  };
}
