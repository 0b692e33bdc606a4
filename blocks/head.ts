import type { PlanRef } from "../src/domain/conversation.ts";
import { statedSource } from "../src/domain/offer.ts";
import type { Candidate, Plan, Question } from "../src/domain/plan.ts";
import type { EvidenceGrade } from "../src/domain/provenance.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { capital } from "../src/i18n/words-of.ts";
import { headPoints } from "./caveat-lines.ts";
import { shorten } from "./escape.ts";
import {
  billedWords,
  briefCost,
  briefTime,
  capWords,
  configWords,
  costWords,
  memoryForms,
  requiredWords,
  reasonWords,
  sameMachine,
  subjectWords,
  timeWords,
  planVerdict,
  tightLimit,
} from "./facts.ts";
import { againstRow, fasterRow } from "./head-others.ts";
import { adviceRow } from "./finding-lines.ts";
import { fitLines, type Row } from "./fit-lines.ts";
import { headActions } from "./head-actions.ts";
import { shrinkEdited, shrinkOrder } from "./head-shrink.ts";
import { relaxationWords } from "./infeasible.ts";
import { bold, context, dotted, section, type Draft, type Line, type Piece } from "./kit.ts";
import { limits } from "./limits.ts";
import { cardWithMemory } from "./names.ts";
import { noteRow } from "./note-row.ts";
import { premiseRow } from "./premise-lines.ts";
import { answerButtons, questionWords } from "./question-lines.ts";
import { stageRow } from "./stage-row.ts";
import { inOtherLanguages, type Scene } from "./view.ts";

/** What was asked, short: "4,096 × micro-batch 2", or the requests at once of a service. */
function runWords(plan: Plan, s: Scene): string | null {
  const { spec } = plan;
  if (spec.method === "inference") {
    const concurrency = spec.serving?.concurrency;
    return concurrency === undefined ? null : s.m.head.serving(s.f.number(concurrency));
  }
  if (spec.sequenceLength === undefined) return null;
  return s.m.head.run(
    s.f.number(spec.sequenceLength),
    s.f.number(plan.best?.layout.microBatch ?? spec.microBatch ?? 1),
  );
}

function subjectLine(plan: Plan, s: Scene): { long: string; short: string } {
  const { spec } = plan;
  const model = spec.model === undefined ? null : subjectWords({ model: spec.model }, s);
  const method = spec.method === undefined ? null : termWords(spec.method, s);
  const parts = (...items: (string | null)[]): string => items.filter((x) => x !== null).join(" · ");
  return { long: parts(model, method, runWords(plan, s)), short: parts(model, method) };
}

function priceDate(best: Candidate, s: Scene): string | null {
  if (best.cost.total === null && best.offer === null) return null;
  // A price that was given is of no list.
  if (best.offer?.provider === statedSource) return null;
  const at = best.offer?.observedAt ?? null;
  if (at === null) return s.m.head.priceUndated;
  const date = s.f.date(at, { year: (best.offer?.ageDays ?? 0) > 300 });
  return best.offer?.paid === undefined ? s.m.head.priceOf(date) : s.m.head.pricePaid(date);
}

/** The likely value in bold, its interval not. */
function boldFirst(text: string): Line {
  const at = text.indexOf(" (");
  return at < 0 ? [bold(text)] : [bold(text.slice(0, at)), text.slice(at)];
}

function moneyRow(plan: Plan, best: Candidate, s: Scene): Row {
  const cap = capWords(best, plan.spec, s);
  const facts = (time: string, cost: string, after: string): Line => [
    ...boldFirst(time),
    " · ",
    ...boldFirst(cost),
    after,
  ];
  const capped = cap === null ? "" : `, ${cap}`;
  const [time, cost] = [briefTime(best, plan, s), briefCost(best, s)];
  return {
    forms: [
      facts(timeWords(best, plan, s), costWords(best, s), capped),
      ...(cap === null ? [] : [facts(time, cost, capped)]),
      facts(time, cost, ""),
    ],
  };
}

function dateRow(best: Candidate, s: Scene): Row | null {
  const date = priceDate(best, s);
  return date === null ? null : { forms: [[date], null] };
}

/** Of images and speech no token is a measure: nothing is asked or said by tokens, and the premise says that. */
const isOfText = ({ premises }: Plan): boolean => premises.every(({ code }) => code !== "not-a-text-model");

