import type { Range } from "../../src/units/range.ts";
import type { MemoryBudget } from "../../src/domain/estimate.ts";
import { budgetMemory } from "../../src/domain/memory/budget.ts";
import { methodGroup } from "../../src/domain/memory/interval.ts";
import { usableGib } from "../../src/domain/memory/usable.ts";
import type { MethodGroup, StackProfile } from "../../src/domain/stack-profile.ts";
import type { Row } from "./memory-runs.ts";

export interface Score {
  readonly row: Row;
  readonly group: MethodGroup;
  readonly model: string;
  /** Of the counter that the page measured; the nearest one when it does not say. */
  readonly predicted: Range;
  readonly measured: number;
  /** measured ÷ likely. */
  readonly ratio: number;
  /**
   * What the measured value says of the sum of tensors, ÷ likely: a reserved peak anywhere between tensors and blocks contradicts
   * neither, and says 1.
   */
  readonly tensorsRatio: number;
  /** Null when the page does not name its counter. */
  readonly inside: boolean | null;
}

export const modelOf = (row: Row): string => row.run.model.name;

function counterOf(budget: MemoryBudget, row: Row, measured: number): Range {
  const { allocated, reserved, device } = budget.perGpu;
  switch (row.measured.measured.metric) {
    case "peak_allocated":
      return allocated;
    case "peak_reserved":
      return reserved;
    case "device":
      return device;
    case "unspecified":
    case null: {
      const distance = (r: Range): number => Math.abs(r.likely - measured);
      return [allocated, reserved, device].reduce((a, b) => (distance(b) < distance(a) ? b : a));
    }
  }
}

const withProfile = (row: Row, profile: StackProfile | undefined): Row =>
  profile === undefined ? row : { ...row, run: { ...row.run, profile } };

/** Sizes a row that has a figure; `profile` stands in for the stack's own (a stack left out). */
export function scoreRow(original: Row, profile?: StackProfile): Score | null {
  const row = withProfile(original, profile);
  const { gib, metric } = row.measured.measured;
  if (gib === null) return null;
  const budget = budgetMemory(row.run, row.card, { words: false });
  const predicted = counterOf(budget, row, gib);
  const least = Math.min(budget.perGpu.allocated.likely, predicted.likely);
  const ratio = gib / predicted.likely;
  return {
    row,
    group: methodGroup(row.run.method),
    model: modelOf(row),
    predicted,
    measured: gib,
    ratio,
    tensorsRatio: metric === "peak_reserved" ? gib / Math.min(Math.max(gib, least), predicted.likely) : ratio,
    inside: metric === "unspecified" ? null : gib >= predicted.low && gib <= predicted.high,
  };
}

export type SaidVerdict = "fits" | "tight" | "does-not-fit" | "unknown";

/** What the engine would have said before the run. */
export function verdictOf(original: Row, profile?: StackProfile): SaidVerdict {
  const { run, card } = withProfile(original, profile);
  const usable = usableGib(card, run.memoryGib);
  if (usable === null) return "unknown";
  const { low, high } = budgetMemory(run, card, { words: false }).perGpu.required;
  return high <= usable ? "fits" : low > usable ? "does-not-fit" : "tight";
}

/** Same spec but for its name: the floor that no estimator can beat. */
export const specKey = (row: Row): string =>
  JSON.stringify([
    { ...row.measured.spec, id: undefined, stackVersion: undefined },
    row.measured.measured.metric,
  ]);
