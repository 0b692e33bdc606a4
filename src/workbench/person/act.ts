import type { Bench } from "../bench.ts";
import { nextTs } from "../bench.ts";
import { channelOf, messageOf, publicName, userOf } from "../directory.ts";
import type { Field } from "../entries.ts";
import { elementsIn, enter, fieldsIn, optionsKey, valuesFor } from "../entries.ts";
import type { Json } from "../json.ts";
import { compact, isJson, list, object, objects } from "../json.ts";
import { LIMITS } from "../limits.ts";
import type { Message, View } from "../model.ts";
import { newResponseUrl, newTrigger } from "../tickets.ts";
import { selectOption } from "../validate/compositions.ts";
import type { CheckContext } from "../validate/check.ts";
import { viewToWire } from "../views.ts";
import { messageToWire } from "../wire.ts";
import { wordsFor } from "../words.ts";
import type { Outcome } from "./payload.ts";
import { interaction, sendInteraction } from "./payload.ts";

/** Where an element stands: in a message or in a view, and under which names. */
export interface Target {
  channel?: string | undefined;
  messageTs?: string | undefined;
  viewId?: string | undefined;
  blockId?: string | undefined;
  actionId: string;
}

interface Place {
  field: Field;
  view?: View;
  message?: Message;
}

const find = (bench: Bench, user: string, target: Target): Place => {
  const view = target.viewId === undefined ? undefined : bench.views.get(target.viewId);
  const { channel = "", messageTs = "" } = target;
  const message =
    view === undefined
      ? (bench.ephemerals.find(
          (item) => item.channel === channel && item.ts === messageTs && item.onlyFor === user,
        ) ?? messageOf(bench, channel, messageTs))
      : undefined;
  const blocks = view === undefined ? message?.blocks : view.content["blocks"];
  const field = elementsIn(blocks).find(
    (item) =>
      item.actionId === target.actionId && (target.blockId === undefined || item.blockId === target.blockId),
  );
  if (field === undefined)
    throw new Error(`no element ${target.actionId} in ${target.viewId ?? `${channel} ${messageTs}`}`);
  return { field, ...(view === undefined ? {} : { view }), ...(message === undefined ? {} : { message }) };
};

const stateKey = (user: string, message: Message): string => `${message.channel}:${message.ts}:${user}`;

const messageState = (bench: Bench, user: string, message: Message): Record<string, Record<string, Json>> =>
  valuesFor(message.blocks, bench.messageValues.get(stateKey(user, message)));

/** The action object of an element without a kept value. */
const momentary = (field: Field, value: unknown): Json => {
  const { element } = field;
  switch (element["type"]) {
    case "overflow": {
      const option = objects(element["options"]).find((item) => item["value"] === value);
      if (option === undefined) throw new Error(`no overflow option ${JSON.stringify(value)}`);
      return { selected_option: option };
    }
    case "feedback_buttons": {
      const button = [element["positive_button"], element["negative_button"]]
        .map(object)
        .find((item) => item["value"] === value);
      if (button === undefined) throw new Error(`no feedback button ${JSON.stringify(value)}`);
      return { value, text: button["text"] };
    }
    default:
      return compact({
        text: element["text"],
        value: element["value"],
        url: element["url"],
        style: element["style"],
        icon: element["icon"],
        confirm: element["confirm"],
      });
  }
};

const containerOf = (bench: Bench, user: string, { view, message }: Place): Json => {
  if (view !== undefined) return { container: { type: "view", view_id: view.id }, view: viewToWire(view) };
  if (message === undefined) return {};
  const channel = channelOf(bench, message.channel);
  const ephemeral = message.onlyFor !== undefined;
  return compact({
    container: compact({
      type: "message",
      message_ts: message.ts,
      channel_id: message.channel,
      is_ephemeral: ephemeral,
      thread_ts: message.threadTs,
    }),
    channel: { id: message.channel, name: channel === undefined ? "" : publicName(channel) },
    // Slack does not hand back an ephemeral message.
    message: ephemeral ? undefined : messageToWire(bench, message),
    state: { values: messageState(bench, user, message) },
  });
};

/** Uses an element: presses a button, chooses in a menu, a date … The bot gets block_actions. */
export const useElement = async (
  bench: Bench,
  user: string,
  target: Target,
  value?: unknown,
): Promise<Outcome> => {
  const place = find(bench, user, target);
  const { field, view, message } = place;
  const kept = fieldsIn([field.block]).some((item) => item.actionId === field.actionId);
  let detail: Json;
  if (kept) {
    detail = enter(bench, user, field, value);
    if (view !== undefined) (view.values[field.blockId] ??= {})[field.actionId] = detail;
    else if (message !== undefined) {
      const values = messageState(bench, user, message);
      (values[field.blockId] ??= {})[field.actionId] = detail;
      bench.messageValues.set(stateKey(user, message), values);
    }
    // In an input block a value is only kept, unless the block says that it is dispatched.
    if (field.block["type"] === "input" && field.block["dispatch_action"] !== true) return { ok: true };
  } else {
    detail = momentary(field, value);
  }
  const { element } = field;
  const answer = await sendInteraction(
    bench,
    interaction(bench, user, "block_actions", {
      ...containerOf(bench, user, place),
      trigger_id: newTrigger(bench, user, view?.id),
      ...(message === undefined
        ? {}
        : { response_url: newResponseUrl(bench, user, message.channel, message) }),
      actions: [
        compact({
          type: element["type"],
          block_id: field.blockId,
          action_id: field.actionId,
          placeholder: element["placeholder"],
          ...detail,
          action_ts: nextTs(bench),
        }),
      ],
    }),
  );
  return answer.ok
    ? { ok: true }
    : { ok: false, error: answer.error, shown: wordsFor(userOf(bench, user)?.locale).trouble };
};

export interface LoadedOptions {
  options: Json[];
  groups: { label: Json; options: Json[] }[];
  /** Why the menu shows «nothing found» although the bot may have answered. */
  error?: string;
}

const nothing = (error: string): LoadedOptions => ({ options: [], groups: [], error });

/** Opens an external menu or types in it: block_suggestion. More than 100 options show nothing, as on Slack. */
export const loadOptions = async (
  bench: Bench,
  user: string,
  target: Target,
  query: string,
): Promise<LoadedOptions> => {
  const place = find(bench, user, target);
  const { element, blockId, actionId } = place.field;
  const least = element["min_query_length"];
  if (query.length < (typeof least === "number" ? least : 3)) return { options: [], groups: [] };
  const answer = await sendInteraction(
    bench,
    interaction(bench, user, "block_suggestion", {
      ...containerOf(bench, user, place),
      block_id: blockId,
      action_id: actionId,
      value: query,
    }),
  );
  if (!answer.ok) return nothing(answer.error);
  const given = object(answer.payload);
  const groups = objects(given["option_groups"]).map((group) => ({
    label: object(group["label"]),
    options: objects(group["options"]),
  }));
  const options = [...list(given["options"]), ...groups.flatMap((group) => group.options)];
  if (options.length > LIMITS.options) return nothing("too_many_options");
  const context: CheckContext = { surface: "modal", issues: [], knowsFile: () => true };
  options.forEach((option, index) => {
    selectOption(option, `/options/${index}`, context);
  });
  if (context.issues.length > 0) return nothing(`invalid_options ${JSON.stringify(context.issues)}`);
  const key = optionsKey(user, blockId, actionId);
  bench.loadedOptions.set(key, [
    ...(bench.loadedOptions.get(key) ?? []).slice(-LIMITS.options * 5),
    ...options.filter(isJson),
  ]);
  return { options: objects(given["options"]), groups };
};
