import type { Premise } from "./caveat.ts";
import type { Assumption } from "./estimate.ts";
import type { Advice, ReportCode, SeenPrice, SeenRate } from "./finding.ts";
import type { Article, ArticleName, Statement } from "./knowledge/article.ts";
import type { Figure } from "./knowledge/figure.ts";
import type { FileAnswer, FileIntent } from "./file-answer.ts";
import type { Comparison } from "./planning/compare.ts";
import type { ReminderKind } from "./planning/reminders.ts";
import type { FileFault } from "./pilot/dropped.ts";
import type { MoneyAnswer } from "./money-answer.ts";
import type { CorrectionsSaid, CorrectionsWish } from "./pilot/corrections-said.ts";
import type { PilotVerdict } from "./pilot/pilot.ts";
import type { SettingsDone, SettingsWish, TeamSettings } from "./pilot/team-settings.ts";
import type { StageMove, StageWish } from "./pilot/stage-move.ts";
import type { Blocked, Candidate, Change, Plan } from "./plan.ts";
import type { Problem } from "./problem.ts";
import type { Tried } from "./planning/tried.ts";
import type { Preference, RunSpec } from "./run-spec.ts";

export const languages = ["en", "fr"] as const;
export type Language = (typeof languages)[number];

export type Origin = "user" | "form" | "follow-up" | "file" | "default";

/** A spec and the plan made from it. The conversation is the list of these; undo drops the last. */
export interface Revision {
  readonly number: number;
  readonly author: string;
  /** ISO instant. */
  readonly at: string;
  readonly changes: readonly Change[];
  readonly spec: RunSpec;
  /** Dotted field → who stated it. */
  readonly origins: Readonly<Record<string, Origin>>;
  readonly plan: Plan;
}

export interface PlanRef {
  readonly planId: string;
  readonly revision: number;
  /** The revision it builds on: those that were undone are none. Missing or null = the first. */
  readonly base?: number | null;
  /** Set when this is someone else's what-if on the owner's plan. */
  readonly variant?: {
    readonly id: string;
    readonly author: string;
    readonly basedOn: number;
    /** Everything in which it differs from the revision it is based on. */
    readonly differs?: readonly Change[];
  };
  readonly owner: string;
}

/** What a plan answers from its own figures. */
export type PlanAspect =
  | "memory"
  | "dominant"
  | "certainty"
  | "source"
  | "time"
  | "cost"
  | "if-it-does-not-fit"
  | "why-this"
  | "standing"
  | "assumptions"
  | "speed"
  | "host"
  | "service"
  | "timeline";

