import type { Bench, Change, Envelope } from "./bench.ts";
import { deliver } from "./deliver.ts";
import { directMessage, isMember } from "./directory.ts";
import type { Json } from "./json.ts";
import { compact, copy } from "./json.ts";
import { mimetypeOf } from "./mimetypes.ts";
import type { User, View } from "./model.ts";
import type { LoadedOptions, Target } from "./person/act.ts";
import { loadOptions, useElement } from "./person/act.ts";
import { close, fill, submit } from "./person/modal.ts";
import type { Outcome } from "./person/payload.ts";
import { globalShortcut, messageShortcut, openApp } from "./person/shortcuts.ts";
import type { Written } from "./person/write.ts";
import { changeMessage, deleteMessage, keepFile, sendCommand, writeMessage } from "./person/write.ts";
import { deliverScheduled } from "./web-api/chat.ts";
import { homeOf, topView } from "./views.ts";
import { messageToWire } from "./wire.ts";

/** A message as somebody sees it: Slack's fields, and whether it is for them alone. */
export interface SeenMessage {
  channel: string;
  ts: string;
  text: string;
  user: string | undefined;
  threadTs: string | undefined;
  fromBot: boolean;
  onlyForMe: boolean;
  /** Slackbot's notices, such as a failed command. */
  notice: boolean;
  blocks: Json[];
  raw: Json;
}

export interface DroppedFile {
  name: string;
  content: string | Buffer;
  mimetype?: string;
}

/** One person at their keyboard. Channels are given as an id, `#gpu`, `@alex` or `dm` (the bot); `#gpu` when left out. */
export interface Actor {
  user: User;
  command: (
    command: string,
    text?: string,
    options?: { channel?: string; threadTs?: string },
  ) => Promise<Outcome>;
  message: (
    text: string,
    options?: { channel?: string; threadTs?: string; files?: DroppedFile[]; broadcast?: boolean },
  ) => Written;
  editMessage: (ts: string, text: string, options?: { channel?: string }) => void;
  deleteMessage: (ts: string, options?: { channel?: string }) => void;
  uploadFile: (
    file: DroppedFile,
    options?: { channel?: string; threadTs?: string; text?: string },
  ) => Written;
  /** Presses a button, or chooses `value` in a menu, date, radio, checkboxes, overflow or feedback element. */
  click: (target: Target & { value?: unknown }) => Promise<Outcome>;
  openOptions: (target: Target & { query?: string }) => Promise<LoadedOptions>;
  fillView: (values: Record<string, Record<string, unknown>>, options?: { viewId?: string }) => void;
  submitView: (options?: { viewId?: string }) => Promise<Outcome>;
  closeView: (options?: { all?: boolean }) => Promise<Outcome>;
  view: () => View | undefined;
  openHome: () => void;
  openMessagesTab: () => void;
  home: () => View | undefined;
  messageShortcut: (callbackId: string, target: { ts: string; channel?: string }) => Promise<Outcome>;
  globalShortcut: (callbackId: string) => Promise<Outcome>;
  /** Keeps bytes for a file_input field and gives their file id. */
  attach: (file: DroppedFile) => string;
  messages: (options?: { channel?: string; threadTs?: string }) => SeenMessage[];
  /** The first visible message, old or new, that satisfies the predicate. */
  waitForMessage: (predicate: (message: SeenMessage) => boolean, timeoutMs?: number) => Promise<SeenMessage>;
  waitForView: (predicate?: (view: View) => boolean, timeoutMs?: number) => Promise<View>;
  waitForHome: (predicate?: (view: View) => boolean, timeoutMs?: number) => Promise<View>;
  channelId: (name: string) => string;
}

/** The tests' hand on the workspace. */
export interface Driver {
  /** By user name (`camille`, `alex`) or id. */
  actAs: (user: string) => Actor;
  /** Sends an envelope once more: same event_id, next retry number, its own or a new envelope id. */
  redeliver: (envelope: Envelope, options?: { sameEnvelopeId?: boolean }) => Promise<void>;
  /** The next call of this method is answered 429 with Retry-After. */
  rateLimitNext: (method: string, seconds: number) => void;
  /** The next call of this method fails with this error. */
  failNext: (method: string, error: string) => void;
  /** Slack recycles the connection: a polite disconnect, or the cable. */
  dropSocket: (how?: "refresh_requested" | "warning" | "abrupt") => void;
  /** Posts scheduled messages that are due by the clock, now. */
  deliverScheduled: () => void;
  waitForConnection: (timeoutMs?: number) => Promise<void>;
}

const DEFAULT_WAIT_MS = 5_000;

const waitFor = <T>(
  bench: Bench,
  look: () => T | undefined,
  what: string,
  timeoutMs = DEFAULT_WAIT_MS,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (found: T | undefined): boolean => {
      if (found === undefined) return false;
      clearTimeout(timer);
      bench.changes.off("change", onChange);
      resolve(found);
      return true;
    };
    const onChange = (_change: Change): void => {
      try {
        settle(look());
      } catch (error) {
        clearTimeout(timer);
        bench.changes.off("change", onChange);
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    };
    const timer = setTimeout(() => {
      bench.changes.off("change", onChange);
      const recent = bench.calls
        .slice(-5)
        .map((call) => `${call.method} ${call.ok ? "ok" : (call.error ?? "failed")}`);
      reject(new Error(`waited ${timeoutMs} ms for ${what}; last calls: ${recent.join(", ") || "none"}`));
    }, timeoutMs);
    bench.changes.on("change", onChange);
    onChange({ kind: "channels", data: {} });
  });

