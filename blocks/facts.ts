import { scaleRange, type Range } from "../src/units/range.ts";
import type { WarningCode } from "../src/domain/estimate.ts";
import type {
  Candidate,
  CandidateReason,
  Cost,
  FinishedWithin,
  PeriodRent,
  Plan,
} from "../src/domain/plan.ts";
import { spentOf } from "../src/domain/planning/feasible.ts";
import type { RunSpec } from "../src/domain/run-spec.ts";
import { termWords, valueWords } from "../src/i18n/field-words.ts";
import { cardWithMemory } from "./names.ts";
import type { Scene } from "./view.ts";

/** "2 × H100 SXM5 80 GB", with the nodes when there are several. */
export function configWords(
  { accelerator, gpus, nodes }: Pick<Candidate, "accelerator" | "gpus" | "nodes">,
  s: Scene,
): string {
  const cards = s.m.units.cards(gpus, cardWithMemory(accelerator, s.view.lookup, s.f));
  return nodes > 1 ? `${cards} ${s.m.units.onNodes(nodes)}` : cards;
}

export function subjectWords(spec: RunSpec, s: Scene): string {
  if (spec.model === undefined) return s.m.head.subjectUnknown;
  const model = valueWords("model", spec.model, s, s.names);
  return spec.method === undefined ? model : `${model} ${termWords(spec.method, s)}`;
}

/** Hours that are paid for: the rental window of the chosen candidate, else its training steps. */
export function hoursOf(candidate: Candidate, plan: Plan | null): Range | null {
  if (candidate.estimate.throughput === undefined) return null;
  const window = plan?.best === candidate ? plan.window.total : candidate.window?.total;
  if (window !== undefined && window.likely > 0) return window;
  return candidate.estimate.throughput.hours ?? null;
}

export const isServing = (candidate: Candidate): boolean =>
  candidate.estimate.throughput?.serving !== undefined;

export const likelyOnly = (r: Range): Range => ({ low: r.likely, likely: r.likely, high: r.likely });

const SECONDS_IN_DAY = 86_400;

/** What a training gets through in a day, where the amount of data is not known. */
function dailyWords({ estimate, gpus }: Candidate, s: Scene, exact: boolean): string {
  if (estimate.throughput === undefined) return s.m.head.timeUnknown;
  const day = scaleRange(estimate.throughput.tokensPerSecondPerGpu, gpus * SECONDS_IN_DAY);
  return s.f.tokensPerDay(exact ? day : likelyOnly(day));
}

function finishedWords({ tokens, hours }: FinishedWithin, s: Scene): string {
  return s.m.head.finishedIn(s.f.tokensRange(tokens), s.f.hours(hours));
}

/** What the cap pays for is the cap: told to nobody who may not see it. */
const toldCost = ({ finished }: Candidate, s: Scene): Range | null =>
  finished === undefined || (finished.by === "budget" && !s.view.showAmounts) ? null : finished.cost;

/** Duration of a training, what it gets through or its rate where the data is not known, or the rate of a service. */
export function timeWords(candidate: Candidate, plan: Plan | null, s: Scene): string {
  const serving = candidate.estimate.throughput?.serving;
  if (serving !== undefined) {
    return s.m.head.rate(
      s.f.rough(serving.tokensPerSecondTotal.likely),
      s.f.rough(serving.tokensPerSecondPerUser.likely),
    );
  }
  if (candidate.finished !== undefined) return finishedWords(candidate.finished, s);
  const hours = hoursOf(candidate, plan);
  return hours === null ? dailyWords(candidate, s, true) : s.f.hoursRange(hours);
}

/** As `timeWords`, without the interval. */
export function briefTime(candidate: Candidate, plan: Plan | null, s: Scene): string {
  if (isServing(candidate)) return timeWords(candidate, plan, s);
  const { finished } = candidate;
  if (finished !== undefined) return finishedWords({ ...finished, tokens: likelyOnly(finished.tokens) }, s);
  const hours = hoursOf(candidate, plan);
  return hours === null ? dailyWords(candidate, s, false) : s.f.hoursRange(likelyOnly(hours));
}

const rentWords = ({ period, amount }: PeriodRent, currency: string, s: Scene): string =>
  s.m.head.perPeriod[period](
    period === "hour" ? s.f.priceRange(amount, currency) : s.f.moneyRange(amount, currency),
  );

