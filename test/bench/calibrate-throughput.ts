import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { fitShare } from "./throughput-fit.ts";
import { loadRateRows } from "./throughput-rows.ts";

/** Widens intervals (as an exponent of ratios) on card families that nobody published a training rate of. */
const unseen = 1.35;

const { rows, refused } = loadRateRows();
const body = {
  date: process.argv[2] ?? "2026-11-30",
  source: "catalog/measurements/throughput.jsonl",
  method:
    "measured tokens/s per GPU / those of the step model: weighted median by who runs it, n rows of a source weighing as the root of n, drawn towards the common median as by one more source; bounds are the 4th and 96th percentile of left-out residuals (whole sources left out), each side by itself",
  tuned: fitShare(rows, "tuned"),
  usual: fitShare(rows, "usual"),
  families: [...new Set(rows.map((r) => r.family))].sort(),
  unseen,
};
writeFileSync(
  join(import.meta.dirname, "..", "..", "catalog", "calibration", "throughput.yaml"),
  "# Written by test/bench/calibrate-throughput.ts; do not edit by hand.\n" +
    stringify(body, { lineWidth: 140 }),
);
process.stderr.write(`${rows.length} rows; ${refused.length} could not be expressed\n`);
