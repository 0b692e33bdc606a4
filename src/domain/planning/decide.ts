import type { World } from "../catalogue.ts";
import type { FilledRun } from "../filled-run.ts";
import type { BindingLimit, CandidateReason } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import { trainableParameters } from "../memory/parameters.ts";
import { configure, survey } from "./configurations.ts";
import type { Configuration, Scope, Survey } from "./configurations.ts";
import { gradeRank } from "./evidence.ts";
import { budgetOf, checkLimits, withinLimits } from "./feasible.ts";
import { chanceOfOverflow, sizer } from "./size-on.ts";
import type { SizedOn as Sized } from "./size-on.ts";
import { bestPrice, headline, solid } from "./offers.ts";
import type { Market } from "./offers.ts";
import { cheapestFirst, cheapestOnFewestNodes, fastestFirst, smallestFirst } from "./rank.ts";

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
}

export interface Decision {
  readonly best: Chosen | null;
  readonly shortfall: Shortfall | null;
  readonly surveyed: Survey;
  readonly sizeOf: (configuration: Configuration) => Sized;
  /** Smallest first. */
  readonly ordered: readonly Configuration[];
}

/** An asker who binds place or seller needs an offer; nobody else does. */
const needsOffer = (spec: RunSpec): boolean =>
  (spec.limits?.regions ?? []).length > 0 ||
  spec.limits?.residency !== undefined ||
  spec.limits?.providers !== undefined;

export const rentable = (c: Configuration, spec: RunSpec): boolean => c.price !== null || !needsOffer(spec);

function firstWith(
  ordered: readonly Configuration[],
  sizeOf: (c: Configuration) => Sized,
  verdict: Sized["verdict"],
  accepts: (c: Configuration) => boolean,
): { configuration: Configuration; sized: Sized } | null {
  for (const configuration of ordered) {
    if (!accepts(configuration)) continue;
    const sized = sizeOf(configuration);
    if (sized.verdict === verdict) return { configuration, sized };
  }
  return null;
}

/** From what may stand in a headline down to what may only be said: each with the reason that goes with it. */
function choose(
  ordered: readonly Configuration[],
  sizeOf: (c: Configuration) => Sized,
  spec: RunSpec,
  named: boolean,
): Chosen | null {
  const kept = (c: Configuration): boolean => rentable(c, spec) && withinLimits(checkLimits(c, spec));
  const fitting: CandidateReason = named ? "named-by-asker" : "smallest-that-fits";
  const sold = firstWith(ordered, sizeOf, "fits", (c) => solid(c.price) && kept(c));
  if (sold !== null) return { ...sold, reason: fitting };
  const assembled = firstWith(ordered, sizeOf, "fits", (c) => headline(c.price) && kept(c));
  if (assembled !== null) return { ...assembled, reason: fitting };
  // Without a dated price a cap is neither kept nor broken: only where no priced machine holds the run at all.
  const pricedFits =
    budgetOf(spec) !== null && firstWith(ordered, sizeOf, "fits", (c) => c.price !== null) !== null;
  if (!pricedFits) {
    const undated = firstWith(ordered, sizeOf, "fits", kept);
    if (undated !== null) return { ...undated, reason: named ? "named-by-asker" : "no-dated-price" };
  }
  const tight =
    leastTight(ordered, sizeOf, (c) => headline(c.price) && kept(c)) ??
    (pricedFits ? null : leastTight(ordered, sizeOf, kept));
  return tight === null ? null : { ...tight, reason: "tight" };
}

/** Nothing fits for sure: the one most likely to. */
function leastTight(
  ordered: readonly Configuration[],
  sizeOf: (c: Configuration) => Sized,
  accepts: (c: Configuration) => boolean,
): { configuration: Configuration; sized: Sized } | null {
  const found = ordered.flatMap((configuration) => {
    const sized = sizeOf(configuration);
    return sized.verdict === "tight" && accepts(configuration)
      ? [{ configuration, sized, risk: chanceOfOverflow(sized) }]
      : [];
  });
  const sure = found.map(({ risk }) => risk);
  const least = Math.min(...sure);
  // Chances closer than this are the same: the smaller machine then.
  return found.find(({ risk }) => risk <= least + 0.1) ?? null;
}

