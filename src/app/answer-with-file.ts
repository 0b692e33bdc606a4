import type { ChartKind } from "../domain/charting/chart-figures.ts";
import { chartOfPlan } from "../domain/charting/chart-of-plan.ts";
import type { WindowStart } from "../domain/charting/window-figures.ts";
import type { FileIntent } from "../domain/file-answer.ts";
import { configurationKey } from "../domain/pilot/configuration-key.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { launchFileOfPlan } from "./launch-file.ts";
import { answer, lastRevision, type Said } from "./outcomes.ts";
import type { Clock, PlanRecord } from "./ports.ts";

/** A chart of the thread's plan; which one when nobody says: the memory, on which every plan rests. */
function chartAnswer(
  { clock }: Pick<ConversationDeps, "clock">,
  said: Said,
  kind: ChartKind | null,
): Outcome {
  const { record } = said;
  if (record === null) return answer(said, { about: "unchanged", why: "no-plan-here" });
  const charted = chartOfPlan(lastRevision(record).plan, kind ?? "memory", startOf(record, clock));
  return answer(said, { about: "chart", charted });
}

const hour = 3_600_000;

/** When the window begins: as reserved for this very configuration, else now. A deadline counts from when it was said. */
function startOf(record: PlanRecord, clock: Clock): WindowStart {
  const { revisions, progress } = record;
  const { plan, spec } = lastRevision(record);
  const { reservation } = progress;
  const reserved = reservation !== null && reservation.configuration === configurationKey(plan);
  const hours = spec.limits?.deadlineHours;
  const since = revisions.toReversed().findIndex((one) => one.spec.limits?.deadlineHours !== hours);
  const said = since === -1 ? revisions[0] : revisions[revisions.length - since];
  return {
    at: reserved ? (reservation.startsAt ?? reservation.at) : clock.now().toISOString(),
    reserved,
    deadlineAt:
      hours === undefined || said === undefined
        ? null
        : new Date(Date.parse(said.at) + hours * hour).toISOString(),
  };
}

/** The launch file of the thread's plan; for no tool in particular, a plain script. */
function launchAnswer(
  { catalogue }: Pick<ConversationDeps, "catalogue">,
  said: Said,
  { launcher, unknown }: Extract<FileIntent, { kind: "launch-file" }>,
): Outcome {
  const { record, language } = said;
  if (record === null) return answer(said, { about: "unchanged", why: "no-plan-here" });
  const tool = launcher ?? "shell";
  if (unknown !== undefined)
    return answer(said, { about: "launch-file", launcher: tool, unknown, file: null });
  const file = launchFileOfPlan(lastRevision(record).plan, tool, { catalogue: catalogue(), language });
  return answer(said, { about: "launch-file", launcher: tool, file });
}

/** What stands in a file below the words: a chart, or the job of the plan. */
export const answerWithFile = (
  deps: Pick<ConversationDeps, "clock" | "catalogue">,
  said: Said,
  intent: FileIntent,
): Outcome =>
  intent.kind === "chart" ? chartAnswer(deps, said, intent.chart) : launchAnswer(deps, said, intent);
