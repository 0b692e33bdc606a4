import type { App, BlockAction } from "@slack/bolt";
import { homeView } from "../../../blocks/home.ts";
import { actionPatterns, decodeButton } from "../../../blocks/ids.ts";
import type { Asker, PlanRecord } from "../../app/ports.ts";
import { standing } from "../../app/standing.ts";
import type { Bot } from "../bot.ts";
import { askerOf, languageFor } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { meet } from "../people.ts";
import { showPlan } from "../show-plan.ts";
import { viewFor } from "../view-for.ts";
import { sayPlanGone } from "./plan-gone.ts";

const listed = 10;

/** The tab as it stands now. */
export async function publishHome(bot: Bot, asker: Asker): Promise<void> {
  const [mine, team, settings, language] = await Promise.all([
    bot.store.plans.ownedBy(asker.workspace, asker.user, listed),
    bot.conversation.team(asker.workspace),
    bot.store.settings.get(asker.workspace),
    languageFor(bot, asker),
  ]);
  await meet(bot.people, settings);
  const view = await viewFor(bot, { user: asker.user, channel: null }, null);
  await bot.client.views.publish({
    user_id: asker.user,
    view: homeView({
      mine: mine.map((plan) => asItStands(bot, plan)),
      team: (await withNames(bot, team)).map((plan) => asItStands(bot, plan)),
      settings,
      language,
      view,
    }),
  });
}

/** The Home tab: my plans and the team's; a plan opens in the person's direct messages. */
export function registerHome(app: App, bot: Bot): void {
  app.event("app_home_opened", async ({ event }) => {
    await publishHome(bot, await askerOf(bot, event.user));
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

/** The last revision with what was measured, waived, reserved and paid. */
function asItStands(bot: Bot, record: PlanRecord): PlanRecord {
  const last = record.revisions.at(-1);
  if (last === undefined) return record;
  const plan = standing(last.plan, record, bot.rates());
  return { ...record, revisions: [...record.revisions.slice(0, -1), { ...last, plan }] };
}

/** Owners as colleagues know them. */
const withNames = (bot: Bot, plans: readonly PlanRecord[]): Promise<PlanRecord[]> =>
  Promise.all(
    plans.map(async (plan) => ({ ...plan, owner: (await bot.people.find(plan.owner)).name ?? plan.owner })),
  );
