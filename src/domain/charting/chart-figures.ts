import type { MemoryFigures } from "./memory-figures.ts";
import type { TradeOffFigures } from "./trade-off-figures.ts";
import type { WindowFigures } from "./window-figures.ts";

export const chartKinds = ["memory", "cost", "window"] as const;
export type ChartKind = (typeof chartKinds)[number];

/** What one chart shows, and no more: the picture and its words are made of the same figures. */
export type ChartFigures = MemoryFigures | TradeOffFigures | WindowFigures;

/** What a plan lacks for a chart of that kind. */
export const chartGaps = ["nothing-sized", "no-hours", "nothing-to-place"] as const;
export type ChartGap = (typeof chartGaps)[number];

/** A chart that can be drawn, or what is missing for it. */
export type Charted =
  | { readonly kind: ChartKind; readonly figures: ChartFigures; readonly missing: null }
  | { readonly kind: ChartKind; readonly figures: null; readonly missing: ChartGap };