/** A rent with the hours a day that it is reckoned with. */
export function reckonedRent(rent: PeriodRent, currency: string, s: Scene): string {
  const { runningOn, runningHours } = s.m.details;
  const words = rentWords(rent, currency, s);
  return rent.hoursPerDay >= 24 ? runningOn(words) : runningHours(s.f.number(rent.hoursPerDay, 1), words);
}

/** What a service costs while it runs on; null where no such rent is known. */
export function runningWords({ cost }: Candidate, s: Scene): string | null {
  const rent = cost.perPeriod;
  if (rent === undefined || rent.period === "hour" || cost.total !== null) return null;
  return reckonedRent(rent, cost.currency, s);
}

/** The cost in the terms that the asker thinks in: of the run, of its output, or of the period of their cap. */
export function costWords(candidate: Candidate, s: Scene): string {
  const { cost, offer } = candidate;
  if (candidate.own !== undefined) return s.m.head.ownMachine;
  const within = toldCost(candidate, s);
  if (within !== null) return s.f.moneyRange(within, cost.currency);
  if (cost.total === null && cost.perPeriod?.capped === true)
    return rentWords(cost.perPeriod, cost.currency, s);
  if (cost.total !== null) return s.f.moneyRange(cost.total, cost.currency);
  if (cost.perMillionTokens !== null)
    return s.m.head.perMillion(s.f.priceRange(cost.perMillionTokens, cost.currency));
  if (offer !== null) return s.m.head.perHour(s.f.money(offer.perHour, offer.currency));
  return s.m.head.costUnknown;
}

export function briefCost(candidate: Candidate, s: Scene): string {
  if (candidate.own !== undefined) return s.m.head.ownMachine;
  const { total, perMillionTokens, perPeriod, currency } = candidate.cost;
  const within = toldCost(candidate, s);
  if (within !== null) return s.f.moneyRange(likelyOnly(within), currency);
  if (total === null && perPeriod?.capped === true)
    return rentWords({ ...perPeriod, amount: likelyOnly(perPeriod.amount) }, currency, s);
  if (total !== null) return s.f.moneyRange(likelyOnly(total), currency);
  return perMillionTokens === null
    ? costWords(candidate, s)
    : s.m.head.perMillion(s.f.priceRange(likelyOnly(perMillionTokens), currency));
}

export type CapState =
  | { readonly kind: "none" | "unknown" | "under" | "maybe" }
  | { readonly kind: "over"; readonly share: number };

/** The cost against the cap; unknown when tax or currency differ, since no rate is applied here. */
export function capState(cost: Cost, spec: RunSpec): CapState {
  const budget = spec.limits?.budget;
  if (budget === undefined) return { kind: "none" };
  const spent = spentOf({ cost }, spec);
  if (
    spent === null ||
    cost.currency !== budget.currency ||
    budget.tax === "included" ||
    budget.amount <= 0
  ) {
    return { kind: "unknown" };
  }
  if (spent.high <= budget.amount) return { kind: "under" };
  if (spent.likely <= budget.amount) return { kind: "maybe" };
  return { kind: "over", share: spent.likely / budget.amount - 1 };
}

export function capWords(candidate: Candidate, spec: RunSpec, s: Scene): string | null {
  const { finished, cost } = candidate;
  const { head } = s.m;
  if (finished?.by === "budget") return head.wholeCap;
  const state = capState(finished === undefined ? cost : { ...cost, total: finished.cost }, spec);
  switch (state.kind) {
    case "none":
    case "unknown":
      return null;
    case "under":
      return head.underCap;
    case "maybe":
      return head.maybeOverCap;
    case "over":
      return head.overCap(s.f.percent(state.share));
  }
}

export function verdictWords(candidate: Candidate, s: Scene): string {
  const config = configWords(candidate, s);
  switch (candidate.estimate.verdict) {
    case "fits":
      return s.m.head.fits(config);
    case "tight":
      return s.m.head.tight(config);
    case "does-not-fit":
      return s.m.head.doesNotFit(config);
    case "unknown":
      return s.m.head.unknownFit(config);
  }
}

/** Limits that the likely figure keeps and the upper end of its interval does not, as one phrase. */
export function tightLimit(plan: Plan, s: Scene): string | null {
  const { tightLimits } = s.m.head;
  const passes = (code: WarningCode): boolean => plan.warnings.some((w) => w.code === code);
  const [time, budget] = [passes("deadline-may-be-missed"), passes("budget-may-be-exceeded")];
  if (time && budget) return tightLimits.both;
  const slow = passes("latency-may-be-missed") || passes("slow-answers");
  if (!time && !budget && slow) return tightLimits.speed;
  return time ? tightLimits.time : budget ? tightLimits.budget : null;
}

