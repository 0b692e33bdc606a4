import type { PlanRef, Reply } from "../src/domain/conversation.ts";
import type { Candidate, Change, Plan } from "../src/domain/plan.ts";
import { changePhrase } from "../src/i18n/field-words.ts";
import { capital } from "../src/i18n/words-of.ts";
import { fasterWords } from "./head-others.ts";
import { dosed, shortCaveat } from "./caveat-lines.ts";
import { premiseLines } from "./premise-lines.ts";
import { ownedAfter } from "./buy.ts";
import { shorten } from "./escape.ts";
import { todayLines } from "./timeline.ts";
import { capWords, configWords, costWords, hoursOf, requiredWords, timeWords, planVerdict } from "./facts.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { adoptButton } from "./head-actions.ts";
import { nothingWords, changesWords, titleWords, wayButtons, wayOutWords } from "./infeasible.ts";
import { bold, actions, button, context, section, type Line, type Piece } from "./kit.ts";
import { answerButtons, questionLine } from "./question-lines.ts";
import { leftWords, stayLine } from "./stay.ts";
import type { Scene } from "./view.ts";

export type ChangeReply = Extract<Reply, { kind: "change" }>;

/** The verdict, or what stops the run. */
export function titleLine(plan: Plan, s: Scene): Line {
  if (plan.best !== null) return [bold(planVerdict(plan, plan.best, s))];
  if (plan.infeasible !== null) return [bold(titleWords(plan.infeasible, plan, s))];
  return [bold(s.m.questions.title)];
}

const signed = (text: string, value: number): string => `${value < 0 ? "−" : "+"}${text}`;

/** Below this a difference in money is said by no figure, and "+less than €1" says nothing. */
const seenMoney = 1;

/** What the change does to hours and to money; nothing when it is below what can be seen. */
function deltas(before: Plan, after: Plan, s: Scene): { time: string; cost: string } {
  const none = { time: "", cost: "" };
  if (before.best === null || after.best === null) return none;
  let { time, cost } = none;
  const [was, now] = [hoursOf(before.best, before), hoursOf(after.best, after)];
  if (was !== null && now !== null) {
    const delta = now.likely - was.likely;
    if (Math.abs(delta) > 0.02 * was.likely) time = `, ${signed(s.f.hours(Math.abs(delta)), delta)}`;
  }
  const [paid, pay] = [before.best.cost, after.best.cost];
  if (paid.total !== null && pay.total !== null && paid.currency === pay.currency) {
    const delta = pay.total.likely - paid.total.likely;
    if (Math.abs(delta) > 0.02 * paid.total.likely && Math.abs(delta) >= seenMoney)
      cost = `, ${signed(s.f.moneyAbout(Math.abs(delta), pay.currency), delta)}`;
  }
  return { time, cost };
}

function memoryLine(before: Candidate | null, after: Candidate, s: Scene): Line {
  const { change } = s.m.answers;
  const now = requiredWords(after, s);
  const { usableGib } = after.estimate;
  const usable = usableGib === null ? "" : change.usable(s.f.rough(usableGib));
  if (before === null) return [change.memory(s.m.units.unknown, now), usable];
  const was = requiredWords(before, s);
  return was === now
    ? [change.memorySame(now)]
    : [change.memory(s.f.gib(before.estimate.perGpu.required.likely), now), usable];
}

/** A point that the plan before did not have. */
function newPoint(before: Plan, plan: Plan, s: Scene): Line | null {
  const known = new Set(before.caveats.map((c) => c.code));
  const fresh = dosed(plan, s).find((c) => !known.has(c.code));
  return fresh === undefined ? null : [s.m.answers.change.newPoint(shortCaveat(fresh, s))];
}

function factLines(before: Plan, plan: Plan, s: Scene): (Line | null)[] {
  const { best, infeasible } = plan;
  const { answers } = s.m;
  if (best === null) {
    const first = infeasible?.relaxations[0];
    if (infeasible === null) return [null];
    if (first === undefined) return [[nothingWords(infeasible, s)]];
    return [[wayOutWords(infeasible, first, "full", s)]];
  }
  const cap = capWords(best, plan.spec, s);
  const delta = deltas(before, plan, s);
  const proposed =
    best.changes === undefined || best.changes.length === 0
      ? null
      : [answers.change.proposed(shorten(changesWords(best.changes, s), 120))];
  const [was, now] = [before.best === null ? null : configWords(before.best, s), configWords(best, s)];
  const left = leftWords(plan, s);
  const stay = stayLine(plan, s);
  return [
    was === null || was === now || left !== "" ? null : [answers.change.configuration(was, now)],
    [...memoryLine(before.best ?? before.infeasible?.nearest ?? null, best, s), left],
    [
      `${timeWords(best, plan, s)}${delta.time} · ${costWords(best, s)}${delta.cost}`,
      cap === null ? "" : ` · ${cap}`,
    ],
    changesToday(plan, best, s) ?? stay ?? proposed,
    stay === null && proposed === null ? newPoint(before, plan, s) : null,
  ];
}

