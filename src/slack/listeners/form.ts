import type { App, BlockAction } from "@slack/bolt";
import { planForm } from "../../../blocks/form.ts";
import { fieldBlockId } from "../../../blocks/form-fields.ts";
import { formErrors, readForm, type FormProblem, type FormReading } from "../../../blocks/form-values.ts";
import {
  actionIds,
  actionPatterns,
  callbackIds,
  decodeButton,
  decodeMetadata,
  type FormMetadata,
} from "../../../blocks/ids.ts";
import { acceleratorOptions, modelOptions } from "../../../blocks/options.ts";
import type { Outcome } from "../../app/conversation-port.ts";
import type { Asker } from "../../app/ports.ts";
import { words } from "../../i18n/messages.ts";
import type { Bot } from "../bot.ts";
import { askerOf, languageFor } from "../bot.ts";
import { deliveryOf } from "../delivery-of.ts";
import { formChanges } from "../form-changes.ts";
import { sayOutcome } from "../say-outcome.ts";
import { slackErrorCode } from "../slack-error.ts";
import { spotOfPress } from "./buttons.ts";
import { openForm } from "./open-form.ts";
import { sayChanged, sayPlanGone } from "./plan-gone.ts";

const listed = 100;
const everything = 100_000;

const fresh = (channel: string | null): FormMetadata => ({
  channel,
  thread: null,
  private: channel === null,
  more: false,
  edition: 0,
});

const valueOf = (body: BlockAction): string | undefined =>
  (body.actions[0] as { value?: string } | undefined)?.value;

export function registerForm(app: App, bot: Bot): void {
  let ids: readonly string[] | undefined;
  /** Ids too long for an option come back shortened; the whole list tells which they were. */
  const knownIds = (): readonly string[] => {
    ids ??= [
      ...bot.lookup.searchModels("", everything),
      ...bot.lookup.searchAccelerators("", everything),
    ].map(({ id }) => id);
    return ids;
  };
  const readValues = (values: object): FormReading =>
    readForm(values, JSON.stringify(values).includes("~") ? knownIds() : []);

  registerOptions(app, bot);
  registerOpening(app, bot);

  const redraw = async (
    body: BlockAction,
    change: (metadata: FormMetadata) => FormMetadata,
  ): Promise<void> => {
    const { view } = body;
    if (view === undefined) return;
    const metadata = decodeMetadata(view.private_metadata) ?? fresh(null);
    const { spec, private: ticked } = readValues(view.state.values);
    const language = await languageFor(bot, await askerOf(bot, body.user.id));
    const state = { language, metadata: change({ ...metadata, private: ticked }), spec };
    const next = { view_id: view.id, view: planForm(state, { lookup: bot.lookup }) };
    try {
      await bot.client.views.update({ ...next, hash: view.hash });
    } catch (error) {
      // An earlier choice was drawn meanwhile; this one is newer and carries it.
      if (slackErrorCode(error) === "hash_conflict") await bot.client.views.update(next);
      else if (slackErrorCode(error) !== "not_found") throw error;
    }
  };

  app.action<BlockAction>(actionPatterns.formChoice, async ({ ack, body }) => {
    await ack();
    await redraw(body, (metadata) => metadata);
  });
  app.action<BlockAction>(actionIds.formMore, async ({ ack, body }) => {
    await ack();
    await redraw(body, (metadata) => ({ ...metadata, more: !metadata.more }));
  });

  app.view(callbackIds.planForm, async ({ ack, body, view, context }) => {
    const metadata = decodeMetadata(view.private_metadata) ?? fresh(null);
    const reading = readValues(view.state.values);
    const asker = await askerOf(bot, body.user.id, deliveryOf(context).key);
    const language = await languageFor(bot, asker);
    const errors = formErrors([...reading.problems, ...modelMissing(reading, metadata)], words(language));
    if (Object.keys(errors).length > 0) {
      await (ack as (response: object) => Promise<void>)({ response_action: "errors", errors });
      return;
    }
    await ack();
    const { key, duplicate } = deliveryOf(context);
    if (duplicate) return;
    const { channel, thread } = metadata;
    const spot = { key, user: asker.user, channel, threadTs: thread, responseUrl: "" };
    const outcome = await outcomeOf(bot, asker, metadata, reading, view.state.values);
    if (outcome === "gone") await sayPlanGone(bot, asker, spot);
    else if (outcome === "changed") await sayChanged(bot, asker, spot);
    else await sayOutcome(bot, outcome, spot);
  });
}

