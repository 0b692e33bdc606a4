import { errorsOf, scoresOf } from "./memory-figures.ts";
import { judge } from "./memory-judged.ts";
import { loadRows } from "./memory-runs.ts";
import { perSource, worst } from "./memory-tables.ts";
import { percent } from "./statistics.ts";

/**
 * Runs gathered after every constant was fitted (catalog/measurements/memory-first-seen.jsonl): scored as shipped, never
 * learnt from. What they showed at first sight is in README.
 */
export function firstSeenTable(): readonly string[] {
  const { rows, refused } = loadRows({ calibrated: true, firstSeen: true });
  const judged = rows.map((row) => judge(row, row.run.profile));
  const { pooled, within20 } = errorsOf(scoresOf(judged));
  return [
    "",
    `runs that nothing was fitted on: ${rows.length} sized, ${refused.length} refused, ${percent(pooled)} median error, within 20 %: ${percent(within20, 0)}`,
    ...refused.map((r) => `  refused ${r}`),
    ...perSource("runs that nothing was fitted on", judged),
    ...worst("worst of them", judged),
  ];
}
