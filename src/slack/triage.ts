import { readOpening } from "./opening.ts";
import { mentions } from "./text.ts";

/** Who we are in the workspace, as auth.test says. */
export interface Self {
  readonly userId: string;
  readonly botId: string;
  readonly teamId: string;
  readonly enterpriseId: string | null;
}

export type InstallProfile = "mention" | "listen";

/**
 * What to do with a delivery before anything reads it:
 * drop = acknowledge and forget · pass = the answer travels in the acknowledgement, nothing to remember ·
 * record = insert, acknowledge, work · open = views.open first (a trigger lives three seconds), then the same ·
 * submit = a form: recorded when the listener accepts it.
 */
export type Triage =
  | { readonly kind: "drop" }
  | { readonly kind: "pass"; readonly what: string }
  | { readonly kind: "record" | "open" | "submit"; readonly what: string; readonly key: string }
  | {
      readonly kind: "if-owned";
      readonly what: string;
      readonly key: string;
      readonly channel: string;
      readonly threadTs: string;
    };

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: unknown): string => (typeof value === "string" ? value : "");
const drop: Triage = { kind: "drop" };

/** A person's new words carry no subtype, or one of these two; everything else is an echo, an edit or a notice. */
const spokenSubtypes = new Set(["", "file_share", "thread_broadcast"]);

/** Channel and ts name a message however often, and as whatever event, Slack delivers it. */
const messageKey = (event: Json): string => `message:${text(event["channel"])}:${text(event["ts"])}`;

function triageMessage(event: Json, self: Self, profile: InstallProfile): Triage {
  const user = text(event["user"]);
  if (user === "" || user === self.userId || user === "USLACKBOT") return drop;
  if (event["bot_id"] !== undefined || event["bot_profile"] !== undefined || event["hidden"] === true)
    return drop;
  if (!spokenSubtypes.has(text(event["subtype"]))) return drop;
  const channel = text(event["channel"]);
  const ts = text(event["ts"]);
  if (channel === "" || ts === "") return drop;
  const key = messageKey(event);
  const direct = event["channel_type"] === "im" || channel.startsWith("D");
  if (event["type"] === "app_mention") return direct ? drop : { kind: "record", what: "app_mention", key };
  if (direct) return { kind: "record", what: "message.im", key };
  if (profile !== "listen") return drop;
  if (mentions(text(event["text"]), self.userId)) return { kind: "record", what: "message", key };
  const threadTs = text(event["thread_ts"]);
  if (threadTs === "" || threadTs === ts) return drop;
  return { kind: "if-owned", what: "message", key, channel, threadTs };
}

function triageEvent(body: Json, self: Self, profile: InstallProfile): Triage {
  const event = body["event"];
  if (!isJson(event)) return drop;
  const type = text(event["type"]);
  if (type === "message" || type === "app_mention") return triageMessage(event, self, profile);
  if (type === "app_home_opened") {
    return event["tab"] === undefined || event["tab"] === "home" ? { kind: "pass", what: type } : drop;
  }
  return drop;
}

/** Buttons that open a form, by action id: their trigger is spent before the insert. */
export type OpensForm = (actionId: string) => boolean;

function triageAction(body: Json, opensForm: OpensForm): Triage {
  const actions = body["actions"];
  const action: unknown = Array.isArray(actions) ? actions[0] : undefined;
  if (!isJson(action)) return drop;
  const view = body["view"];
  if (isJson(view) && view["type"] === "modal") return { kind: "pass", what: "block_actions.modal" };
  if (action["url"] !== undefined) return { kind: "pass", what: "block_actions.url" };
  const key = `action:${text(body["trigger_id"])}`;
  const id = text(action["action_id"]);
  return { kind: opensForm(id) ? "open" : "record", what: "block_actions", key };
}

/** Pure: decides from the body alone. */
export function triage(body: unknown, self: Self, profile: InstallProfile, opensForm: OpensForm): Triage {
  if (!isJson(body)) return drop;
  if (typeof body["command"] === "string") {
    const opens = readOpening(text(body["text"])) !== null;
    return { kind: opens ? "open" : "record", what: "command", key: `command:${text(body["trigger_id"])}` };
  }
  switch (body["type"]) {
    case "event_callback":
      return triageEvent(body, self, profile);
    case "block_actions":
      return triageAction(body, opensForm);
    case "block_suggestion":
      return { kind: "pass", what: "block_suggestion" };
    case "view_submission": {
      const view = isJson(body["view"]) ? body["view"] : {};
      return {
        kind: "submit",
        what: "view_submission",
        key: `view:${text(view["id"])}:${text(view["hash"])}`,
      };
    }
    case "shortcut":
      return { kind: "open", what: "shortcut", key: `shortcut:${text(body["trigger_id"])}` };
    case "message_action":
      return { kind: "record", what: "message_action", key: `shortcut:${text(body["trigger_id"])}` };
    default:
      return drop;
  }
}

/**
 * A person of another organisation in a shared channel. They get no plan of this workspace, and make none:
 * everything the bot remembers belongs to the workspace that installed it.
 */
export function isOutsider(body: unknown, self: Self): boolean {
  if (!isJson(body)) return false;
  const event = isJson(body["event"]) ? body["event"] : {};
  const user = isJson(body["user"]) ? body["user"] : {};
  const isCommand = typeof body["command"] === "string";
  const team =
    text(event["user_team"]) ||
    text(event["team"]) ||
    text(user["team_id"]) ||
    (isCommand ? text(body["team_id"]) : "");
  return team !== "" && team !== self.teamId && team !== self.enterpriseId;
}
