import type { Bench } from "./bench.ts";
import type { Channel, Message, User } from "./model.ts";
import { BOT_USER, OTHER_TEAM, TEAM } from "./seed.ts";

export const userOf = (bench: Bench, id: string): User | undefined =>
  bench.users.find((user) => user.id === id);

/** The workspace a person belongs to; a stranger's is not ours. */
export const teamOf = (bench: Bench, id: string | undefined): string =>
  id !== undefined && userOf(bench, id)?.stranger === true ? OTHER_TEAM.id : TEAM.id;

export const channelOf = (bench: Bench, id: string): Channel | undefined =>
  bench.world.channels.find((channel) => channel.id === id);

export const isMember = (channel: Channel, user: string): boolean => channel.members.includes(user);

export const botIn = (channel: Channel): boolean => isMember(channel, BOT_USER);

export const directMessage = (bench: Bench, one: string, other: string): Channel | undefined =>
  bench.world.channels.find(
    (channel) => channel.kind === "im" && isMember(channel, one) && isMember(channel, other) && one !== other,
  );

/** The other side of a direct message, seen from one of its two members. */
export const otherMember = (channel: Channel, user: string): string =>
  channel.members.find((member) => member !== user) ?? user;

export const messageOf = (bench: Bench, channel: string, ts: string): Message | undefined =>
  bench.world.messages.find((message) => message.channel === channel && message.ts === ts);

export const repliesOf = (bench: Bench, channel: string, ts: string): Message[] =>
  bench.world.messages.filter(
    (message) => message.channel === channel && message.threadTs === ts && message.ts !== ts,
  );

export const channelType = (channel: Channel): "channel" | "group" | "im" =>
  channel.kind === "public" ? "channel" : channel.kind === "private" ? "group" : "im";

/** What a payload calls the channel: Slack hides the names of private channels and direct messages. */
export const publicName = (channel: Channel): string =>
  channel.kind === "public" ? channel.name : channel.kind === "private" ? "privategroup" : "directmessage";
