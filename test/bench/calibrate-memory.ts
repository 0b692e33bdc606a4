import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { leaveOut } from "./memory-left-out.ts";

const body = {
  date: process.argv[2] ?? "2026-11-30",
  source: "catalog/measurements/memory.jsonl",
  method:
    "5th and 95th percentile of measured / likely of runs left out: known = models left out, the stack's own runs first, each model of a stack and method weighing the same; read = stacks left out, sized by what their code says, and unknown = sized with the generic profile, each stack weighing one at most; runs of other methods count less; reserved and device wider by what they stray from allocated",
  ...leaveOut().intervals,
};
writeFileSync(
  join(import.meta.dirname, "..", "..", "catalog", "calibration", "memory.yaml"),
  "# Written by test/bench/calibrate-memory.ts; do not edit by hand.\n" + stringify(body, { lineWidth: 140 }),
);
