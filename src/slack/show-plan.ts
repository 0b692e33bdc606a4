import { renderReply } from "../../blocks/render-reply.ts";
import { standing } from "../app/standing.ts";
import type { PlanRecord } from "../app/ports.ts";
import type { Language, Reply } from "../domain/conversation.ts";
import type { ExchangeRates } from "../units/money.ts";
import type { Bot } from "./bot.ts";
import type { Spot } from "./say-outcome.ts";
import { viewFor } from "./view-for.ts";

/** A plan as it stands now, as the reply that first showed it would be written. */
export function standingReply(record: PlanRecord, language: Language, rates: ExchangeRates): Reply | null {
  const last = record.revisions.at(-1);
  if (last === undefined) return null;
  const kind = last.plan.kind === "needs-answer" ? "question" : "plan";
  const ref = { planId: record.id, revision: last.number, owner: record.owner };
  return { language, reading: null, kind, plan: standing(last.plan, record, rates), ref };
}

/**
 * Posts a plan afresh. `move`: its thread starts again here; else this is a copy to look at, and the plan stays where
 * colleagues follow it.
 */
export async function showPlan(
  bot: Bot,
  record: PlanRecord,
  spot: Spot,
  options: { readonly language: Language; readonly move: boolean },
): Promise<void> {
  const { language, move } = options;
  const reply = standingReply(record, language, bot.rates());
  if (reply === null) return;
  const { head, details } = renderReply(reply, await viewFor(bot, spot, record));
  await bot.outbox.say({
    v: 1,
    workspace: record.workspace,
    key: spot.key,
    user: spot.user,
    language,
    channel: spot.channel,
    threadTs: spot.threadTs,
    responseUrl: spot.responseUrl,
    planId: move ? record.id : null,
    moved: move,
    ...(move ? { public: await bot.channels.isPublic(spot.channel) } : {}),
    ...(head === undefined ? {} : { head }),
    ...(details === undefined ? {} : { details }),
  });
}