/** Why this one: the smaller card that overflows and what fills it, when there is one; else the reason of the ranking. */
function reasonRow(plan: Plan, best: Candidate, s: Scene): Row | null {
  if (
    best.estimate.caveats.some(
      ({ code, params }) => code === "lower-bound-only" && params["bounded"] === false,
    )
  )
    return isOfText(plan) ? { forms: [[s.m.head.floor]] } : null;
  const sold = (c: Candidate): number => s.view.lookup.accelerator(c.accelerator)?.sold ?? Infinity;
  const smaller = plan.alternatives
    .filter((c) => c.estimate.verdict === "does-not-fit" && sold(c) < sold(best))
    .sort((a, b) => sold(b) - sold(a))[0];
  const choice = plan.alternatives.some((c) => c.asked === true);
  if (smaller === undefined || choice) {
    const reason: Line = [reasonWords(best, plan, s)];
    if (s.view.lookup.accelerator(best.accelerator)?.platform === "rocm") {
      const validate: Line = [s.m.details.rocmCell];
      return { forms: [dotted([reason, validate]), validate] };
    }
    return { forms: best.reason === "whole-machine" ? [reason] : [reason, null] };
  }
  const card = cardWithMemory(smaller.accelerator, s.view.lookup, s.f);
  const parts = [...smaller.estimate.parts]
    .sort((a, b) => b.gib.likely - a.gib.likely)
    .slice(0, 2)
    .map(({ part, gib }) => s.m.head.partOf(s.f.gib(gib.likely), s.m.answers.parts[part]));
  const short: Line = [s.m.head.overflowsShort(card)];
  return {
    forms: [...(parts.length === 0 ? [] : [[s.m.head.overflows(card, parts.join(", "))]]), short, null],
  };
}

/** Where the margin is inside the uncertainty: what makes it fit on these cards, else the first card on which it does. */
function leverRow(plan: Plan, best: Candidate, s: Scene): Row | null {
  if (best.estimate.verdict !== "tight" && plan.ranOutOfMemoryAt === undefined) return null;
  const way = plan.stay !== undefined && sameMachine(best, plan.stay.nearest) ? plan.stay.ways[0] : undefined;
  if (way !== undefined) {
    const change = shorten(relaxationWords(way, s), 80);
    return {
      forms: [[s.m.head.lever(change, requiredWords(way.candidate, s))], [s.m.head.leverShort(change)], null],
    };
  }
  const roomier = plan.alternatives.find(({ estimate }) => estimate.verdict === "fits");
  return roomier === undefined ? null : { forms: [[s.m.head.roomier(configWords(roomier, s))], null] };
}

/** What is paid for beside the cards that are used, or a sum of single cards that nobody sells as one machine. */
function billedRow(best: Candidate, s: Scene): Row | null {
  const words = billedWords(best, s);
  if (words === null) return null;
  return { forms: [[words.full], [words.short]] };
}

/** What was tried is measured, whatever was calculated before. */
const gradeOf = (plan: Plan, best: Candidate): EvidenceGrade =>
  plan.ranOutOfMemoryAt === undefined ? best.estimate.evidence.grade : "team";

function evidenceRow(plan: Plan, best: Candidate, s: Scene): Row {
  const grade = gradeOf(plan, best);
  const { stack } = plan.spec;
  const profile =
    grade === "stack" && stack !== undefined && stack !== "generic"
      ? s.m.head.profile(termWords(stack, s))
      : null;
  const base: Line = [s.m.head.evidence[grade]];
  return { small: true, forms: [...(profile === null ? [] : [dotted([base, [profile]])]), base, null] };
}

function checkRow(plan: Plan, s: Scene): Row | null {
  const points = headPoints(plan, s);
  if (points.length === 0) return null;
  const forms = points.length === 1 ? [points] : [points, points.slice(0, 1)];
  return { small: true, forms: [...forms.map((list): Line => [s.m.head.toCheck(list.join(" · "))]), null] };
}

