/** A slash command the workspace knows. */
export interface WorkbenchCommand {
  command: string;
  description: string;
  usageHint?: string;
  subcommands?: { name: string; description: string }[];
  /** As in the manifest: turn @name, #channel and links into Slack's markup. Default true. */
  shouldEscape?: boolean;
  /** Whole requests to try first, by language; shown where a channel is still empty. */
  examples?: Record<string, readonly string[]>;
}

/** A message or global shortcut of the app. */
export interface WorkbenchShortcut {
  name: string;
  callbackId: string;
  type: "message" | "global";
}

/** Slack's clocks; tests shorten them. All in milliseconds. */
export interface WorkbenchTiming {
  /** Time to acknowledge a command, action, view or options request. */
  ackMs: number;
  /** Life of a trigger_id. */
  triggerMs: number;
  /** Life of a response_url. */
  responseUrlMs: number;
  /** Waits before each redelivery of an event that was not acknowledged. */
  retryMs: number[];
  /** How long an upload stays without mimetype. */
  fileSettleMs: number;
  /** How often due scheduled messages are looked for. */
  scheduleTickMs: number;
}

export interface WorkbenchOptions {
  /** 0 = any free port (the default). */
  port?: number;
  /** Loopback by default. */
  host?: string;
  /** Persisted JSON, so that a restart keeps channels, messages, files and tokens; memory only when left out. */
  stateFile?: string;
  commands: WorkbenchCommand[];
  shortcuts?: WorkbenchShortcut[];
  botName?: string;
  /** The workspace's time in milliseconds. */
  clock?: () => number;
  /** Granted bot scopes; by default those of the install profile. */
  scopes?: string[];
  /** Whether message.channels and message.groups are delivered (listen) or only app_mention and message.im (mention). */
  listen?: boolean;
  /** HTTP mode: signed requests to this address in place of the socket. */
  deliverTo?: string;
  timing?: Partial<WorkbenchTiming>;
}

const MENTION_SCOPES = [
  "app_mentions:read",
  "assistant:write",
  "channels:join",
  "channels:read",
  "chat:write",
  "commands",
  "files:read",
  "files:write",
  "groups:read",
  "im:history",
  "im:read",
  "im:write",
  "reactions:write",
  "team:read",
  "users:read",
];

const LISTEN_SCOPES = [...MENTION_SCOPES, "channels:history", "groups:history"];

export interface Settings {
  host: string;
  port: number;
  stateFile: string | undefined;
  commands: WorkbenchCommand[];
  shortcuts: WorkbenchShortcut[];
  botName: string;
  clock: () => number;
  scopes: string[];
  listen: boolean;
  deliverTo: string | undefined;
  timing: WorkbenchTiming;
}

const SLACK_TIMING: WorkbenchTiming = {
  ackMs: 3_000,
  triggerMs: 3_000,
  responseUrlMs: 30 * 60_000,
  retryMs: [0, 60_000, 300_000],
  fileSettleMs: 200,
  scheduleTickMs: 500,
};

export const settle = (options: WorkbenchOptions): Settings => {
  const listen = options.listen ?? false;
  return {
    host: options.host ?? "127.0.0.1",
    port: options.port ?? 0,
    stateFile: options.stateFile,
    commands: options.commands,
    shortcuts: options.shortcuts ?? [],
    botName: options.botName ?? "gpu-plan",
    clock: options.clock ?? Date.now,
    scopes: options.scopes ?? (listen ? LISTEN_SCOPES : MENTION_SCOPES),
    listen,
    deliverTo: options.deliverTo,
    timing: { ...SLACK_TIMING, ...options.timing },
  };
};
