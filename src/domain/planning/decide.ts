import type { World } from "../catalogue.ts";
import type { FilledRun } from "../filled-run.ts";
import { missOf } from "../performance/demand.ts";
import type { BindingLimit, CandidateReason, Miss, Unsupported } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import { configure, survey } from "./configurations.ts";
import type { Configuration, Scope, Survey, TooSmall } from "./configurations.ts";
import { beats } from "./dominated.ts";
import { budgetOf, checkLimits, hoursGiven, spentOf, withinLimits } from "./feasible.ts";
import { chanceOfOverflow, holds } from "./size-on.ts";
import type { SizedOn as Sized } from "./size-on.ts";
import { once } from "./once.ts";
import { pricesFor } from "./offers.ts";
import { headline, solid } from "./price.ts";
import type { Market } from "./market.ts";
import {
  cheapestFirst,
  cheapestOnFewestNodes,
  fastestFirst,
  fastestOnFewestNodes,
  fastestPerUser,
  moneyOf,
  smallestFirst,
} from "./rank.ts";
import { workshop } from "./workings.ts";
import type { Workings } from "./workings.ts";

type Order = (a: Configuration, b: Configuration) => number;

export interface Chosen {
  readonly configuration: Configuration;
  readonly sized: Sized;
  readonly reason: CandidateReason;
}

export interface Shortfall {
  readonly binding: BindingLimit;
  readonly shortBy: number | null;
  readonly unit: "GiB per GPU" | "currency" | "hours" | null;
  readonly nearest: Chosen | null;
  readonly miss?: Miss;
  readonly because?: Unsupported;
  /** Found among more cards than usual jobs take: the ways out are looked for there too. */
  readonly many?: boolean;
}

export interface Decision {
  readonly best: Chosen | null;
  /** What stands in the way of any answer: looked for when it is asked for. */
  readonly shortfall: Shortfall | null;
  readonly surveyed: Survey;
  /** Smallest first. */
  readonly ordered: readonly Configuration[];
  /** Cheaper and faster on no worse evidence. */
  readonly beats: (a: Configuration, b: Configuration) => boolean;
}

/** An asker who binds place or seller needs an offer; nobody else does. */
const needsOffer = (spec: RunSpec): boolean =>
  (spec.limits?.regions ?? []).length > 0 ||
  spec.limits?.residency !== undefined ||
  spec.limits?.providers !== undefined;

export const rentable = (c: Configuration, spec: RunSpec): boolean =>
  c.price !== null || c.card.id === spec.owned || !needsOffer(spec);

/** Why the pick is the pick, among those that fit at a price that may be said. */
function reasonFor(pick: Configuration, fitting: readonly Configuration[], named: boolean): CandidateReason {
  if (pickedWhole(pick, fitting)) return "whole-machine";
  if (named) return "named-by-asker";
  if (!fitting.some((c) => c.soldGb < pick.soldGb)) return "smallest-that-fits";
  const own = moneyOf(pick) ?? Number.POSITIVE_INFINITY;
  const cheaper = fitting.some((c) => (moneyOf(c) ?? Number.POSITIVE_INFINITY) < own);
  return cheaper ? "cheaper-than-smallest" : "cheapest-that-fits";
}

/** Fewer of its cards would do, at the price of the same machine. */
const pickedWhole = (pick: Configuration, fitting: readonly Configuration[]): boolean =>
  fitting.some(
    (c) =>
      c.card.id === pick.card.id &&
      c.run.gpus < pick.run.gpus &&
      c.price?.perHour.likely === pick.price?.perHour.likely,
  );

