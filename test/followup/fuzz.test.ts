import { expect, it } from "vitest";
import { fuzz } from "../support/fuzz.ts";

/** A share of what `npm run fuzz -- --count 20000` reads, small enough for a busy machine. */
it.each([11, 12])(
  "random and mutated messages: no crash, no hang, the same reading twice, no change out of nothing (seed %i)",
  (seed) => {
    const { found, slowestMs } = fuzz(1000, seed);
    console.info(`1,000 messages, seed ${seed}: slowest ${slowestMs.toFixed(0)} ms`);
    expect(found).toEqual([]);
  },
  60_000,
);
