import type { ChartFigures } from "../domain/charting/chart-figures.ts";
import type { ChartVoice } from "../i18n/chart-words.ts";
import type { Drawing } from "./canvas.ts";
import { memoryChart } from "./memory-chart.ts";
import { tradeOffChart } from "./trade-off-chart.ts";
import { windowChart } from "./window-chart.ts";

/** Figures as a drawing of their kind. */
export function drawingOf(figures: ChartFigures, voice: ChartVoice): Drawing {
  switch (figures.chart) {
    case "memory":
      return memoryChart(figures, voice);
    case "cost":
      return tradeOffChart(figures, voice);
    case "window":
      return windowChart(figures, voice);
  }
}
