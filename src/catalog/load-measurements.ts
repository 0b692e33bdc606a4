import { z } from "zod";
import { memoryMetrics, type MeasuredRun } from "../domain/measurement.ts";
import type { CatalogueFile } from "./catalogue-files.ts";
import type { Fault } from "./fault.ts";

const rowSchema = z.looseObject({
  id: z.string().min(1),
  source: z.string().min(1),
  url: z.url(),
  place: z.string(),
  spec: z.record(z.string(), z.unknown()),
  measured: z.strictObject({
    metric: z.enum(memoryMetrics).optional(),
    gib: z.number().positive().optional(),
    outcome: z.enum(["fits", "oom"]).optional(),
    cardGb: z.number().positive().nullable().optional(),
  }),
  caution: z.string().optional(),
  seen: z
    .strictObject({
      date: z.iso.date(),
      likelyGib: z.number().positive().exactOptional(),
      within: z.boolean().exactOptional(),
      fitted: z.string().min(1).exactOptional(),
    })
    .exactOptional(),
});

type RowRead = z.infer<typeof rowSchema>;

/** The spec is checked again, field by field, when the run is filled. */
const toRun = ({ id, source, url, place, spec, measured, caution, seen }: RowRead): MeasuredRun => ({
  id,
  source,
  url,
  place,
  spec: spec,
  measured: {
    metric: measured.metric ?? null,
    gib: measured.gib ?? null,
    outcome: measured.outcome ?? null,
    cardGb: measured.cardGb ?? null,
  },
  caution: caution ?? null,
  ...(seen === undefined ? {} : { seen }),
});

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}

/** Published runs that constants and intervals are made of, and that evidence points to. */
export const countedRuns = "measurements/memory.jsonl";
/** Published runs that were gathered after everything was fitted, and that nothing may be fitted on. */
export const firstSeenRuns = "measurements/memory-first-seen.jsonl";

/** One published run a line; every fault with its line. */
export function loadMeasurements(
  files: readonly CatalogueFile[],
  file: typeof countedRuns | typeof firstSeenRuns = countedRuns,
): {
  readonly runs: readonly MeasuredRun[];
  readonly faults: readonly Fault[];
} {
  const found = files.find((f) => f.name === file);
  const runs: MeasuredRun[] = [];
  const faults: Fault[] = [];
  for (const [i, line] of (found?.text ?? "").split("\n").entries()) {
    if (line.trim() === "") continue;
    const read = rowSchema.safeParse(parseLine(line));
    if (read.success) {
      runs.push(toRun(read.data));
      continue;
    }
    const issue = read.error.issues[0];
    faults.push({
      file,
      line: i + 1,
      column: 1,
      field: issue?.path.join(".") ?? "",
      read: line.slice(0, 60),
      message: issue?.message ?? "not a measurement",
    });
  }
  return { runs, faults };
}
