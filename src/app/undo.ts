import type { Language, MessageReading, Revision } from "../domain/conversation.ts";
import { diffSpecs } from "../followup/apply-changes.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { journaled } from "./journal.ts";
import { answer, baseFor, lastRevision, mayRevise, outcome, refOf, type Said } from "./outcomes.ts";
import type { Asker, PlanRecord } from "./ports.ts";
import { conflictsBeforeGivingUp } from "./revise.ts";

export interface Undo {
  readonly asker: Asker;
  readonly record: PlanRecord;
  readonly reading: MessageReading | null;
  readonly language: Language;
  /** The one that the button stood under; absent = whatever is the last now. */
  readonly revision?: number;
}

/** Takes back the asker's own last change: the last revision if it is theirs, or their newest variant. */
export function undoOwn(deps: ConversationDeps, request: Undo): Promise<Outcome> {
  // Words take back one's own what-if; a button under a revision means that revision.
  return mayRevise(request.record, request.asker) || request.revision !== undefined
    ? undoRevision(deps, request)
    : undoVariant(deps, request);
}

async function undoRevision(
  { store, clock }: ConversationDeps,
  { asker, record: found, reading, language, revision }: Undo,
): Promise<Outcome> {
  let record = found;
  for (let attempt = 0; attempt < conflictsBeforeGivingUp; attempt++) {
    const said: Said = { language, reading, record };
    if (!mayRevise(record, asker)) return answer(said, { about: "unchanged", why: "not-yours" });
    const last = lastRevision(record);
    if (revision !== undefined && revision !== last.number)
      return answer(said, { about: "unchanged", why: "changed-since" });
    if (isJudged(record, last.at)) return answer(said, { about: "unchanged", why: "judged" });
    const before = record.revisions.at(-2);
    if (before === undefined || last.author !== asker.user) {
      return answer(said, {
        about: "unchanged",
        why: before === undefined ? "nothing-to-undo" : "not-yours",
      });
    }
    const at = clock.now().toISOString();
    const after: PlanRecord = { ...record, revisions: record.revisions.slice(0, -1), updatedAt: at };
    const done = undone({ ...said, record: after }, asker, last);
    const entry = journaled(asker, done, at);
    if (await store.plans.dropRevision(record.workspace, record.id, last, at, entry)) return done;
    const fresh = await store.plans.get(record.workspace, record.id);
    if (fresh === null) return answer({ ...said, record: null }, { about: "unchanged", why: "no-plan-here" });
    record = fresh;
  }
  return answer({ language, reading, record }, { about: "unchanged", why: "changed-since" });
}

/** What a pilot was judged by, or made, or left when it was withdrawn, stays: the next change says what is to be otherwise. */
const isJudged = ({ progress }: PlanRecord, since: string): boolean =>
  [...progress.pilots, ...progress.withdrawals].some(({ at }) => at >= since);

async function undoVariant(
  { store, clock }: ConversationDeps,
  { asker, record, reading, language }: Undo,
): Promise<Outcome> {
  const said: Said = { language, reading, record };
  const { variant } = baseFor(record, asker);
  if (variant === undefined) return answer(said, { about: "unchanged", why: "not-yours" });
  const after: PlanRecord = { ...record, variants: record.variants.filter(({ id }) => id !== variant.id) };
  const done = undone({ ...said, record: after }, asker, variant.revision);
  const entry = journaled(asker, done, clock.now().toISOString());
  if (await store.plans.dropVariant(record.workspace, record.id, variant.id, entry)) return done;
  return answer(said, { about: "unchanged", why: "nothing-to-undo" });
}

function undone(said: Said & { record: PlanRecord }, asker: Asker, dropped: Revision): Outcome {
  const { revision, variant } = baseFor(said.record, asker);
  return outcome(said, {
    language: said.language,
    reading: said.reading,
    kind: "change",
    before: dropped.plan,
    plan: revision.plan,
    changes: diffSpecs(dropped.spec, revision.spec),
    ref: refOf(said.record, revision, variant),
    undone: true,
  });
}
