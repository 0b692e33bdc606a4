import type { CaveatCode } from "../caveat.ts";
import type { Language } from "../conversation.ts";
import type { AcceleratorClass, Method, Platform, Strategy } from "../run-spec.ts";
import type { PartName } from "../estimate.ts";

/**
 * How a statement is known. `measured` and `maintainer` (their documentation included) name a source; `arithmetic`
 * follows from figures that the engine computes; `catalogue` repeats what it holds, with its own sources; `recalled` was not read again; `check` claims nothing: it is what to do.
 */
export const statementEvidence = [
  "measured", "maintainer", "arithmetic", "catalogue", "recalled", "unknown", "check",
] as const; // prettier-ignore
export type StatementEvidence = (typeof statementEvidence)[number];

/** Which plans a statement speaks about; every key that is set must hold. */
export interface PlanCondition {
  readonly platform?: Platform;
  readonly class?: AcceleratorClass;
  readonly methods?: readonly Method[];
  readonly strategies?: readonly Strategy[];
  /** Several cards, or several nodes. */
  readonly several?: "gpus" | "nodes";
  /** A part of the peak that takes at least a tenth of a GiB. */
  readonly part?: PartName;
  /** A format that the plan's card has no units for. */
  readonly lacks?: "bf16" | "fp8";
  readonly tier?: "spot";
}

/** One sentence or two, in both languages, with `{{figures}}` still to be filled in. */
export interface Statement {
  readonly evidence: StatementEvidence;
  /** Ids of the catalogue's sources. */
  readonly sources: readonly string[];
  readonly text: Readonly<Record<Language, string>>;
  /** Said only beside a plan like this. */
  readonly when?: PlanCondition;
}

export interface Article {
  readonly id: string;
  readonly themes: readonly string[];
  /** ISO day on which it was last held against its sources. */
  readonly date: string;
  readonly sources: readonly ArticleSource[];
  readonly caveats: readonly CaveatCode[];
  /** Ids of articles that the next question may be about. */
  readonly related: readonly string[];
  readonly title: Readonly<Record<Language, string>>;
  /** Ways to ask, several a language. */
  readonly questions: Readonly<Record<Language, readonly string[]>>;
  /** The answer first. */
  readonly statements: readonly Statement[];
}

export interface ArticleSource {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  /** ISO day; null = known by heart, not read again for this article. */
  readonly read: string | null;
}

/** Words that mean one thing, whatever the language: "point de contrôle" and "checkpoint". */
export interface Concept {
  readonly id: string;
  readonly forms: readonly string[];
}

export interface Knowledge {
  readonly articles: readonly Article[];
  readonly concepts: readonly Concept[];
}

/** An article by name, for a list of what comes close. */
export interface ArticleName {
  readonly id: string;
  readonly title: Readonly<Record<Language, string>>;
  /** A question that it answers. */
  readonly question: Readonly<Record<Language, string>>;
}

export const nameOf = ({ id, title, questions }: Article): ArticleName => ({
  id,
  title,
  question: { en: questions.en[0] ?? title.en, fr: questions.fr[0] ?? title.fr },
});
