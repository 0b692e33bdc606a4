import type { Answer, Language, MessageReading, PlanRef, Reply, Revision } from "../domain/conversation.ts";
import type { Plan } from "../domain/plan.ts";
import type { Problem } from "../domain/problem.ts";
import type { Outcome } from "./conversation-port.ts";
import type { Asker, PlanRecord, VariantRecord } from "./ports.ts";
import { changesOfVariant } from "./pressed.ts";

/** What every reply needs besides its own content. */
export interface Said {
  readonly language: Language;
  readonly reading: MessageReading | null;
  readonly record: PlanRecord | null;
  readonly private?: boolean;
}

export function outcome(said: Said, reply: Reply): Outcome {
  return {
    reply,
    record: said.record,
    secretSeen: said.reading?.secretSeen ?? false,
    private: said.private ?? said.record?.private ?? false,
  };
}

const head = ({ language, reading }: Said): { language: Language; reading: MessageReading | null } => ({
  language,
  reading,
});

export const silence = (said: Said): Outcome => outcome(said, { ...head(said), kind: "silence" });

export const problem = (said: Said, problems: readonly Problem[]): Outcome =>
  outcome(said, { ...head(said), kind: "problem", problems });

/** Our own fault: the id is in the log. */
export const incident = (said: Said, id: string): Outcome =>
  outcome(said, { ...head(said), kind: "problem", problems: [], incident: id });

export const refusal = (said: Said, reason: "absurd" | "hostile" | "out-of-scope"): Outcome =>
  outcome(said, { ...head(said), kind: "refusal", reason, problems: said.reading?.problems ?? [] });

export function answer(said: Said, about: Answer): Outcome {
  const { record } = said;
  const last = record === null ? null : lastRevision(record);
  return outcome(said, {
    ...head(said),
    kind: "answer",
    answer: about,
    plan: last?.plan ?? null,
    ref: record === null || last === null ? null : refOf(record, last),
  });
}

/** A plan shown whole: the first one, or the first that could be made. */
export const shown = (said: Said, plan: Plan, ref: PlanRef): Outcome =>
  outcome(said, { ...head(said), kind: plan.kind === "needs-answer" ? "question" : "plan", plan, ref });

export function refOf(record: PlanRecord, revision: Revision, variant?: VariantRecord): PlanRef {
  const plan = { planId: record.id, owner: record.owner };
  const before = record.revisions.map(({ number }) => number).filter((number) => number < revision.number);
  return variant === undefined
    ? { ...plan, revision: revision.number, base: before.at(-1) ?? null }
    : {
        ...plan,
        revision: variant.basedOn,
        variant: {
          id: variant.id,
          author: variant.author,
          basedOn: variant.basedOn,
          differs: changesOfVariant(record, variant),
        },
      };
}

export function lastRevision(record: PlanRecord): Revision {
  const last = record.revisions.at(-1);
  if (last === undefined) throw new Error("a plan without revisions");
  return last;
}

export const mayRevise = (record: PlanRecord, asker: Asker): boolean =>
  record.owner === asker.user || record.editors.includes(asker.user);

/** What the asker builds on: the plan as it stands; who may not revise it, on the what-if meant or their own newest. */
export function baseFor(
  record: PlanRecord,
  asker: Asker,
  meant?: VariantRecord,
): { readonly revision: Revision; readonly variant?: VariantRecord } {
  const own = mayRevise(record, asker)
    ? undefined
    : (meant ?? record.variants.filter((variant) => variant.author === asker.user).at(-1));
  return own === undefined ? { revision: lastRevision(record) } : { revision: own.revision, variant: own };
}
