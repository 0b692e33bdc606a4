import type { RunSpec } from "./run-spec.ts";

export const memoryMetrics = ["peak_allocated", "peak_reserved", "device", "unspecified"] as const;
export type MemoryMetric = (typeof memoryMetrics)[number];

/** A run somebody published with the memory it took, per GPU, or only whether it ran. */
export interface MeasuredRun {
  readonly id: string;
  /** Collection the row comes from. */
  readonly source: string;
  readonly url: string;
  /** Where on that page. */
  readonly place: string;
  readonly spec: RunSpec;
  readonly measured: {
    /** `unspecified` = the page does not name its counter. Null when only the outcome is known. */
    readonly metric: MemoryMetric | null;
    readonly gib: number | null;
    readonly outcome: "fits" | "oom" | null;
    /** As sold; null when the card is not known. */
    readonly cardGb: number | null;
  };
  /** Why the row needs care; null when it does not. */
  readonly caution: string | null;
  /** What was said of a run that nothing was fitted on when it was first seen. */
  readonly seen?: {
    /** ISO date. */
    readonly date: string;
    /** Likely value of the counter that the page prints (the nearest where it names none); missing = not kept. [GiB] */
    readonly likelyGib?: number;
    /** Whether the interval of that counter held the measured value. */
    readonly within?: boolean;
    /** The fact that was fitted on this row since then. */
    readonly fitted?: string;
  };
}
