import { clausesOf, looksAsked, unjoined, type Clause } from "./clauses.ts";
import { asksInGeneral, asksWhatItWouldChange, speaksOfTheTrade } from "./general-questions.ts";
import { knowledgeQuestion, planQuestion } from "./intents.ts";
import { fold } from "./normalize.ts";
import { matches } from "./prefilter.ts";

/** "Et en 8k ?", "can I go to batch 8?": the same run with something else in it. */
const varies = /^(?:et|and|or|ou|what about|how about|what if|et si|(?:je |on )?(?:peux|peut|puis|pourrait|pourrais)(?:[- ](?:je|on))?|can (?:i|we|it)|could (?:i|we)|would|ca passe (?:aussi |encore )?(?:en|a|avec)|also)\s(?!.{70})/u; // prettier-ignore

interface Split {
  /** The clauses that can only be questions, in their own words. */
  readonly questions: readonly string[];
  /** The text without them, and without everything else; positions stay. */
  readonly wish: string;
  readonly question: string;
  /** Clauses after the first that ask for the run with something else in it. */
  readonly variations: readonly string[];
}

/** The difference that a change is answered with says these by itself. */
const saidByChange = new Set(["memory", "time", "cost", "catalogue"]);

/** "QLoRA always takes less, no?": held for true, not wished for. */
const belief = /\b(?:always|never|toujours|jamais|takes?|needs?|uses|is|are|costs?|prend|prennent|consomme|coute|est|sont|c'est)\b[^?]*,\s*(?:no|right|correct|(?:is|does|are)n't (?:it|they)|true|non|hein|pas vrai|n'est-ce pas|vrai|pas)\s*\?/u; // prettier-ignore

/** What is asked of the trade or of the plan, whatever the message wants besides. */
function isQuestion(folded: string, clause: Clause): boolean {
  const words = folded.slice(clause.start, clause.end).trim();
  if (matches(belief, words) && speaksOfTheTrade(words)) return true;
  if (!looksAsked(folded, clause)) return false;
  const { wins, about } = planQuestion(words) ?? {};
  // "what do we get for 300 € by Friday?" states the cap and the date.
  if (about === "finished") return false;
  if (knowledgeQuestion(words) !== undefined || wins === true) return true;
  if (about !== undefined && !saidByChange.has(about)) return true;
  return speaksOfTheTrade(words) && (asksInGeneral(words) || asksWhatItWouldChange(words));
}

const isVariation = (folded: string, { start, end }: Clause): boolean => {
  const words = folded.slice(start, end).trim();
  return words.endsWith("?") && varies.test(words);
};

function without(text: string, clauses: readonly Clause[]): string {
  let out = text;
  for (const { start, end } of clauses)
    out = out.slice(0, start) + out.slice(start, end).replace(/[^\n]/gu, " ") + out.slice(end);
  return out;
}

/**
 * A message of one clause has nothing to split: what it is, its reading says. `isWish` tells of a clause that sounds like
 * a question whether it states a run all the same: "full finetune of …, 8k, H100 or MI300X? no A100".
 */
export function splitQuestions(text: string, isWish: (clause: string) => boolean): Split {
  const folded = fold(text);
  const clauses = clausesOf(folded);
  const words = (one: Clause): string => text.slice(one.start, one.end).trim();
  const asked =
    clauses.length < 2
      ? []
      : clauses.filter((one) => isQuestion(folded, unjoined(folded, one)) && !isWish(words(one)));
  const variants = clauses.slice(1).filter((one) => !asked.includes(one) && isVariation(folded, one));
  if (asked.length === 0) return { questions: [], wish: without(text, variants), question: "", variations: variants.map(words) }; // prettier-ignore
  return {
    variations: variants.map(words),
    questions: asked.map((one) => {
      const { start, end } = unjoined(folded, one);
      return text.slice(start, end).replace(/(?<![\s,;:])[\s,;:]+$/u, "");
    }),
    wish: without(text, [...asked, ...variants]),
    question: without(
      text,
      clauses.filter((one) => !asked.includes(one)),
    ),
  };
}
