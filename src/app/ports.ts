import type { TeamSettings } from "../domain/pilot/team-settings.ts";
import type { Language, Origin, Revision } from "../domain/conversation.ts";
import type { Estimate } from "../domain/estimate.ts";
import type { JudgeContext, PilotReturn } from "../domain/pilot/judge.ts";
import type { PilotVerdict } from "../domain/pilot/pilot.ts";
import type { Correction } from "../domain/pilot/correction.ts";
import type { Lesson } from "../domain/pilot/paid-price.ts";
import type { Cited } from "../domain/finding.ts";
import type { Hardware, Plan } from "../domain/plan.ts";
import type { Article, ArticleName } from "../domain/knowledge/article.ts";
import type { Figure } from "../domain/knowledge/figure.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import type { PilotTokenStore } from "./pilot-token-ports.ts";
import type { PlanProgress, ProgressStore } from "./progress-ports.ts";
import type { ReminderStore } from "./reminder-ports.ts";
import type { PriceStore } from "./price-ports.ts";

/** The ISO instant and the sources of chance that the core may not have. */
export interface Clock {
  now(): Date;
}
export type NewId = () => string;

/** Every row belongs to one workspace (a Slack team, or "local"): no query goes without it. */
export type Workspace = string;

/** Our own fault, never the asker's: the sums did not come back. */
export interface EngineFailure {
  readonly failure: {
    readonly code: "crashed" | "timeout" | "busy" | "closed";
    /** For the log: no figures and no words of the asker. */
    readonly detail: string;
  };
}
export type EngineAnswer<T> = T | { readonly problems: readonly Problem[] } | EngineFailure;

/** The engine behind a port: it runs in a worker thread so that acks never wait for sums. Never rejects. */
export interface Engine {
  /** `held`: the machine of the plan before a change. `lessons`: what the asker's workspace measured and paid. */
  plan(spec: RunSpec, held?: Hardware | null, lessons?: readonly Lesson[]): Promise<EngineAnswer<Plan>>;
  estimate(
    spec: RunSpec,
    options?: { readonly brief?: boolean; readonly corrections?: readonly Correction[] },
  ): Promise<EngineAnswer<Estimate>>;
  /** What came back from a pilot against what the plan predicts. */
  judge(plan: Plan, returned: PilotReturn, context: JudgeContext): Promise<PilotVerdict | EngineFailure>;
  close(): Promise<void>;
}

/** An article with its figures, or what comes closest. Figures of a plan are filled in by whoever has the plan. */
export type Learned =
  | {
      readonly kind: "article";
      readonly article: Article;
      readonly figures: Readonly<Record<string, Figure>>;
      readonly next: readonly ArticleName[];
    }
  | { readonly kind: "none"; readonly nearest: readonly ArticleName[] };

/** What is known without a plan: articles of the catalogue. Never rejects. */
export interface KnowledgeBase {
  find(question: string): Promise<Learned>;
  /** What others measured and maintainers said in these articles, with their figures; at most `each` of one. */
  cite(articles: readonly string[], each: number): Promise<readonly Cited[]>;
}

export interface PlanRecord {
  readonly id: string;
  readonly workspace: Workspace;
  readonly channel: string | null;
  /** Timestamp of the head message; null before it is posted. */
  readonly headTs: string | null;
  /** The thread's key: `headTs`, unless the plan was made inside a thread that existed before. */
  readonly threadTs: string | null;
  readonly detailsTs: string | null;
  readonly owner: string;
  readonly editors: readonly string[];
  readonly language: Language;
  readonly silenced: boolean;
  readonly private: boolean;
  /** Everyone of the workspace may read where it stands; false also when nobody could tell. */
  readonly public: boolean;
  readonly revisions: readonly Revision[];
  /** The highest number that a revision of this plan ever had: one taken back is not given again. */
  readonly highestRevision: number;
  readonly variants: readonly VariantRecord[];
  readonly progress: PlanProgress;
  /** What its workspace has decided, as it stands now. */
  readonly team: TeamSettings;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archivedAt: string | null;
}

export interface VariantRecord {
  readonly id: string;
  readonly author: string;
  readonly basedOn: number;
  readonly revision: Revision;
}

export interface NewPlan {
  readonly workspace: Workspace;
  readonly owner: string;
  readonly channel: string | null;
  /** The thread that it was asked for in; absent or null = its head message will open one. */
  readonly threadTs?: string | null;
  readonly language: Language;
  readonly private: boolean;
  /** Absent = not known, hence not public. */
  readonly public?: boolean;
  readonly first: Revision;
}

/** What a delivery led to, written with the change itself: a second run reads it and changes nothing again. */
export interface Journaled {
  readonly key: string;
  readonly at: string;
  readonly body: string;
}

export interface JournalStore {
  find(workspace: Workspace, key: string): Promise<string | null>;
  purge(before: string): Promise<number>;
}

