import type { Answer } from "../src/domain/conversation.ts";
import type { Candidate, Plan } from "../src/domain/plan.ts";
import type { Buying, Term } from "../src/domain/purchase.ts";
import type { Range } from "../src/units/range.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { capital } from "../src/i18n/words-of.ts";
import { configWords, likelyOnly, timeWords } from "./facts.ts";
import { bold, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

const termNames = [
  "pricePerCard", "hostPerCard", "years", "resaleShare", "perKwh", "pue", "hostingPerMonth", "peoplePerMonth",
] as const; // prettier-ignore
type TermName = (typeof termNames)[number];
const amounts: ReadonlySet<TermName> = new Set([
  "pricePerCard",
  "hostPerCard",
  "hostingPerMonth",
  "peoplePerMonth",
]);

function termValue(name: TermName, { value, stated }: Term, currency: string, s: Scene): string {
  // What somebody pays by contract is theirs to tell.
  if (stated && !s.view.showAmounts && (amounts.has(name) || name === "perKwh"))
    return s.m.fields.figureGiven;
  if (amounts.has(name)) return s.f.moneyAbout(value.likely, currency);
  if (name === "perKwh") return s.f.money(Number(value.likely.toPrecision(2)), currency);
  if (name === "resaleShare") return s.f.percent(value.likely);
  return s.f.number(value.likely, 2);
}

/** What was counted: stated or assumed. */
function termList({ terms, currency }: Buying, stated: boolean, s: Scene): string {
  return termNames
    .flatMap((name) => {
      const term = terms[name];
      if (term === null || term.stated !== stated) return [];
      return s.m.money.buy.terms[name](termValue(name, term, currency, s));
    })
    .join(", ");
}

/** Hours of use a month stay hours: a day of it is not a day of the month. */
function evenWords({ low, likely, high }: Range, s: Scene): string {
  const figure = (hours: number): string => s.f.number(Number(hours.toPrecision(2)));
  const value = `≈ ${figure(likely)} h`;
  return low === likely && likely === high ? value : `${value} (${s.f.range(figure(low), figure(high))})`;
}

function titleOf(candidate: Candidate, s: Scene): string {
  const { buy } = s.m.money;
  const { buying } = candidate;
  const config = configWords(candidate, s);
  if (buying?.price == null) return buy.noPrice(config);
  if (buying.rentPerHour === null) return buy.noRent(config);
  return buying.never || buying.breakEvenHours === null
    ? buy.never(config)
    : buy.title(config, evenWords(buying.breakEvenHours, s));
}

/** Owning and renting a month of a machine, and at the stated use of it. */
export function buyLines(buying: Buying | undefined, s: Scene): Line[] {
  const { buy } = s.m.money;
  if (buying === undefined) return [];
  const { currency, fixedPerMonth, perHour, rentPerHour, usage } = buying;
  const about = (r: Range): string => s.f.moneyRange(r, currency);
  const lines: Line[] = [];
  if (fixedPerMonth !== null && perHour !== null && rentPerHour !== null)
    lines.push([
      buy.perMonth(
        about(fixedPerMonth),
        s.f.priceRange(likelyOnly(perHour), currency),
        s.f.priceRange(likelyOnly(rentPerHour), currency),
      ),
    ]);
  if (usage?.own != null && usage.rent !== null)
    lines.push([buy.usage(`${s.f.number(usage.hours)} h`, about(usage.own), about(usage.rent))]);
  else if (usage === null) lines.push([buy.usageUnknown]);
  return lines;
}

/** A machine of another class beside the plan's: its time for this run, its price and when it pays. */
function otherLine(candidate: Candidate, s: Scene): Line {
  const { buy } = s.m.money;
  const { buying } = candidate;
  const card = s.view.lookup.accelerator(candidate.accelerator);
  const even =
    buying?.breakEvenHours == null
      ? buying?.never === true
        ? buy.evenNever
        : buy.evenUnknown
      : buying.never
        ? buy.evenNever
        : buy.even(evenWords(likelyOnly(buying.breakEvenHours), s));
  const price =
    buying?.price == null ? buy.priceUnknown : s.f.moneyRange(likelyOnly(buying.price), buying.currency);
  const name = capital(termWords(card?.class ?? "", s));
  return ["• ", buy.other(name, configWords(candidate, s), timeWords(candidate, null, s), price, even)];
}

/** What consumer cards lack that a purchase may need. */
function lackLine(machines: readonly Candidate[], s: Scene): Line | null {
  const { buy } = s.m.money;
  const cards = machines.flatMap(({ accelerator }) => s.view.lookup.accelerator(accelerator) ?? []);
  const consumer = cards.find((card) => card.class === "consumer");
  if (consumer === undefined) return null;
  const lacks = [
    ...(consumer.ecc === true ? [] : [buy.lacks.ecc]),
    ...(/nvlink/i.test(consumer.interconnect.type) ? [] : [buy.lacks.nvlink]),
    buy.lacks.support,
  ];
  return [buy.missing(capital(termWords("consumer", s)), lacks.join(", "))];
}

/** After a change of what owning takes: the break-even of the plan's machine, and each way at the stated use. */
export function ownedAfter({ best }: Plan, s: Scene): Line[] {
  if (best?.buying === undefined) return [];
  return [[titleOf(best, s)], ...buyLines(best.buying, s).slice(0, 2)];
}

/** Rent or buy: the plan's machine, then one of each other class, and all that was counted. */
export function buyPieces({ machines, measured }: Extract<Answer, { about: "buy" }>, s: Scene): Piece[] {
  const [own, ...others] = machines;
  if (own === undefined) return [];
  const { buy } = s.m.money;
  const { buying } = own;
  const lacks = lackLine(machines, s);
  const stated = buying === undefined ? "" : termList(buying, true, s);
  const assumed = buying === undefined ? "" : termList(buying, false, s);
  return [
    section(
      [bold(titleOf(own, s))],
      ...(measured || buying?.price == null ? [] : [[buy.projection]]),
      ...buyLines(buying, s),
    ),
    section(
      ...others.map((candidate) => otherLine(candidate, s)),
      ...(lacks === null ? [] : [lacks]),
      ...(stated === "" ? [] : [[buy.stated(stated)]]),
      ...(assumed === "" ? [] : [[buy.assumed(assumed)]]),
    ),
  ];
}
