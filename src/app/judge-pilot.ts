import type { World } from "../domain/catalogue.ts";
import { judge, type JudgeContext } from "../domain/pilot/judge.ts";
import { pilotStages, type PilotEvidence, type PilotVerdict } from "../domain/pilot/pilot.ts";
import type { Plan } from "../domain/plan.ts";
import { acrossFiles } from "../readings/across-files.ts";

/** Files of the smallest group and of all cards may come together: what is judged first is the baseline of what follows. */
export function judgeFiles(
  plan: Plan,
  files: readonly PilotEvidence[],
  world: World,
  context: JudgeContext = {},
): PilotVerdict {
  const stages = pilotStages.filter((stage) => files.some(({ result }) => result?.run === stage));
  const verdictOn = (own: readonly PilotEvidence[], baseline: PilotVerdict | null): PilotVerdict =>
    judge(plan, { files: own, together: acrossFiles(own.map(({ reading }) => reading)) }, world, {
      ...context,
      baseline,
    });
  if (stages.length < 2) return verdictOn(files, context.baseline ?? null);
  const [first, ...rest] = stages.map((stage) =>
    files.filter(({ result }) => result === null || result.run === stage),
  );
  return rest.reduce(
    (baseline, own) => verdictOn(own, baseline),
    verdictOn(first ?? [], context.baseline ?? null),
  );
}
