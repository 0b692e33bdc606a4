import type { PaidPrice } from "../src/domain/pilot/paid-price.ts";
import type { StageMove } from "../src/domain/pilot/stage-move.ts";
import type { PriceCompared } from "../src/domain/pilot/teach-price.ts";
import type { Candidate, Plan } from "../src/domain/plan.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { shorten } from "./escape.ts";
import { configWords, costWords, timeWords } from "./facts.ts";
import { bold, context, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

type Closed = Extract<StageMove, { moved: "closed" }>;

const mostPrices = 10;

export const dateOf = (at: string | null, s: Scene): string | null =>
  at === null ? null : s.f.date(at, { year: true, timeZone: s.view.timeZone });

export function byLine(authors: readonly string[], s: Scene): Line {
  const named = authors.slice(0, 5).flatMap((who) => s.view.nameOf?.(who) ?? []);
  return named.length === 0
    ? []
    : [`, ${s.m.corrections.by} ${s.f.list(named.map((name) => shorten(name, 40)))}`];
}

/** That the price is what the team paid, whose rental and since when; none where it is the listed one. */
export function paidLines({ offer }: Candidate, s: Scene): Line[] {
  const paid = offer?.paid;
  if (offer === null || paid === undefined) return [];
  const { corrections } = s.m;
  const money = (amount: number): string => s.f.money(amount, offer.currency);
  const team = corrections.paid.team(money(paid.perGpuHour), money(paid.listed), paid.rentals, dateOf(paid.at, s)); // prettier-ignore
  return [
    [team, ...byLine(paid.by === null ? [] : [paid.by], s), ". ", corrections.seeWithout],
    ...(paid.whole ? [[corrections.paid.teamWhole]] : []),
  ];
}

export function paidLine({ scope, paid, planned, whole, author, at }: PaidPrice, s: Scene): Line {
  const words = s.m.corrections.paid;
  const money = (amount: number): string => s.f.money(amount, paid.currency);
  return [
    bold(
      words.offer(s.names.card(scope.accelerator), termWords(scope.provider, s), termWords(scope.tier, s)),
    ),
    s.m.units.colon,
    words.line(money(paid.amount), money(planned), dateOf(at, s)),
    ...byLine(author === null ? [] : [author], s),
    ...(whole ? [`, ${words.whole}`] : []),
    ".",
  ];
}

/** What a team has paid, the newest first. */
export function paidPieces(prices: readonly PaidPrice[], what: string, s: Scene): Piece[] {
  const words = s.m.corrections.paid;
  if (prices.length === 0) return [section([words.nothing(what)])];
  const left = prices.length - mostPrices;
  return [
    section(
      [bold(words.title(what))],
      ...prices.slice(0, mostPrices).map((one): Line => ["• ", ...paidLine(one, s)]),
    ),
    ...(left > 0 ? [context([s.m.units.more(left)])] : []),
  ];
}

/** Planned against paid per GPU and hour, and what becomes of it. */
export function closedPriceLines({ price, taxPercent }: Closed, s: Scene): Line[] {
  const words = s.m.moves.price;
  const { compared } = price;
  const silent = "silent" in price ? words.silent[price.silent] : null;
  return [
    ...(taxPercent === null ? [] : [[words.untaxed(s.f.number(taxPercent, 2))]]),
    ...(compared === null ? [] : [[words.compared(...bothPrices(compared, s))]]),
    ...(compared?.whole === true ? [[words.whole]] : []),
    ...(silent === null ? [] : [[silent]]),
    ...("price" in price ? [[keptWords(price.price, s)]] : []),
  ];
}

const keptWords = ({ scope }: PaidPrice, s: Scene): string =>
  s.m.moves.price.kept(
    s.names.card(scope.accelerator),
    termWords(scope.provider, s),
    termWords(scope.tier, s),
  );

const bothPrices = ({ paid, planned }: PriceCompared, s: Scene): [string, string] => [
  s.f.money(paid.amount, paid.currency),
  s.f.money(planned, paid.currency),
];

export const priceMissed = (compared: PriceCompared, s: Scene): string =>
  s.m.moves.price.miss(...bothPrices(compared, s));

/** The same run before and after what a rental taught. */
export function nextLines(next: Plan | null, plan: Plan | null, s: Scene): Line[] {
  const words = s.m.moves.price;
  const [before, after] = [plan?.best ?? null, next?.best ?? null];
  if (plan === null || next === null || before === null || after === null) return [];
  const told = (best: Candidate, of: Plan): string => `${timeWords(best, of, s)}, ${costWords(best, s)}`;
  const seller = (best: Candidate): string =>
    [configWords(best, s), best.offer === null ? null : termWords(best.offer.provider, s)]
      .filter((word) => word !== null)
      .join(", ");
  const [one, other] = [seller(before), seller(after)];
  return [
    [words.next(told(before, plan), told(after, next))],
    ...(one === other ? [] : [[words.nextChoice(other)]]),
  ];
}