/** What a question about a plan is about; the figures to answer it with. */
export type Answer =
  | {
      readonly about: "why-not";
      readonly accelerator: string;
      readonly candidate: Candidate | null;
      readonly blocked: Blocked | null;
      /** The asker excluded it: the figures are those without that limit. */
      readonly ruledOut?: true;
    }
  | {
      readonly about: PlanAspect;
      /** What the asker has or measured of it, set against the plan's figure: RAM of the host, a peak per card. */
      readonly statedGib?: number;
      /** A figure that the question names ("why 61 GiB?") and the plan does not have; `revision`: the one that had it. */
      readonly quoted?: { readonly gib: number; readonly revision: number | null };
      /** Tokens/s of a run that was measured: of each GPU, or of the whole job where `gpus` is null. */
      readonly statedRate?: { readonly tokensPerSecond: number; readonly gpus: number | null };
      /** ISO instant at which it was asked. */
      readonly at?: string;
      /** What was asked for first: a unit of the cost, the price among the sources. */ readonly topic?: string;
    }
  | {
      readonly about: "would-change";
      readonly changes: readonly Change[];
      /** The same run with those changes, sized and not kept. */
      readonly changed: Plan;
    }
  | MoneyAnswer
  | { readonly about: "compare"; readonly comparison: Comparison }
  | {
      /** What the thread has seen; `best`: the number of the first in that order, null where none has a figure. */
      readonly about: "revisions";
      readonly order: Preference | null;
      readonly tried: readonly Tried[];
      readonly best: number | null;
    }
  | { readonly about: "no-answer"; readonly topic: string | null }
  | {
      /** Said of the plan and not understood; nothing is changed. */
      readonly about: "unclear";
      /** The words that nobody read. */
      readonly words: readonly string[];
    }
  | { readonly about: "help"; readonly topic: string | null }
  | {
      readonly about: "catalogue";
      readonly query: string;
      readonly accelerators: readonly string[];
      readonly models: readonly string[];
    }
  | {
      readonly about: "knowledge";
      readonly article: Article;
      /** Those of the article that may be said here: a plan beside it adds some. */
      readonly statements: readonly Statement[];
      /** By the text of their placeholder. */
      readonly figures: Readonly<Record<string, Figure>>;
      /** Articles that the next question may be about. */
      readonly next: readonly ArticleName[];
    }
  | { readonly about: "advice"; readonly advice: Advice }
  | { readonly about: "mine"; readonly plans: readonly PlanSummary[] }
  | {
      readonly about: "reminders";
      /** Of the asker's own plans, earliest first. */
      readonly reminders: readonly PendingReminder[];
      /** What was just done, or why it was not; missing = they were only asked for. */
      readonly done?: "not-yours" | "own-times" | { readonly cancelled: number; readonly underWay: number };
    }
  | {
      readonly about: "unchanged";
      readonly why:
        | "nothing-to-undo"
        | "same-value"
        | "no-plan-here"
        | "not-yours"
        | "changed-since"
        | "nothing-to-compare"
        | "judged";
    }
  | {
      readonly about: "stage";
      readonly move: StageMove;
    }
  | { readonly about: "corrections"; readonly said: CorrectionsSaid }
  | { readonly about: "settings"; readonly settings: TeamSettings; readonly done: SettingsDone }
  | FileAnswer
  | {
      /** What came back from a pilot; null = nothing that could be judged, or no plan to judge it by. */
      readonly about: "pilot";
      readonly verdict: PilotVerdict | null;
      /** Files with something to say of their own. */
      readonly files: readonly FileSaid[];
      /** Posted before: nothing changed. */
      readonly again: boolean;
      /** The plan as it was before what was learnt, when that changed it. */
      readonly before: Plan | null;
    }
  | { readonly about: "thanks" | "out-of-scope" | "not-yet"; readonly topic?: string };

/** A reminder that its owner will get unless they cancel it. */
export interface PendingReminder {
  readonly planId: string;
  readonly key: string;
  readonly kind: ReminderKind;
  /** ISO instant. */
  readonly dueAt: string;
  /** ISO instant that it warns of; null = nothing ends. */
  readonly eventAt: string | null;
  readonly model: string;
  readonly method: string;
}

/** A file that could not be used, or not in full. */
export type FileSaid = { readonly name: string } & (
  | { readonly kind: "unopened"; readonly fault: FileFault }
  | {
      readonly kind: "nothing-read";
      /** What the reader saw of it. */ readonly saw?: "binary" | "instruction-in-log" | null;
    }
  | { readonly kind: "faulty"; readonly problems: readonly Problem[] }
);

export interface PlanSummary {
  readonly planId: string;
  readonly model: string;
  readonly method: string;
  readonly revision: number;
  /** ISO instant. */
  readonly updatedAt: string;
  readonly permalink: string | null;
}

/** Facts of the situation that are not fields of the run. */
export interface MessageContext {
  readonly hostRamGib?: number;
  readonly failure?: { readonly phase: string | null; readonly kind: string; readonly requestedGib?: number };
  readonly versions?: Readonly<Record<string, string>>;
  readonly observed?: Readonly<Record<string, number>>;
  readonly claims?: readonly string[];
  readonly reports?: readonly ReportCode[];
  /** The same work measured on several numbers of GPUs. */
  readonly rates?: readonly SeenRate[];
  /** Hourly prices that were quoted. */
  readonly prices?: readonly SeenPrice[];
  /** Every card named with its number, in the order of the text; `read` of one that the catalogue lacks. */
  readonly machines?: readonly { readonly accelerator: string; readonly gpus: number }[];
  /** Every size in the text, in bytes; host memory left out. */
  readonly sizes?: readonly number[];
}

export interface Contradiction {
  readonly field: string;
  readonly readings: readonly { readonly value: unknown; readonly where: string }[];
  readonly chosen: unknown;
}

