import type { Accelerator } from "../accelerator.ts";
import type { MemoryBudget, Verdict } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { budgetMemory } from "../memory/budget.ts";
import { contextGib } from "../memory/overhead.ts";
import { usableGib } from "../memory/usable.ts";

/** fits: even the upper bound goes in · does-not-fit: not even the lower one does · tight: in between. */
export function verdictOf(budget: MemoryBudget, usable: number | null): Verdict {
  if (usable === null) return "unknown";
  const { low, high } = budget.perGpu.required;
  if (high <= usable) return "fits";
  return low > usable ? "does-not-fit" : "tight";
}

export interface SizedOn {
  readonly budget: MemoryBudget;
  readonly usableGib: number | null;
  readonly verdict: Verdict;
}

/** Memory of a laid-out run on a card; a stated `memoryGib` is what other tenants leave of it. */
export function sizeOn(run: FilledRun, card: Accelerator | null, words: boolean): SizedOn {
  const budget = budgetMemory(run, card, { words });
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
    const key = `${likely}/${high}`;
    const sums = known.get(run) ?? new Map<string, MemoryBudget>();
    known.set(run, sums);
    const budget = sums.get(key) ?? budgetMemory(run, card, { words: false });
    sums.set(key, budget);
    const usable = usableGib(card, run.memoryGib);
    return { budget, usableGib: usable, verdict: verdictOf(budget, usable) };
  };
}
