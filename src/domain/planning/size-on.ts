import type { Accelerator } from "../accelerator.ts";
import type { MemoryBudget, Verdict, Warning } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { budgetMemory } from "../memory/budget.ts";
import { contextGib } from "../memory/overhead.ts";
import { usableGib } from "../memory/usable.ts";

/** fits: even the upper bound goes in · does-not-fit: not even the lower one does · tight: in between, or a floor. */
export function verdictOf(budget: MemoryBudget, usable: number | null): Verdict {
  if (usable === null) return "unknown";
  const { low, high } = budget.perGpu.required;
  if (high <= usable) return budget.floor ? "tight" : "fits";
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
export function chanceOfOverflow({ budget, usableGib: usable }: SizedOn): number {
  const { low, likely, high } = budget.perGpu.required;
  if (usable === null) return 0.5;
  const side = usable >= likely ? high / likely : likely / low;
  if (side <= 1) return usable >= likely ? 0 : 1;
  return 1 - normal((Z95 * Math.log(usable / likely)) / Math.log(side));
}

export interface SizedOn {
  readonly budget: MemoryBudget;
  readonly usableGib: number | null;
  readonly verdict: Verdict;
}

/** The upper bound goes in; all that may be asked of a run of which a part cannot be sized. */
export const holds = ({ budget, usableGib: usable }: SizedOn): boolean =>
  usable !== null && budget.perGpu.required.high <= usable;

/** How tight: what the upper bound lacks and how likely that bites. */
export function tightWarnings(sized: SizedOn): readonly Warning[] {
  const { usableGib: usable, verdict, budget } = sized;
  if (verdict !== "tight" || usable === null || holds(sized)) return [];
  const { likely, high } = budget.perGpu.required;
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
  const usable = usableGib(card, run.memoryGib);
  return { budget, usableGib: usable, verdict: verdictOf(budget, usable) };
}

export type SizeOf = (run: FilledRun, card: Accelerator) => SizedOn;

/**
 * Memory of laid-out runs, each layout summed at most once: of the card, `required` depends only on its context and
 * usable size, so cards that differ in size alone share the sum. Layouts are told apart by identity.
 */
export function sizer(): SizeOf {
  const known = new Map<FilledRun, Map<string, MemoryBudget>>();
  return (run, card) => {
    const { likely, high } = contextGib(card);
    const key = run.learnt === undefined ? `${likely}/${high}` : card.id;
    const sums = known.get(run) ?? new Map<string, MemoryBudget>();
    known.set(run, sums);
    const budget = sums.get(key) ?? budgetMemory(run, card, { words: false });
    sums.set(key, budget);
    const usable = usableGib(card, run.memoryGib);
    return { budget, usableGib: usable, verdict: verdictOf(budget, usable) };
  };
}
