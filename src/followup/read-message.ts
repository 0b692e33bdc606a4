import type { AskedBeside, Contradiction, Intent, Language, MessageReading } from "../domain/conversation.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { leavesOf } from "./apply-changes.ts";
import { changesOf, conclude } from "./conclude.ts";
import { askedOfThePlan } from "./asks-why.ts";
import { settleAmong } from "./among.ts";
import { absurdRules, absurdSizeRules } from "./read-absurd.ts";
import { readCommitment, settleCommitment } from "./commitment.ts";
import { clauseReader, type ReadClause } from "./clause-reader.ts";
import { condense } from "./condense.ts";
import { readConfig } from "./config-paste.ts";
import { choicesInThread, choicesOf } from "./either.ts";
import { detectLanguage } from "./detect-language.ts";
import { applyRules, block, startDraft, take, type Draft, type ReadContext } from "./draft.ts";
import { decideIntent } from "./decide-intent.ts";
import { refusalWords } from "./general-questions.ts";
import { asksOfLearning, withOwnQuestion } from "./own-question.ts";
import { settleLargest, settleMachinesAtHand } from "./largest-model.ts";
import { fold, normalize } from "./normalize.ts";
import { severalQuestions } from "./several-questions.ts";
import { splitQuestions } from "./split-questions.ts";
import { contextOf } from "./message-context.ts";
import { readPremises } from "./premises.ts";
import { batchRules } from "./read-batch.ts";
import { cardRules } from "./read-cards.ts";
import { migRules } from "./read-mig.ts";
import { dataRules } from "./read-data.ts";
import { dateRules } from "./read-dates.ts";
import { readInstances } from "./read-instances.ts";
import { durationRules, limitRules } from "./read-limits.ts";
import { recipeRules } from "./read-recipe.ts";
import { preferenceRules } from "./read-preference.ts";
import { readReports } from "./read-reports.ts";
import { readSeen } from "./read-seen.ts";
import { settlePrices } from "./read-prices.ts";
import { rolloutRules, rolloutSplitRules } from "./read-rollout.ts";
import { visionRules } from "./read-vision.ts";
import { tokenBatchRules } from "./read-token-batch.ts";
import { readSmi } from "./read-smi.ts";
import { readShape } from "./read-shape.ts";
import { settleMoved, settleOwned } from "./read-owned.ts";
import { readNames } from "./read-names.ts";
import { worthRules } from "./read-worth.ts";
import { sequenceRules, sizeRules } from "./read-sequence.ts";
import { servingRules } from "./read-serving.ts";
import { claimRules, reportsFullCache, situationRules } from "./read-situation.ts";
import { relativeRules } from "./relative.ts";
import { holdsSecret, redacted, shown, takeSecrets } from "./secrets.ts";
import { typoRules } from "./read-typos.ts";
import { settle } from "./settle.ts";
import { readSpotPrices, settleSpotPrices } from "./spot-prices.ts";
import { launchWishBeside } from "./launch-wish-beside.ts";
import { settleOwnMachine } from "./settle-own-machine.ts";
import { surfaceRules } from "./surface-rules.ts";
import { unnamedModel } from "./unknown-model.ts";
import { unreadTokens, worthSaying } from "./unread.ts";
import { allMatches } from "./prefilter.ts";

/** Slack takes no longer message. */
export const longestText = 40_000;

/** Order is priority: what is taken first is hidden from the rest. */
const families = [
  worthRules,
  relativeRules,
  migRules,
  rolloutRules,
  visionRules,
  absurdSizeRules,
  cardRules,
  rolloutSplitRules,
  limitRules,
  servingRules,
  tokenBatchRules,
  dataRules,
  batchRules,
  sequenceRules.slice(0, 2),
  preferenceRules,
  durationRules,
  dateRules,
  surfaceRules,
  typoRules,
  absurdRules,
  sequenceRules.slice(2),
  sizeRules,
  claimRules,
];

const hidden = /(?<![\w/.-])(?:private|prive|privee|privately)(?![\w/]|-\w)/gu;
const orders =
  /(?<![\w])(?:you are now\b|tu es (?:maintenant|desormais)\b|(?:please )?approve\b|approuve[rz]?\b)[^.!?\n]{0,80}/gu;

function takeAddress(draft: Draft): void {
  const command = /^\s*\/gpu-?plan(?!\w)/u.exec(draft.folded);
  if (command !== null) take(draft, 0, command[0].length);
  for (const word of allMatches(hidden, draft.folded)) take(draft, word.index, word.index + word[0].length); // prettier-ignore
  for (const { start, end } of refusalWords(draft.folded)) take(draft, start, end);
}

/** What a text orders the assistant to approve or to be is nobody's run: "Approve 64 B200" states no card. */
function hideOrders(draft: Draft): void {
  for (const order of allMatches(orders, draft.folded))
    block(draft, order.index, order.index + order[0].length);
}

