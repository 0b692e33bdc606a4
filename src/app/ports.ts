import type { Language, Origin, Revision } from "../domain/conversation.ts";
import type { Estimate } from "../domain/estimate.ts";
import type { Plan } from "../domain/plan.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";

/** The ISO instant and the sources of chance that the core may not have. */
export interface Clock {
  now(): Date;
}
export type NewId = () => string;

/** Every row belongs to one workspace (a Slack team, or "local"): no query goes without it. */
export type Workspace = string;

/** The engine behind a port: it runs in a worker thread so that acks never wait for sums. */
export interface Engine {
  plan(spec: RunSpec): Promise<Plan | { readonly problems: readonly Problem[] }>;
  estimate(
    spec: RunSpec,
    options?: { readonly brief?: boolean },
  ): Promise<Estimate | { readonly problems: readonly Problem[] }>;
  close(): Promise<void>;
}

export interface PlanRecord {
  readonly id: string;
  readonly workspace: Workspace;
  readonly channel: string | null;
  /** Timestamp of the head message, which is the thread's key; null before it is posted. */
  readonly headTs: string | null;
  readonly detailsTs: string | null;
  readonly owner: string;
  readonly editors: readonly string[];
  readonly language: Language;
  readonly silenced: boolean;
  readonly private: boolean;
  readonly revisions: readonly Revision[];
  readonly variants: readonly VariantRecord[];
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
  readonly language: Language;
  readonly private: boolean;
  readonly first: Revision;
}

export interface PlanStore {
  create(plan: NewPlan): Promise<PlanRecord>;
  get(workspace: Workspace, id: string): Promise<PlanRecord | null>;
  byThread(workspace: Workspace, channel: string, threadTs: string): Promise<PlanRecord | null>;
  ownedBy(workspace: Workspace, user: string, limit: number): Promise<readonly PlanRecord[]>;
  recent(workspace: Workspace, limit: number): Promise<readonly PlanRecord[]>;
  placed(
    workspace: Workspace,
    id: string,
    place: { channel: string; headTs: string; detailsTs?: string },
  ): Promise<void>;
  /** Appends only if the last revision is still `expected`; false when somebody else was faster. */
  appendRevision(workspace: Workspace, id: string, expected: number, revision: Revision): Promise<boolean>;
  /** Drops the last revision if it is still `expected`. */
  dropRevision(workspace: Workspace, id: string, expected: number): Promise<boolean>;
  addVariant(workspace: Workspace, id: string, variant: VariantRecord): Promise<void>;
  setSilenced(workspace: Workspace, id: string, silenced: boolean): Promise<void>;
  setLanguage(workspace: Workspace, id: string, language: Language): Promise<void>;
}

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
  /** Recorded, not done, older than the instant: picked up after a crash, each by one process only. */
  claimUnfinished(before: string, limit: number): Promise<readonly Delivery[]>;
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
  claimUnsent(before: string, limit: number): Promise<readonly OutboxItem[]>;
}

export interface Preference {
  readonly language?: Language;
}

export interface PreferenceStore {
  get(workspace: Workspace, user: string): Promise<Preference>;
  set(workspace: Workspace, user: string, preference: Preference): Promise<void>;
}

export interface Store {
  readonly plans: PlanStore;
  readonly deliveries: DeliveryStore;
  readonly outbox: OutboxStore;
  readonly preferences: PreferenceStore;
  /** Answers a trivial query; throws when the store is gone. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Sizes a model that the catalogue does not know, from the hub; null when it is not there. Never throws for a lost network: says so. */
export interface ModelHub {
  find(
    id: string,
  ): Promise<
    | { readonly kind: "found"; readonly model: Readonly<Record<string, unknown>> }
    | { readonly kind: "not-found" }
    | { readonly kind: "gated" }
    | { readonly kind: "unreachable"; readonly why: string }
  >;
}

/** Who asks, and where. */
export interface Asker {
  readonly workspace: Workspace;
  readonly user: string;
  /** Of the person's profile; the message's own language goes first. */
  readonly locale: Language | null;
  readonly timeZone: string | null;
}

export type Origins = Readonly<Record<string, Origin>>;
