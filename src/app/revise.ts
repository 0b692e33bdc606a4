import type { Answer, Language, MessageReading, Origin, Revision } from "../domain/conversation.ts";
import { asTried } from "../domain/pilot/ran-out.ts";
import type { Change, Hardware, Plan } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { diffSpecs } from "../followup/apply-changes.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { journaled } from "./journal.ts";
import {
  answer,
  baseFor,
  incident,
  lastRevision,
  mayRevise,
  outcome,
  problem,
  refOf,
  shown,
  type Said,
} from "./outcomes.ts";
import type { Asker, PlanRecord, VariantRecord } from "./ports.ts";
import { sizeRun } from "./size-run.ts";

export interface Revise {
  readonly asker: Asker;
  readonly record: PlanRecord;
  /** The new spec from the one built upon; called again when somebody else was faster. */
  readonly specFrom: (base: RunSpec, record: PlanRecord) => RunSpec;
  readonly via: Origin;
  readonly reading: MessageReading | null;
  readonly language: Language;
  /** The variant that becomes a revision: it goes with the same write. */
  readonly adopts?: string;
  /** What somebody who may not revise builds on, in place of their own newest what-if. */
  readonly onto?: VariantRecord;
}

/** Tries of one change against others that land first. */
export const conflictsBeforeGivingUp = 5;

/** A new revision for the owner and editors, a variant for anyone else. */
export async function revise(deps: ConversationDeps, request: Revise): Promise<Outcome> {
  const { asker, reading, language } = request;
  let record = request.record;
  for (let attempt = 0; attempt < conflictsBeforeGivingUp; attempt++) {
    const said: Said = { language, reading, record };
    const { revision: base, variant: onto } = baseFor(record, asker, request.onto);
    const wanted = request.specFrom(base.spec, record);
    if (diffSpecs(base.spec, wanted).length === 0) return answer(said, sameOrUnclear(reading));
    const sized = await sizeRun(deps, {
      spec: wanted,
      reading,
      held: hardwareOf(base.plan),
      workspace: asker.workspace,
    });
    if (sized.kind === "failure") return incident(said, sized.incident);
    if (sized.kind === "problems") return problem(said, sized.problems);
    const changes = diffSpecs(base.spec, sized.spec);
    const revision: Revision = {
      number: record.highestRevision + 1,
      author: asker.user,
      at: deps.clock.now().toISOString(),
      changes,
      spec: sized.spec,
      origins: originsAfter(base, changes, request.via),
      plan: asTried(sized.plan, record.progress.pilots),
    };
    const kept = after(deps, record, asker, revision, request.adopts, onto);
    const done = changed({ ...said, record: kept.record }, base, revision, kept.variant);
    if (await keep(deps, kept, lastRevision(record).number, request, done)) {
      deps.log.info(
        { planId: record.id, revision: revision.number, variant: kept.variant?.id },
        "plan changed",
      );
      return done;
    }
    const fresh = await deps.store.plans.get(record.workspace, record.id);
    if (fresh === null) return answer({ ...said, record: null }, { about: "unchanged", why: "no-plan-here" });
    record = fresh;
  }
  const id = deps.newId();
  deps.log.error({ incident: id, planId: record.id }, "a revision lost every race");
  return incident({ language, reading, record }, id);
}

/** A message that states what stands has said nothing new; one with more words than that was not understood. */
function sameOrUnclear(reading: MessageReading | null): Answer {
  const { understood = {}, unread = [], unreadWorthSaying = [] } = reading ?? {};
  const states = reading === null || Object.keys(understood).length > 0;
  const beside = unread.length > mostIdle || unreadWorthSaying.length > 0;
  return states && !beside ? { about: "unchanged", why: "same-value" } : { about: "unclear", words: unread };
}

/** Words that may stand beside what a message states without meaning anything. */
const mostIdle = 1;

const hardwareOf = ({ best }: Plan): Hardware | null =>
  best === null ? null : { accelerator: best.accelerator, gpus: best.gpus, nodes: best.nodes };

interface Kept {
  readonly record: PlanRecord;
  readonly revision: Revision;
  readonly variant?: VariantRecord;
}

/** The plan as it will stand. */
function after(
  { newId }: ConversationDeps,
  record: PlanRecord,
  asker: Asker,
  revision: Revision,
  adopts: string | undefined,
  onto: VariantRecord | undefined,
): Kept {
  if (mayRevise(record, asker)) {
    const revisions = [...record.revisions, revision];
    const variants = record.variants.filter(({ id }) => id !== adopts);
    const { number: highestRevision, at: updatedAt } = revision;
    return { record: { ...record, revisions, variants, highestRevision, updatedAt }, revision };
  }
  // A what-if on a what-if keeps its basis: what the owner changed since is no part of either.
  const basedOn = onto?.basedOn ?? lastRevision(record).number;
  const variant: VariantRecord = { id: newId(), author: revision.author, basedOn, revision };
  return { record: { ...record, variants: [...record.variants, variant] }, revision, variant };
}

/** False when somebody else was faster. */
async function keep(
  { store }: ConversationDeps,
  { record: { workspace, id }, revision, variant }: Kept,
  expected: number,
  { asker, adopts }: Revise,
  done: Outcome,
): Promise<boolean> {
  const entry = journaled(asker, done, revision.at);
  if (variant === undefined)
    return store.plans.appendRevision(workspace, id, expected, revision, { entry, adopts });
  await store.plans.addVariant(workspace, id, variant, entry);
  return true;
}

function changed(
  said: Said & { record: PlanRecord },
  base: Revision,
  now: Revision,
  variant?: VariantRecord,
): Outcome {
  const ref = refOf(said.record, now, variant);
  if (base.plan.kind === "needs-answer") return shown(said, now.plan, ref);
  return outcome(said, {
    language: said.language,
    reading: said.reading,
    kind: "change",
    before: base.plan,
    plan: now.plan,
    changes: now.changes,
    ref,
    undone: false,
  });
}

function originsAfter(
  base: Revision,
  changes: readonly Change[],
  via: Origin,
): Readonly<Record<string, Origin>> {
  const origins = { ...base.origins };
  for (const { field, to } of changes) {
    if (to === null) Reflect.deleteProperty(origins, field);
    else origins[field] = via;
  }
  return origins;
}
