import type { CatalogueLookup, NameSpan } from "../domain/catalogue.ts";
import type { Premise } from "../domain/caveat.ts";
import type { Language } from "../domain/conversation.ts";
import type { Assumption } from "../domain/estimate.ts";
import type { ReportCode, SeenPrice, SeenRate } from "../domain/finding.ts";
import type { Hardware } from "../domain/plan.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { euroMark, fold, withEuroMarks, withEuros, type CanonicalText } from "./normalize.ts";
import type { Money } from "../units/money.ts";
import { addTo, gramsOf, mayMatch, type Finder, type Grams } from "./prefilter.ts";

export interface ReadContext {
  readonly lookup: CatalogueLookup;
  readonly current: RunSpec | null;
  /** What the plan of the thread runs on, whether or not its run states it. */
  readonly held?: Pick<Hardware, "gpus" | "nodes"> | null;
  /** What that plan costs, likely. */
  readonly cost?: Money | null;
  /** Fields that the last revision changed: "and with 16?" goes on with them. */
  readonly recent?: readonly string[];
  /** Counts that earlier revisions had, the newest first: "back to 90". */
  readonly former?: readonly { readonly field: string; readonly value: number }[];
  readonly threadLanguage: Language | null;
  readonly locale: Language | null;
  /** ISO instant. */
  readonly now: string;
  readonly timeZone: string | null;
  /** Said to the assistant alone or by name: no colleague can be meant. */
  readonly addressed?: boolean;
}

/** One field read from one place of the text. */
export interface Fact {
  /** Dotted path of RunSpec. */
  readonly field: string;
  readonly value: unknown;
  readonly start: number;
  /** The words it was read from. */
  readonly where: string;
}

/** What can only be decided once the whole message is read. */
export interface Pending {
  readonly kind: string;
  readonly value: number | string;
  readonly start: number;
  readonly where: string;
}

/** The work sheet of one reading: recognisers take spans out of `rest` and leave facts. */
export interface Draft {
  readonly canonical: CanonicalText;
  /** Lower case, no accents, `euroMark` for "€"; same positions as `canonical.text`. */
  readonly folded: string;
  /** `folded` with what was taken blanked out and names replaced by `modelMark` and `cardMark`. */
  rest: string;
  /** Of all that ever stood in `rest`. */
  readonly grams: Grams;
  readonly taken: Uint8Array;
  readonly names: NameSpan[];
  readonly facts: Fact[];
  readonly pending: Pending[];
  readonly premises: Premise[];
  readonly problems: Problem[];
  readonly assumed: Assumption[];
  readonly claims: string[];
  readonly observed: Record<string, number>;
  readonly versions: Record<string, string>;
  readonly reports: ReportCode[];
  readonly rates: SeenRate[];
  readonly prices: SeenPrice[];
  /** Bytes. */
  readonly sizes: number[];
  readonly machines: { accelerator: string; gpus: number }[];
  hostRamGib: number | null;
  failure: { phase: string | null; kind: string; requestedGib?: number } | null;
  language: Language;
  readonly context: ReadContext;
}

/** Of Latin-1, as most folded text is: a text of one width is searched by one compiled pattern, and faster. */
export const modelMark = "\u00B6";
export const cardMark = "\u00A7";
export const takenMark = "\u00AC";
export const blockedMark = "\u00A6";

export function startDraft(canonical: CanonicalText, language: Language, context: ReadContext): Draft {
  const folded = withEuroMarks(fold(canonical.text));
  return {
    canonical,
    folded,
    rest: folded,
    grams: gramsOf(folded).slice(),
    taken: new Uint8Array(folded.length),
    names: [],
    facts: [],
    pending: [],
    premises: [],
    problems: [],
    assumed: [],
    claims: [],
    observed: {},
    versions: {},
    reports: [],
    rates: [],
    prices: [],
    sizes: [],
    machines: [],
    hostRamGib: null,
    failure: null,
    language,
    context,
  };
}

function overwrite(draft: Draft, start: number, end: number, mark: string): void {
  const middle = draft.rest.slice(start, end).replace(/[^\s]/gu, mark);
  addTo(draft.grams, mark);
  draft.rest = draft.rest.slice(0, start) + middle + draft.rest.slice(end);
}