/** One complete sentence under 150 characters: configuration, time, cost, cap, calculated or measured. */
export function notificationWords(plan: Plan, s: Scene): string {
  const { best } = plan;
  const subject = shorten(subjectWords(plan.spec, s), 50);
  if (best === null) return shorten(s.m.head.needsAnswer(subject), limits.notification);
  const grade = gradeOf(plan, best);
  const evidence =
    grade === "team"
      ? s.m.head.measuredHere
      : grade === "published"
        ? s.m.head.measuredElsewhere
        : s.m.head.calculated;
  const { verdict } = best.estimate;
  const doubt =
    verdict === "tight"
      ? s.m.head.tightShort
      : verdict === "does-not-fit"
        ? s.m.head.doesNotFitShort
        : verdict === "unknown"
          ? s.m.head.unknownFit("").trim()
          : tightLimit(plan, s);
  const all = [
    configWords(best, s),
    doubt,
    briefTime(best, plan, s),
    briefCost(best, s),
    capWords(best, plan.spec, s),
  ];
  const facts = all.filter((x) => x !== null);
  for (let kept = facts.length; kept > 1; kept -= 1) {
    const sentence = s.m.head.notification(subject, facts.slice(0, kept).join(", "), evidence);
    if (sentence.length <= limits.notification) return sentence;
  }
  return shorten(s.m.head.notification(subject, facts[0] ?? "", evidence), limits.notification);
}

function titleRow(plan: Plan, best: Candidate, s: Scene): Row {
  const verdict = bold(planVerdict(plan, best, s));
  const subject = subjectLine(plan, s);
  const grade = s.m.head.evidenceShort[gradeOf(plan, best)];
  return {
    forms: [
      [verdict, " ", subject.long, " · ", grade],
      [verdict, " ", subject.long],
      [verdict, " ", shorten(subject.short, 60), " · ", grade],
      [verdict, " ", shorten(subject.short, 40)],
    ],
    lastResort: [verdict],
  };
}

/** Rows that flow in one paragraph each. */
const figures = ["money", "billed", "date", "memory"] as const;
const reasons = ["reason", "against", "lever", "faster"] as const;

const capitalLine = ([first, ...rest]: Line): Line =>
  typeof first === "string" ? [capital(first), ...rest] : [...(first === undefined ? [] : [first]), ...rest];

function headRows(plan: Plan, best: Candidate, s: Scene) {
  const advice = adviceRow(plan, s);
  /** Somebody with a failure on their hands first wants its cause: the rest of the plan stands in the details. */
  const rest = <T>(row: T | null): T | null => (advice === null ? row : null);
  const question = asked(plan, s);
  return {
    advice,
    title: titleRow(plan, best, s),
    premise: rest(premiseRow(plan, s)),
    money: moneyRow(plan, best, s),
    billed: rest(billedRow(best, s)),
    date: rest(dateRow(best, s)),
    memory: { forms: memoryForms(best, s).map((form): Line => [form]) } satisfies Row,
    reason: rest(reasonRow(plan, best, s)),
    against: rest(againstRow(plan, s)),
    lever: rest(leverRow(plan, best, s)),
    faster: rest(fasterRow(plan, s)),
    evidence: rest(evidenceRow(plan, best, s)),
    check: rest(checkRow(plan, s)),
    stage: stageRow(plan, s),
    note: noteRow(s),
    question: question === null ? null : { forms: [[questionWords(question, s)]] },
  };
}

/** What the head asks; somebody with a failure on their hands first wants its cause. */
const asked = (plan: Plan, s: Scene): Question | null =>
  adviceRow(plan, s) === null && isOfText(plan) ? (plan.questions[0] ?? null) : null;

/** The head of a plan that has a configuration: at most eight lines on a phone, whatever the numbers. */
export function recommendationHead(plan: Plan, best: Candidate, ref: PlanRef, s: Scene): Draft {
  const rows = headRows(plan, best, s);
  const { advice } = rows;
  const question = asked(plan, s);
  const lines = fitLines<keyof typeof rows>(
    rows,
    rows.note === null ? shrinkOrder : shrinkEdited,
    limits.headLines,
    [figures, reasons],
    inOtherLanguages(s).map((other) => headRows(plan, best, other)),
  );
  const pick = (...names: readonly (keyof typeof rows)[]): Line[] => names.flatMap((name) => lines[name]);
  const flow = (names: readonly (keyof typeof rows)[]): Line[] => {
    const line = dotted(pick(...names));
    return line.length === 0 ? [] : [capitalLine(line)];
  };
  const small = pick("evidence", "check", "stage", "note");
  const pieces: Piece[] = [
    ...(advice === null ? [] : [section(...pick("advice"))]),
    section(...pick("title")),
    section(...pick("premise"), ...flow(figures), ...flow(reasons)),
    ...(small.length === 0 ? [] : [context(...small)]),
    ...(question === null ? [] : [section(...pick("question")), answerButtons(question, ref, s)]),
    headActions(plan, ref, s),
  ];
  return { pieces, notification: notificationWords(plan, s) };
}
