import type { Accelerator } from "../accelerator.ts";
import type { Gib } from "../../units/bytes.ts";
import type { Range } from "../../units/range.ts";
import type { MemoryBudget, Verdict, Warning } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { budgetMemory, requiredMemory } from "../memory/budget.ts";
import { unsized } from "../memory/counters.ts";
import { contextGib } from "../memory/overhead.ts";
import { usableGib } from "../memory/usable.ts";

/** fits: even the upper bound goes in · does-not-fit: not even the lower one does · tight: in between, or a floor. */
function verdictOf({ low, high }: Range<Gib>, floor: boolean, usable: number | null): Verdict {
  if (usable === null) return "unknown";
  if (high <= usable) return floor ? "tight" : "fits";
  return low > usable ? "does-not-fit" : "tight";
}

/** Standard normal distribution function (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z >= 0 ? 1 - tail : tail;
}

/** Quantile of the normal distribution that bounds a 90 % interval on one side. */
const Z95 = 1.645;

/**
 * How likely the run runs out of memory: required taken as log-normal on each side of its likely value,
 * P = 1 − Φ(1.645 · ln(usable ÷ likely) ÷ ln(bound ÷ likely)), bound = high above the likely value and likely ÷ low below. [share]
 */
export function chanceOfOverflow({ required, usableGib: usable }: SizedOn): number {
  const { low, likely, high } = required;
  if (usable === null) return 0.5;
  const side = usable >= likely ? high / likely : likely / low;
  if (side <= 1) return usable >= likely ? 0 : 1;
  return 1 - normal((Z95 * Math.log(usable / likely)) / Math.log(side));
}

export interface SizedOn {
  /** The least device memory with which the run completes. */
  readonly required: Range<Gib>;
  /** All of it by phase and part: summed when somebody looks at it. */
  readonly budget: MemoryBudget;
  readonly usableGib: number | null;
  readonly verdict: Verdict;
}

/** The upper bound goes in; all that may be asked of a run of which a part cannot be sized. */
export const holds = ({ required, usableGib: usable }: SizedOn): boolean =>
  usable !== null && required.high <= usable;

/** How tight: what the upper bound lacks and how likely that bites. */
export function tightWarnings(sized: SizedOn): readonly Warning[] {
  const { usableGib: usable, verdict, required } = sized;
  if (verdict !== "tight" || usable === null || holds(sized)) return [];
  const { likely, high } = required;
  const params = {
    usableGib: usable,
    likelyGib: likely,
    highGib: high,
    overGib: high - usable,
    chanceOfOverflow: chanceOfOverflow(sized),
  };
  return [{ code: "memory-tight", params }];
}

/** Memory of a laid-out run on a card; a stated `memoryGib` is what other tenants leave of it. */
export function sizeOn(run: FilledRun, card: Accelerator | null, words: boolean): SizedOn {
  const budget = budgetMemory(run, card, { words, ranks: true });
  const { required } = budget.perGpu;
  const usable = usableGib(card, run.memoryGib);
  return { required, budget, usableGib: usable, verdict: verdictOf(required, budget.floor, usable) };
}

/** What laid-out runs need of a card: `required`, the one figure that rules out, before anything else is made of it. */
export interface Sizer {
  readonly required: (run: FilledRun, card: Accelerator) => Range<Gib>;
  readonly sized: (run: FilledRun, card: Accelerator) => SizedOn;
}

/**
 * Each layout summed at most once: of the card, `required` depends only on its context and usable size, so cards that
 * differ in size alone share the sum. Layouts are told apart by identity.
 */
export function sizer(): Sizer {
  const known = new Map<FilledRun, Map<Range<Gib> | Accelerator, Range<Gib>>>();
  const requiredOf = (run: FilledRun, card: Accelerator): Range<Gib> => {
    const sums = known.get(run) ?? new Map<Range<Gib> | Accelerator, Range<Gib>>();
    known.set(run, sums);
    const key = run.learnt === undefined ? contextGib(card) : card;
    const required = sums.get(key) ?? requiredMemory(run, card);
    sums.set(key, required);
    return required;
  };
  return {
    required: requiredOf,
    sized: (run, card) => {
      const required = requiredOf(run, card);
      const usable = usableGib(card, run.memoryGib);
      let budget: MemoryBudget | null = null;
      return {
        required,
        usableGib: usable,
        verdict: verdictOf(required, unsized(run), usable),
        get budget() {
          return (budget ??= budgetMemory(run, card, { words: false }));
        },
      };
    },
  };
}
