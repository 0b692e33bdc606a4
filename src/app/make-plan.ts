import type { Language, MessageReading, Origin, Revision } from "../domain/conversation.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { leavesOf } from "../followup/apply-changes.ts";
import type { ConversationDeps, Outcome, Place } from "./conversation-port.ts";
import { journaled } from "./journal.ts";
import { incident, lastRevision, problem, refOf, shown, type Said } from "./outcomes.ts";
import type { Asker, PlanRecord } from "./ports.ts";
import { standing } from "./standing.ts";
import { sizeRun } from "./size-run.ts";

export interface MakePlan {
  readonly asker: Asker;
  readonly spec: RunSpec;
  readonly place: Place;
  readonly via: Origin;
  readonly private: boolean;
  readonly reading: MessageReading | null;
  readonly language: Language;
}

/** Sizes a run and keeps it as revision 1 of a new plan. */
export async function makePlan(deps: ConversationDeps, request: MakePlan): Promise<Outcome> {
  const { spec, reading, language } = request;
  const said: Said = { language, reading, record: null, private: request.private };
  const sized = await sizeRun(deps, { spec, reading, workspace: request.asker.workspace });
  if (sized.kind === "failure") return incident(said, sized.incident);
  if (sized.kind === "problems") {
    const { problems } = sized;
    const say = (record: PlanRecord | null): Outcome => problem({ ...said, record }, problems);
    return say(await keepTheRest(deps, request, say));
  }
  const say = (record: PlanRecord): Outcome =>
    shown(
      { ...said, record },
      standing(sized.plan, record, deps.rates()),
      refOf(record, lastRevision(record)),
    );
  const record = await keep(deps, request, { spec: sized.spec, plan: sized.plan }, say);
  deps.log.info({ planId: record.id, kind: sized.plan.kind }, "plan made");
  return say(record);
}

/**
 * A message whose only fault is its model still says a method, a length, a budget: where the next message can
 * be told to belong to it, they are kept, so that a name is answer enough.
 */
async function keepTheRest(
  deps: ConversationDeps,
  request: MakePlan,
  say: (record: PlanRecord) => Outcome,
): Promise<PlanRecord | null> {
  const { asker, place, spec, reading } = request;
  const { model: _unknown, ...rest } = spec;
  const threaded = place.threadTs !== null || place.kind === "im";
  if (!threaded || place.channel === null || Object.keys(rest).length === 0) return null;
  const sized = await sizeRun(deps, { spec: rest, reading, workspace: asker.workspace });
  return sized.kind === "plan" ? keep(deps, request, { spec: rest, plan: sized.plan }, say) : null;
}

async function keep(
  { store, clock }: ConversationDeps,
  { asker, place, via, language, private: closed }: MakePlan,
  { spec, plan }: Pick<Revision, "spec" | "plan">,
  say: (record: PlanRecord) => Outcome,
): Promise<PlanRecord> {
  const { workspace, user } = asker;
  const first: Revision = {
    number: 1,
    author: user,
    at: clock.now().toISOString(),
    changes: [],
    spec,
    origins: Object.fromEntries([...leavesOf(spec).keys()].map((field) => [field, via])),
    plan,
  };
  return store.plans.create(
    {
      workspace,
      owner: user,
      channel: closed ? null : place.channel,
      threadTs: closed ? null : place.threadTs,
      language,
      private: closed,
      public: !closed && place.public === true,
      first,
    },
    (made) => journaled(asker, say(made), first.at),
  );
}
