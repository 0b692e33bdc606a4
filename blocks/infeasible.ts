import type { Button } from "@slack/types";
import type { PlanRef } from "../src/domain/conversation.ts";
import type { BindingLimit, Candidate, Infeasible, Plan, Relaxation } from "../src/domain/plan.ts";
import { changePhrase } from "../src/i18n/field-words.ts";
import { capital, wordFor } from "../src/i18n/words-of.ts";
import { shorten } from "./escape.ts";
import {
  briefCost,
  briefTime,
  configWords,
  costWords,
  requiredWords,
  sameMachine,
  spareGib,
  subjectWords,
  timeWords,
} from "./facts.ts";
import { adviceRow } from "./finding-lines.ts";
import { fitLines, type Row } from "./fit-lines.ts";
import { adjustButton } from "./head-actions.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { bold, actions, button, context, section, type Draft, type Line } from "./kit.ts";
import { limits } from "./limits.ts";
import { noteRow } from "./note-row.ts";
import { premiseRow } from "./premise-lines.ts";
import { inOtherLanguages, type Scene } from "./view.ts";
import { limitWords } from "./why-not.ts";

/** The binding limit and by how much, in its unit; a cap in money only where amounts may be said. */
export function shortWords(infeasible: Infeasible, plan: Plan, s: Scene): string {
  const { binding, shortBy, unit, miss, because } = infeasible;
  const { short, limits: names } = s.m.answers;
  if (miss !== undefined || because !== undefined) return limitWords(infeasible, plan, s);
  if (shortBy === null || unit === null || !Number.isFinite(shortBy) || shortBy <= 0)
    return short.plain(names[binding]);
  if (unit === "GiB per GPU") return short.gib(s.f.gib(shortBy));
  if (unit === "hours") return short.hours(s.f.hours(shortBy));
  const budget = plan.spec.limits?.budget;
  if (s.view.showAmounts && budget !== undefined)
    return short.money(s.f.moneyAbout(shortBy, budget.currency));
  return budget === undefined || budget.amount <= 0
    ? short.plain(names.budget)
    : short.moneyHidden(s.f.percent(shortBy / budget.amount));
}

/** A limit that is raised, with the figure it is raised to where that may be said. */
function raisedWords({ change, changes, candidate }: Relaxation, s: Scene): string | null {
  const { raiseBudgetTo, dropBudget, extendDeadlineTo, dropDeadline } = s.m.answers;
  const to = changes[0]?.to;
  if (change === "raise-budget") {
    if (to === null) return dropBudget;
    return typeof to === "number" && s.view.showAmounts
      ? raiseBudgetTo(s.f.amount(to, candidate.cost.currency))
      : null;
  }
  if (change !== "extend-deadline") return null;
  return to === null ? dropDeadline : typeof to === "number" ? extendDeadlineTo(s.f.hours(to)) : null;
}

/** The field whose new value says how far a change goes. */
const telling: ReadonlySet<string> = new Set([
  "sequenceLength",
  "serving.concurrency",
  "data.tokens",
  "data.samples",
]);

function figureWords({ change, changes }: Relaxation, s: Scene): string | null {
  const { relaxedTo, samples } = s.m.answers;
  const say = change in relaxedTo ? relaxedTo[change as keyof typeof relaxedTo] : undefined;
  const told = changes.find(({ field }) => telling.has(field));
  if (say === undefined || typeof told?.to !== "number") return null;
  const number = s.f.number(told.to);
  if (told.field === "data.tokens") return say(s.f.tokens(told.to));
  return say(told.field === "data.samples" ? samples(number) : number);
}

/** A relaxation by its name, or by the fields it changes when it has none. */
export const relaxationWords = (relaxation: Relaxation, s: Scene): string =>
  raisedWords(relaxation, s) ??
  figureWords(relaxation, s) ??
  wordFor(s.m.answers.relaxations, relaxation.change) ??
  changesWords(relaxation.changes, s);

export const changesWords = (changes: Candidate["changes"], s: Scene): string =>
  (changes ?? []).map((c) => changePhrase(c, s, s.names)).join(", ");

/** Room for memory: the run passes what a card holds, by how much is known. */
const byMemory = ({ unit, nearest }: Infeasible): Candidate | null =>
  unit === "GiB per GPU" && nearest !== null && nearest.estimate.usableGib !== null ? nearest : null;

type Form = "range" | "full" | "spare" | "brief" | "bare";