const seen = (bench: Bench, user: string): SeenMessage[] => {
  const channels = bench.world.channels
    .filter((channel) => isMember(channel, user))
    .map((channel) => channel.id);
  return [...bench.world.messages, ...bench.ephemerals.filter((message) => message.onlyFor === user)]
    .filter((message) => channels.includes(message.channel))
    .sort((one, other) => (one.ts < other.ts ? -1 : 1))
    .map((message) => ({
      channel: message.channel,
      ts: message.ts,
      text: message.text,
      user: message.user,
      threadTs: message.threadTs,
      fromBot: message.byBot,
      onlyForMe: message.onlyFor !== undefined,
      notice: message.notice === true,
      blocks: message.blocks ?? [],
      raw: messageToWire(bench, message),
    }));
};

const channelIdFor = (bench: Bench, user: string, name: string): string => {
  const bare = name.replace(/^[#@]/u, "");
  const found =
    bench.world.channels.find(
      (channel) => channel.id === name || (channel.kind !== "im" && channel.name === bare),
    ) ??
    bench.users.flatMap((other) =>
      other.name === bare || (bare === "dm" && other.bot) ? (directMessage(bench, user, other.id) ?? []) : [],
    )[0];
  if (found === undefined) throw new Error(`no channel ${name}`);
  return found.id;
};

const actor = (bench: Bench, user: User): Actor => {
  const { id } = user;
  const channelId = (name = "#gpu"): string => channelIdFor(bench, id, name);
  const attach = (file: DroppedFile): string =>
    keepFile(bench, id, file.name, file.mimetype ?? mimetypeOf(file.name), Buffer.from(file.content));
  const message: Actor["message"] = (text, { channel, threadTs, files = [], broadcast } = {}) =>
    writeMessage(bench, id, channelId(channel), text, { threadTs, broadcast, fileIds: files.map(attach) });
  const at = (target: Target): Target => {
    const channel =
      target.channel ??
      bench.world.messages.find((item) => item.ts === target.messageTs)?.channel ??
      bench.ephemerals.find((item) => item.ts === target.messageTs)?.channel;
    return {
      ...target,
      channel: channel === undefined ? undefined : channelId(channel),
      viewId: target.viewId ?? (target.messageTs === undefined ? topView(bench, id)?.id : undefined),
    };
  };
  return {
    user,
    channelId,
    attach,
    message,
    command: (command, text = "", { channel, threadTs } = {}) =>
      sendCommand(bench, id, channelId(channel), command, text, threadTs),
    editMessage: (ts, text, { channel } = {}) => {
      changeMessage(bench, id, channelId(channel), ts, text);
    },
    deleteMessage: (ts, { channel } = {}) => {
      deleteMessage(bench, id, channelId(channel), ts);
    },
    uploadFile: (file, { text = "", ...options } = {}) => message(text, { ...options, files: [file] }),
    click: ({ value, ...target }) => useElement(bench, id, at(target), value),
    openOptions: ({ query = "", ...target }) => loadOptions(bench, id, at(target), query),
    fillView: (values, { viewId } = {}) => {
      fill(bench, id, values, viewId);
    },
    submitView: ({ viewId } = {}) => submit(bench, id, viewId),
    closeView: ({ all } = {}) => close(bench, id, all),
    view: () => copy(topView(bench, id)),
    openHome: () => {
      openApp(bench, id, "home");
    },
    openMessagesTab: () => {
      openApp(bench, id, "messages");
    },
    home: () => copy(homeOf(bench, id)),
    messageShortcut: (callbackId, { ts, channel }) =>
      messageShortcut(bench, id, callbackId, channelId(channel), ts),
    globalShortcut: (callbackId) => globalShortcut(bench, id, callbackId),
    messages: ({ channel, threadTs } = {}) =>
      seen(bench, id).filter(
        (item) =>
          (channel === undefined || item.channel === channelId(channel)) &&
          (threadTs === undefined || item.threadTs === threadTs),
      ),
    waitForMessage: (predicate, timeoutMs) =>
      waitFor(bench, () => seen(bench, id).find(predicate), "a message", timeoutMs),
    waitForView: (predicate = () => true, timeoutMs) =>
      waitFor(
        bench,
        () => [copy(topView(bench, id))].find((view) => view !== undefined && predicate(view)),
        "a view",
        timeoutMs,
      ),
    waitForHome: (predicate = () => true, timeoutMs) =>
      waitFor(
        bench,
        () => [copy(homeOf(bench, id))].find((view) => view !== undefined && predicate(view)),
        "the Home tab",
        timeoutMs,
      ),
  };
};

export const createDriver = (bench: Bench): Driver => ({
  actAs: (name) => {
    const user = bench.users.find((one) => !one.bot && (one.id === name || one.name === name.toLowerCase()));
    if (user === undefined) throw new Error(`nobody is called ${name}`);
    return actor(bench, user);
  },
  redeliver: async (envelope, { sameEnvelopeId = false } = {}) => {
    const again: Envelope = compact({
      ...envelope,
      id: sameEnvelopeId ? envelope.id : `${envelope.id}-again-${envelope.retryAttempt + 1}`,
      retryAttempt: envelope.retryAttempt + 1,
      retryReason: "timeout",
    }) as unknown as Envelope;
    await deliver(bench, again);
  },
  rateLimitNext: (method, seconds) => {
    bench.faults.push({ method, answer: { rateLimit: seconds } });
  },
  failNext: (method, error) => {
    bench.faults.push({ method, answer: { error } });
  },
  dropSocket: (how = "refresh_requested") => {
    bench.carrier.drop(how);
  },
  deliverScheduled: () => {
    deliverScheduled(bench);
  },
  waitForConnection: async (timeoutMs) => {
    await waitFor(
      bench,
      () => (bench.carrier.connections() > 0 ? true : undefined),
      "the bot's socket",
      timeoutMs,
    );
  },
});