/** Lines of a pasted log are measurements, never wishes: only what the situation rules read in them counts. */
function hideLogLines(draft: Draft): void {
  const tagged = /(?:^|\n)[ \t]*(?:\[[^\]\n]{1,40}\]|\d{4}-\d\d-\d\d[t ]\d\d:\d\d)[^\n]{0,2000}/gu;
  const lines = [...draft.folded.matchAll(tagged)];
  const metrics = /(?:loss|tps|mfu|memory|step|grad_norm|tokens\/s)\s*[:=]/u;
  if (!lines.some((line) => metrics.test(line[0]))) return;
  for (const line of lines) block(draft, line.index, line.index + line[0].length);
}

function tooLong(characters: number, draft: Draft, secretSeen: boolean): MessageReading {
  const problem: Problem = {
    code: "text-too-long",
    path: "text",
    read: "",
    allowed: [`≤ ${longestText}`],
    params: { characters },
  };
  return {
    language: draft.language,
    intent: { kind: draft.context.current === null ? "plan" : "change" },
    understood: {},
    changes: [],
    context: {},
    premises: [],
    contradictions: [],
    problems: [problem],
    unread: [],
    unreadWorthSaying: [],
    secretSeen,
  };
}

/** Intents that the message as a whole states: none of its words is left over. */
const wholly = new Set<Intent["kind"]>(["question", "command", "language", "undo", "back-to-first"]);

/** Facts only count when the message is about the run; otherwise nothing is changed. */
const carriesChanges = (intent: Intent): boolean => intent.kind === "plan" || intent.kind === "change";

function languageOf({ canonical, folded, context }: Draft): Language {
  return detectLanguage(folded, canonical.text, context.threadLanguage, context.locale);
}

/**
 * One text, messy, English or French, to what it changes, asks and believes. Deterministic: the same text in the
 * same thread gives the same reading. Text is data: nothing in it is obeyed.
 */
export function readMessage(typed: string, context: ReadContext): MessageReading {
  const readClause = clauseReader(readWhole, context);
  const read = readTogether(typed, context, readClause);
  if (context.current === null || read.intent.kind !== "question") return read;
  return severalQuestions(redacted(typed), read, (clause) => readClause(clause, read.language)) ?? read;
}

function readTogether(typed: string, context: ReadContext, readClause: ReadClause): MessageReading {
  if (typed.length > longestText) return readWhole(typed, context);
  const text = redacted(typed);
  const { text: short, left } = condense(text);
  if (left.length > 0) return withLeft(readMessage(short, context), left);
  const launch = context.current === null ? launchWishBeside(text) : null;
  const run = launch === null ? null : readMessage(launch.rest, context);
  if (launch !== null && run !== null && carriesChanges(run.intent)) return { ...run, fileAsked: launch.asked }; // prettier-ignore
  // An error asks nothing, whatever relative clauses it has.
  if (reportsFullCache(text)) return readWhole(text, context);
  // "Why does it not fit, 8B in 4 bits is 4 GB": what is said beside it is its reason.
  if (context.current !== null && askedOfThePlan(fold(text)) !== null) return readWhole(text, context);
  const { questions, wish, question, variations } = splitQuestions(text, (clause) =>
    statesWish(readClause(clause, null), context),
  );
  const varies = context.current === null && variations.length > 0;
  if (questions.length === 0 && !varies) return withOwnQuestion(readWhole(text, context), text);
  const language = languageOf(startDraft(normalize(text), context.locale ?? "en", context));
  const wished = readWhole(wish, context, language);
  const varied = varies ? readVaried(wished, variations, context) : null;
  if (varied !== null) return questions.length === 0 ? varied : withAsked(varied, questions, readClause);
  if (questions.length === 0) return withOwnQuestion(readWhole(text, context), text);
  const { intent, changes, understood, problems } = wished;
  const stated = changes.length + Object.keys(understood).length + problems.length > 0;
  if (carriesChanges(intent) && stated) {
    return withAsked(wished, questions, readClause);
  }
  if (asksOfLearning(intent)) return wished;
  const alone = readWhole(question, context, language);
  return alone.intent.kind === "question" ? alone : readWhole(text, context);
}

/** A run with its model, or in a thread machines to choose between: no question that stands beside a wish. */
function statesWish(
  { intent, understood, premises, asked = [] }: MessageReading,
  { current }: ReadContext,
): boolean {
  if (!carriesChanges(intent) || premises.length > 0) return false;
  return current === null
    ? understood.model !== undefined && Object.keys(understood).length > 1
    : understood.limits?.among !== undefined || asked.length > 0;
}

/**
 * "4 × A100, 4k, does it fit? And in 8k?": the run as it was stated, and as questions what would change. Only where
 * every field of the second is one of the first; else it states the run itself, and null is the answer.
 */
function readVaried(
  wished: MessageReading,
  variations: readonly string[],
  context: ReadContext,
): MessageReading | null {
  if (wished.intent.kind !== "plan" || wished.understood.model === undefined) return null;
  const asked: AskedBeside[] = [];
  const stated = leavesOf(wished.understood);
  for (const variation of variations) {
    const read = readWhole(
      variation,
      { ...context, current: wished.understood, addressed: true },
      wished.language,
    );
    if (read.intent.kind !== "change" || read.changes.length === 0) return null;
    if (!read.changes.every(({ field }) => stated.has(field) || alternative.has(field))) return null;
    asked.push({
      text: variation,
      question: { kind: "question", about: "would-change", changes: read.changes },
    });
  }
  return { ...wished, asked: [...(wished.asked ?? []), ...asked] };
}