/** From what may stand in a headline down to what may only be said: each with the reason that goes with it. */
function choose(
  all: readonly Configuration[],
  order: Order,
  spec: RunSpec,
  named: boolean,
  better: Decision["beats"],
): Chosen | null {
  const kept = (c: Configuration): boolean => rentable(c, spec) && withinLimits(checkLimits(c, spec));
  // Put in order after what is asked of them: those that are out need no price for it.
  const those = (accepts: (c: Configuration) => boolean): readonly Configuration[] =>
    all.filter(accepts).sort(order);
  if (spec.owned !== undefined && spec.limits?.prefer !== "fastest") {
    const [own] = those((c) => c.card.id === spec.owned && holds(c.sized) && kept(c));
    if (own !== undefined)
      return { configuration: own, sized: own.sized, reason: named ? "named-by-asker" : "own-machine" };
  }
  const sold = those((c) => headline(c.price) && holds(c.sized) && kept(c));
  const standing = sold.some((c) => solid(c.price)) ? sold.filter((c) => solid(c.price)) : sold;
  const preferred = preferredOf(standing, spec);
  const pick = preferred?.configuration ?? smallestWorthwhile(standing, better);
  const chosenAs = (configuration: Configuration, reason: CandidateReason): Chosen => {
    const sized = configuration.sized;
    return { configuration, sized, reason: sized.verdict === "fits" ? reason : "tight" };
  };
  if (pick !== null) return chosenAs(pick, preferred?.reason ?? reasonFor(pick, sold, named));
  // Without a dated price a cap is neither kept nor broken: only where no priced machine holds the run at all.
  const pricedFits = budgetOf(spec) !== null && all.some((c) => c.price !== null && holds(c.sized));
  if (!pricedFits) {
    const [undated] = those((c) => holds(c.sized) && kept(c));
    if (undated !== undefined) return chosenAs(undated, named ? "named-by-asker" : "no-dated-price");
  }
  const tight =
    leastTight(those((c) => c.sized.verdict === "tight" && headline(c.price) && kept(c))) ??
    (pricedFits ? null : leastTight(those((c) => c.sized.verdict === "tight" && kept(c))));
  return tight === null ? null : { ...tight, reason: "tight" };
}

/** What the asker wants most of, when they said so; of equal ones the smallest. */
function preferredOf(
  fitting: readonly Configuration[],
  { limits }: RunSpec,
): { readonly configuration: Configuration; readonly reason: CandidateReason } | null {
  const prefer = limits?.prefer;
  if (prefer === undefined) return null;
  const order = { smallest: null, cheapest: cheapestOnFewestNodes, fastest: fastestOnFewestNodes }[prefer];
  const [configuration] = order === null ? fitting : [...fitting].sort(order);
  if (configuration === undefined) return null;
  const reasons = { smallest: "smallest-that-fits", cheapest: "cheapest-that-fits", fastest: "fastest-that-fits" } as const; // prettier-ignore
  return { configuration, reason: reasons[prefer] };
}

/** The smallest; where others beat it, the smallest that nothing beats among those that cost no more. */
function smallestWorthwhile(
  ordered: readonly Configuration[],
  better: Decision["beats"],
): Configuration | null {
  const [smallest] = ordered;
  if (smallest === undefined) return null;
  const unbeaten = (c: Configuration): boolean => !ordered.some((other) => better(other, c));
  if (unbeaten(smallest)) return smallest;
  const most = moneyOf(smallest) ?? Number.POSITIVE_INFINITY;
  return ordered.find((c) => (moneyOf(c) ?? Number.POSITIVE_INFINITY) <= most && unbeaten(c)) ?? smallest;
}

/** Nothing fits for sure: the one most likely to. */
function leastTight(tight: readonly Configuration[]): { configuration: Configuration; sized: Sized } | null {
  const found = tight.map((configuration) => ({
    configuration,
    sized: configuration.sized,
    risk: chanceOfOverflow(configuration.sized),
  }));
  const least = Math.min(...found.map(({ risk }) => risk));
  // Chances closer than this are the same: the smaller machine then.
  return found.find(({ risk }) => risk <= least + 0.1) ?? null;
}

/** A card that was named without a count is answered for as few of it as can be; else every layout stands for itself. */
function asAsked(tooSmall: readonly TooSmall[], spec: RunSpec, scope: Scope): readonly TooSmall[] {
  if (!scope.namedCard || scope.gpus !== null || spec.limits?.maxGpus !== undefined) return tooSmall;
  const fewest = Math.min(...tooSmall.map(({ run }) => run.gpus));
  return tooSmall.filter(({ run }) => run.gpus === fewest);
}

function memoryShortfall(
  surveyed: Survey,
  spec: RunSpec,
  scope: Scope,
  market: Market,
  workings: Workings,
): Shortfall {
  const [first, ...rest] = asAsked(surveyed.tooSmall(), spec, scope);
  const binding = spec.limits?.maxGpus !== undefined && spec.gpus === undefined ? "max-gpus" : "memory";
  if (first === undefined) return { binding, shortBy: null, unit: "GiB per GPU", nearest: null };
  const closest = rest.reduce((least, c) => (c.overGib < least.overGib ? c : least), first);
  const { card, run } = closest;
  const prices = pricesFor(card, run.gpus, run.nodes, market, { ramGib: 0 });
  const configuration = configure(run, card, market, workings, prices);
  const nearest: Chosen = { configuration, sized: configuration.sized, reason: "does-not-fit" };
  return { binding, shortBy: Math.max(0, closest.overGib), unit: "GiB per GPU", nearest };
}

/** What the asker rules out, not the software. */
const limitCodes: ReadonlySet<Unsupported> = new Set(["platform-limit", "class-limit", "excluded"]);

