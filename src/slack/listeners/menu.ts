import type { App, BlockAction } from "@slack/bolt";
import { actionIds, decodeButton, decodeMenu } from "../../../blocks/ids.ts";
import type { PlanRecord } from "../../app/ports.ts";
import { revisionShown, type Pressed } from "../../app/pressed.ts";
import { chartKinds } from "../../domain/charting/chart-figures.ts";
import { launchers } from "../../domain/launch.ts";
import type { Bot } from "../bot.ts";
import { askerOf, languageFor } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { sayOutcome } from "../say-outcome.ts";
import { pressedBy, spotOfPress } from "./buttons.ts";
import { sayPlanGone } from "./plan-gone.ts";
import { openShare } from "./share.ts";

/** What a menu entry or button asks for, as the words a person would write in the thread. */
const asWords = {
  compare: { en: "compare", fr: "comparer" },
  why: { en: "why this card?", fr: "pourquoi cette carte ?" },
  chart: { en: "chart", fr: "graphique" },
  launch: { en: "launch file", fr: "fichier de lancement" },
  memory: { en: "memory chart", fr: "graphique de la mémoire" },
  cost: { en: "chart of cost against time", fr: "graphique du coût contre le temps" },
  window: { en: "timeline", fr: "chronologie" },
  skypilot: { en: "launch file for SkyPilot", fr: "fichier de lancement SkyPilot" },
  dstack: { en: "launch file for dstack", fr: "fichier de lancement dstack" },
  slurm: { en: "launch file for Slurm", fr: "fichier de lancement Slurm" },
  kubernetes: { en: "launch file for Kubernetes", fr: "fichier de lancement Kubernetes" },
  shell: { en: "launch file for a shell", fr: "fichier de lancement shell" },
  pilot: { en: "pilot", fr: "pilote" },
  reserve: { en: "reserve", fr: "réserver" },
  close: { en: "closing", fr: "clôture" },
} as const;
type Wish = keyof typeof asWords;

const chosen = (body: BlockAction): string | undefined => {
  const action = body.actions[0] as { selected_option?: { value?: string } } | undefined;
  return action?.selected_option?.value;
};

/** The card of the alternative that a button stands beside. */
function cardAt(record: PlanRecord, pressed: Pressed, index: number | undefined): readonly string[] {
  if (index === undefined) return [];
  const card = revisionShown(record, pressed)?.plan.alternatives[index]?.accelerator;
  return card === undefined ? [] : [card];
}

/** Buttons that ask rather than change: they take the same path as the words, so both get the same answer. */
export function registerMenu(app: App, bot: Bot): void {
  const ask = async (
    body: BlockAction,
    key: string,
    pressed: Pressed | null,
    wish: Wish,
    index?: number,
  ): Promise<void> => {
    const asker = await askerOf(bot, body.user.id, key);
    const record = pressed === null ? null : await bot.store.plans.get(asker.workspace, pressed.planId);
    const spot = spotOfPress(body, key, record);
    if (pressed === null || record === null || spot.channel === null) {
      await sayPlanGone(bot, asker, spot);
      return;
    }
    const outcome = await bot.conversation.receive({
      asker,
      text: [asWords[wish][await languageFor(bot, asker)], ...cardAt(record, pressed, index)].join(" "),
      place: {
        channel: spot.channel,
        threadTs: spot.threadTs,
        kind: spot.channel.startsWith("D") ? "im" : "channel",
      },
      mentioned: true,
      pressed,
    });
    await sayOutcome(bot, outcome, spot);
  };

  app.action<BlockAction>(actionIds.more, async ({ body, context }) => {
    const menu = decodeMenu(chosen(body));
    const { key } = deliveryOf(context);
    if (menu === null) {
      const asker = await askerOf(bot, body.user.id);
      await sayPlanGone(bot, asker, spotOfPress(body, key, null));
    } else if (menu.entry === "share") {
      const language = await languageFor(bot, await askerOf(bot, body.user.id));
      await openShare(bot, body.trigger_id, menu.plan, language);
    } else {
      await ask(body, key, { planId: menu.plan, revision: menu.revision }, menu.entry);
    }
  });

  const buttons: readonly (readonly [string, Wish])[] = [
    ...chartKinds.map((kind) => [actionIds.chart(kind), kind] as const),
    ...launchers.map((launcher) => [actionIds.launchFile(launcher), launcher] as const),
    [actionIds.compare, "compare"],
    [actionIds.shortTrial, "pilot"],
    [actionIds.preparePilot, "pilot"],
    [actionIds.reserve, "reserve"],
    [actionIds.closeRental, "close"],
  ];
  for (const [id, wish] of buttons) {
    app.action<BlockAction>(id, async ({ body, context }) => {
      const action = body.actions[0] as { value?: string } | undefined;
      const value = decodeButton(action?.value);
      const pressed = value === null ? null : pressedBy(value);
      await ask(body, deliveryOf(context).key, pressed, wish, value?.index);
    });
  }
}
