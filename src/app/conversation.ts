import { applyChanges } from "../followup/apply-changes.ts";
import { summaryOf } from "./answer-question.ts";
import type { Conversation, ConversationDeps, Outcome } from "./conversation-port.ts";
import { outcomeBefore } from "./journal.ts";
import { offeredBy } from "./offered-plan.ts";
import { makePlan } from "./make-plan.ts";
import { answer, incident, mayRevise, type Said } from "./outcomes.ts";
import type { Asker, PlanRecord } from "./ports.ts";
import { changesOfVariant } from "./pressed.ts";
import { cancelReminders, remindersAhead } from "./own-reminders.ts";
import { forKeeping } from "./redact.ts";
import { recordPilot } from "./record-pilot.ts";
import { receive } from "./receive.ts";
import { revise } from "./revise.ts";
import { withdraw } from "./team-corrections.ts";
import { teamSettings } from "./team-settings.ts";
import { undoOwn } from "./undo.ts";
import { withoutWords } from "./without-words.ts";

const listed = 20;

/** The use cases over their ports. No method rejects: what fails on our side is answered with the id of its log line. */
export function makeConversation(deps: ConversationDeps): Conversation {
  const { store } = deps;

  const languageOf = async (asker: Asker, record: PlanRecord | null = null): Promise<Said["language"]> =>
    (await store.preferences.get(asker.workspace, asker.user)).language ??
    asker.locale ??
    record?.language ??
    "en";

  /** Runs one use case on a plan of the asker's own workspace. */
  const onPlan = (
    asker: Asker,
    planId: string,
    use: (record: PlanRecord, said: Said) => Promise<Outcome>,
  ): Promise<Outcome> =>
    guarded(deps, asker, async () => {
      const record = await store.plans.get(asker.workspace, planId);
      const said: Said = { language: await languageOf(asker, record), reading: null, record };
      return record === null ? answer(said, { about: "unchanged", why: "no-plan-here" }) : use(record, said);
    });

  /** Reminders are their owner's alone: of one plan, which must be theirs, or of all of theirs. */
  const onOwn = (
    asker: Asker,
    planId: string | undefined,
    use: (record: PlanRecord | null, said: Said) => Promise<Outcome>,
  ): Promise<Outcome> =>
    planId === undefined
      ? guarded(deps, asker, async () =>
          use(null, { language: await languageOf(asker), reading: null, record: null }),
        )
      : onPlan(asker, planId, async (record, said) =>
          record.owner === asker.user
            ? use(record, said)
            : answer(said, { about: "reminders", reminders: [], done: "not-yours" }),
        );

  const conversation: Conversation = {
    receive: (incoming) =>
      guarded(deps, incoming.asker, () =>
        receive(deps, conversation, { ...incoming, text: forKeeping(incoming.text) }),
      ),

    planFromSpec: (request) =>
      guarded(deps, request.asker, async () =>
        makePlan(deps, {
          ...request,
          reading: null,
          language: request.language ?? (await languageOf(request.asker)),
        }),
      ),

    planOffered: ({ asker, planId, pilot, place }) =>
      onPlan(asker, planId, async (record, said) => {
        const spec = offeredBy(record, pilot, asker);
        return spec === null
          ? answer(said, { about: "unchanged", why: "changed-since" })
          : makePlan(deps, {
              asker,
              spec,
              place,
              via: "follow-up",
              private: record.private,
              reading: null,
              language: said.language,
            });
      }),

    applyToPlan: ({ asker, planId, changes, via, variant: id }) =>
      onPlan(asker, planId, async (record, said) => {
        const variant = record.variants.find((one) => one.id === id);
        if (id !== undefined && variant === undefined)
          return answer(said, { about: "unchanged", why: "changed-since" });
        const revision = { asker, record, via, reading: null, language: said.language };
        if (variant === undefined)
          return revise(deps, { ...revision, specFrom: (base) => applyChanges(base, changes) });
        const wanted = mayRevise(record, asker) ? changesOfVariant(record, variant) : [];
        return revise(deps, {
          ...revision,
          specFrom: (base) => applyChanges(applyChanges(base, wanted), changes),
          onto: variant,
          adopts: variant.id,
        });
      }),

    withdrawResult: ({ asker, planId, result }) =>
      onPlan(asker, planId, (record, said) => withdraw(deps, { ...said, record }, asker, { key: result })),

    undo: ({ asker, planId, revision }) =>
      onPlan(asker, planId, (record, { language }) =>
        undoOwn(deps, {
          asker,
          record,
          reading: null,
          language,
          ...(revision === undefined ? {} : { revision }),
        }),
      ),

    adoptVariant: ({ asker, planId, variantId }) =>
      onPlan(asker, planId, async (record, said) => {
        const variant = record.variants.find(({ id }) => id === variantId);
        if (variant === undefined) return answer(said, { about: "unchanged", why: "changed-since" });
        if (!mayRevise(record, asker)) return answer(said, { about: "unchanged", why: "not-yours" });
        const wanted = changesOfVariant(record, variant);
        return revise(deps, {
          asker,
          record,
          via: "follow-up",
          reading: null,
          language: said.language,
          specFrom: (base) => applyChanges(base, wanted),
          adopts: variantId,
        });
      }),

    setSilence: ({ asker, planId, silenced }) =>
      onPlan(asker, planId, async (record, said) => {
        await store.plans.setSilenced(record.workspace, record.id, silenced);
        return answer(
          { ...said, record: { ...record, silenced } },
          { about: "thanks", topic: silenced ? "silence" : "resume" },
        );
      }),

    recordPilot: (post) => guarded(deps, post.asker, () => recordPilot(deps, post)),

    changeSettings: ({ asker, threshold, approvers }) =>
      guarded(deps, asker, async () => {
        const said: Said = { language: await languageOf(asker), reading: null, record: null };
        return teamSettings(deps, said, asker, { act: "set", threshold, approvers });
      }),

    mine: (asker) =>
      guarded(deps, asker, async () => {
        const records = await store.plans.ownedBy(asker.workspace, asker.user, listed);
        const plans = records.flatMap((record) => summaryOf(deps.lookup, record) ?? []);
        return answer(
          { language: await languageOf(asker), reading: null, record: null },
          { about: "mine", plans },
        );
      }),

    reminders: ({ asker, planId }, ownTimes) =>
      onOwn(asker, planId, async (record, said) => {
        const reminders = await remindersAhead(deps, asker, record);
        return answer(said, {
          about: "reminders",
          reminders,
          ...(ownTimes === true ? { done: "own-times" } : {}),
        });
      }),

    cancelReminders: ({ asker, planId, key }) =>
      onOwn(asker, planId, async (record, said) => {
        const done = await cancelReminders(deps, asker, record, key ?? null);
        const reminders = await remindersAhead(deps, asker, record);
        return answer(said, { about: "reminders", reminders, done });
      }),

    team: (workspace) => store.plans.recent(workspace, listed),
  };
  return conversation;
}

/**
 * Nobody is left without an answer: a bug or a lost store gives an id to ask about. A delivery that changed something
 * before a crash is answered from what was kept with the change; so is the slower of two runs at the same moment.
 */
async function guarded(
  { store, log, newId }: ConversationDeps,
  asker: Asker,
  use: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    const before = await outcomeBefore(store, asker);
    if (before !== null) return before;
    const outcome = await use();
    const { reply } = outcome;
    const changed = reply.kind !== "answer" || reply.answer.about !== "unchanged";
    return changed ? outcome : ((await outcomeBefore(store, asker)) ?? outcome);
  } catch (cause) {
    const faster = await outcomeBefore(store, asker).catch(() => null);
    if (faster !== null) return faster;
    const id = newId();
    log.error({ incident: id, ...withoutWords(cause) }, "a use case failed");
    return incident({ language: asker.locale ?? "en", reading: null, record: null }, id);
  }
}
