import type { Bench, ResponseUrl } from "./bench.ts";
import { warn } from "./bench.ts";
import type { Json } from "./json.ts";
import { flag, string } from "./json.ts";
import { addEphemeral, addMessage, editMessage, removeMessage } from "./post.ts";
import { isRefusal, readContent } from "./prepared.ts";
import { BOT_USER } from "./seed.ts";
import { spendResponseUrl } from "./tickets.ts";

export interface HttpAnswer {
  status: number;
  body: Json;
}

const sourceStill = (bench: Bench, target: ResponseUrl): boolean =>
  target.source !== undefined &&
  (bench.world.messages.includes(target.source) || bench.ephemerals.includes(target.source));

/** Carries out a message response: new, replacing or deleting; ephemeral unless in_channel is said. */
export const applyResponse = (bench: Bench, target: ResponseUrl, body: Json): string | undefined => {
  const { source } = target;
  if (flag(body["delete_original"])) {
    if (source === undefined || !sourceStill(bench, target)) return "message_not_found";
    removeMessage(bench, source);
    return undefined;
  }
  const content = readContent(bench, body);
  if (isRefusal(content)) return content.error;
  if (flag(body["replace_original"])) {
    if (source === undefined || !sourceStill(bench, target)) return "message_not_found";
    editMessage(bench, source, { ...content, blocks: content.blocks ?? [] });
    return undefined;
  }
  if (source !== undefined && body["replace_original"] === undefined) {
    warn(
      bench,
      "replace_unsaid",
      source.ts,
      "replace_original not said in answer to an action: taken as false",
    );
  }
  const threadTs = string(body["thread_ts"]);
  const draft = {
    ...content,
    channel: target.channel,
    user: BOT_USER,
    byBot: true,
    ...(threadTs === undefined ? {} : { threadTs }),
  };
  if (body["response_type"] === "in_channel") addMessage(bench, { ...draft, subtype: "bot_message" });
  else addEphemeral(bench, { ...draft, onlyFor: target.user });
  return undefined;
};

/** POST to a response_url. */
export const answerResponseUrl = (bench: Bench, token: string, body: Json): HttpAnswer => {
  const target = spendResponseUrl(bench, token);
  if (typeof target === "string") return { status: 404, body: { ok: false, error: target } };
  const error = applyResponse(bench, target, body);
  bench.calls.push({
    method: "response_url",
    args: body,
    ok: error === undefined,
    ...(error === undefined ? {} : { error }),
    at: bench.settings.clock(),
  });
  return error === undefined
    ? { status: 200, body: { ok: true } }
    : { status: 400, body: { ok: false, error } };
};
