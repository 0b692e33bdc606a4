import type { PilotStage } from "../domain/pilot/pilot.ts";
import type { PriceCompared } from "../domain/pilot/teach-price.ts";
import type { StageMove, StageRefusal } from "../domain/pilot/stage-move.ts";
import type { Plan, StageName } from "../domain/plan.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { journaled } from "./journal.ts";
import { answer, type Said } from "./outcomes.ts";
import type { Asker, PlanRecord } from "./ports.ts";
import type { PlanEventToKeep } from "./progress-ports.ts";
import { answerStanding } from "./standing.ts";

/** A plan whose stage somebody moves. */
export interface Moving {
  readonly deps: ConversationDeps;
  readonly said: Said & { readonly record: PlanRecord };
  readonly asker: Asker;
  /** As it stands in its stages. */
  readonly plan: Plan;
  readonly configuration: string;
  readonly at: string;
}

export const refused = (
  said: Said,
  why: StageRefusal,
  {
    open = [],
    ...more
  }: {
    readonly open?: readonly StageName[];
    readonly stage?: PilotStage;
    readonly price?: PriceCompared;
  } = {},
): Outcome =>
  answer(said, {
    about: "stage",
    move: { moved: null, why, open, ...more },
  });

/** Keeps what moved, once, and answers with the plan as it stands then. */
export async function moved(
  { deps, said, asker, at }: Moving,
  toKeep: Pick<PlanEventToKeep, "key" | "event" | "corrections">,
  move: StageMove,
): Promise<Outcome> {
  const { record } = said;
  const { workspace, id } = record;
  const draft = answer(said, { about: "stage", move });
  const entry = journaled(asker, draft, at);
  const kept = await deps.store.progress.keep(workspace, id, { ...toKeep, at, entry });
  const fresh = await deps.store.plans.get(workspace, id);
  if (kept === "known" || fresh === null) return refused(said, fresh === null ? "no-plan" : "already-done");
  deps.log.info({ planId: id, event: toKeep.event.kind }, "a stage moved");
  return answerStanding({ ...said, record: fresh }, { about: "stage", move }, deps.rates());
}
