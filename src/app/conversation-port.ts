import type { Catalogue, CatalogueLookup } from "../domain/catalogue.ts";
import type { Language, Origin, Reply } from "../domain/conversation.ts";
import type { FileFault } from "../domain/pilot/dropped.ts";
import type { Change } from "../domain/plan.ts";
import type { ExchangeRates, Money } from "../units/money.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import type { Pressed } from "./pressed.ts";
import type { ReadEvidence } from "./read-evidence.ts";
import type {
  Asker,
  Clock,
  Engine,
  KnowledgeBase,
  Log,
  ModelHub,
  NewId,
  PlanRecord,
  Store,
  Workspace,
} from "./ports.ts";

export interface Place {
  readonly channel: string | null;
  /** Null outside threads. */
  readonly threadTs: string | null;
  /** Everything said in a direct message or a terminal is meant for us. */
  readonly kind: "channel" | "im" | "terminal";
  /** Everyone of the workspace may read it; absent = not known. */
  readonly public?: boolean;
}

/** A text as a person wrote it; markup, mention and entities already undone. */
export interface Incoming {
  readonly asker: Asker;
  readonly text: string;
  readonly place: Place;
  /** We were named, or the text came with a command. */
  readonly mentioned: boolean;
  /** A button asked these words: they are about what its message showed, wherever they are answered. */
  readonly pressed?: Pressed;
}

export interface Outcome {
  readonly reply: Reply;
  /** The plan that the reply is about, as stored now; whoever posts a new one reports its place to the store. */
  readonly record: PlanRecord | null;
  /** A secret was pasted: tell its author alone. */
  readonly secretSeen: boolean;
  /** To be answered in a direct message. */
  readonly private: boolean;
}

export interface PlanRequest {
  readonly asker: Asker;
  readonly spec: RunSpec;
  readonly place: Place;
  readonly via: Origin;
  readonly private: boolean;
  readonly language?: Language;
}

export interface ChangeRequest {
  readonly asker: Asker;
  readonly planId: string;
  readonly changes: readonly Change[];
  readonly via: Origin;
  /** The what-if that the changes build on: the owner's then take it into the plan. */
  readonly variant?: string;
}

/** What came back from a pilot run, as somebody posted it. */
export interface PilotPost {
  readonly asker: Asker;
  readonly place: Place;
  /** Chosen in a form; null = the plan of the thread, in a direct message the newest. */
  readonly planId: string | null;
  readonly files: readonly ReadEvidence[];
  readonly unopened: readonly { readonly name: string; readonly fault: FileFault }[];
  /** False when nobody named us: a file with no result in it is then left alone. */
  readonly addressed: boolean;
}

/** The use cases of a conversation: Slack, the workbench and the terminal call the same ones. */
export interface Conversation {
  receive(incoming: Incoming): Promise<Outcome>;
  planFromSpec(request: PlanRequest): Promise<Outcome>;
  /** A plan of its own for a card that a pilot ran on and its plan does not name; the pilot's plan stays. */
  planOffered(request: {
    readonly asker: Asker;
    readonly planId: string;
    /** Key of the pilot's verdict. */
    readonly pilot: string;
    readonly place: Place;
  }): Promise<Outcome>;
  /** The owner and editors revise; anyone else gets a variant. */
  applyToPlan(request: ChangeRequest): Promise<Outcome>;
  /** Takes back the asker's own last change; with `revision`, that one or nothing. */
  undo(request: {
    readonly asker: Asker;
    readonly planId: string;
    readonly revision?: number;
  }): Promise<Outcome>;
  adoptVariant(request: {
    readonly asker: Asker;
    readonly planId: string;
    readonly variantId: string;
  }): Promise<Outcome>;
  setSilence(request: {
    readonly asker: Asker;
    readonly planId: string;
    readonly silenced: boolean;
  }): Promise<Outcome>;
  /** Judges results against the plan, learns from them, and corrects the plan in front of everyone. */
  recordPilot(post: PilotPost): Promise<Outcome>;
  /** Takes back one result of a plan, by its key. */
  withdrawResult(request: {
    readonly asker: Asker;
    readonly planId: string;
    readonly result: string;
  }): Promise<Outcome>;
  /** The team's settings as a form states both of them. */
  changeSettings(request: {
    readonly asker: Asker;
    readonly threshold: Money;
    readonly approvers: readonly string[];
  }): Promise<Outcome>;
  /** The asker's own plans, newest first, as a reply. */
  mine(asker: Asker): Promise<Outcome>;
  /** The asker's own reminders, of one plan or of all of theirs; `ownTimes`: they asked for one at a time of their own. */
  reminders(
    request: { readonly asker: Asker; readonly planId?: string },
    ownTimes?: boolean,
  ): Promise<Outcome>;
  /** Cancels them for good: all of the plan or of the asker, or the one of the key. */
  cancelReminders(request: {
    readonly asker: Asker;
    readonly planId?: string;
    readonly key?: string;
  }): Promise<Outcome>;
  /** The newest plans of a workspace that stand in public channels. */
  team(workspace: Workspace): Promise<readonly PlanRecord[]>;
}

export interface ConversationDeps {
  readonly engine: Engine;
  readonly store: Store;
  readonly lookup: CatalogueLookup;
  readonly hub: ModelHub;
  readonly knowledge: KnowledgeBase;
  readonly clock: Clock;
  /** Of the catalogue in use. */
  readonly rates: () => ExchangeRates;
  /** In use now: what a launch file must know of machines. */
  readonly catalogue: () => Catalogue;
  readonly newId: NewId;
  readonly log: Log;
}
