import type { CorrectionsSaid } from "../src/domain/pilot/corrections-said.ts";
import type { PlanRef } from "../src/domain/conversation.ts";
import type { MeasuredHere } from "../src/domain/pilot/team-memory.ts";
import type { Candidate, Plan } from "../src/domain/plan.ts";
import type { RunSpec } from "../src/domain/run-spec.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { correctionWords, corrects } from "../src/i18n/verdict-words.ts";
import { capital } from "../src/i18n/words-of.ts";
import { shorten } from "./escape.ts";
import { configWords, costWords, requiredWords, timeWords } from "./facts.ts";
import { bold, context, section, type Line, type Piece } from "./kit.ts";
import { byLine, dateOf, paidLine, paidPieces } from "./paid-prices.ts";
import { goneLines, leftPieces, pointWords } from "./plan-results.ts";
import type { Scene } from "./view.ts";

const mostScopes = 6;
const mostPoints = 4;

/** What the team measured, the plan without it, or what was withdrawn. */
export function correctionsPieces(
  said: CorrectionsSaid,
  plan: Plan | null,
  ref: PlanRef | null,
  s: Scene,
): Piece[] {
  const { corrections } = s.m;
  switch (said.kind) {
    case "refused":
      return [
        section([corrections.refusals[said.why]]),
        ...(said.left === undefined ? [] : leftPieces(said.left, ref, s)),
      ];
    case "results":
      return leftPieces(said.left, ref, s, corrections.results.title);
    case "measured":
      return measuredPieces(said.found, askedWords(said.asked, s), s);
    case "paid":
      return paidPieces(said.prices, askedWords(said.asked, s), s);
    case "withdrawn":
      return [
        section(...goneLines(said, s), [corrections.stillOnRecord(said.results)]),
        said.before === null
          ? context([corrections.notSizedAgain])
          : section(...movedLines(said.before.best, plan?.best ?? null, s)),
        ...leftPieces(said.left, ref, s),
      ];
    case "without":
      return withoutPieces(said, plan, s);
  }
}

/** Memory before and after, where it is another. */
const movedLines = (was: Candidate | null, is: Candidate | null, s: Scene): Line[] =>
  was !== null && is !== null && requiredWords(was, s) === requiredWords(is, s)
    ? [[s.m.corrections.sameFigures]]
    : memoryLines(was, is, s.m.corrections.requiredNow, s);

const memoryLines = (
  one: Candidate | null,
  other: Candidate | null,
  say: (one: string, other: string) => string,
  s: Scene,
): Line[] => (one === null || other === null ? [] : [[say(requiredWords(one, s), requiredWords(other, s))]]);

function askedWords({ model, method, accelerator, stack }: RunSpec, s: Scene): string {
  const named = typeof model === "string" ? s.names.model(model) : model?.name;
  const words = [
    typeof named === "string" ? named : null,
    method === undefined ? null : termWords(method, s),
    accelerator === undefined ? null : s.names.card(accelerator),
    stack === undefined ? null : termWords(stack, s),
  ].filter((word) => word !== null);
  return shorten(words.join(", "), 120);
}

function measuredPieces(found: readonly MeasuredHere[], what: string, s: Scene): Piece[] {
  const { corrections, units } = s.m;
  if (found.length === 0) return [section([corrections.nothing(what)])];
  const left = found.length - mostScopes;
  return [
    section([bold(corrections.title(what))]),
    ...found.slice(0, mostScopes).map((one) => section(...scopeLines(one, s))),
    ...(left > 0 ? [context([units.more(left)])] : []),
  ];
}

function scopeLines(one: MeasuredHere, s: Scene): Line[] {
  const { corrections, units } = s.m;
  const { versions, points, effects } = one;
  const shown = points.slice(0, mostPoints).map((point): Line => ["• ", capital(pointWords(point, s))]);
  const left = points.length - shown.length;
  const named = Object.entries(versions).slice(0, 4).map(([name, version]) => shorten(`${name} ${version}`, 40)); // prettier-ignore
  return [
    headLine(one, s),
    ...shown,
    ...(left > 0 ? [[units.more(left)]] : []),
    ...(effects.some(corrects)
      ? [
          [
            corrections.effects(
              s.f.list(effects.filter(corrects).map((effect) => correctionWords(effect, s))),
            ),
          ],
        ]
      : []),
    ...(named.length === 0 ? [] : [[corrections.versions(named.join(", "))]]),
  ];
}

/** Scope, number of runs, who and when. */
function headLine({ scope, points, authors, at }: MeasuredHere, s: Scene): Line {
  const { corrections, units } = s.m;
  const { family, method, accelerator, stack, stackVersion } = scope;
  const program = [termWords(stack, s), stackVersion ?? ""].join(" ").trim();
  const name = corrections.scope(shorten(family, 60), termWords(method, s), s.names.card(accelerator), program); // prettier-ignore
  return [
    bold(name),
    units.colon,
    corrections.runs(points.length, dateOf(at, s)),
    ...byLine(authors, s),
    ".",
  ];
}

/** The difference that the corrections make, and what they rest on. */
function withoutPieces(
  { plain, found, prices }: Extract<CorrectionsSaid, { kind: "without" }>,
  plan: Plan | null,
  s: Scene,
): Piece[] {
  const { corrections } = s.m;
  const [now, then] = [plan?.best ?? null, plain.best];
  const same = now !== null && then !== null && configWords(now, s) === configWords(then, s);
  const [timeNow, timeThen] = [now, then].map((c, i) =>
    c === null ? "" : timeWords(c, i === 0 ? plan : plain, s),
  );
  const times = timeNow === timeThen ? [] : [[corrections.time(timeNow ?? "", timeThen ?? "")]];
  return [
    section(
      [bold(corrections.withoutTitle)],
      ...memoryLines(now, then, corrections.required, s),
      ...times,
      ...(prices.length === 0 ? [] : costLines(now, then, s)),
      ...(then === null || same
        ? [[corrections.sameChoice]]
        : [[corrections.otherChoice(configWords(then, s))]]),
    ),
    section(
      [corrections.restsOn],
      ...found.slice(0, mostScopes).map((one): Line => ["• ", ...headLine(one, s)]),
      ...prices.slice(0, mostScopes).map((one): Line => ["• ", ...paidLine(one, s)]),
    ),
    context([corrections.howToWithdraw]),
  ];
}

function costLines(now: Candidate | null, then: Candidate | null, s: Scene): Line[] {
  const [withThem = "", without = ""] = [now, then].map((one) => (one === null ? "" : costWords(one, s)));
  return withThem === without ? [] : [[s.m.corrections.cost(withThem, without)]];
}

/** That a plan rests on the team's own runs, whose and since when; null where it does not. */
export function teamLine({ estimate }: Candidate, s: Scene): Line | null {
  const { team } = estimate.evidence;
  if (team === undefined) return null;
  const { corrections } = s.m;
  const date = dateOf(team.at, s);
  return [
    corrections.team(team.runs, date),
    ...byLine(team.by === null ? [] : [team.by], s),
    ". ",
    corrections.seeWithout,
  ];
}
