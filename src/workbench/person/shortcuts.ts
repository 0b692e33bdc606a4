import type { Bench } from "../bench.ts";
import { now } from "../bench.ts";
import { channelOf, directMessage, messageOf, publicName, userOf } from "../directory.ts";
import { sendEvent } from "../events.ts";
import { compact } from "../json.ts";
import { BOT_USER } from "../seed.ts";
import { newResponseUrl, newTrigger } from "../tickets.ts";
import { homeOf, viewToWire } from "../views.ts";
import { messageToWire } from "../wire.ts";
import { wordsFor } from "../words.ts";
import type { Outcome } from "./payload.ts";
import { interaction, sendInteraction } from "./payload.ts";

/** Opens the app: its Home tab or its Messages tab. */
export const openApp = (bench: Bench, user: string, tab: "home" | "messages"): void => {
  const view = tab === "home" ? homeOf(bench, user) : undefined;
  sendEvent(
    bench,
    compact({
      type: "app_home_opened",
      user,
      channel: directMessage(bench, user, BOT_USER)?.id,
      tab,
      view: view === undefined ? undefined : viewToWire(view),
      event_ts: String(now(bench) / 1000),
    }),
  );
};

const outcome = (bench: Bench, user: string, answer: { ok: true } | { ok: false; error: string }): Outcome =>
  answer.ok
    ? { ok: true }
    : { ok: false, error: answer.error, shown: wordsFor(userOf(bench, user)?.locale).trouble };

/** A shortcut from a message's menu. */
export const messageShortcut = async (
  bench: Bench,
  user: string,
  callbackId: string,
  channelId: string,
  ts: string,
): Promise<Outcome> => {
  const message = messageOf(bench, channelId, ts);
  const channel = channelOf(bench, channelId);
  if (message === undefined || channel === undefined) throw new Error(`no message ${ts} in ${channelId}`);
  const answer = await sendInteraction(
    bench,
    interaction(bench, user, "message_action", {
      callback_id: callbackId,
      action_ts: String(now(bench) / 1000),
      trigger_id: newTrigger(bench, user),
      response_url: newResponseUrl(bench, user, channelId),
      message_ts: ts,
      channel: { id: channel.id, name: publicName(channel) },
      message: messageToWire(bench, message),
    }),
  );
  return outcome(bench, user, answer);
};

export const globalShortcut = async (bench: Bench, user: string, callbackId: string): Promise<Outcome> => {
  const answer = await sendInteraction(
    bench,
    interaction(bench, user, "shortcut", {
      callback_id: callbackId,
      action_ts: String(now(bench) / 1000),
      trigger_id: newTrigger(bench, user),
    }),
  );
  return outcome(bench, user, answer);
};