function memoryShortfall(
  surveyed: Survey,
  sizeOf: (c: Configuration) => Sized,
  spec: RunSpec,
  market: Market,
): Shortfall {
  const [first, ...rest] = surveyed.tooSmall;
  const binding = spec.limits?.maxGpus !== undefined && spec.gpus === undefined ? "max-gpus" : "memory";
  if (first === undefined) return { binding, shortBy: null, unit: "GiB per GPU", nearest: null };
  const closest = rest.reduce((least, c) => (c.overGib < least.overGib ? c : least), first);
  const { card, run } = closest;
  const price = bestPrice(card, run.gpus, run.nodes, market, { ramGib: 0 });
  const configuration = configure(run, card, market, trainableParameters(run), price);
  const nearest: Chosen = { configuration, sized: sizeOf(configuration), reason: "does-not-fit" };
  return { binding, shortBy: Math.max(0, closest.overGib), unit: "GiB per GPU", nearest };
}

function shortfallOf(
  surveyed: Survey,
  ordered: readonly Configuration[],
  sizeOf: (c: Configuration) => Sized,
  spec: RunSpec,
  market: Market,
): Shortfall {
  const holds = ordered;
  if (holds.length === 0 && surveyed.tooSmall.length > 0)
    return memoryShortfall(surveyed, sizeOf, spec, market);
  if (holds.length === 0) {
    const byLimit = surveyed.unsupported.some(({ why }) => why === "platform-limit" || why === "class-limit");
    const binding = byLimit && spec.accelerator === undefined ? "platform" : "support";
    return { binding, shortBy: null, unit: null, nearest: null };
  }
  const rented = holds.filter((c) => rentable(c, spec));
  const chosen = (c: Configuration, reason: CandidateReason): Chosen => ({
    configuration: c,
    sized: sizeOf(c),
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
  const inTime = rented.filter((c) => checkLimits(c, spec).deadline !== "broken");
  if (inTime.length === 0) {
    const fastest = [...rented].sort(fastestFirst)[0];
    const hours = fastest?.window?.total.likely ?? null;
    const deadline = spec.limits?.deadlineHours ?? 0;
    return {
      binding: "deadline",
      shortBy: hours === null ? null : Math.max(0, hours - deadline),
      unit: "hours",
      nearest: fastest === undefined ? null : chosen(fastest, "over-deadline"),
    };
  }
  const cheapest = [...inTime].sort(cheapestFirst)[0];
  const total = cheapest?.cost.total?.likely ?? null;
  return {
    binding: "budget",
    shortBy: total === null ? null : Math.max(0, total - (budgetOf(spec) ?? 0)),
    unit: "currency",
    nearest: cheapest === undefined ? null : chosen(cheapest, "over-budget"),
  };
}

/** The smallest configuration of the scope that finishes every phase within the limits, or what stands in its way. */
export function decide(run: FilledRun, spec: RunSpec, scope: Scope, market: Market, world: World): Decision {
  const sizeLaid = sizer();
  const sizeOf = (c: Configuration): Sized => sizeLaid(c.run, c.card);
  const surveyed = survey(run, spec, scope, market, sizeLaid);
  const grades = new Map(scope.cards.map((card) => [card.id, gradeRank(run, card, world)]));
  const ordered = [...surveyed.configurations].sort(
    scope.cheapest === true ? cheapestOnFewestNodes : smallestFirst((c) => grades.get(c.card.id) ?? 0),
  );
  const best = choose(ordered, sizeOf, spec, scope.namedCard);
  return {
    best,
    shortfall: best === null ? shortfallOf(surveyed, ordered, sizeOf, spec, market) : null,
    surveyed,
    sizeOf,
    ordered,
  };
}
