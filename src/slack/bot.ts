import type { WebClient } from "@slack/web-api";
import type { Conversation } from "../app/conversation-port.ts";
import type { Asker, PlanRecord, Store } from "../app/ports.ts";
import type { KitAsked, KitFile } from "../app/pilot-kit.ts";
import type { Plan } from "../domain/plan.ts";
import type { CatalogueLookup } from "../domain/catalogue.ts";
import type { PictureRequest } from "../domain/charting/picture.ts";
import type { Language } from "../domain/conversation.ts";
import type { ExchangeRates } from "../units/money.ts";
import type { Channels } from "./channels.ts";
import type { DroppedFile } from "./files.ts";
import type { Outbox } from "./outbox.ts";
import type { People } from "./people.ts";
import type { Reminding } from "./reminding.ts";
import type { Poster } from "./poster.ts";
import type { Responder } from "./respond.ts";
import type { Log, Telemetry } from "./telemetry.ts";
import type { InstallProfile, Self } from "./triage.ts";

export type KitWish = Omit<KitAsked, "source">;

/** Where a result of a kit may be posted, and with which token: once, until it runs out. */
export interface KitPost {
  readonly address: string;
  readonly token: string;
  readonly expiresAt: string;
}

export type SlackConfig = {
  readonly botToken: string;
  readonly profile: InstallProfile;
  /** Left out = Slack itself. */
  readonly slackApiUrl?: string;
} & (
  | { readonly transport: "socket"; readonly appToken: string }
  | {
      readonly transport: "http";
      readonly signingSecret: string;
      readonly port: number;
      readonly host: string;
    }
);

export interface SlackDeps {
  readonly conversation: Conversation;
  readonly store: Store;
  readonly lookup: CatalogueLookup;
  readonly rates: () => ExchangeRates;
  /** Everything that a person needs to run the next pilot of a plan. */
  readonly kit: (plan: Plan, asked: KitWish) => Promise<readonly KitFile[]>;
  /** A picture as PNG, drawn where nothing waits for it. */
  readonly draw: (picture: PictureRequest) => Promise<Uint8Array>;
  /** Null where nobody can reach us over HTTP: results are then dropped in the thread. */
  readonly kitPost: ((record: PlanRecord, person: string) => Promise<KitPost>) | null;
  readonly log: Log;
  readonly telemetry: Telemetry;
  readonly newId: () => string;
  readonly now: () => Date;
  /** Several processes share the store: unfinished work of others is left to them for a while. */
  readonly replicas: boolean;
}

/** What every listener has in hand. */
export interface Bot extends SlackDeps {
  readonly client: WebClient;
  readonly profile: InstallProfile;
  readonly people: People;
  readonly channels: Channels;
  readonly poster: Poster;
  readonly outbox: Outbox;
  readonly responder: Responder;
  /** To be told when a plan, or what happens to it, has changed. */
  readonly reminding: Pick<Reminding, "soon">;
  /** Files of a message or a form field, to be opened one by one. */
  readonly filesIn: (listed: unknown) => readonly DroppedFile[];
  readonly self: () => Self;
}

/** Who asks, with the language and clock of their profile. */
export async function askerOf(bot: Bot, user: string, delivery = ""): Promise<Asker> {
  const { locale, timeZone, admin } = await bot.people.find(user);
  const asker = {
    workspace: bot.self().teamId,
    user,
    locale,
    timeZone,
    ...(admin === null ? {} : { admin }),
  };
  return delivery === "" ? asker : { ...asker, delivery };
}

/** The person's chosen language, else the profile's, else English. */
export async function languageFor(bot: Bot, asker: Asker): Promise<Language> {
  const { language } = await bot.store.preferences.get(asker.workspace, asker.user);
  return language ?? asker.locale ?? "en";
}
