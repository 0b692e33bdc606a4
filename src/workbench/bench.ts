import { EventEmitter } from "node:events";
import type { Json } from "./json.ts";
import type { ApiCall, Message, User, View, Warning, World } from "./model.ts";
import type { Settings } from "./options.ts";
import { seedChannels, seedWorld, users } from "./seed.ts";
import type { StateFile } from "./state-file.ts";
import { memoryOnly, openStateFile, readWorld } from "./state-file.ts";

export type EnvelopeKind = "events_api" | "slash_commands" | "interactive";

export interface Envelope {
  id: string;
  kind: EnvelopeKind;
  payload: Json;
  retryAttempt: number;
  retryReason: string;
}

/** What came back from the bot. */
export type Acknowledgement =
  { ok: true; payload: unknown } | { ok: false; error: "operation_timeout" | "dispatch_failed" };

/** How envelopes reach the bot: the socket or signed HTTP. */
export interface Carrier {
  send: (envelope: Envelope) => Promise<Acknowledgement>;
  connections: () => number;
  /** No bot has ever connected: it is expected any moment. */
  awaited: () => boolean;
  drop: (how: "refresh_requested" | "warning" | "abrupt") => void;
  close: () => void;
}

export interface Trigger {
  user: string;
  expiresAt: number;
  used: boolean;
  /** The view the trigger came from, for views.push. */
  viewId?: string;
}

export interface ResponseUrl {
  user: string;
  channel: string;
  uses: number;
  expiresAt: number;
  /** The message whose element was used. */
  source?: Message;
}

/** What the page is told: who may see it and what it is. */
export interface Change {
  kind: "message" | "removed" | "views" | "home" | "status" | "connection" | "channels" | "trouble";
  channel?: string;
  onlyFor?: string;
  data: Json;
}

export interface Fault {
  method: string;
  answer: { rateLimit: number } | { error: string };
}

/** The whole workbench: state in the open, functions elsewhere. */
export interface Bench {
  settings: Settings;
  world: World;
  users: User[];
  file: StateFile;
  /** Ephemeral messages; like Slack's they do not survive. */
  ephemerals: Message[];
  views: Map<string, View>;
  /** Open modals of each person, the top one last. */
  stacks: Map<string, string[]>;
  homes: Map<string, View>;
  triggers: Map<string, Trigger>;
  responseUrls: Map<string, ResponseUrl>;
  /** Options last loaded by a menu, so that a value can be chosen by name. */
  loadedOptions: Map<string, Json[]>;
  /** What somebody chose in a message's menus: `channel:ts:user`. */
  messageValues: Map<string, Record<string, Record<string, Json>>>;
  uploads: Map<string, { fileId: string; length: number; received: boolean }>;
  faults: Fault[];
  warnings: Warning[];
  calls: ApiCall[];
  sent: Envelope[];
  timers: Set<NodeJS.Timeout>;
  changes: EventEmitter<{ change: [Change] }>;
  carrier: Carrier;
  /** Address once listening, without a slash at the end. */
  url: string;
  closed: boolean;
}

const noCarrier: Carrier = {
  send: () => Promise.resolve({ ok: false, error: "dispatch_failed" }),
  connections: () => 0,
  awaited: () => true,
  drop: () => undefined,
  close: () => undefined,
};

export const createBench = (settings: Settings): Bench => {
  const path = settings.stateFile;
  const world = (path === undefined ? undefined : readWorld(path)) ?? seedWorld(settings.clock());
  const file = path === undefined ? memoryOnly() : openStateFile(path, world);
  // A workspace kept by an earlier version gets the channels that came since.
  for (const channel of seedChannels(Math.floor(settings.clock() / 1000)))
    if (!world.channels.some((known) => known.id === channel.id)) world.channels.push(channel);
  for (const stored of world.files) stored.settled = true;
  file.touch();
  const changes = new EventEmitter<{ change: [Change] }>();
  changes.setMaxListeners(0);
  return {
    settings,
    world,
    users: users(settings.botName),
    file,
    ephemerals: [],
    views: new Map(),
    stacks: new Map(),
    homes: new Map(),
    triggers: new Map(),
    responseUrls: new Map(),
    loadedOptions: new Map(),
    messageValues: new Map(),
    uploads: new Map(),
    faults: [],
    warnings: [],
    calls: [],
    sent: [],
    timers: new Set(),
    changes,
    carrier: noCarrier,
    url: "",
    closed: false,
  };
};

export const now = (bench: Bench): number => bench.settings.clock();

/** A unique id in Slack's alphabet. */
export const nextId = (bench: Bench, prefix: string): string => {
  bench.world.counter += 1;
  bench.file.touch();
  return `${prefix}0${bench.world.counter.toString(36).toUpperCase().padStart(9, "0")}`;
};

/** A timestamp no other message has: seconds, a dot, six digits. */
export const nextTs = (bench: Bench): string => {
  const micros = Math.max(Math.floor(now(bench)) * 1000, bench.world.lastMicros + 1);
  bench.world.lastMicros = micros;
  return `${Math.floor(micros / 1_000_000)}.${String(micros % 1_000_000).padStart(6, "0")}`;
};

export const warn = (bench: Bench, code: Warning["code"], where: string, detail: string): void => {
  bench.warnings.push({ code, where, detail });
};

export const announce = (bench: Bench, change: Change): void => {
  bench.file.touch();
  bench.changes.emit("change", change);
};

/** A timer that close() knows about. */
export const later = (bench: Bench, ms: number, run: () => void): void => {
  const timer = setTimeout(() => {
    bench.timers.delete(timer);
    if (!bench.closed) run();
  }, ms);
  bench.timers.add(timer);
};
