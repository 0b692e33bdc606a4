import type { Bench, Change } from "./bench.ts";
import { botIn, channelOf, directMessage, isMember, messageOf, otherMember, userOf } from "./directory.ts";
import { valuesFor } from "./entries.ts";
import type { Json } from "./json.ts";
import { compact } from "./json.ts";
import { isSafeImage } from "./mimetypes.ts";
import type { Channel, Message } from "./model.ts";
import { BOT_USER, TEAM } from "./seed.ts";
import { homeOf, stackOf, viewToWire } from "./views.ts";
import { messageToWire } from "./wire.ts";

const channelForPage = (bench: Bench, channel: Channel, user: string): Json => ({
  id: channel.id,
  kind: channel.kind,
  name: channel.kind === "im" ? (userOf(bench, otherMember(channel, user))?.realName ?? "") : channel.name,
  with: channel.kind === "im" ? otherMember(channel, user) : null,
  hasBot: botIn(channel),
  shared: channel.shared === true,
});

const channelsForPage = (bench: Bench, user: string): Json[] =>
  bench.world.channels
    .filter((channel) => isMember(channel, user))
    .map((channel) => channelForPage(bench, channel, user));

const messageForPage = (bench: Bench, message: Message, user: string): Json => {
  const files = (message.fileIds ?? []).flatMap((id) => bench.world.files.filter((file) => file.id === id));
  return compact({
    ...messageToWire(bench, message),
    channel: message.channel,
    onlyFor: message.onlyFor,
    notice: message.notice,
    bot: message.byBot,
    values: valuesFor(message.blocks, bench.messageValues.get(`${message.channel}:${message.ts}:${user}`)),
    files:
      files.length === 0
        ? undefined
        : files.map((file) => ({
            id: file.id,
            name: file.name,
            title: file.title,
            size: file.size,
            alt: file.altText ?? file.title,
            image: isSafeImage(file.mimetype),
          })),
  });
};

const viewsForPage = (bench: Bench, user: string): Json[] =>
  stackOf(bench, user).flatMap((id) => {
    const view = bench.views.get(id);
    return view === undefined ? [] : [viewToWire(view)];
  });

const homeForPage = (bench: Bench, user: string): Json | null => {
  const home = homeOf(bench, user);
  return home === undefined ? null : viewToWire(home);
};

/** Everything one person's page shows. */
export const snapshot = (bench: Bench, user: string): Json => ({
  me: user,
  bot: BOT_USER,
  team: TEAM.name,
  users: bench.users.map(({ id, name, realName, locale, tz, bot, stranger }) => ({
    id,
    name,
    realName,
    locale,
    tz,
    bot,
    stranger: stranger === true,
  })),
  channels: channelsForPage(bench, user),
  messages: [...bench.world.messages, ...bench.ephemerals]
    .filter((message) =>
      visible(bench, user, {
        channel: message.channel,
        ...(message.onlyFor === undefined ? {} : { onlyFor: message.onlyFor }),
      }),
    )
    .map((message) => messageForPage(bench, message, user)),
  views: viewsForPage(bench, user),
  home: homeForPage(bench, user),
  commands: userOf(bench, user)?.stranger === true ? [] : bench.settings.commands,
  shortcuts: userOf(bench, user)?.stranger === true ? [] : bench.settings.shortcuts,
  hasHome: directMessage(bench, user, BOT_USER) !== undefined,
  connected: bench.carrier.connections() > 0,
  awaited: bench.carrier.awaited(),
});

const visible = (
  bench: Bench,
  user: string,
  { channel, onlyFor }: Pick<Change, "channel" | "onlyFor">,
): boolean => {
  if (onlyFor !== undefined && onlyFor !== user) return false;
  const place = channel === undefined ? undefined : channelOf(bench, channel);
  return place === undefined || isMember(place, user);
};

/** What one change means on this person's page; undefined when it does not concern them. */
export const changeForPage = (bench: Bench, user: string, change: Change): Json | undefined => {
  if (!visible(bench, user, change)) return undefined;
  switch (change.kind) {
    case "message": {
      const { channel, ts } = change.data as { channel: string; ts: string };
      const message = messageOf(bench, channel, ts) ?? bench.ephemerals.find((item) => item.ts === ts);
      if (message === undefined) return undefined;
      const head =
        message.threadTs === undefined || message.threadTs === ts
          ? undefined
          : messageOf(bench, channel, message.threadTs);
      return compact({
        kind: "message",
        message: messageForPage(bench, message, user),
        head: head === undefined ? undefined : messageForPage(bench, head, user),
      });
    }
    case "views":
      return { kind: "views", views: viewsForPage(bench, user) };
    case "home":
      return { kind: "home", home: homeForPage(bench, user) };
    case "channels":
      return { kind: "channels", channels: channelsForPage(bench, user) };
    case "removed":
    case "status":
    case "connection":
    case "trouble":
      return { kind: change.kind, ...change.data };
  }
};
