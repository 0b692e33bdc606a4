import type { Answer, PlanAspect, Reply } from "../src/domain/conversation.ts";
import type { Candidate, Plan } from "../src/domain/plan.ts";
import { leftToSay } from "../src/domain/advice/advise.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { buyPieces } from "./buy.ts";
import { cataloguePieces } from "./catalogue-list.ts";
import { chartPieces } from "./chart.ts";
import { launchFilePieces } from "./launch-file.ts";
import { advicePieces } from "./finding-lines.ts";
import { premiseLines } from "./premise-lines.ts";
import { comparisonPieces } from "./comparison.ts";
import { correctionsPieces } from "./corrections.ts";
import { helpPieces, noAnswerPieces } from "./help.ts";
import { knowledgePieces } from "./knowledge.ts";
import { minePieces } from "./mine.ts";
import { pilotPlanPieces } from "./pilot-plan.ts";
import { pilotPieces } from "./pilot.ts";
import { stagePieces } from "./stage-move.ts";
import { shorten } from "./escape.ts";
import { bold, context, divider, section, type Line, type Piece } from "./kit.ts";
import {
  certaintyAnswer,
  costAnswer,
  dominantAnswer,
  ifItDoesNotFitAnswer,
  memoryAnswer,
  sourceAnswer,
  timeAnswer,
  atRateLines,
} from "./plan-answers.ts";
import { assumedAnswer, hostAnswer, speedAnswer, whyThisAnswer } from "./plan-reasons.ts";
import { moreCardsPieces } from "./more-cards.ts";
import { finishedPieces } from "./finished.ts";
import { timelineAnswer } from "./timeline.ts";
import { reminderPieces } from "./reminders.ts";
import { serviceAnswer } from "./service.ts";
import { settingsPieces } from "./settings.ts";
import { spotPieces } from "./spot.ts";
import type { Scene } from "./view.ts";
import { whyNotPieces } from "./why-not.ts";
import { othersPieces } from "./others.ts";
import { standingAnswer } from "./standing-now.ts";
import { triedPieces } from "./tried.ts";
import { wouldChangePieces } from "./would-change.ts";

export type AnswerReply = Extract<Reply, { kind: "answer" }>;

/** A figure of the asker beside that of the plan: a peak per card, else the RAM of one machine. */
function statedWords(about: PlanAspect, stated: number, { estimate }: Candidate, s: Scene): string {
  const { perGpu, host } = estimate;
  const say = s.m.answers.stated;
  const range = ({ low, high }: { low: number; high: number }): string =>
    s.f.range(s.f.gib(low), s.f.gib(high));
  if (about !== "memory") {
    const needed = host.ramGib;
    const fits = stated >= needed.high ? "yes" : stated >= needed.likely ? "barely" : "no";
    return say.host(s.f.gib(stated), s.f.gib(needed.likely), range(needed), fits);
  }
  // People rarely say which of the three counters they looked at, and each has an interval of its own.
  const counters = (["allocated", "reserved", "device"] as const).map((counter) => {
    const { low, high } = perGpu[counter];
    const side = stated > high ? "above" : stated < low ? "below" : "inside";
    return say.counter[counter](s.f.range(s.f.rough(low), s.f.gib(high)), say.sides[side]);
  });
  return say.peak(s.f.gib(stated), counters.join(s.m.units.semicolon));
}

function quotedLines(quoted: OfPlan["quoted"], s: Scene): Line[] {
  if (quoted === undefined) return [];
  const { memory } = s.m.answers;
  const gib = s.f.gib(quoted.gib);
  const { revision } = quoted;
  return [[revision === null ? memory.notHere(gib) : memory.ofRevision(gib, s.m.compare.revision(revision))]];
}

type OfPlan = Extract<Answer, { about: PlanAspect }>;
function planLines(
  { about, topic, at, statedGib, statedRate, quoted }: OfPlan,
  plan: Plan | null,
  s: Scene,
): Line[] {
  const candidate = plan?.best ?? plan?.infeasible?.nearest ?? null;
  if (plan === null || candidate === null) return [[s.m.answers.unchanged["no-plan-here"]]];
  if (statedGib !== undefined) return [[statedWords(about, statedGib, candidate, s)]];
  if (statedRate !== undefined) return atRateLines(plan, candidate, statedRate, topic === "measured", s);
  switch (about) {
    case "memory":
      return [...quotedLines(quoted, s), ...memoryAnswer(plan, candidate, topic, s)];
    case "dominant":
      return dominantAnswer(candidate, s);
    case "certainty":
      return certaintyAnswer(candidate, s);
    case "source":
      return sourceAnswer(candidate, topic, s);
    case "time":
      return timeAnswer(plan, candidate, topic, s);
    case "cost":
      return costAnswer(plan, candidate, topic, s);
    case "if-it-does-not-fit":
      return ifItDoesNotFitAnswer(plan, candidate, s);
    case "why-this":
      return whyThisAnswer(plan, candidate, s);
    case "standing":
      return standingAnswer(plan, candidate, s);
    case "assumptions":
      return assumedAnswer(plan, topic, s);
    case "speed":
      return speedAnswer(candidate, s);
    case "host":
      return hostAnswer(candidate, s);
    case "service":
      return serviceAnswer(candidate, s);
    case "timeline":
      return timelineAnswer(plan, candidate, at, s);
  }
}

