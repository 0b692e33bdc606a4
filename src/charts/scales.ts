/** A value to its place in pixels. */
export type Scale = (value: number) => number;

export const linear =
  (from: number, to: number, start: number, end: number): Scale =>
  (value) =>
    start + ((value - from) / (to - from)) * (end - start);

export const logarithmic = (from: number, to: number, start: number, end: number): Scale => {
  const scale = linear(Math.log(from), Math.log(to), start, end);
  return (value) => scale(Math.log(value));
};

/** Round steps (1, 2, 2.5 or 5 × 10ⁿ) from zero, at most `most` of them up to the value. */
export function roundTicks(upTo: number, most: number): readonly number[] {
  const rough = upTo / most;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((m) => m * power >= rough * 0.999) ?? 10) * power;
  return Array.from({ length: Math.floor(upTo / step + 1e-9) + 1 }, (_, i) => i * step);
}

/** 1, 2, 5 × 10ⁿ within the bounds, thinned to 1 × 10ⁿ where that is enough. */
export function logTicks(low: number, high: number, most: number): readonly number[] {
  const within = (multiples: readonly number[]): number[] => {
    const ticks: number[] = [];
    for (let n = Math.floor(Math.log10(low)); n <= Math.ceil(Math.log10(high)); n += 1)
      for (const m of multiples) {
        const tick = m * 10 ** n;
        if (tick >= low && tick <= high) ticks.push(tick);
      }
    return ticks;
  };
  const all = [within([1, 2, 5]), within([1, 3]), within([1])];
  const fine = all.find((ticks) => ticks.length <= most);
  if (fine !== undefined) return fine;
  const decades = within([1]);
  const every = Math.ceil(decades.length / most);
  return decades.filter((_, i) => i % every === 0);
}

/** Hours that clocks and calendars count in: minutes, hours, then days. */
const hourMarks = [1 / 12, 1 / 6, 1 / 2, 1, 2, 5, 10, 20, 48, 96, 240, 480, 960, 2_400, 4_800] as const;

/** The marks of a clock within the bounds, every other one where they are too many. */
export function hourTicks(low: number, high: number, most: number): readonly number[] {
  const within = hourMarks.filter((mark) => mark >= low && mark <= high);
  const every = Math.ceil(within.length / most);
  return within.filter((_, i) => i % every === 0);
}
