import type { Bench } from "../bench.ts";
import { warn } from "../bench.ts";
import { userOf } from "../directory.ts";
import type { Field } from "../entries.ts";
import { enter, fieldsIn, isEmptyEntry } from "../entries.ts";
import type { Json } from "../json.ts";
import { isJson, object, objects, string } from "../json.ts";
import type { View } from "../model.ts";
import { knowsFile } from "../prepared.ts";
import { newResponseUrl, newTrigger } from "../tickets.ts";
import { sayIssue, validateView } from "../validate/validate.ts";
import { dropModals, pushModal, replaceView, stackOf, topView, viewToWire } from "../views.ts";
import { wordsFor } from "../words.ts";
import type { Outcome } from "./payload.ts";
import { interaction, sendInteraction } from "./payload.ts";

const inputsOf = (view: View): Field[] =>
  fieldsIn(objects(view.content["blocks"]).filter((block) => block["type"] === "input"));

export const viewFor = (bench: Bench, user: string, viewId?: string): View => {
  const view = viewId === undefined ? topView(bench, user) : bench.views.get(viewId);
  if (view?.user !== user) throw new Error(`${user} has no ${viewId ?? "open view"}`);
  return view;
};

/** Enters values without telling the bot, as typing does. */
export const fill = (
  bench: Bench,
  user: string,
  given: Record<string, Record<string, unknown>>,
  viewId?: string,
): void => {
  const view = viewFor(bench, user, viewId);
  const fields = fieldsIn(view.content["blocks"]);
  for (const [blockId, actions] of Object.entries(given)) {
    for (const [actionId, value] of Object.entries(actions)) {
      const field = fields.find((item) => item.blockId === blockId && item.actionId === actionId);
      if (field === undefined) throw new Error(`${view.id} has no field ${blockId}/${actionId}`);
      (view.values[blockId] ??= {})[actionId] = enter(bench, user, field, value);
    }
  }
};

/** What Slack's client says before anything is sent. */
const localError = (bench: Bench, user: string, view: View, field: Field): string | undefined => {
  const words = wordsFor(userOf(bench, user)?.locale);
  const { element, block } = field;
  const entry = view.values[field.blockId]?.[field.actionId];
  if (isEmptyEntry(entry)) return block["optional"] === true ? undefined : words.required;
  const value = string(entry?.["value"]);
  if (value === undefined) return undefined;
  const { min_length: min, max_length: max, min_value: lowest, max_value: highest, type } = element;
  if (typeof min === "number" && value.length < min) return words.tooShort(min);
  if (typeof max === "number" && value.length > max) return words.tooLong(max);
  if (type === "number_input") {
    const pattern = element["is_decimal_allowed"] === true ? /^-?\d+([.,]\d+)?$/u : /^-?\d+$/u;
    if (!pattern.test(value)) return words.notANumber;
    const number = Number(value.replace(",", "."));
    if (typeof lowest === "string" && number < Number(lowest)) return words.notBelow(lowest);
    if (typeof highest === "string" && number > Number(highest)) return words.notAbove(highest);
  }
  if (type === "email_text_input" && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(value)) return words.notAnAddress;
  if (type === "url_text_input" && !URL.canParse(value)) return words.notALink;
  return undefined;
};

const responseUrls = (bench: Bench, user: string, view: View): Json[] =>
  inputsOf(view).flatMap(({ element, blockId, actionId }) => {
    const entry = view.values[blockId]?.[actionId];
    const channel = string(entry?.["selected_conversation"]) ?? string(entry?.["selected_channel"]);
    if (element["response_url_enabled"] !== true || channel === undefined) return [];
    return [
      {
        block_id: blockId,
        action_id: actionId,
        channel_id: channel,
        response_url: newResponseUrl(bench, user, channel),
      },
    ];
  });

/** Carries out what the bot answered to a submission. */
const follow = (bench: Bench, user: string, view: View, answer: Json): Outcome => {
  const trouble = (error: string): Outcome => {
    warn(bench, "unknown_error_block", view.id, error);
    return { ok: false, error, shown: wordsFor(userOf(bench, user)?.locale).trouble };
  };
  const action = answer["response_action"];
  if (action === undefined) {
    dropModals(bench, user, false);
    return { ok: true };
  }
  if (action === "clear") {
    dropModals(bench, user, true);
    return { ok: true };
  }
  if (action === "errors") {
    const errors = object(answer["errors"]) as Record<string, string>;
    const blocks = inputsOf(view).map((field) => field.blockId);
    const stray = Object.keys(errors).filter((key) => !blocks.includes(key));
    if (stray.length > 0 || Object.keys(errors).length === 0)
      return trouble(`errors name no input block: ${stray.join(", ")}`);
    return { ok: false, error: "errors", errors };
  }
  const next = answer["view"];
  const issues = validateView(next, "modal", "/view", knowsFile(bench));
  if (issues.length > 0 || !isJson(next)) return trouble(`invalid view: ${issues.map(sayIssue).join("; ")}`);
  if (action === "update") {
    replaceView(bench, view, next);
    return { ok: true };
  }
  if (action === "push")
    return pushModal(bench, user, next) === undefined ? trouble("push_limit_reached") : { ok: true };
  return trouble(`unknown response_action ${JSON.stringify(action)}`);
};

/** Presses the modal's submit button. */
export const submit = async (bench: Bench, user: string, viewId?: string): Promise<Outcome> => {
  const view = viewFor(bench, user, viewId);
  const errors: Record<string, string> = {};
  for (const field of inputsOf(view)) {
    const error = localError(bench, user, view, field);
    if (error !== undefined) errors[field.blockId] = error;
  }
  if (Object.keys(errors).length > 0) return { ok: false, error: "errors", errors };
  const answer = await sendInteraction(
    bench,
    interaction(bench, user, "view_submission", {
      trigger_id: newTrigger(bench, user, view.id),
      view: viewToWire(view),
      response_urls: responseUrls(bench, user, view),
    }),
  );
  if (!answer.ok)
    return { ok: false, error: answer.error, shown: wordsFor(userOf(bench, user)?.locale).trouble };
  return follow(bench, user, view, object(answer.payload));
};

/** Closes the top modal (or all); the bot hears of it only when it asked to. */
export const close = async (bench: Bench, user: string, all = false): Promise<Outcome> => {
  const view = viewFor(bench, user);
  const clears = all || view.content["clear_on_close"] === true;
  const leaving = (clears ? stackOf(bench, user) : [view.id])
    .flatMap((id) => bench.views.get(id) ?? [])
    .filter((item) => item.content["notify_on_close"] === true);
  const payloads = leaving.map((item) =>
    interaction(bench, user, "view_closed", { view: viewToWire(item), is_cleared: clears }),
  );
  dropModals(bench, user, clears);
  for (const payload of payloads) await sendInteraction(bench, payload);
  return { ok: true };
};
