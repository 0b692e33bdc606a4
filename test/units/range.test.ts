import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addRanges,
  divideRanges,
  exactly,
  multiplyRanges,
  range,
  scaleRange,
} from "../../src/units/range.ts";

const sorted = fc
  .tuple(
    fc.double({ min: 0.001, max: 1e9, noNaN: true }),
    fc.double({ min: 0.001, max: 1e9, noNaN: true }),
    fc.double({ min: 0.001, max: 1e9, noNaN: true }),
  )
  .map((numbers) => {
    const [low, likely, high] = numbers.toSorted((a, b) => a - b) as [number, number, number];
    return range(low, likely, high);
  });
const isOrdered = ({ low, likely, high }: { low: number; likely: number; high: number }): boolean =>
  low <= likely && likely <= high;

describe("an interval", () => {
  it("stays ordered under every operation", () => {
    fc.assert(
      fc.property(sorted, sorted, fc.double({ min: 0, max: 1e6, noNaN: true }), (a, b, factor) => {
        expect(
          [addRanges(a, b), scaleRange(a, factor), divideRanges(a, b), multiplyRanges(a, b)].every(isOrdered),
        ).toBe(true);
      }),
    );
  });

  it("a sum has the sums of the bounds, and no terms sum to nothing", () => {
    expect(addRanges(range(1, 2, 3), exactly(10), range(0, 0, 5))).toEqual({ low: 11, likely: 12, high: 18 });
    expect(addRanges()).toEqual(exactly(0));
  });

  it("dividing keeps the widest quotient", () => {
    expect(divideRanges(range(10, 20, 30), range(2, 4, 5))).toEqual({ low: 2, likely: 5, high: 15 });
  });

  it.each([
    [3, 2, 1],
    [1, 3, 2],
    [Number.NaN, 1, 2],
  ])("%d, %d, %d is refused", (low, likely, high) => {
    expect(() => range(low, likely, high)).toThrow(RangeError);
  });

  it("a negative factor would turn bounds round and is refused", () => {
    expect(() => scaleRange(range(1, 2, 3), -1)).toThrow(RangeError);
  });
});
