import type { App, BlockAction, OverflowAction } from "@slack/bolt";
import type { ModalView } from "@slack/types";
import type { Language } from "../../domain/conversation.ts";
import type { Bot } from "../bot.ts";
import { askerOf, languageFor } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { words } from "../../i18n/messages.ts";
import { showPlan } from "../show-plan.ts";
import { sayPlanGone } from "./plan-gone.ts";

export const shareIds = { view: "gp_share_form", block: "channel", field: "gp_share_channel" } as const;

function shareView(planId: string, language: Language): ModalView {
  const say = words(language).edges;
  const plain = (text: string) => ({ type: "plain_text" as const, text });
  return {
    type: "modal",
    callback_id: shareIds.view,
    private_metadata: JSON.stringify({ v: 1, plan: planId }),
    title: plain(say.shareTitle),
    submit: plain(say.shareSubmit),
    close: plain(say.shareClose),
    blocks: [
      {
        type: "input",
        block_id: shareIds.block,
        label: plain(say.shareChannel),
        element: {
          type: "conversations_select",
          action_id: shareIds.field,
          filter: { include: ["public", "private"], exclude_bot_users: true },
        },
      },
    ],
  };
}

/** Asks for the channel; the plan's fresh head then starts its thread there. */
export async function openShare(
  bot: Bot,
  triggerId: string,
  planId: string,
  language: Language,
): Promise<void> {
  await bot.client.views.open({ trigger_id: triggerId, view: shareView(planId, language) });
}

export type MenuPress = BlockAction<OverflowAction>;

export function registerShare(app: App, bot: Bot): void {
  app.view(shareIds.view, async ({ ack, view, body, context }) => {
    await ack();
    const delivery = deliveryOf(context);
    const channel = view.state.values[shareIds.block]?.[shareIds.field]?.selected_conversation;
    const asker = await askerOf(bot, body.user.id);
    const { plan } = JSON.parse(view.private_metadata) as { plan: string };
    const record = await bot.store.plans.get(asker.workspace, plan);
    const spot = { user: asker.user, channel: null, threadTs: null, responseUrl: "" };
    if (delivery.duplicate || channel == null) return;
    // Only the owner and the editors may take a plan out of its direct message.
    const may =
      record !== null &&
      (!record.private || record.owner === asker.user || record.editors.includes(asker.user));
    if (record === null || !may) {
      await sayPlanGone(bot, asker, spot);
      return;
    }
    await showPlan(
      bot,
      record,
      { ...spot, key: delivery.key, channel },
      { language: await languageFor(bot, asker), move: true },
    );
  });
}
