import type { Bench, Envelope } from "./bench.ts";
import { announce, nextTs, warn } from "./bench.ts";
import { channelOf, repliesOf } from "./directory.ts";
import { sendChanged, sendDeleted, sendMessageEvents } from "./events.ts";
import type { Json } from "./json.ts";
import { isJson, list } from "./json.ts";
import { LIMITS } from "./limits.ts";
import type { Message } from "./model.ts";
import { messageToWire } from "./wire.ts";

export type Draft = Omit<Message, "ts">;

/** Names the blocks and actions that came without a name, as Slack does. */
export const nameBlocks = (blocks: Json[], seed: string): Json[] =>
  blocks.map((block, index) => {
    const named = (element: unknown, at: number): unknown =>
      isJson(element) &&
      element["action_id"] === undefined &&
      element["type"] !== "image" &&
      element["type"] !== "mrkdwn" &&
      element["type"] !== "plain_text"
        ? { ...element, action_id: `a${seed}${index}${at}` }
        : element;
    const inner: Json = {};
    if (block["type"] === "actions" || block["type"] === "context_actions")
      inner["elements"] = list(block["elements"]).map(named);
    if (block["accessory"] !== undefined) inner["accessory"] = named(block["accessory"], 0);
    if (block["type"] === "input") inner["element"] = named(block["element"], 0);
    return { ...block, block_id: block["block_id"] ?? `b${seed}${index}`, ...inner };
  });

const KNOWN_MARKUP = /^<(?:@[UW]|#C|!(?:subteam|date|here|channel|everyone)|https?:|mailto:|tel:|slack:)/u;

/** Notes what Slack would accept but people would see wrongly. */
const lookAt = (bench: Bench, message: Message): void => {
  const where = `${message.channel} ${message.ts}`;
  if (message.text === "" && message.fileIds === undefined)
    warn(bench, "missing_text", where, "no top-level text: notifications and screen readers get nothing");
  if (message.text.length > LIMITS.recommendedText)
    warn(bench, "long_text", where, `${message.text.length} characters of text`);
  const texts = [message.text, ...mrkdwnIn(message.blocks)];
  for (const text of texts) {
    for (const [markup] of text.matchAll(/<[^<>\n]*>?/gu)) {
      if (!KNOWN_MARKUP.test(markup)) warn(bench, "raw_markup", where, `unescaped ${markup.slice(0, 40)}`);
      if (/^<!(?:here|channel|everyone)/u.test(markup))
        warn(bench, "broadcast", where, `notifies everybody: ${markup}`);
    }
  }
};

const mrkdwnIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return list(value).flatMap(mrkdwnIn);
  if (!isJson(value)) return [];
  if (value["type"] === "mrkdwn" && typeof value["text"] === "string") return [value["text"]];
  return Object.values(value).flatMap(mrkdwnIn);
};

const show = (bench: Bench, message: Message): void => {
  announce(bench, {
    kind: "message",
    channel: message.channel,
    ...(message.onlyFor === undefined ? {} : { onlyFor: message.onlyFor }),
    data: { channel: message.channel, ts: message.ts },
  });
};

/** Adds a message for everybody in the channel and tells the bot. */
export const addMessage = (bench: Bench, draft: Draft): { message: Message; envelopes: Envelope[] } => {
  const ts = nextTs(bench);
  const message: Message = { ...draft, ts };
  if (draft.blocks !== undefined) message.blocks = nameBlocks(draft.blocks, ts.slice(-4));
  bench.world.messages.push(message);
  for (const id of message.fileIds ?? []) {
    bench.world.files.find((file) => file.id === id)?.shares.push({ channel: message.channel, ts });
  }
  if (message.byBot) lookAt(bench, message);
  show(bench, message);
  const envelopes = sendMessageEvents(bench, message);
  if (message.subtype === "thread_broadcast") sendChanged(bench, message, messageToWire(bench, message));
  return { message, envelopes };
};

/** Adds a message one person sees; the bot hears nothing of it. */
export const addEphemeral = (bench: Bench, draft: Draft & { onlyFor: string }): Message => {
  const ts = nextTs(bench);
  const message: Message = { ...draft, ts };
  if (draft.blocks !== undefined) message.blocks = nameBlocks(draft.blocks, ts.slice(-4));
  bench.ephemerals.push(message);
  if (message.byBot) lookAt(bench, message);
  show(bench, message);
  return message;
};

/** A line from Slack itself, seen by one person. */
export const notice = (
  bench: Bench,
  user: string,
  channel: string,
  text: string,
  threadTs?: string,
): Message =>
  addEphemeral(bench, {
    channel,
    byBot: false,
    text,
    onlyFor: user,
    notice: true,
    ...(threadTs === undefined ? {} : { threadTs }),
  });

export interface Edit {
  text?: string;
  blocks?: Json[];
  attachments?: unknown[];
  metadata?: unknown;
}

/** Changes a message in place; unless it is ephemeral the bot hears message_changed, also of its own edits. */
export const editMessage = (bench: Bench, message: Message, edit: Edit): void => {
  const previous = messageToWire(bench, message);
  const stamp = nextTs(bench);
  if (edit.text !== undefined) message.text = edit.text;
  if (edit.blocks !== undefined) message.blocks = nameBlocks(edit.blocks, stamp.slice(-4));
  if (edit.attachments !== undefined) message.attachments = edit.attachments;
  if (edit.metadata !== undefined) message.metadata = edit.metadata;
  message.editedTs = stamp;
  if (message.byBot) lookAt(bench, message);
  show(bench, message);
  if (message.onlyFor === undefined) sendChanged(bench, message, previous);
};

/** Removes a message; a thread's head with replies stays as a tombstone. */
export const removeMessage = (bench: Bench, message: Message): void => {
  const previous = messageToWire(bench, message);
  if (message.onlyFor !== undefined) {
    bench.ephemerals = bench.ephemerals.filter((item) => item !== message);
  } else if (repliesOf(bench, message.channel, message.ts).length > 0) {
    message.subtype = "tombstone";
    message.text = "This message was deleted.";
    delete message.blocks;
    delete message.fileIds;
    show(bench, message);
    sendChanged(bench, message, previous);
    return;
  } else {
    bench.world.messages = bench.world.messages.filter((item) => item !== message);
  }
  announce(bench, {
    kind: "removed",
    channel: message.channel,
    ...(message.onlyFor === undefined ? {} : { onlyFor: message.onlyFor }),
    data: { channel: message.channel, ts: message.ts },
  });
  if (message.onlyFor === undefined && channelOf(bench, message.channel) !== undefined)
    sendDeleted(bench, message, previous);
};