/** The verdict of a plan: memory first, then what is tight of its limits. */
export function planVerdict(plan: Plan, best: Candidate, s: Scene): string {
  if (plan.ranOutOfMemoryAt !== undefined)
    return s.m.head.ranOut(configWords(best, s), s.f.date(plan.ranOutOfMemoryAt));
  const host = hostShortWords(plan, best, s);
  if (host !== null) return host;
  const tight = tightLimit(plan, s);
  return best.estimate.verdict === "fits" && tight !== null
    ? s.m.head.fitsTight(configWords(best, s), tight)
    : verdictWords(best, s);
}

/** Why it stands first, among those that the asker chooses between where there was such a choice. */
export function reasonWords(best: Candidate, plan: Plan, s: Scene): string {
  const reason = s.m.head.reasons[best.reason];
  const named = plan.spec.limits?.among !== undefined && rankedReasons.has(best.reason);
  return named ? s.m.head.ofNamed(reason) : reason;
}

const rankedReasons: ReadonlySet<CandidateReason> = new Set([
  "smallest-that-fits",
  "cheapest-that-fits",
  "cheaper-than-smallest",
]);

/** The cards hold the run and the RAM of the asker's own machine does not. */
function hostShortWords({ caveats }: Plan, best: Candidate, s: Scene): string | null {
  const { neededGib, hostGib, own } = caveats.find(({ code }) => code === "host-memory")?.params ?? {};
  if (own !== true || typeof neededGib !== "number" || typeof hostGib !== "number") return null;
  const { verdict } = best.estimate;
  if (verdict !== "fits" && verdict !== "tight") return null;
  const words = verdict === "fits" ? s.m.head.hostTooSmall : s.m.head.hostTooSmallTight;
  return words(configWords(best, s), best.gpus, s.f.gib(hostGib), s.f.gib(neededGib));
}

/** How the bill differs from the cards that are used; null where it does not. */
export function billedWords(candidate: Candidate, s: Scene): { full: string; short: string } | null {
  const { gpus, offer } = candidate;
  const { head } = s.m;
  if (offer?.singleCards === true) {
    const count = s.f.number(gpus);
    return { full: head.singleCards(count), short: head.singleCardsShort(count) };
  }
  if (offer?.gpusBilled === undefined || offer.gpusBilled <= gpus) return null;
  const billed = s.f.number(offer.gpusBilled);
  return { full: head.billedWhole(billed, s.f.number(gpus)), short: head.billedWholeShort(billed) };
}

export function shortVerdict(candidate: Candidate, s: Scene): string {
  switch (candidate.estimate.verdict) {
    case "fits":
      return s.m.head.fitsShort;
    case "tight":
      return s.m.head.tightShort;
    case "does-not-fit":
      return s.m.head.doesNotFitShort;
    case "unknown":
      return s.m.head.unknownShort;
  }
}

export const requiredWords = (candidate: Candidate, s: Scene): string =>
  s.f.gibRange(candidate.estimate.perGpu.required);

export const sameMachine = (a: Candidate, b: Candidate): boolean =>
  a.accelerator === b.accelerator && a.gpus === b.gpus;

/** Room that is left on a GPU of what the driver reports, at the likely value. [GiB] */
export function spareGib({ estimate }: Candidate): number | null {
  const { usableGib, perGpu } = estimate;
  return usableGib === null || usableGib <= perGpu.required.likely
    ? null
    : usableGib - perGpu.required.likely;
}

/** What one card needs of what it has, and what is left of it. */
/** Memory per card, from all that is known to the range against what is usable. */
export function memoryForms(candidate: Candidate, s: Scene): readonly string[] {
  const { usableGib } = candidate.estimate;
  const range = requiredWords(candidate, s);
  if (usableGib === null) return [s.m.head.memoryNoCard(range)];
  const spare = candidate.estimate.verdict === "fits" ? spareGib(candidate) : null;
  const base = s.m.head.memory(range, s.f.rough(usableGib));
  return spare === null ? [base] : [`${base}, ${s.m.head.spare(s.f.rough(spare))}`, base];
}
