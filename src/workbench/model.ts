import type { Json } from "./json.ts";

/** Somebody in the workspace: a person or the bot. */
export interface User {
  id: string;
  name: string;
  realName: string;
  locale: string;
  tz: string;
  bot: boolean;
  /** May administer the workspace. */
  admin?: true;
  /** Somebody of another organisation, met in a shared channel (Slack Connect). */
  stranger?: true;
}

export interface Channel {
  id: string;
  name: string;
  kind: "public" | "private" | "im";
  members: string[];
  created: number;
  /** Shared with another organisation. */
  shared?: true;
}

export interface Reaction {
  name: string;
  users: string[];
}

/** A message as kept; `toWire` writes it as Slack does. */
export interface Message {
  channel: string;
  ts: string;
  user?: string;
  byBot: boolean;
  text: string;
  blocks?: Json[];
  attachments?: unknown[];
  threadTs?: string;
  subtype?: string;
  clientMsgId?: string;
  fileIds?: string[];
  editedTs?: string;
  reactions?: Reaction[];
  metadata?: unknown;
  /** Set on an ephemeral message: the one person who sees it. */
  onlyFor?: string;
  /** Slack's own notices (Slackbot), not the bot's. */
  notice?: boolean;
}

export interface StoredFile {
  id: string;
  name: string;
  title: string;
  mimetype: string;
  size: number;
  user: string;
  created: number;
  altText?: string;
  shares: { channel: string; ts: string }[];
  /** False until Slack has looked at the upload: mimetype and links are missing before that. */
  settled: boolean;
  completed: boolean;
}

export interface ScheduledMessage {
  id: string;
  channel: string;
  postAt: number;
  created: number;
  message: { text: string; blocks?: Json[]; threadTs?: string; broadcast?: boolean; metadata?: unknown };
}

/** A modal or Home tab on somebody's screen. */
export interface View {
  id: string;
  type: "modal" | "home";
  user: string;
  hash: string;
  rootId: string;
  previousId?: string;
  externalId?: string;
  /** title, blocks, submit, close, callback_id, private_metadata … as the bot gave them. */
  content: Json;
  /** What the person has entered, by block_id and action_id. */
  values: Record<string, Record<string, Json>>;
}

export interface Warning {
  code:
    | "missing_text"
    | "long_text"
    | "raw_markup"
    | "broadcast"
    | "replace_unsaid"
    | "unknown_error_block"
    | "late_ack"
    | "no_ack";
  where: string;
  detail: string;
}

/** One call the bot made, for inspection in tests. */
export interface ApiCall {
  method: string;
  args: Json;
  ok: boolean;
  error?: string;
  at: number;
}

export interface Secrets {
  botToken: string;
  appToken: string;
  signingSecret: string;
  verificationToken: string;
}

/** Everything that survives a restart. */
export interface World {
  secrets: Secrets;
  channels: Channel[];
  messages: Message[];
  files: StoredFile[];
  scheduled: ScheduledMessage[];
  homes: Record<string, Json>;
  lastMicros: number;
  counter: number;
}