const modelMissing = ({ spec }: FormReading, { edition }: FormMetadata): FormProblem[] =>
  spec.model === undefined
    ? [
        {
          blockId: fieldBlockId("model", edition),
          problem: { code: "missing-field", path: "model", read: "" },
        },
      ]
    : [];

async function outcomeOf(
  bot: Bot,
  asker: Asker,
  metadata: FormMetadata,
  reading: FormReading,
  values: object,
): Promise<Outcome | "gone" | "changed"> {
  const { channel, thread, plan } = metadata;
  if (plan === undefined) {
    return bot.conversation.planFromSpec({
      asker,
      spec: reading.spec,
      place: {
        channel,
        threadTs: thread,
        kind: channel === null || channel.startsWith("D") ? "im" : "channel",
        public: await bot.channels.isPublic(channel),
      },
      via: "form",
      private: reading.private || channel === null,
    });
  }
  const record = await bot.store.plans.get(asker.workspace, plan);
  const base = record?.revisions.find(({ number }) => number === metadata.revision)?.spec;
  if (record === null) return "gone";
  if (base === undefined) return "changed";
  return bot.conversation.applyToPlan({
    asker,
    planId: plan,
    changes: formChanges(base, reading.spec, values),
    via: "form",
  });
}

/** Type-ahead from memory: nothing here waits for anything. */
function registerOptions(app: App, bot: Bot): void {
  const wordsOf = (user: string) => words(bot.people.peek(user)?.locale ?? "en");
  app.options(actionIds.field("model"), async ({ ack, body, options }) => {
    const found = bot.lookup.searchModels(options.value, listed);
    await ack({ options: modelOptions(found, wordsOf(body.user.id), options.value) });
  });
  app.options(actionIds.field("cards"), async ({ ack, body, options }) => {
    const found = bot.lookup.searchAccelerators(options.value, listed);
    await ack({ options: acceleratorOptions(found, wordsOf(body.user.id), options.value) });
  });
}

/** The two buttons that open the form: empty, and filled with a plan. */
function registerOpening(app: App, bot: Bot): void {
  app.action<BlockAction>(actionIds.openForm, async ({ body, context }) => {
    const { recovered } = deliveryOf(context);
    const spot = spotOfPress(body, "", null);
    const asked = decodeButton(valueOf(body)) === null ? decodeMetadata(valueOf(body)) : null;
    const metadata = asked ?? fresh(spot.channel);
    await openForm(bot, { triggerId: recovered ? null : body.trigger_id, spot, metadata });
  });

  app.action<BlockAction>(actionIds.adjust, async ({ body, context }) => {
    const { key, recovered } = deliveryOf(context);
    const value = decodeButton(valueOf(body));
    const workspace = bot.self().teamId;
    const record = value === null ? null : await bot.store.plans.get(workspace, value.plan);
    const last = record?.revisions.at(-1);
    const spot = spotOfPress(body, key, record);
    if (record === null || last === undefined) {
      await sayPlanGone(bot, await askerOf(bot, body.user.id), spot);
      return;
    }
    const { channel, threadTs } = spot;
    await openForm(bot, {
      triggerId: recovered ? null : body.trigger_id,
      spot,
      metadata: {
        channel,
        thread: threadTs,
        plan: record.id,
        revision: last.number,
        private: record.private,
        more: false,
        edition: 0,
      },
      spec: last.spec,
    });
  });
}
