import { RATE_NOISE } from "../src/domain/planning/dominated.ts";
import type {
  ComparedFigure,
  ComparedSide,
  Comparison,
  FigureLine,
  MachineName,
  SideName,
} from "../src/domain/planning/compare.ts";
import type { PlanRef } from "../src/domain/conversation.ts";
import type { Plan } from "../src/domain/plan.ts";
import type { Range } from "../src/units/range.ts";
import { shorten } from "./escape.ts";
import { configWords, shortVerdict, subjectWords } from "./facts.ts";
import { bold, context, section, table, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";
import { limitWords } from "./why-not.ts";

function nameWords(name: SideName, s: Scene): string {
  switch (name.kind) {
    case "revision":
      return s.m.compare.revision(name.number);
    case "variant":
      return s.m.compare.variant;
    case "card":
      return machineWords(name, s);
    case "plan":
      return shorten(subjectWords(name.spec, s), 60);
  }
}

/** "2 × H200 SXM on 2 nodes, spot, runpod": the card, and of the rest what was said. */
function machineWords({ accelerator, gpus, nodes, limits }: MachineName, s: Scene): string {
  const card = s.names.card(accelerator);
  const cards = gpus === undefined ? card : s.m.units.cards(gpus, card);
  const tiers = s.m.entries.tiers;
  const tier = limits?.spot === undefined ? [] : [limits.spot ? tiers.spot : tiers["on-demand"]];
  const where = [
    ...(limits?.providers ?? []),
    ...(limits?.regions ?? []).map((place) => place.toUpperCase()),
  ];
  return [
    nodes === undefined || nodes < 2 ? cards : `${cards} ${s.m.units.onNodes(nodes)}`,
    ...tier,
    ...(limits?.community === true ? [tiers.community] : []),
    ...where,
  ].join(", ");
}

/** Two plans for the same run have the same name: they are then counted. */
const apartNames = (one: string, two: string): readonly [string, string] =>
  one === two ? [`${one} (1)`, `${two} (2)`] : [one, two];

const spread = (r: Range): boolean => r.low !== r.high;

function value(
  figure: ComparedFigure,
  r: Range | null,
  { candidate }: ComparedSide,
  common: string | null,
  s: Scene,
): string {
  if (r === null) return s.m.units.unknown;
  const currency = common ?? candidate?.offer?.currency ?? candidate?.cost.currency ?? "";
  switch (figure) {
    case "memory":
      return s.f.gibRange(r);
    case "usable":
      return s.f.gib(r.likely);
    case "hours":
      return s.f.hoursRange(r);
    case "tokens-per-second":
      return s.f.rough(r.likely);
    case "cost":
      return s.f.moneyRange(r, currency);
    case "per-hour":
      return s.f.money(r.likely, currency);
    case "per-million-tokens":
      return spread(r) ? s.f.priceRange(r, currency) : s.f.money(r.likely, currency);
  }
}

/** A smaller share is not worth a line. */
const unseen = 0.02;
/** Below so many times a factor is said as a share: "1×" says nothing. */
const few = 1.1;

const signed = (text: string, by: number): string => `${by < 0 ? "−" : "+"}${text}`;

/** "−12 GiB", "+€30 (+10 %)"; nothing where one side is not known, "same" below what can be seen. */
function differenceWords(
  { figure, difference, ratio, left }: FigureLine,
  currency: string | null,
  s: Scene,
): string {
  if (difference === null || left === null) return "";
  const { same } = s.m.compare;
  if (Math.abs(difference) <= unseen * Math.abs(left.likely)) return same;
  const size = Math.abs(difference);
  const share = ratio === null ? "" : ` (${signed(s.f.percent(Math.abs(ratio - 1)), ratio - 1)})`;
  switch (figure) {
    case "memory":
    case "usable":
      return signed(s.f.gib(size), difference);
    case "hours":
      return `${signed(s.f.hours(size), difference)}${share}`;
    case "tokens-per-second":
      return `${signed(s.f.rough(size), difference)}${share}`;
    case "cost":
      return `${signed(s.f.moneyAbout(size, currency ?? ""), difference)}${share}`;
    case "per-hour":
    case "per-million-tokens":
      return `${signed(s.f.money(size, currency ?? ""), difference)}${share}`;
  }
}

/** On demand is said where the other tier was asked for. */
function offerWords({ name, candidate }: ComparedSide, s: Scene): string {
  const offer = candidate?.offer ?? null;
  if (offer === null) return s.m.units.unknown;
  const usual = offer.tier === "on-demand" && !(name.kind === "card" && name.limits?.spot === true);
  return shorten(
    [offer.provider, offer.region, usual ? null : s.m.entries.tiers[offer.tier]]
      .filter((part) => part !== null)
      .join(", "),
    60,
  );
}

function verdictOf({ candidate, blocked }: ComparedSide, plan: Plan | null, s: Scene): string {
  if (blocked !== null) return limitWords(blocked, plan, s);
  return candidate === null ? s.m.units.unknown : shortVerdict(candidate, s);
}

function speedWords(line: FigureLine | undefined, s: Scene): string | null {
  if (line?.ratio == null || line.ratio <= 0) return null;
  const factor = line.figure === "hours" ? 1 / line.ratio : line.ratio;
  const { compare } = s.m;
  if (Math.abs(factor - 1) <= unseen) return compare.sameTime;
  if (factor > 1)
    return factor < few ? compare.fasterBy(s.f.percent(factor - 1)) : compare.faster(s.f.number(factor, 1));
  return 1 / factor < few
    ? compare.slowerBy(s.f.percent(1 / factor - 1))
    : compare.slower(s.f.number(1 / factor, 1));
}

function moneyWords(line: FigureLine | undefined, s: Scene): string | null {
  if (line?.ratio == null) return null;
  const { compare } = s.m;
  const share = line.ratio - 1;
  if (Math.abs(share) <= unseen) return compare.sameCost;
  return share < 0 ? compare.cheaper(s.f.percent(-share)) : compare.dearer(s.f.percent(share));
}

/** The one sentence that the table comes down to: what the right side costs or saves in money and in time. */
function summary(comparison: Comparison, right: string, s: Scene): string {
  const { compare } = s.m;
  if (comparison.left.blocked !== null || comparison.right.blocked !== null) return "";
  const found = (figure: ComparedFigure): FigureLine | undefined =>
    comparison.figures.find((line) => line.figure === figure);
  const time = found("hours") ?? found("tokens-per-second");
  const money = found("cost") ?? found("per-million-tokens");
  const parts = [speedWords(time, s), moneyWords(money, s)].filter((part) => part !== null);
  if (parts.length === 0) return "";
  const certain = [time, money].every((line) => line === undefined || line.difference === null || line.apart);
  // Most of an interval is common to both sides: a rate further off than its own noise still tells them apart.
  const clear = time?.ratio != null && Math.max(time.ratio, 1 / time.ratio) > 1 + RATE_NOISE;
  const doubt = clear ? compare.oneFormula : compare.withinUncertainty;
  return `${compare.summary(right, parts.join(", "))}${certain ? "" : ` ${doubt}`}`;
}

/** Two plans, or one run on two cards, a line a figure. */
export function comparisonPieces(
  comparison: Comparison,
  plan: Plan | null,
  ref: PlanRef | null,
  s: Scene,
): Piece[] {
  const { compare } = s.m;
  const { left, right, currency, converted, figures } = comparison;
  const [one, two] = apartNames(nameWords(left.name, s), nameWords(right.name, s));
  const sides = (words: (side: ComparedSide) => string): [string, string] => [words(left), words(right)];
  const config = sides((side) =>
    side.candidate === null ? s.m.units.unknown : configWords(side.candidate, s),
  );
  const rows = [
    [compare.lines.configuration, ...config, config[0] === config[1] ? compare.same : ""],
    [compare.lines.verdict, ...sides((side) => verdictOf(side, plan, s)), ""],
    ...figures.map((line) => [
      compare.lines[line.figure],
      value(line.figure, line.left, left, currency, s),
      value(line.figure, line.right, right, currency, s),
      differenceWords(line, currency, s),
    ]),
    [compare.lines.offer, ...sides((side) => offerWords(side, s)), ""],
  ];
  const closing = summary(comparison, two, s);
  const title: Line = [bold(compare.title(one, two))];
  return [
    section(title, ...(closing === "" ? [] : [[closing]])),
    table([compare.line, one, two, compare.difference], rows),
    ...(converted === undefined
      ? []
      : [context([compare.converted(two, converted.from, s.f.date(converted.date, { year: true }))])]),
    ...(ref === null ? [] : [context([s.m.answers.change.unchanged(ref.revision)])]),
  ];
}
