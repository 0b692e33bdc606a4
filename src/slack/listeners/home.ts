import type { App, BlockAction } from "@slack/bolt";
import { homeView } from "../../../blocks/home.ts";
import { actionPatterns, decodeButton } from "../../../blocks/ids.ts";
import type { PlanRecord } from "../../app/ports.ts";
import type { Bot } from "../bot.ts";
import { askerOf, languageFor } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { showPlan } from "../show-plan.ts";
import { viewFor } from "../view-for.ts";
import { sayPlanGone } from "./plan-gone.ts";

const listed = 10;

/** The Home tab: my plans and the team's; a plan opens in the person's direct messages. */
export function registerHome(app: App, bot: Bot): void {
  app.event("app_home_opened", async ({ event }) => {
    const asker = await askerOf(bot, event.user);
    const [mine, team, language] = await Promise.all([
      bot.store.plans.ownedBy(asker.workspace, asker.user, listed),
      bot.conversation.team(asker.workspace),
      languageFor(bot, asker),
    ]);
    const view = await viewFor(bot, { user: asker.user, channel: null }, null);
    await bot.client.views.publish({
      user_id: asker.user,
      view: homeView({ mine, team: await withNames(bot, team), language, view }),
    });
  });

  app.action<BlockAction>(actionPatterns.homeOpen, async ({ body, context }) => {
    const action = body.actions[0] as { value?: string } | undefined;
    const asker = await askerOf(bot, body.user.id);
    const id = decodeButton(action?.value)?.plan ?? "";
    const record = await bot.store.plans.get(asker.workspace, id);
    const spot = {
      key: deliveryOf(context).key,
      user: asker.user,
      channel: null,
      threadTs: null,
      responseUrl: "",
    };
    const theirs = record !== null && (record.owner === asker.user || record.editors.includes(asker.user));
    const ofTheTeam = record !== null && !record.private && record.public;
    const mayRead = theirs || ofTheTeam;
    if (record === null || !mayRead) await sayPlanGone(bot, asker, spot);
    else
      await showPlan(bot, record, spot, {
        language: await languageFor(bot, asker),
        // Looking at a colleague's plan does not take its thread to oneself.
        move: record.headTs === null && record.owner === asker.user,
      });
  });
}

/** Owners as colleagues know them. */
const withNames = (bot: Bot, plans: readonly PlanRecord[]): Promise<PlanRecord[]> =>
  Promise.all(
    plans.map(async (plan) => ({ ...plan, owner: (await bot.people.find(plan.owner)).name ?? plan.owner })),
  );
