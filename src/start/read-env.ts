import type { InstallProfile } from "../slack/triage.ts";

export type SlackAccess =
  | { readonly transport: "socket"; readonly botToken: string; readonly appToken: string }
  | { readonly transport: "http"; readonly botToken: string; readonly signingSecret: string };

export interface Settings {
  /** Another address of Slack's Web API (GovSlack, a proxy, a local workspace of another process). */
  readonly slackApiUrl: string | null;
  /** Null = no Slack at all: the local workspace is started in its place. */
  readonly slack: SlackAccess | null;
  readonly profile: InstallProfile;
  readonly host: string;
  readonly port: number;
  /** Set by hand: a taken port is then an error, not a reason to try the next. */
  readonly portChosen: boolean;
  readonly healthPort: number;
  readonly healthPortChosen: boolean;
  /** Where others reach what listens on the health port; null = nowhere. */
  readonly publicUrl: string | null;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly logLevel: LogLevel;
  readonly hubToken: string | null;
  /** Whether the bot asks the live price sources by itself. */
  readonly refresh: boolean;
  readonly priceKeys: Readonly<Record<"lambda" | "runpod" | "vast", string | null>>;
}

export const logLevels = ["fatal", "error", "warn", "info", "debug", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export interface EnvProblem {
  readonly name: string;
  /** What to do about it; never the value. */
  readonly say: string;
}

export type EnvReading =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly EnvProblem[] };

type Env = Readonly<Record<string, string | undefined>>;

const where = {
  SLACK_BOT_TOKEN:
    "api.slack.com/apps → your app → OAuth & Permissions → Bot User OAuth Token (starts with xoxb-)",
  SLACK_APP_TOKEN:
    "api.slack.com/apps → your app → Basic Information → App-Level Tokens, scope connections:write (starts with xapp-)",
  SLACK_SIGNING_SECRET:
    "api.slack.com/apps → your app → Basic Information → App Credentials → Signing Secret (32 letters and digits)",
} as const;
type Secret = keyof typeof where;

const prefixes: Partial<Record<Secret, string>> = { SLACK_BOT_TOKEN: "xoxb-", SLACK_APP_TOKEN: "xapp-" };

const isPort = (text: string): boolean => /^\d{1,5}$/u.test(text) && Number(text) <= 65_535;

/** On this machine plain http will do, as the kit sees it too. */
function isPublic(text: string): boolean {
  if (!URL.canParse(text) || /[\s`'"\\$]/u.test(text)) return false;
  const { protocol, hostname, username, password, search, hash } = new URL(text);
  const secure =
    protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname));
  return secure && [username, password, search, hash].every((part) => part === "");
}

function readSlack(value: (name: string) => string | null, problems: EnvProblem[]): SlackAccess | null {
  const given = (Object.keys(where) as Secret[]).filter((name) => value(name) !== null);
  if (given.length === 0) return null;
  const known = problems.length;
  for (const name of given) {
    const prefix = prefixes[name];
    if (prefix !== undefined && value(name)?.startsWith(prefix) !== true) {
      problems.push({ name, say: `is set but does not start with ${prefix}. Find it at ${where[name]}.` });
    }
  }
  const botToken = value("SLACK_BOT_TOKEN");
  const appToken = value("SLACK_APP_TOKEN");
  const signingSecret = value("SLACK_SIGNING_SECRET");
  if (botToken === null) {
    problems.push({
      name: "SLACK_BOT_TOKEN",
      say: `is missing while ${given.join(" and ")} is set. Find it at ${where.SLACK_BOT_TOKEN}.`,
    });
  }
  if (appToken === null && signingSecret === null) {
    problems.push({
      name: "SLACK_APP_TOKEN",
      say: `is missing (Socket Mode). Find it at ${where.SLACK_APP_TOKEN}. For HTTP set SLACK_SIGNING_SECRET instead: ${where.SLACK_SIGNING_SECRET}.`,
    });
  }
  if (appToken === null && signingSecret !== null && !/^[0-9a-f]{32}$/iu.test(signingSecret)) {
    problems.push({
      name: "SLACK_SIGNING_SECRET",
      say: `does not look like one. Find it at ${where.SLACK_SIGNING_SECRET}.`,
    });
  }
  if (problems.length > known || botToken === null) return null;
  if (appToken !== null) return { transport: "socket", botToken, appToken };
  return signingSecret === null ? null : { transport: "http", botToken, signingSecret };
}

/** Everything the environment decides, read once, checked before anything starts. */
export function readEnv(env: Env): EnvReading {
  const problems: EnvProblem[] = [];
  const value = (name: string): string | null => {
    const text = env[name]?.trim();
    return text === undefined || text === "" ? null : text;
  };
  const port = (name: string, fallback: number): number => {
    const text = value(name);
    if (text === null) return fallback;
    if (isPort(text)) return Number(text);
    problems.push({ name, say: "must be a number from 0 to 65535." });
    return fallback;
  };
  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const text = value(name);
    if (text === null) return fallback;
    const found = allowed.find((word) => word === text);
    if (found !== undefined) return found;
    problems.push({ name, say: `must be one of ${allowed.join(", ")}.` });
    return fallback;
  };
  const slack = readSlack(value, problems);
  const databaseUrl = value("DATABASE_URL");
  if (databaseUrl !== null && !/^postgres(ql)?:\/\//u.test(databaseUrl)) {
    problems.push({
      name: "DATABASE_URL",
      say: "must start with postgres:// or postgresql://. Leave it out for the embedded database.",
    });
  }
  const slackApiUrl = value("SLACK_API_URL");
  if (slackApiUrl !== null && !/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost)[:/])/u.test(slackApiUrl)) {
    problems.push({ name: "SLACK_API_URL", say: "must start with https://. Leave it out for Slack itself." });
  }
  const publicUrl = value("GPU_PLAN_PUBLIC_URL");
  if (publicUrl !== null && !isPublic(publicUrl)) {
    problems.push({
      name: "GPU_PLAN_PUBLIC_URL",
      say: "must be an https:// address, without a name, a query or a fragment. Leave it out where nobody can reach the bot.",
    });
  }
  const settings: Settings = {
    slackApiUrl,
    slack,
    profile: oneOf("GPU_PLAN_PROFILE", ["mention", "listen"] as const, slack === null ? "listen" : "mention"),
    host: value("HOST") ?? "127.0.0.1",
    port: port("PORT", 3000),
    portChosen: value("PORT") !== null,
    healthPort: port("HEALTH_PORT", 3001),
    healthPortChosen: value("HEALTH_PORT") !== null,
    publicUrl: publicUrl === null ? null : publicUrl.replace(/\/+$/u, ""),
    databaseUrl,
    dataDir: value("GPU_PLAN_DATA_DIR") ?? ".data",
    logLevel: oneOf("LOG_LEVEL", logLevels, slack === null ? "warn" : "info"),
    hubToken: value("HF_TOKEN"),
    refresh: oneOf("GPU_PLAN_REFRESH", ["on", "off"] as const, "on") === "on",
    priceKeys: {
      lambda: value("LAMBDA_API_KEY"),
      runpod: value("RUNPOD_API_KEY"),
      vast: value("VAST_API_KEY"),
    },
  };
  return problems.length === 0 ? { ok: true, settings } : { ok: false, problems };
}