const unchanged = (ref: AnswerReply["ref"], s: Scene): Piece[] =>
  ref === null ? [] : [context([s.m.answers.change.unchanged(ref.revision)])];

/** What was not understood, in the asker's words, and how it may be said. */
function unclearLines(words: readonly string[], s: Scene): Line[] {
  const { unclear } = s.m.answers;
  const quoted = shorten(words.join(" "), 80);
  return [[bold(quoted === "" ? unclear.plain : unclear.words(s.m.units.quote(quoted)))], [unclear.instead]];
}

function body({ answer, plan, ref }: Pick<AnswerReply, "answer" | "plan" | "ref">, s: Scene): Piece[] {
  switch (answer.about) {
    case "why-not":
      return whyNotPieces(answer, plan, ref, s);
    case "compare":
      return comparisonPieces(answer.comparison, plan, ref, s);
    case "revisions":
      return [...triedPieces(answer, s), ...unchanged(ref, s)];
    case "help":
      return helpPieces(answer.topic, plan !== null, s);
    case "no-answer":
      return noAnswerPieces(answer.topic, plan !== null, s);
    case "unclear":
      return [section(...unclearLines(answer.words, s)), ...unchanged(ref, s)];
    case "would-change":
      return [...wouldChangePieces(answer, plan, s), ...unchanged(ref, s)];
    case "finished":
      return [...finishedPieces(answer, s), ...unchanged(ref, s)];
    case "more-cards":
      return [...moreCardsPieces(answer, s), ...unchanged(ref, s)];
    case "others":
      return [...othersPieces(answer, plan, s), ...unchanged(ref, s)];
    case "buy":
      return [...buyPieces(answer, s), ...unchanged(ref, s)];
    case "spot":
      return [...spotPieces(answer, plan, s), ...unchanged(ref, s)];
    case "catalogue":
      return cataloguePieces(answer, s);
    case "knowledge":
      return knowledgePieces(answer, s);
    case "advice":
      return advicePieces(answer.advice, s);
    case "pilot":
      return pilotPieces(answer, plan, ref, s);
    case "pilot-plan":
      return pilotPlanPieces(plan, s);
    case "stage":
      return stagePieces(answer.move, plan, s);
    case "chart":
      return chartPieces(answer.charted, ref, s);
    case "launch-file":
      return launchFilePieces(answer, ref, s);
    case "corrections":
      return correctionsPieces(answer.said, plan, ref, s);
    case "settings":
      return settingsPieces(answer, s);
    case "mine":
      return minePieces(answer.plans, s);
    case "reminders":
      return reminderPieces(answer, s);
    case "unchanged":
      return [section([s.m.answers.unchanged[answer.why]])];
    case "thanks":
      if (answer.topic === "silence") return [section([s.m.errors.silenced])];
      return [section([answer.topic === "resume" ? s.m.errors.resumed : s.m.answers.thanks])];
    case "out-of-scope":
      return [section([s.m.answers.outOfScope])];
    case "not-yet":
      return [
        section([
          answer.topic === undefined
            ? s.m.answers.notYetPlain
            : s.m.answers.notYet(termWords(answer.topic, s)),
        ]),
      ];
    case "memory":
    case "dominant":
    case "certainty":
    case "source":
    case "time":
    case "cost":
    case "if-it-does-not-fit":
    case "why-this":
    case "standing":
    case "assumptions":
    case "speed":
    case "host":
    case "service":
    case "timeline":
      return [
        section(...planLines(answer, plan, s)),
        ...(ref === null || plan === null ? [] : [context([s.m.answers.change.unchanged(ref.revision)])]),
      ];
  }
}

/** An answer below what it was asked beside: the plan it speaks of is the one shown there. */
export function besidePieces(
  { text, answer }: { readonly text: string; readonly answer: Answer },
  { plan }: Pick<AnswerReply, "plan">,
  s: Scene,
): Piece[] {
  const quoted = text === "" ? [] : [context([s.m.units.quote(shorten(text, 120))])];
  return [divider, ...quoted, ...body({ answer, plan, ref: null }, s)];
}

/** "4k or 8k?" in a thread: nothing is changed, and each option is set against the plan. */
const comparesOptions = ({ beside = [] }: AnswerReply): boolean =>
  beside.length > 0 && beside.every(({ text, answer }) => text === "" && answer.about === "would-change");

/** An answer to a question; a belief in it is put right first. */
export function answerPieces(reply: AnswerReply, s: Scene): Piece[] {
  const believed = reply.reading?.premises ?? [];
  const said = reply.answer.about === "advice" ? reply.answer.advice.findings : [];
  const premises = premiseLines({ premises: leftToSay(believed, said) }, s);
  const options = reply.answer.about === "unchanged" && comparesOptions(reply);
  const answered = options ? [section([s.m.answers.wouldChange.options])] : body(reply, s);
  return [...(premises.length === 0 ? [] : [section(...premises)]), ...answered];
}