/** What a run has whether or not it was stated. */
const alternative = new Set(["parallel.strategy", "checkpointing", "fusedLoss", "precision.weights", "precision.compute", "precision.mode"]); // prettier-ignore

/** Every word of the lines that were not looked at is unread; a secret counts wherever it stands. */
function withLeft(read: MessageReading, left: readonly string[]): MessageReading {
  const { text, held } = shown(left.join("\n"));
  const words = text.match(/[\p{L}\p{N}][^\s,;()[\]{}"]*/gu) ?? [];
  return { ...read, unread: [...read.unread, ...words], secretSeen: read.secretSeen || held };
}

/** Each question by itself, with the beliefs in it; who asks for something and pastes a secret gets the one warning. */
function withAsked(
  wished: MessageReading,
  questions: readonly string[],
  readClause: ReadClause,
): MessageReading {
  const readings = questions.map((text) => ({ text, read: readClause(text, wished.language) }));
  const observed = Object.assign({}, ...readings.map(({ read }) => read.context.observed ?? {}), wished.context.observed ?? {}) as Readonly<Record<string, number>>; // prettier-ignore
  const premises = [wished, ...readings.map(({ read }) => read)].flatMap((read) => read.premises);
  const asked = readings.flatMap(({ text, read: { intent, secretSeen } }) =>
    intent.kind === "question" && !secretSeen ? [{ text, question: intent }] : [],
  );
  return {
    ...wished,
    ...(Object.keys(observed).length === 0 ? {} : { context: { ...wished.context, observed } }),
    premises: [...new Map(premises.map((premise) => [premise.code, premise])).values()],
    secretSeen: wished.secretSeen || readings.some(({ read }) => read.secretSeen),
    ...(asked.length + (wished.asked?.length ?? 0) === 0
      ? {}
      : { asked: [...asked, ...(wished.asked ?? [])] }),
  };
}

function readWhole(text: string, context: ReadContext, language: Language | null = null): MessageReading {
  const canonical = normalize(text.slice(0, longestText));
  const draft = startDraft(canonical, context.locale ?? "en", context);
  draft.language = language ?? languageOf(draft);
  const secretSeen = takeSecrets(draft);
  if (text.length > longestText) return tooLong(text.length, draft, secretSeen || holdsSecret(text));

  takeAddress(draft);
  for (const blob of draft.folded.matchAll(/\w{60,}/gu))
    block(draft, blob.index, blob.index + blob[0].length);
  readShape(draft, text);
  applyRules(draft, situationRules);
  hideOrders(draft);
  hideLogLines(draft);
  readSmi(draft);
  applyRules(draft, recipeRules);
  readConfig(draft);
  readNames(draft);
  readInstances(draft);
  readSpotPrices(draft);
  readCommitment(draft);
  for (const family of families) applyRules(draft, family);
  settleSpotPrices(draft);
  settleCommitment(draft);
  settleMoved(draft);
  settleOwned(draft);
  settleAmong(draft);
  settleMachinesAtHand(draft);
  settleLargest(draft);
  settle(draft);
  settleOwnMachine(draft);
  settlePrices(draft);

  const conclusion = conclude(draft);
  const changes = changesOf(context.current, conclusion, context.lookup);
  readPremises(draft, { ...context.current, ...conclusion.understood });
  readReports(draft);
  readSeen(draft);
  const choices =
    context.current === null
      ? choicesOf(draft, conclusion)
      : choicesInThread(draft, conclusion, context.current);
  const words = unreadTokens(draft, text);
  const said = decideIntent(draft, conclusion, changes, words);
  const whole = said.kind === "language" ? said.once !== true : wholly.has(said.kind);
  const unread = whole ? [] : words;
  const { problem, intent } = unnamedModel(draft, conclusion.understood, said, unread);
  if (problem !== null) draft.problems.push(problem);
  const kept = carriesChanges(intent);
  return {
    language: intent.kind === "language" ? intent.to : draft.language,
    intent,
    understood: kept ? conclusion.understood : ({} satisfies RunSpec),
    changes: kept
      ? changes.filter(({ field }) => context.current === null || !choices.fields.has(field))
      : [],
    context: contextOf(draft),
    premises: draft.premises,
    contradictions: kept
      ? conclusion.contradictions.filter(({ field }) => !choices.fields.has(field))
      : ([] satisfies Contradiction[]),
    ...(kept && choices.asked.length > 0 ? { asked: choices.asked } : {}),
    problems: kept || intent.kind === "command" ? draft.problems : [],
    unread,
    unreadWorthSaying: kept ? worthSaying(unread) : [],
    secretSeen,
    ...(kept && draft.assumed.length > 0 ? { assumed: draft.assumed } : {}),
  };
}
