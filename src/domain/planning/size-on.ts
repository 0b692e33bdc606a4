import type { Accelerator } from "../accelerator.ts";
import type { MemoryBudget, Verdict } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { budgetMemory } from "../memory/budget.ts";
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
