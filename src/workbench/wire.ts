import type { Bench } from "./bench.ts";
import { channelOf, repliesOf, teamOf, userOf } from "./directory.ts";
import type { Json } from "./json.ts";
import { compact } from "./json.ts";
import type { Channel, Message, StoredFile, User } from "./model.ts";
import { APP_ID, BOT_ID, BOT_USER, OTHER_TEAM, SLACKBOT, TEAM } from "./seed.ts";

/** Seconds east of Greenwich at a moment. */
export const offsetOf = (tz: string, at: number): number => {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: tz, timeZoneName: "longOffset" }).formatToParts(
    at,
  );
  const name = parts.find((part) => part.type === "timeZoneName")?.value ?? "GMT";
  const found = /GMT([+-])(\d{2}):(\d{2})/u.exec(name);
  if (found === null) return 0;
  const seconds = Number(found[2]) * 3600 + Number(found[3]) * 60;
  return found[1] === "-" ? -seconds : seconds;
};

const zoneLabel = (tz: string, at: number): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: tz, timeZoneName: "long" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")?.value ?? tz;

/** A user as users.info answers; the locale only when asked for. */
export const userToWire = (user: User, at: number, withLocale: boolean): Json =>
  compact({
    id: user.id,
    team_id: user.stranger === true ? OTHER_TEAM.id : TEAM.id,
    name: user.name,
    deleted: false,
    color: user.bot ? "4bbe2e" : "9f69e7",
    real_name: user.realName,
    tz: user.tz,
    tz_label: zoneLabel(user.tz, at),
    tz_offset: offsetOf(user.tz, at),
    profile: {
      real_name: user.realName,
      display_name: user.realName,
      real_name_normalized: user.realName,
      display_name_normalized: user.realName,
      team: user.stranger === true ? OTHER_TEAM.id : TEAM.id,
    },
    is_admin: user.admin === true,
    is_owner: false,
    is_primary_owner: false,
    is_restricted: false,
    is_ultra_restricted: false,
    is_stranger: user.stranger,
    is_bot: user.bot,
    is_app_user: false,
    updated: 0,
    locale: withLocale ? user.locale : undefined,
  });

export const channelToWire = (channel: Channel, forUser: string): Json =>
  channel.kind === "im"
    ? {
        id: channel.id,
        created: channel.created,
        is_im: true,
        is_org_shared: false,
        is_archived: false,
        user: channel.members.find((member) => member !== forUser) ?? forUser,
        is_open: true,
      }
    : {
        id: channel.id,
        name: channel.name,
        name_normalized: channel.name,
        is_channel: channel.kind === "public",
        is_group: channel.kind === "private",
        is_im: false,
        is_mpim: false,
        is_private: channel.kind === "private",
        is_archived: false,
        is_general: false,
        is_shared: channel.shared === true,
        is_ext_shared: channel.shared === true,
        is_org_shared: false,
        is_member: channel.members.includes(forUser),
        created: channel.created,
        creator: channel.members[0],
        num_members: channel.members.length,
        topic: { value: "", creator: "", last_set: 0 },
        purpose: { value: "", creator: "", last_set: 0 },
      };

/** A file object; before it has settled Slack leaves out what it does not know yet. */
export const fileToWire = (bench: Bench, file: StoredFile): Json => {
  const extension = file.name.includes(".") ? (file.name.split(".").pop() ?? "") : "";
  const shown = file.completed && file.settled;
  const sharesIn = (kind: Channel["kind"]): string[] =>
    file.shares
      .map((share) => share.channel)
      .filter((id) => bench.world.channels.find((channel) => channel.id === id)?.kind === kind);
  const shares = (kind: Channel["kind"]): Json =>
    Object.fromEntries(
      file.shares
        .filter((share) => sharesIn(kind).includes(share.channel))
        .map((share) => [share.channel, [{ ts: share.ts }]]),
    );
  return compact({
    id: file.id,
    created: file.created,
    timestamp: file.created,
    name: file.name,
    title: file.title,
    mimetype: shown ? file.mimetype : "",
    filetype: shown ? extension.toLowerCase() : "",
    pretty_type: shown ? extension.toUpperCase() : "",
    user: file.user,
    user_team: teamOf(bench, file.user),
    editable: false,
    size: file.size,
    mode: "hosted",
    is_external: false,
    is_public: sharesIn("public").length > 0,
    url_private: `${bench.url}/files-pri/${TEAM.id}-${file.id}/${encodeURIComponent(file.name)}`,
    url_private_download: `${bench.url}/files-pri/${TEAM.id}-${file.id}/download/${encodeURIComponent(file.name)}`,
    permalink: shown
      ? `${bench.url}/files/${file.user}/${file.id}/${encodeURIComponent(file.name)}`
      : undefined,
    alt_txt: file.altText,
    channels: sharesIn("public"),
    groups: sharesIn("private"),
    ims: sharesIn("im"),
    shares: { public: shares("public"), private: { ...shares("private"), ...shares("im") } },
    file_access: "visible",
  });
};

export const botProfile = (bench: Bench): Json => ({
  id: BOT_ID,
  app_id: APP_ID,
  name: bench.settings.botName,
  deleted: false,
  updated: 0,
  icons: {},
  team_id: TEAM.id,
});

/** What Slack adds in a channel shared with another organisation. */
const connectFields = (bench: Bench, message: Message): Json => {
  if (channelOf(bench, message.channel)?.shared !== true || message.user === undefined) return {};
  const team = teamOf(bench, message.user);
  return { user_team: team, source_team: team };
};

/** A message as conversations.history and events carry it. */
export const messageToWire = (bench: Bench, message: Message): Json => {
  const replies =
    message.threadTs === message.ts || message.threadTs === undefined
      ? repliesOf(bench, message.channel, message.ts)
      : [];
  const files = (message.fileIds ?? []).flatMap((id) => bench.world.files.filter((file) => file.id === id));
  const isParent = replies.length > 0;
  return compact({
    type: "message",
    subtype: message.subtype,
    user: message.notice === true ? SLACKBOT : message.user,
    ...(message.byBot ? { bot_id: BOT_ID, app_id: APP_ID, bot_profile: botProfile(bench) } : {}),
    ts: message.ts,
    client_msg_id: message.clientMsgId,
    text: message.text,
    team: teamOf(bench, message.user),
    ...connectFields(bench, message),
    blocks: message.blocks,
    attachments: message.attachments,
    files: files.length > 0 ? files.map((file) => fileToWire(bench, file)) : undefined,
    upload: files.length > 0 ? true : undefined,
    display_as_bot: files.length > 0 ? false : undefined,
    thread_ts: isParent ? message.ts : message.threadTs,
    parent_user_id:
      message.threadTs !== undefined && message.threadTs !== message.ts
        ? bench.world.messages.find(
            (item) => item.channel === message.channel && item.ts === message.threadTs,
          )?.user
        : undefined,
    reply_count: isParent ? replies.length : undefined,
    reply_users_count: isParent ? new Set(replies.map((reply) => reply.user)).size : undefined,
    latest_reply: isParent ? replies.at(-1)?.ts : undefined,
    edited:
      message.editedTs === undefined ? undefined : { user: message.user ?? BOT_USER, ts: message.editedTs },
    reactions: message.reactions?.map((reaction) => ({ ...reaction, count: reaction.users.length })),
    metadata: message.metadata,
  });
};

export const userReference = (bench: Bench, id: string): Json => {
  const name = userOf(bench, id)?.name ?? id;
  return { id, username: name, name, team_id: teamOf(bench, id) };
};
