import type { Bench, Envelope } from "./bench.ts";
import { nextId, nextTs, now } from "./bench.ts";
import { deliverEvent, newEnvelope } from "./deliver.ts";
import { botIn, channelOf, channelType } from "./directory.ts";
import type { Json } from "./json.ts";
import { compact, string } from "./json.ts";
import type { Channel, Message } from "./model.ts";
import { APP_ID, BOT_USER, TEAM } from "./seed.ts";
import { messageToWire } from "./wire.ts";

/** Wraps an event as the Events API does and sends it; redelivery follows by itself. */
export const sendEvent = (bench: Bench, event: Json): Envelope => {
  const envelope = newEnvelope("events_api", {
    token: bench.world.secrets.verificationToken,
    team_id: TEAM.id,
    context_team_id: TEAM.id,
    context_enterprise_id: null,
    api_app_id: APP_ID,
    event,
    type: "event_callback",
    event_id: nextId(bench, "Ev"),
    event_time: Math.floor(now(bench) / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: TEAM.id,
        user_id: BOT_USER,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: channelOf(bench, string(event["channel"]) ?? "")?.shared === true,
    event_context: `4-${nextId(bench, "")}`,
  });
  void deliverEvent(bench, envelope);
  return envelope;
};

/** message.im always; message.channels and message.groups only for the listen install; never where the bot is not. */
const hears = (bench: Bench, channel: Channel): boolean =>
  botIn(channel) && (channel.kind === "im" || bench.settings.listen);

const WITHOUT_TEXT_LOOK = new Set(["message_changed", "message_deleted"]);

/** The events of a new message: message.*, and app_mention beside it, in either order as on Slack. */
export const sendMessageEvents = (bench: Bench, message: Message): Envelope[] => {
  const channel = channelOf(bench, message.channel);
  if (channel === undefined || message.onlyFor !== undefined) return [];
  const common = { ...messageToWire(bench, message), channel: channel.id, event_ts: message.ts };
  const sends: (() => Envelope)[] = [];
  if (hears(bench, channel))
    sends.push(() => sendEvent(bench, { ...common, channel_type: channelType(channel) }));
  const mentioned =
    !message.byBot && botIn(channel) && channel.kind !== "im" && message.text.includes(`<@${BOT_USER}>`);
  if (mentioned && !WITHOUT_TEXT_LOOK.has(message.subtype ?? "")) {
    sends.push(() => sendEvent(bench, compact({ ...common, type: "app_mention", subtype: undefined })));
  }
  if (bench.world.counter % 2 === 0) sends.reverse();
  return sends.map((send) => send());
};

const sendHidden = (bench: Bench, message: Message, extra: Json): void => {
  const channel = channelOf(bench, message.channel);
  if (channel === undefined || !hears(bench, channel)) return;
  const ts = nextTs(bench);
  sendEvent(bench, {
    type: "message",
    channel: channel.id,
    hidden: true,
    ts,
    event_ts: ts,
    channel_type: channelType(channel),
    ...extra,
  });
};

/** An edit – also the bot's own – has no user at the top. */
export const sendChanged = (bench: Bench, message: Message, previous: Json): void => {
  sendHidden(bench, message, {
    subtype: "message_changed",
    message: messageToWire(bench, message),
    previous_message: previous,
  });
};

export const sendDeleted = (bench: Bench, message: Message, previous: Json): void => {
  sendHidden(bench, message, {
    subtype: "message_deleted",
    deleted_ts: message.ts,
    previous_message: previous,
  });
};