/** Where it fits and with what room, against the configuration that did not. */
function fitWords({ binding, nearest, unit }: Infeasible, candidate: Candidate, s: Scene): string {
  const { fitsSpare, fitsOn, tightOn } = s.m.answers.infeasible;
  const config = configWords(candidate, s);
  const spare = spareGib(candidate);
  if (binding !== "memory" && unit !== "GiB per GPU") return config;
  if (candidate.estimate.verdict === "tight") return tightOn(config);
  if (spare === null) return config;
  const same = nearest !== null && configWords(nearest, s) === config;
  return same ? fitsSpare(s.f.gib(spare)) : fitsOn(config, s.f.gib(spare));
}

function sized(infeasible: Infeasible, candidate: Candidate, s: Scene, form: Form): string {
  if (form === "bare") return configWords(candidate, s);
  const brief = form === "brief" || form === "spare";
  return [
    form === "brief" ? configWords(candidate, s) : fitWords(infeasible, candidate, s),
    ...(form === "range" ? [requiredWords(candidate, s)] : []),
    brief ? briefTime(candidate, null, s) : timeWords(candidate, null, s),
    brief ? briefCost(candidate, s) : costWords(candidate, s),
  ].join(", ");
}

/** "Use LoRA instead: fits with 11 GiB to spare, ≈ 5 h, ≈ €30." */
export function wayOutWords(infeasible: Infeasible, relaxation: Relaxation, form: Form, s: Scene): string {
  const change = shorten(relaxationWords(relaxation, s), 80);
  return s.m.answers.infeasible.wayOut(capital(change), sized(infeasible, relaxation.candidate, s, form));
}

/** The cards that were asked for stay; what they then need is what counts. */
const keeps = ({ candidate }: Relaxation, { nearest }: Infeasible): boolean =>
  nearest !== null && sameMachine(nearest, candidate);

const keepersFirst = (ways: readonly Relaxation[], infeasible: Infeasible): readonly Relaxation[] => [
  ...ways.filter((way) => keeps(way, infeasible)),
  ...ways.filter((way) => !keeps(way, infeasible)),
];

const marketLimits: ReadonlySet<BindingLimit> = new Set(["no-offer", "region", "provider", "platform"]);

/** What to try next where no single change helps: what would help against the limit that binds, and only that. */
export function nothingWords({ binding }: Infeasible, s: Scene): string {
  const { nothing } = s.m.answers.infeasible;
  if (binding === "deadline" || binding === "budget") return nothing.work;
  return marketLimits.has(binding) ? nothing.market : nothing.memory;
}

function relaxationRows(infeasible: Infeasible, s: Scene): { first: Row; others: Row[] } {
  const [first, ...others] = infeasible.relaxations.slice(0, 3);
  const words = s.m.answers.infeasible;
  if (first === undefined) return { first: { forms: [[nothingWords(infeasible, s)]] }, others: [] };
  const say = (form: Form): string => wayOutWords(infeasible, first, form, s);
  return {
    first: { forms: [[say("full")], [say("spare")], [say("brief")], [say("bare")]] },
    others: keepersFirst(others, infeasible).map((relaxation, i) => {
      const change = shorten(relaxationWords(relaxation, s), 80);
      const { candidate } = relaxation;
      const memory = requiredWords(candidate, s);
      const facts = keeps(relaxation, infeasible)
        ? [`${memory}, ${briefCost(candidate, s)}`, memory]
        : [sized(infeasible, candidate, s, "brief")];
      const lines = facts.map((said): Line => [words.orWayOut(change, said)]);
      return { forms: [...(i === 0 ? lines : lines.slice(-1)), null] };
    }),
  };
}

const mostWayButtons = 2;

/** A button for each of the first ways out; what it means is its position in the plan of that revision. */
export const wayButtons = (
  ways: readonly Relaxation[],
  actionId: (index: number) => string,
  ref: PlanRef,
  s: Scene,
): Button[] =>
  ways
    .slice(0, mostWayButtons)
    .map((way, index) =>
      button(
        capital(relaxationWords(way, s)),
        actionId(index),
        encodeButton({ plan: ref.planId, revision: ref.revision, index }),
      ),
    );

/** Every way out that was found, with its figures, for the details. */
export const relaxationLines = (infeasible: Infeasible, s: Scene): Line[] =>
  infeasible.relaxations
    .slice(0, 4)
    .map((relaxation) => ["• ", wayOutWords(infeasible, relaxation, "range", s)]);

