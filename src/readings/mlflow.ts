import { gb, gbToGib } from "../units/bytes.ts";
import { csvCells, isRow } from "./csv.ts";
import { numberOf } from "./figures.ts";
import { match } from "./match.ts";
import { makeSensor } from "./sensor.ts";
import type { Tool } from "./tally.ts";

const metric =
  /^(?:system\/)?gpu_(?<gpu>\d+)_(?<what>memory_usage_megabytes|memory_usage_percentage|utilization_percentage|power_usage_watts)$/u;

/** MLflow's system metrics as CSV, one value a row; its megabytes are 10^6 bytes of the device. */
export const mlflow: Tool = () => {
  const sensor = makeSensor("mlflow");
  let header: readonly string[] | null = null;
  return {
    hits: sensor.t.hits,
    line({ text }) {
      if (!isRow(text) || (header === null && !/\bvalue\b/iu.test(text))) return;
      const cells = csvCells(text);
      const names = cells.map((cell) => cell.toLowerCase());
      if (names.includes("value") && names.some((name) => name === "key" || name === "metric")) {
        header = names;
        return;
      }
      if (header === null || cells.length !== header.length) return;
      const of = (...columns: readonly string[]): string =>
        cells[header?.findIndex((name) => columns.includes(name)) ?? -1] ?? "";
      const named = match(of("key", "metric"), metric);
      const value = numberOf(of("value"));
      if (named === null || value === null) return;
      const gpu = named.number("gpu") ?? 0;
      const at = numberOf(of("timestamp"));
      const what = named.text("what") ?? "";
      if (what === "memory_usage_megabytes") {
        sensor.see({ gpu, usedGib: gbToGib(gb(value / 1000)), at: at === null ? null : at / 1000 });
        sensor.t.warn("gb-is-decimal");
      } else if (what === "utilization_percentage") sensor.see({ gpu, usedGib: null, busy: value });
      else if (what === "memory_usage_percentage") {
        sensor.t.hit();
        sensor.t.detail("devicePercent", Math.max(value, sensor.t.detailOf("devicePercent") ?? 0));
      }
    },
    end: () => sensor.end(),
  };
};