/** A text after reading: what it changes, asks, believes, and what was not understood. */
export interface MessageReading {
  readonly language: Language;
  readonly intent: Intent;
  readonly understood: RunSpec;
  readonly changes: readonly Change[];
  readonly context: MessageContext;
  readonly premises: readonly Premise[];
  readonly contradictions: readonly Contradiction[];
  readonly problems: readonly Problem[];
  /** Every token that was not used. */
  readonly unread: readonly string[];
  /** The part of `unread` that looks like a limit, number, card or model: worth showing. */
  readonly unreadWorthSaying: readonly string[];
  /** A pasted secret was seen (never its value). */
  readonly secretSeen: boolean;
  /** Readings that could have gone another way ("next Friday", a budget without currency), to be echoed. */
  readonly assumed?: readonly Assumption[];
  /** Questions that stood beside the changes: answered with them, applied never. */
  readonly asked?: readonly AskedBeside[];
  readonly fileAsked?: FileBeside;
}

export interface AskedBeside {
  readonly text: string;
  readonly question: Extract<Intent, { kind: "question" }>;
}

/** A launch file of what comes out of the run, asked for in the same breath. */
export interface FileBeside {
  readonly text: string;
  readonly file: Extract<FileIntent, { kind: "launch-file" }>;
}

export type Intent =
  | {
      readonly kind: "plan";
      /** Asked for in a direct message. */
      readonly private?: boolean;
      /** Asks how large a model the stated machine holds. */
      readonly largest?: true;
    }
  | { readonly kind: "change" }
  | { readonly kind: "undo" }
  | { readonly kind: "back-to-first" }
  | {
      readonly kind: "question";
      readonly about: Exclude<
        Answer["about"],
        | "unchanged"
        | "unclear"
        | "mine"
        | "reminders"
        | "knowledge"
        | "advice"
        | "compare"
        | "buy"
        | "pilot"
        | "stage"
        | "corrections"
        | "settings"
        | FileAnswer["about"]
      >;
      readonly accelerator?: string;
      readonly topic?: string;
      /** Its own words, where the message asks more. */
      readonly text?: string;
      /** What the question supposes; never applied. */
      readonly changes?: readonly Change[];
    }
  | {
      readonly kind: "command";
      readonly name:
        | "help"
        | "catalog"
        | "mine"
        | "reminders"
        | "stop-reminders"
        | "pilot"
        | "compare"
        | "silence"
        | "resume"
        | "adopt"
        | "share";
      readonly rest: string;
      readonly private: boolean;
    }
  | { readonly kind: "stage"; readonly wish: StageWish }
  | { readonly kind: "corrections"; readonly wish: CorrectionsWish }
  | { readonly kind: "settings"; readonly wish: SettingsWish }
  | FileIntent
  | {
      readonly kind: "language";
      readonly to: Language;
      /** Asked for one answer, beside something else. */
      readonly once?: true;
    }
  /** `concerns`: in the words of its trade, and not understood: of its plan if the plan's owner wrote it. */
  | { readonly kind: "chatter"; readonly courtesy?: Courtesy; readonly concerns?: true };

/** All that a message says: a thank-you, a greeting, or a word of assent ("ok", "lol"). */
export type Courtesy = "thanks" | "greeting" | "nod";

/** The one answer to one message; Slack, the terminal and JSON each render it. */
export type Reply = {
  readonly language: Language;
  readonly reading: MessageReading | null;
  /** What was asked beside a run or a change, in the words it was asked in. */
  readonly beside?: readonly { readonly text: string; readonly answer: Answer }[];
} & (
  | { readonly kind: "plan"; readonly plan: Plan; readonly ref: PlanRef }
  | {
      readonly kind: "change";
      readonly before: Plan;
      readonly plan: Plan;
      readonly changes: readonly Change[];
      readonly ref: PlanRef;
      readonly undone: boolean;
    }
  | {
      readonly kind: "answer";
      readonly answer: Answer;
      readonly plan: Plan | null;
      readonly ref: PlanRef | null;
    }
  | { readonly kind: "question"; readonly plan: Plan; readonly ref: PlanRef }
  | {
      readonly kind: "refusal";
      readonly reason: "absurd" | "hostile" | "out-of-scope";
      readonly problems: readonly Problem[];
    }
  | {
      readonly kind: "problem";
      readonly problems: readonly Problem[];
      /** Our own fault: the id under which the log has it. `problems` is then empty. */
      readonly incident?: string;
    }
  | { readonly kind: "silence" }
);
