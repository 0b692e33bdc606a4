import type { Candidate } from "../plan.ts";

/** The run on so many cards of one kind, against the fewest that hold it. */
export interface ScalingRow {
  readonly candidate: Candidate;
  /** Useful rate ÷ (cards ÷ fewest cards × rate of the fewest). */
  readonly efficiency: number;
  /** Money more per hour less than on the row before; null = not dearer, no time gained, or not known. */
  readonly perHourGained: number | null;
  /** More money on the row before would have bought no time. */
  readonly slower: boolean;
}

const rateOf = ({ estimate, gpus }: Candidate): number =>
  (estimate.throughput?.tokensPerSecondPerGpu.likely ?? 0) * gpus;

/** Rows of growing counts that hold the run, each against the first and against the one before. */
export function scalingRows(candidates: readonly Candidate[]): readonly ScalingRow[] {
  const held = candidates
    .filter((c) => c.estimate.verdict !== "does-not-fit" && rateOf(c) > 0)
    .sort((a, b) => a.gpus - b.gpus);
  const [first] = held;
  if (first === undefined) return [];
  return held.map((candidate, i) => {
    const before = held[i - 1];
    const [cost, was] = [candidate.cost.total?.likely, before?.cost.total?.likely];
    const [hours, earlier] = [candidate.window?.total.likely, before?.window?.total.likely];
    const gained = hours === undefined || earlier === undefined ? 0 : earlier - hours;
    const dearer = cost === undefined || was === undefined ? 0 : cost - was;
    return {
      candidate,
      efficiency: rateOf(candidate) / ((candidate.gpus / first.gpus) * rateOf(first)),
      perHourGained: gained > 0 && dearer > 0 ? dearer / gained : null,
      slower: before !== undefined && rateOf(candidate) <= rateOf(before),
    };
  });
}

/** Above this a share of linear would be printed as more than all of it. */
const ALL = 1.005;

/** What a better share than linear comes from: the smallest group is held back by what more cards lift. */
export type AboveLinear = "less-state" | "less-offload" | "smaller-group";

/**
 * Null where nothing is better than linear. Sharded state is updated by all cards, each of more has less of it; state on the host
 * comes over fewer buses; else the layouts differ.
 */
export function aboveLinear(rows: readonly ScalingRow[]): AboveLinear | null {
  const [first] = rows;
  if (first === undefined || rows.every(({ efficiency }) => efficiency < ALL)) return null;
  const { offload, strategy } = first.candidate.layout;
  if (offload !== "none") return "less-offload";
  return strategy === "single" || strategy === "ddp" ? "smaller-group" : "less-state";
}

/** Money more than the cheapest row that still counts as none. */
const SAME_MONEY = 1.15;

/**
 * The last count that pays: where an hour has a stated worth, the last whose hour gained costs no more; else the last whose
 * whole bill stays within 15 % of the cheapest. Null where the bill is not known.
 */
export function lastThatPays(rows: readonly ScalingRow[], valuePerHour: number | null): ScalingRow | null {
  const bills = rows.flatMap(({ candidate }) => candidate.cost.total?.likely ?? []);
  if (bills.length === 0) return null;
  const least = Math.min(...bills);
  const stops = rows.findIndex(
    (row, i) =>
      i > 0 &&
      (row.slower ||
        (valuePerHour === null
          ? (row.candidate.cost.total?.likely ?? Infinity) > SAME_MONEY * least
          : (row.perHourGained ?? 0) > valuePerHour)),
  );
  return rows[stops < 0 ? rows.length - 1 : stops - 1] ?? null;
}
