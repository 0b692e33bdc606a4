import type { App, BlockAction } from "@slack/bolt";
import { actionIds, actionPatterns, decodeButton, type ButtonValue } from "../../../blocks/ids.ts";
import type { Outcome } from "../../app/conversation-port.ts";
import type { Asker, PlanRecord } from "../../app/ports.ts";
import { revisionShown, type Pressed } from "../../app/pressed.ts";
import type { Candidate, Change, Plan } from "../../domain/plan.ts";
import type { Bot } from "../bot.ts";
import { askerOf } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import type { Spot } from "../say-outcome.ts";
import { sayOutcome } from "../say-outcome.ts";
import { spotOf } from "../spot-of.ts";
import { sayChanged, sayPlanGone } from "./plan-gone.ts";

/** A press of one of our buttons, with everything a listener needs to answer it. */
export interface Press {
  readonly asker: Asker;
  readonly spot: Spot;
  readonly value: ButtonValue;
  readonly record: PlanRecord;
}

/** Where a press is answered: in the plan's own thread, or under the message that carries the button. */
export function spotOfPress(body: BlockAction, key: string, record: PlanRecord | null): Spot {
  const seen = spotOf(body) ?? { user: body.user.id, channel: null, threadTs: null, responseUrl: "" };
  const under = seen.threadTs ?? body.message?.ts ?? null;
  const own = record !== null && record.channel === seen.channel ? record.threadTs : null;
  return { ...seen, key, threadTs: own ?? under };
}

const valueOf = (body: BlockAction): string | null => {
  const action = body.actions[0] as { value?: unknown } | undefined;
  return typeof action?.value === "string" ? action.value : null;
};

/** What the message of the button showed. */
export const pressedBy = ({ plan, revision, variant }: ButtonValue): Pressed => ({
  planId: plan,
  revision,
  ...(variant === undefined ? {} : { variant }),
});

const named = (candidate: Candidate): Change[] => [
  { field: "accelerator", from: null, to: candidate.accelerator },
  { field: "gpus", from: null, to: candidate.gpus },
  { field: "nodes", from: null, to: candidate.nodes },
];

/** What each kind of button changes in the run; null = the position is not there any more. */
export const changesOf = {
  answer: (plan: Plan, { question, index }: ButtonValue): readonly Change[] | null =>
    plan.questions.find(({ field }) => field === question)?.answers[index ?? -1]?.changes ?? null,
  relax: (plan: Plan, { index }: ButtonValue): readonly Change[] | null =>
    plan.infeasible?.relaxations[index ?? -1]?.changes ?? null,
  stay: (plan: Plan, { index }: ButtonValue): readonly Change[] | null =>
    plan.stay?.ways[index ?? -1]?.changes ?? null,
  adoptAlternative: (plan: Plan, { index }: ButtonValue): readonly Change[] | null => {
    const candidate = plan.alternatives[index ?? -1];
    return candidate === undefined ? null : [...named(candidate), ...(candidate.changes ?? [])];
  },
};

export function registerButtons(app: App, bot: Bot): void {
  const onPress =
    (act: (press: Press) => Promise<Outcome | null>, said = (spot: Spot): Spot => spot) =>
    async (body: BlockAction, context: Readonly<Record<string, unknown>>): Promise<void> => {
      const { key } = deliveryOf(context);
      const value = decodeButton(valueOf(body));
      const asker = await askerOf(bot, body.user.id, key);
      const record = value === null ? null : await bot.store.plans.get(asker.workspace, value.plan);
      const spot = spotOfPress(body, key, record);
      const outcome = value === null || record === null ? null : await act({ asker, spot, value, record });
      if (outcome === null) await (record === null ? sayPlanGone : sayChanged)(bot, asker, spot);
      else await sayOutcome(bot, outcome, outcome.reply.kind === "answer" ? spot : said(spot));
    };

  const changing = (changes: (plan: Plan, value: ButtonValue) => readonly Change[] | null) =>
    onPress(({ asker, record, value }) => {
      // Positions in the plan as it stood when the button was drawn are what buttons mean.
      const shown = revisionShown(record, value);
      const wanted = shown === null ? null : changes(shown.plan, value);
      const { variant } = pressedBy(value);
      const request = { asker, planId: record.id, via: "follow-up" as const };
      return wanted === null
        ? Promise.resolve(null)
        : bot.conversation.applyToPlan({
            ...request,
            changes: wanted,
            ...(variant === undefined ? {} : { variant }),
          });
    });

  const listen = (pattern: string | RegExp, handle: ReturnType<typeof onPress>): void => {
    app.action<BlockAction>(pattern, ({ body, context }) => handle(body, context));
  };

  listen(actionPatterns.answer, changing(changesOf.answer));
  listen(actionPatterns.relax, changing(changesOf.relax));
  listen(actionPatterns.stay, changing(changesOf.stay));
  listen(actionPatterns.adoptAlternative, changing(changesOf.adoptAlternative));
  listen(
    actionIds.undo,
    onPress(({ asker, record, value }) =>
      bot.conversation.undo({ asker, planId: record.id, revision: value.revision }),
    ),
  );
  listen(
    actionPatterns.cancelReminder,
    onPress(({ asker, record, value }) =>
      value.reminder === undefined
        ? Promise.resolve(null)
        : bot.conversation.cancelReminders({ asker, planId: record.id, key: value.reminder }),
    ),
  );
  listen(
    actionPatterns.withdrawResult,
    onPress(({ asker, record, value }) =>
      value.result === undefined
        ? Promise.resolve(null)
        : bot.conversation.withdrawResult({ asker, planId: record.id, result: value.result }),
    ),
  );
  listen(
    actionIds.planOffered,
    onPress(
      async ({ asker, record, value, spot }) =>
        value.pilot === undefined
          ? null
          : bot.conversation.planOffered({
              asker,
              planId: record.id,
              pilot: value.pilot,
              place: {
                channel: spot.channel,
                threadTs: null,
                kind: spot.channel?.startsWith("D") === true ? "im" : "channel",
                public: spot.channel !== null && (await bot.channels.isPublic(spot.channel)),
              },
            }),
      // A plan has a message of its own.
      (spot) => ({ ...spot, threadTs: null }),
    ),
  );
  listen(
    actionIds.adoptVariant,
    onPress(({ asker, record, value }) =>
      value.variant === undefined
        ? Promise.resolve(null)
        : bot.conversation.adoptVariant({ asker, planId: record.id, variantId: value.variant }),
    ),
  );
}