/** What is too much and by how much: the memory of the nearest against what its card holds, or the limit that is passed. */
export function titleWords(infeasible: Infeasible, plan: Plan, s: Scene): string {
  const { title, tooLarge, tooLargeOn } = s.m.answers.infeasible;
  const nearest = byMemory(infeasible);
  if (nearest === null) return title(shortWords(infeasible, plan, s));
  const [range, usable] = [requiredWords(nearest, s), s.f.rough(nearest.estimate.usableGib ?? 0)];
  return nearest.gpus > 1
    ? tooLargeOn(s.m.units.cards(nearest.gpus, s.names.card(nearest.accelerator)), range, usable)
    : tooLarge(range, usable);
}

/** The largest parts of the nearest where memory is short; else its own figure that passes the limit. */
function nearestRow(infeasible: Infeasible, s: Scene): Row | null {
  const { binding, nearest } = infeasible;
  if (nearest === null) return null;
  const config = configWords(nearest, s);
  const say = s.m.answers.infeasible.nearest;
  if (byMemory(infeasible) !== null) {
    const parts = [...nearest.estimate.parts]
      .sort((a, b) => b.gib.likely - a.gib.likely)
      .map(({ part, gib }) => s.m.answers.memory.part(s.m.answers.parts[part], s.f.gib(gib.likely)));
    const on = (count: number): Line => [
      s.m.answers.infeasible.largestParts(config, parts.slice(0, count).join(", ")),
    ];
    const alone = (count: number): Line => [`${capital(parts.slice(0, count).join(", "))}.`];
    if (parts.length === 0) return null;
    return { forms: [...(nearest.gpus > 1 ? [] : [on(3)]), alone(3), alone(2), null] };
  }
  if (binding === "deadline") return { forms: [[say(config, briefTime(nearest, null, s))], null] };
  if (binding === "budget") return { forms: [[say(config, briefCost(nearest, s))], null] };
  return null;
}

/** What does not fit and by which figures, with the first way out where there is room for it. */
function notificationWords(infeasible: Infeasible, plan: Plan, s: Scene): string {
  const subject = shorten(subjectWords(plan.spec, s), 50);
  const nearest = byMemory(infeasible);
  const refusal =
    nearest === null
      ? s.m.head.infeasible(subject, shortWords(infeasible, plan, s))
      : s.m.answers.infeasible.notification(
          subject,
          configWords(nearest, s),
          s.f.gib(nearest.estimate.perGpu.required.likely),
          s.f.rough(nearest.estimate.usableGib ?? 0),
        );
  const [first] = infeasible.relaxations;
  if (first === undefined) return shorten(refusal, limits.notification);
  const whole = `${refusal} ${wayOutWords(infeasible, first, "brief", s)}`;
  return shorten(whole.length <= limits.notification ? whole : refusal, limits.notification);
}

function headRows(plan: Plan, infeasible: Infeasible, s: Scene) {
  const title = titleWords(infeasible, plan, s);
  const { first, others } = relaxationRows(infeasible, s);
  const advice = adviceRow(plan, s);
  return {
    advice,
    title: {
      forms: [[bold(title), " ", subjectWords(plan.spec, s)], [bold(shorten(title, 90))]],
    },
    premise: advice === null ? premiseRow(plan, s) : null,
    nearest: nearestRow(infeasible, s),
    first,
    second: others[0] ?? null,
    third: others[1] ?? null,
    note: noteRow(s),
  } satisfies Record<string, Row | null>;
}

/** What stops the run, the closest that failed, and what would still serve the goal. */
export function infeasibleHead(plan: Plan, infeasible: Infeasible, ref: PlanRef, s: Scene): Draft {
  const rows = headRows(plan, infeasible, s);
  const { advice } = rows;
  const order = [
    "note",
    "third",
    "first",
    "nearest",
    "title",
    "second",
    "nearest",
    "first",
    "second",
    "nearest",
    "first",
    "premise",
    "advice",
  ] as const;
  const lines = fitLines<keyof typeof rows>(
    rows,
    order,
    limits.headLines,
    [],
    inOtherLanguages(s).map((other) => headRows(plan, infeasible, other)),
  );
  const body: Line[] = [...lines.premise, ...lines.nearest, ...lines.first, ...lines.second, ...lines.third];
  const buttons = wayButtons(infeasible.relaxations, actionIds.relax, ref, s);
  return {
    pieces: [
      ...(advice === null ? [] : [section(...lines.advice)]),
      section(...lines.title),
      section(...body),
      ...(lines.note.length === 0 ? [] : [context(...lines.note)]),
      actions(...buttons, adjustButton(ref, s)),
    ],
    notification: notificationWords(infeasible, plan, s),
  };
}