/** What a sort would put first. */
const leastBy = (all: readonly Configuration[], order: Order): Configuration | undefined =>
  all.reduce<Configuration | undefined>(
    (least, c) => (least === undefined || order(c, least) < 0 ? c : least),
    undefined,
  );

function shortfallOf(
  surveyed: Survey,
  ordered: readonly Configuration[],
  spec: RunSpec,
  scope: Scope,
  market: Market,
  workings: Workings,
): Shortfall {
  const holds = ordered;
  if (holds.length === 0 && surveyed.tooSmall().length > 0)
    return memoryShortfall(surveyed, spec, scope, market, workings);
  if (holds.length === 0) {
    const byLimit = surveyed.unsupported.some(({ why }) => limitCodes.has(why));
    const binding = byLimit && spec.accelerator === undefined ? "platform" : "support";
    const because = scope.namedCard ? surveyed.unsupported[0]?.why : undefined;
    return {
      binding,
      shortBy: null,
      unit: null,
      nearest: null,
      ...(because === undefined ? {} : { because }),
    };
  }
  const rented = holds.filter((c) => rentable(c, spec));
  const chosen = (c: Configuration, reason: CandidateReason): Chosen => ({
    configuration: c,
    sized: c.sized,
    reason,
  });
  if (rented.length === 0) {
    const first = holds[0];
    const places = spec.limits?.regions !== undefined || spec.limits?.residency !== undefined;
    const shut = first === undefined ? false : market.shutByRegion.has(first.card.id);
    const sellers = first === undefined ? false : market.shutByProvider.has(first.card.id);
    const binding = places && (shut || !sellers) ? "region" : sellers ? "provider" : "no-offer";
    return {
      binding,
      shortBy: null,
      unit: null,
      nearest: first === undefined ? null : chosen(first, "no-dated-price"),
    };
  }
  const quick = rented.filter((c) => checkLimits(c, spec).service === null);
  if (quick.length === 0) {
    const nearest = leastBy(rented, fastestPerUser);
    const lack = nearest === undefined ? null : missOf(nearest.run, nearest.throughput, "likely");
    return {
      binding: "latency",
      shortBy: null,
      unit: null,
      nearest: nearest === undefined ? null : chosen(nearest, "too-slow"),
      ...(lack === null ? {} : { miss: { what: lack.what, is: lack.is.likely, asked: lack.asked } }),
    };
  }
  const inTime = quick.filter((c) => checkLimits(c, spec).deadline !== "broken");
  if (inTime.length === 0) {
    const fastest = leastBy(quick, fastestFirst);
    const hours = fastest?.window?.total.likely ?? null;
    const deadline = hoursGiven(spec.limits) ?? 0;
    return {
      binding: "deadline",
      shortBy: hours === null ? null : Math.max(0, hours - deadline),
      unit: "hours",
      nearest: fastest === undefined ? null : chosen(fastest, "over-deadline"),
    };
  }
  const spent = (c: Configuration): number => spentOf(c, spec)?.likely ?? Infinity;
  const cheapest = leastBy(inTime, (a, b) => spent(a) - spent(b) || cheapestFirst(a, b));
  const total = cheapest === undefined ? null : (spentOf(cheapest, spec)?.likely ?? null);
  return {
    binding: "budget",
    shortBy: total === null ? null : Math.max(0, total - (budgetOf(spec) ?? 0)),
    unit: "currency",
    nearest: cheapest === undefined ? null : chosen(cheapest, "over-budget"),
  };
}

/** The smallest configuration of the scope that finishes every phase within the limits, or what stands in its way. */
export function decide(run: FilledRun, spec: RunSpec, scope: Scope, market: Market, world: World): Decision {
  const workings = (world.workshop ?? workshop()).workings(run, spec, world);
  const surveyed = survey(run, spec, scope, market, workings);
  const gradeOf = (c: Configuration): number => workings.gradeOf(c.card);
  const order = scope.cheapest === true ? cheapestOnFewestNodes : smallestFirst(gradeOf);
  const better = (a: Configuration, b: Configuration): boolean => beats(a, b, gradeOf);
  const named = scope.namedCard && scope.among === undefined;
  const best = choose(surveyed.configurations, order, spec, named, better);
  const ordered = once(() => [...surveyed.configurations].sort(order));
  const many = scope.many === true ? { many: true } : {};
  const short = once(() => ({ ...shortfallOf(surveyed, ordered(), spec, scope, market, workings), ...many }));
  return {
    best,
    get shortfall() {
      return best === null ? short() : null;
    },
    surveyed,
    get ordered() {
      return ordered();
    },
    beats: better,
  };
}
