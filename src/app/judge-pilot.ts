import type { World } from "../domain/catalogue.ts";
import { judge, type JudgeContext, type PilotReturn } from "../domain/pilot/judge.ts";
import { pilotStages, type PilotEvidence, type PilotVerdict } from "../domain/pilot/pilot.ts";
import type { Plan } from "../domain/plan.ts";
import { acrossFiles } from "../readings/across-files.ts";

/** Results of several runs of the kit are judged one after the other: the smallest group is what the others are set against. */
export function byRun(files: readonly PilotEvidence[]): readonly (readonly PilotEvidence[])[] {
  const runs = pilotStages.filter((stage) => files.some(({ result }) => result?.run === stage));
  if (runs.length < 2) return [files];
  return runs.map((run) => files.filter(({ result }) => result === null || result.run === run));
}

/** Files of one run, with what they say as one. */
export const together = (files: readonly PilotEvidence[]): PilotReturn => ({
  files,
  together: acrossFiles(files.map(({ reading }) => reading)),
});

/** The verdict on the last run of the files; each is the baseline of the next. */
export function judgeFiles(
  plan: Plan,
  files: readonly PilotEvidence[],
  world: World,
  context: JudgeContext = {},
): PilotVerdict {
  const [first = files, ...rest] = byRun(files);
  const verdictOn = (own: readonly PilotEvidence[], baseline: PilotVerdict | null): PilotVerdict =>
    judge(plan, together(own), world, { ...context, baseline });
  return rest.reduce((baseline, own) => verdictOn(own, baseline), verdictOn(first, context.baseline ?? null));
}
