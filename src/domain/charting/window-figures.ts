import type { Range } from "../../units/range.ts";
import type { Hardware, Plan, WindowPart } from "../plan.ts";

/** When a window is drawn as starting, and what is known of its start. */
export interface WindowStart {
  /** ISO instant. */
  readonly at: string;
  /** Reserved, or only supposed to start when it was asked for. */
  readonly reserved: boolean;
  /** ISO instant by which the run must be over; null = none stated. */
  readonly deadlineAt: string | null;
}

export interface WindowBar {
  readonly part: WindowPart["part"];
  readonly hours: Range;
  /** Likely hours since the start of the window. */
  readonly from: number;
}

/** The rented hours one after the other, by their likely values; `total` has the interval. */
export interface WindowFigures extends WindowStart {
  readonly chart: "window";
  readonly on: Hardware;
  readonly bars: readonly WindowBar[];
  readonly total: Range;
  /** Hours after the start by which artefacts must leave the machine; null = not known. */
  readonly artefactsOutBy: number | null;
  readonly serving: boolean;
}

/** Ten years: nobody rents for longer, and no calendar shows it. [h] */
const longest = 87_600;

/** Null when the window is not known. */
export function windowFigures(plan: Plan, start: WindowStart): WindowFigures | null {
  const { best, window } = plan;
  if (best === null || window.parts.length === 0) return null;
  if (!(window.total.likely > 0 && window.total.high <= longest)) return null;
  let from = 0;
  const bars: WindowBar[] = [];
  for (const { part, hours } of window.parts) {
    if (!(hours.high > 0)) continue;
    bars.push({ part, hours, from });
    from += hours.likely;
  }
  const { accelerator, gpus, nodes } = best;
  return {
    chart: "window",
    ...start,
    on: { accelerator, gpus, nodes },
    bars,
    total: window.total,
    artefactsOutBy: window.artefactsOutBy ?? null,
    serving: plan.spec.method === "inference",
  };
}