/** The words are used: later recognisers do not see them. */
export function take(draft: Draft, start: number, end: number): void {
  draft.taken.fill(1, start, end);
  overwrite(draft, start, end, takenMark);
}

/** Nobody may read these words, and they stay unread. */
export function block(draft: Draft, start: number, end: number): void {
  overwrite(draft, start, end, blockedMark);
}

/** A name found by the catalogue: used, and visible to later recognisers as one mark without gaps. */
export function placeName(draft: Draft, name: NameSpan): void {
  draft.names.push(name);
  draft.taken.fill(1, name.start, name.end);
  const sign = name.kind === "model" ? modelMark : cardMark;
  const mark = sign.repeat(name.end - name.start);
  addTo(draft.grams, sign);
  draft.rest = draft.rest.slice(0, name.start) + mark + draft.rest.slice(name.end);
}

export function nameWithin(
  draft: Draft,
  kind: NameSpan["kind"],
  start: number,
  end: number,
): NameSpan | undefined {
  return draft.names.find((name) => name.kind === kind && name.start >= start && name.end <= end);
}

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

export function wordsAt(draft: Draft, start: number, end: number): string {
  return shorten(draft.canonical.text.slice(start, end).trim());
}

export interface Match {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Capture groups, numbered from 1. */
  readonly group: (index: number) => string | undefined;
  readonly named: Readonly<Record<string, string | undefined>>;
}

/** Says whether the span was used; `"blocked"` = seen and on purpose not used. */
export type Outcome = boolean | "blocked";

export interface Rule {
  readonly pattern: Finder;
  readonly read: (match: Match, draft: Draft) => Outcome;
}

const written = (read: string | undefined): string | undefined =>
  read === undefined ? undefined : withEuros(read);

/** What was found, with the euro sign as people write it. */
function matchOf(found: RegExpExecArray): Match {
  const { index: start } = found;
  const named: Match["named"] = found.groups ?? {};
  const [text] = found;
  const match = { start, end: start + text.length };
  if (!text.includes(euroMark) && !Object.values(named).some((group) => group?.includes(euroMark) === true))
    return { ...match, text, group: (index) => written(found[index]), named };
  return {
    ...match,
    text: withEuros(text),
    group: (index) => written(found[index]),
    named: Object.fromEntries(Object.entries(named).map(([name, group]) => [name, written(group)])),
  };
}

export function applyRules(draft: Draft, rules: readonly Rule[]): void {
  for (const rule of rules) {
    const { pattern } = rule;
    if (!mayMatch(pattern, draft.grams)) continue;
    pattern.lastIndex = 0;
    for (;;) {
      const found = pattern.exec(draft.rest);
      if (found === null) break;
      const end = found.index + found[0].length;
      if (end === found.index) {
        pattern.lastIndex = end + 1;
        continue;
      }
      const match = matchOf(found);
      const outcome = rule.read(match, draft);
      if (outcome === true) take(draft, match.start, match.end);
      if (outcome === "blocked") block(draft, match.start, match.end);
      pattern.lastIndex = outcome === false ? found.index + 1 : end;
    }
  }
}

export function state(draft: Draft, match: Match, field: string, value: unknown): true {
  draft.facts.push({ field, value, start: match.start, where: wordsAt(draft, match.start, match.end) });
  return true;
}

export function postpone(draft: Draft, match: Match, kind: string, value: number | string): true {
  draft.pending.push({ kind, value, start: match.start, where: wordsAt(draft, match.start, match.end) });
  return true;
}

/** A value out of bounds: named, not used. The words count as read. */
export function refuse(draft: Draft, match: Match, path: string, allowed: readonly string[]): true {
  draft.problems.push({ code: "out-of-range", path, read: wordsAt(draft, match.start, match.end), allowed });
  return true;
}

export const factOf = (draft: Draft, field: string): Fact | undefined =>
  draft.facts.find((fact) => fact.field === field);
export const has = (draft: Draft, field: string): boolean => factOf(draft, field) !== undefined;
