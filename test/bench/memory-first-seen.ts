import { errorsOf, scoresOf } from "./memory-figures.ts";
import { judge, type Judged } from "./memory-judged.ts";
import { loadRows } from "./memory-runs.ts";
import { perSource, worst } from "./memory-tables.ts";
import { groupBy, median, percent } from "./statistics.ts";

/** How the runs seen on one day were missed then: kept in each row, never computed again. */
function atFirstSight(date: string, judged: readonly Judged[]): string {
  const misses = judged.flatMap(({ row: { measured } }) => {
    const { gib } = measured.measured;
    const likely = measured.seen?.likelyGib;
    return gib === null || likely === undefined ? [] : [Math.abs(likely / gib - 1)];
  });
  if (misses.length === 0) return `  seen ${date}: ${judged.length} runs, what was said of each was not kept`;
  const inside = judged.filter(({ row }) => row.measured.seen?.within === true).length;
  const near = misses.filter((miss) => miss <= 0.2).length / misses.length;
  return `  seen ${date}: ${misses.length} runs missed by ${percent(median(misses))} (median) at first sight, within 20 %: ${percent(near, 0)}, ${inside} inside their interval`;
}

const fittedOn = ({ row }: Judged): string | undefined => row.measured.seen?.fitted;

/**
 * Runs gathered after every constant was fitted (catalog/measurements/memory-first-seen.jsonl), scored as shipped. Those on
 * which a fact was fitted since then stand apart.
 */
export function firstSeenTable(): readonly string[] {
  const { rows, refused } = loadRows({ calibrated: true, firstSeen: true });
  const all = rows.map((row) => judge(row, row.run.profile));
  const judged = all.filter((j) => fittedOn(j) === undefined);
  const { pooled, within20 } = errorsOf(scoresOf(judged));
  const dates = groupBy(all, ({ row: { measured } }) =>
    measured.seen?.likelyGib === undefined ? "earlier" : measured.seen.date,
  );
  return [
    "",
    `runs that nothing was fitted on: ${judged.length} sized, ${refused.length} refused, ${percent(pooled)} median error, within 20 %: ${percent(within20, 0)}`,
    "  facts of code were read since with them in sight, and two widths of the interval were set on them: what was said at first sight is the forecast",
    ...refused.map((r) => `  refused ${r}`),
    ...[...dates].map(([date, group]) => atFirstSight(date, group)),
    ...perSource("runs that nothing was fitted on", judged),
    ...worst("worst of them", judged, 20),
    ...[
      ...groupBy(
        all.filter((j) => fittedOn(j) !== undefined),
        (j) => fittedOn(j) ?? "",
      ),
    ].flatMap(([fact, group]) => perSource(`runs that ${fact} was fitted on`, group)),
  ];
}