export interface PlanStore {
  create(plan: NewPlan, entry?: (made: PlanRecord) => Journaled | undefined): Promise<PlanRecord>;
  get(workspace: Workspace, id: string): Promise<PlanRecord | null>;
  byThread(workspace: Workspace, channel: string, threadTs: string): Promise<PlanRecord | null>;
  /** The person's newest plan of a channel, thread or not: what "et en 8k ?" means in a direct message. */
  latestIn(workspace: Workspace, channel: string, user: string): Promise<PlanRecord | null>;
  ownedBy(workspace: Workspace, user: string, limit: number): Promise<readonly PlanRecord[]>;
  /** What the team may list: only what stands in public channels, narrowed before it is limited. */
  recent(workspace: Workspace, limit: number): Promise<readonly PlanRecord[]>;
  placed(
    workspace: Workspace,
    id: string,
    /** `public` absent: as it was known, unless the channel is another one now. */
    place: { channel: string; headTs: string; detailsTs?: string; threadTs?: string; public?: boolean },
  ): Promise<void>;
  /** Appends only if the last revision is still `expected`; false when somebody else was faster. `adopts`: the variant it is made of goes. */
  appendRevision(
    workspace: Workspace,
    id: string,
    expected: number,
    revision: Revision,
    also?: { readonly entry?: Journaled | undefined; readonly adopts?: string | undefined },
  ): Promise<boolean>;
  /** Drops the last revision if it is still `expected` and that author's; the first one stays. */
  dropRevision(
    workspace: Workspace,
    id: string,
    expected: { readonly number: number; readonly author: string },
    at: string,
    entry?: Journaled,
  ): Promise<boolean>;
  addVariant(workspace: Workspace, id: string, variant: VariantRecord, entry?: Journaled): Promise<void>;
  /** False when it was gone already. */
  dropVariant(workspace: Workspace, id: string, variantId: string, entry?: Journaled): Promise<boolean>;
  /** Hand over, or name editors. */
  setPeople(
    workspace: Workspace,
    id: string,
    people: { owner: string; editors: readonly string[] },
  ): Promise<void>;
  setArchived(workspace: Workspace, id: string, at: string | null): Promise<void>;
  /** Plans archived before the instant, with everything of theirs. */
  purgeArchived(before: string): Promise<number>;
  setSilenced(workspace: Workspace, id: string, silenced: boolean): Promise<void>;
  setLanguage(workspace: Workspace, id: string, language: Language): Promise<void>;
}

/** Picked up `attempts` times, this one included: the caller decides when to give up. */
export type Claimed<T> = T & { readonly attempts: number };

/** What Slack delivered, recorded before it is acknowledged. */
export interface Delivery {
  readonly workspace: Workspace;
  /** event_id, or trigger id, or channel+ts: equal keys are the same delivery. */
  readonly key: string;
  readonly kind: string;
  /** JSON of the body that the work needs; purged once done. */
  readonly payload: string;
}

export interface DeliveryStore {
  /** False when the key was recorded before: somebody already works on it. */
  record(delivery: Delivery, at: string): Promise<boolean>;
  done(workspace: Workspace, key: string, at: string): Promise<void>;
  /**
   * The workspace's, recorded, not done, last touched before the instant: picked up after a crash, each by one
   * process only, which holds it from `at` until the next claim whose `before` is later.
   */
  claimUnfinished(
    workspace: Workspace,
    before: string,
    limit: number,
    at: string,
  ): Promise<readonly Claimed<Delivery>[]>;
  /** Done deliveries older than the instant; their keys are then forgotten. */
  purge(before: string): Promise<number>;
}

/** A message to be posted, kept until Slack has taken it; `key` makes posting once safe to retry. */
export interface OutboxItem {
  readonly workspace: Workspace;
  readonly key: string;
  readonly payload: string;
}

export interface OutboxStore {
  put(item: OutboxItem, at: string): Promise<boolean>;
  sent(workspace: Workspace, key: string, at: string): Promise<void>;
  claimUnsent(
    workspace: Workspace,
    before: string,
    limit: number,
    at: string,
  ): Promise<readonly Claimed<OutboxItem>[]>;
  purge(before: string): Promise<number>;
}

export interface Preference {
  readonly language?: Language;
}

export interface PreferenceStore {
  get(workspace: Workspace, user: string): Promise<Preference>;
  set(workspace: Workspace, user: string, preference: Preference): Promise<void>;
}

/** What a workspace has decided for all of its plans. */
export interface SettingsStore {
  get(workspace: Workspace): Promise<TeamSettings>;
  set(workspace: Workspace, settings: TeamSettings): Promise<void>;
}

/** What one process does for all that share the store. */
export interface LeaseStore {
  /** True for one holder at a time: until `until`, or `release`. `now` decides whether an older lease has run out. */
  take(name: string, holder: string, now: string, until: string): Promise<boolean>;
  release(name: string, holder: string): Promise<void>;
}

export interface Store {
  readonly plans: PlanStore;
  readonly deliveries: DeliveryStore;
  readonly outbox: OutboxStore;
  readonly preferences: PreferenceStore;
  readonly settings: SettingsStore;
  readonly journal: JournalStore;
  readonly prices: PriceStore;
  readonly leases: LeaseStore;
  readonly progress: ProgressStore;
  readonly reminders: ReminderStore;
  readonly pilotTokens: PilotTokenStore;
  /** Answers a trivial query; throws when the store is gone. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Why the hub gave no answer of its own. */
export type HubFault = "no-network" | "too-slow" | "too-many-requests" | "foreign" | "down";

/** Sizes a model that the catalogue does not know, from the hub; null when it is not there. Never throws for a lost network: says so. */
export interface ModelHub {
  find(id: string): Promise<
    | { readonly kind: "found"; readonly model: Readonly<Record<string, unknown>> }
    | {
        readonly kind: "not-found";
        /** Without a token the hub hides what is private. */ readonly mayBePrivate?: true;
      }
    | { readonly kind: "gated" }
    | { readonly kind: "unreachable"; readonly why: string; readonly fault?: HubFault }
  >;
}

/** Who asks, and where. */
export interface Asker {
  readonly workspace: Workspace;
  readonly user: string;
  /** Of the person's profile; the message's own language goes first. */
  readonly locale: Language | null;
  readonly timeZone: string | null;
  /** Of the workspace; missing = not known. */
  readonly admin?: boolean;
  /** The delivery that they ask by: what equal keys ask for is done once. */
  readonly delivery?: string;
}

export type Origins = Readonly<Record<string, Origin>>;

/** pino's shape. Fields carry ids, codes and durations: never a message's text, a token or an amount. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  warn(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}