/** What an hour gained costs, against what it was said to be worth. */
function worthLines(plan: Plan, s: Scene): Line[] {
  const words = plan.alternatives.flatMap(
    (c) => fasterWords(c, [configWords(c, s), timeWords(c, plan, s), costWords(c, s)].join(", "), s) ?? [],
  );
  return words.slice(0, 1).map((line): Line => [capital(line)]);
}

/** Against what they run on today, where they said it. */
const changesToday = (plan: Plan, best: Candidate, s: Scene): Line | null =>
  todayLines(plan, best, s)[0] ?? null;

/** Configuration, memory, time and cost against the plan before. */
export const differenceLines = (before: Plan, plan: Plan, s: Scene): Line[] =>
  factLines(before, plan, s).filter((l) => l !== null);

/** A currency goes without saying beside the amounts in it. */
const listed = (changes: readonly Change[], s: Scene): string =>
  shorten(
    changes
      .filter(({ field }) => field !== "purchase.currency" || changes.length === 1)
      .map((c) => changePhrase(c, s, s.names))
      .join(", "),
    140,
  );

/** A what-if on a what-if has in its figures more than the last change: all of it is named. */
function variantLine(
  { basedOn, differs = [] }: NonNullable<PlanRef["variant"]>,
  { changes }: ChangeReply,
  s: Scene,
): Line {
  const { change } = s.m.answers;
  const said = new Set(changes.map(changeKey));
  const saidAll = differs.length === said.size && differs.every((c) => said.has(changeKey(c)));
  return [
    saidAll || differs.length === 0
      ? change.variant(basedOn)
      : change.variantInAll(basedOn, listed(differs, s)),
  ];
}

const changeKey = ({ field, from, to }: Change): string => JSON.stringify([field, from, to]);

/** Where an undo leads back to: the what-if before, or a revision. */
function undoneWords({ ref }: ChangeReply, s: Scene): string {
  const { change } = s.m.answers;
  return ref.variant === undefined
    ? change.undone(ref.revision)
    : change.undoneToVariant(listed(ref.variant.differs ?? [], s));
}

function baseLine(reply: ChangeReply, s: Scene): Line {
  const { ref, undone } = reply;
  const { change } = s.m.answers;
  if (ref.variant !== undefined)
    return undone ? [change.variant(ref.variant.basedOn)] : variantLine(ref.variant, reply, s);
  const base = ref.base ?? null;
  return undone || base === null ? [change.base(ref.revision)] : [change.now(ref.revision, base)];
}

const mostLines = 6;

/** The difference only: at most six lines, the last one names the revision it builds on. */
export function changePieces(reply: ChangeReply, s: Scene): Piece[] {
  const { before, plan, changes, ref, undone } = reply;
  const what: Line = [undone ? undoneWords(reply, s) : s.m.answers.change.changed(listed(changes, s))];
  const said = [
    ...premiseLines({ premises: reply.reading?.premises ?? [] }, s),
    titleLine(plan, s),
    ...(changes.length > 0 || undone ? [what] : []),
  ];
  const owned = changes.length > 0 && changes.every(({ field }) => field.startsWith("purchase."));
  const after = owned ? ownedAfter(plan, s) : differenceLines(before, plan, s);
  const worth = changes.some(({ field }) => field === "limits.valuePerHour") ? worthLines(plan, s) : [];
  const lines = [...said, ...worth, ...after].slice(0, mostLines - 1);
  const question = plan.questions[0];
  const value = { plan: ref.planId, revision: ref.revision };
  const controls =
    ref.variant === undefined
      ? [
          ...wayButtons(plan.infeasible?.relaxations ?? [], actionIds.relax, ref, s),
          ...wayButtons(plan.best === null ? [] : (plan.stay?.ways ?? []), actionIds.stay, ref, s),
          ...(undone ? [] : [button(s.m.head.buttons.undo, actionIds.undo, encodeButton(value))]),
        ]
      : [adoptButton(ref, ref.variant.id, s)];
  return [
    section(...lines),
    ...(plan.best === null && question !== undefined
      ? [section(questionLine(question, s)), answerButtons(question, ref, s)]
      : []),
    context(baseLine(reply, s)),
    ...(controls.length === 0 ? [] : [actions(...controls)]),
  ];
}
