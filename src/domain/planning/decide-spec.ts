import type { Currency } from "../../units/money.ts";
import { currencies } from "../../units/money.ts";
import type { Accelerator } from "../accelerator.ts";
import type { World } from "../catalogue.ts";
import type { Assumption, Warning } from "../estimate.ts";
import { isMeantBy } from "../excluded-cards.ts";
import type { FilledRun } from "../filled-run.ts";
import { nearestWords } from "../nearest-words.ts";
import type { Problem } from "../problem.ts";
import type { RunSpec } from "../run-spec.ts";
import { migProfileIn, sliceNames, sliceOf } from "../mig-slice.ts";
import { fillRun } from "./assumptions.ts";
import { cardsById, mostUsualGpus } from "./configurations.ts";
import type { Scope } from "./configurations.ts";
import { decide } from "./decide.ts";
import type { Decision } from "./decide.ts";
import { marketFor } from "./market.ts";
import type { Market } from "./market.ts";

/** A spec understood: every default taken, the card found, the market narrowed to what the limits leave. */
export interface Prepared {
  readonly spec: RunSpec;
  readonly run: FilledRun;
  readonly assumptions: readonly Assumption[];
  readonly warnings: readonly Warning[];
  readonly card: Accelerator | null;
  readonly scope: Scope;
  readonly market: Market;
}

export type Outcome<T> = T | { readonly problems: readonly Problem[] };

export function findCard(
  spec: RunSpec,
  world: World,
): Outcome<{ card: Accelerator | null; assumption: Assumption | null }> {
  if (spec.accelerator === undefined) return { card: null, assumption: null };
  const profile = migProfileIn(spec.accelerator);
  if (profile === null) return wholeCard(spec.accelerator, world);
  const found = wholeCard(profile.rest, world);
  if ("problems" in found || found.card === null) return found;
  const slice = sliceOf(found.card, profile);
  if (slice !== null) return { ...found, card: slice };
  const problem = { code: "unknown-accelerator", path: "accelerator", read: spec.accelerator } as const;
  const names = sliceNames(found.card);
  return {
    problems: [{ ...problem, nearest: names.length === 0 ? [found.card.id] : names }],
  };
}

function wholeCard(
  text: string,
  world: World,
): Outcome<{ card: Accelerator | null; assumption: Assumption | null }> {
  const resolution = world.lookup.resolveAccelerator(text);
  const path = "accelerator";
  switch (resolution.kind) {
    case "one": {
      const card = world.lookup.accelerator(resolution.match.id);
      if (card === undefined) return { problems: [{ code: "unknown-accelerator", path, read: text }] };
      const chosen = resolution.alternatives.length > 0;
      return {
        card,
        assumption: chosen ? { field: path, value: card.id, why: "usual-form-of-this-name" } : null,
      };
    }
    case "several":
      return {
        problems: [
          {
            code: "ambiguous-accelerator",
            path,
            read: text,
            allowed: resolution.matches.map((m) => m.id),
          },
        ],
      };
    case "none":
      return {
        problems: [
          {
            code: "unknown-accelerator",
            path,
            read: text,
            nearest: resolution.nearest.map((m) => m.id),
          },
        ],
      };
  }
}

const isCurrency = (text: string): text is Currency => (currencies as readonly string[]).includes(text);

/** The currency that prices are compared in: the budget's, else that of a purchase or of a price that was given, else dollars. */
export function currencyOf(spec: RunSpec): Outcome<{ currency: Currency }> {
  const cap = spec.limits?.budget?.currency;
  const asked = cap ?? spec.purchase?.currency ?? spec.limits?.prices?.[0]?.currency;
  if (asked === undefined) return { currency: "USD" };
  const upper = asked.toUpperCase();
  if (isCurrency(upper)) return { currency: upper };
  return {
    problems: [
      {
        code: "unknown-currency",
        path: cap === undefined ? "purchase.currency" : "limits.budget.currency",
        read: asked,
        allowed: currencies,
      },
    ],
  };
}

/** Sellers that were asked for by name and have no price here, each with the nearest names that have. */
function unknownSellers({ limits }: RunSpec, { catalogue }: World): readonly Warning[] {
  const asked = limits?.providers ?? [];
  if (asked.length === 0) return [];
  const known = [...new Set(catalogue.offers.map(({ provider }) => provider))].sort();
  const names = new Set(known.map((name) => name.toLowerCase()));
  return asked
    .filter((name) => !names.has(name.trim().toLowerCase()))
    .map((read) => ({
      code: "unknown-provider",
      params: { read, nearest: nearestWords(read, known).join(", ") },
    }));
}

/** Ranks that the stated split needs at least, so that a spec without a count can be filled. */
function leastGpus(spec: RunSpec): number {
  const { tensor = 1, pipeline = 1, context = 1 } = spec.parallel ?? {};
  return tensor * pipeline * context;
}

export function prepare(spec: RunSpec, world: World): Outcome<Prepared> {
  const least = leastGpus(spec);
  const base = spec.gpus === undefined && least > 1 ? { ...spec, gpus: least } : spec;
  const filled = fillRun(base, world.lookup, world.catalogue.stacks);
  const card = findCard(spec, world);
  const currency = currencyOf(spec);
  const options = spec.accelerator === undefined ? optionsOf(spec, world) : null;
  const problems = [filled, card, currency, ...(options === null ? [] : [options])].flatMap((outcome) =>
    "problems" in outcome ? outcome.problems : [],
  );
  const owned = ownedCard(spec, world);
  if ("problems" in owned) return { problems: [...problems, ...owned.problems] };
  const excluded = unknownExclusions(spec, world);
  if (excluded.length > 0) return { problems: [...problems, ...excluded] };
  if ("problems" in filled || "problems" in card || "problems" in currency) return { problems };
  if (options !== null && "problems" in options) return { problems };
  const scope = scopeOf(spec, card.card, options, world);
  return {
    spec: owned.card === null ? spec : { ...spec, owned: owned.card.id },
    run: world.learnt === undefined ? filled.run : { ...filled.run, learnt: world.learnt },
    assumptions: [...filled.assumptions, ...(card.assumption === null ? [] : [card.assumption])],
    warnings: [...filled.warnings, ...unknownSellers(spec, world)],
    card: card.card,
    scope,
    market: marketFor(world, spec.limits, currency.currency, owned.card?.id),
  };
}

/** The card that the asker has, by its catalogue id. */
function ownedCard({ owned }: RunSpec, world: World): ReturnType<typeof findCard> {
  if (owned === undefined) return { card: null, assumption: null };
  const found = findCard({ accelerator: owned }, world);
  return "problems" in found ? { problems: found.problems.map((one) => ({ ...one, path: "owned" })) } : found;
}

/** Words of an exclusion that mean no card: they would exclude nothing, in silence. */
function unknownExclusions({ limits }: RunSpec, world: World): readonly Problem[] {
  const path = "limits.excludedAccelerators";
  const { accelerators } = world.catalogue;
  return (limits?.excludedAccelerators ?? [])
    .filter((word) => !accelerators.some((card) => isMeantBy(word, card)))
    .map((read) => {
      const found = world.lookup.resolveAccelerator(read);
      const near = found.kind === "one" ? [found.match] : found.kind === "several" ? found.matches : found.nearest;
      return { code: "unknown-accelerator", path, read, nearest: near.map(({ id }) => id) };
    });
} // prettier-ignore

interface Options {
  readonly cards: readonly Accelerator[];
  readonly counts: ReadonlyMap<string, readonly number[] | null>;
}

/** The machines that the spec chooses between; null = it names no such choice. */
function optionsOf(spec: RunSpec, world: World): Outcome<Options> | null {
  const named = spec.limits?.among ?? [];
  if (named.length === 0) return null;
  const found = named.map(({ accelerator, gpus }) => ({ gpus, ...findCard({ accelerator }, world) }));
  const problems = found.flatMap((one) => ("problems" in one ? one.problems : []));
  if (problems.length > 0) return { problems: problems.map((one) => ({ ...one, path: "limits.among" })) };
  const counts = new Map<string, readonly number[] | null>();
  const cards = new Map<string, Accelerator>();
  for (const one of found) {
    if ("problems" in one || one.card === null) continue;
    const { card, gpus } = one;
    cards.set(card.id, card);
    const before = counts.get(card.id);
    const free = gpus === undefined || before === null;
    counts.set(card.id, free ? null : [...new Set([...(before ?? []), gpus])].sort((a, b) => a - b));
  }
  return { cards: [...cards.values()].sort((a, b) => (a.id < b.id ? -1 : 1)), counts };
}

function scopeOf(spec: RunSpec, card: Accelerator | null, options: Options | null, world: World): Scope {
  const gpus = spec.gpus ?? null;
  if (card !== null) return { cards: [card], gpus, namedCard: true };
  if (options !== null) return { cards: options.cards, gpus, namedCard: true, among: options.counts };
  const { memoryGib } = spec;
  const cards = memoryGib === undefined ? cardsById(world) : cardsOfSize(memoryGib, world);
  return { cards, gpus, namedCard: false };
}

/** Cards whose memory is about the stated bare size; all of them when none is. */
function cardsOfSize(gib: number, world: World): readonly Accelerator[] {
  const close = cardsById(world).filter((card) => {
    const sold = (card.sold * 1e9) / 2 ** 30 / Math.max(1, card.devices);
    return sold >= gib * 0.9 && sold <= gib * 1.25;
  });
  return close.length > 0 ? close : cardsById(world);
}

export const decideFor = (prepared: Prepared, world: World): Decision =>
  decide(prepared.run, prepared.spec, prepared.scope, prepared.market, world);

/** Hours below which a cluster would hardly have started. */
const worthACluster = 48;

/**
 * Time is what a cluster gives: where nothing of a usual size keeps it, or only the largest does, and no count was
 * named, more cards are looked at.
 */
export function decideWidely(prepared: Prepared, world: World): Decision {
  const decision = decideFor(prepared, world);
  const { scope, spec } = prepared;
  const { best, shortfall } = decision;
  const hours = spec.limits?.deadlineHours ?? Number.POSITIVE_INFINITY;
  if (scope.gpus !== null || spec.limits?.maxGpus !== undefined || hours < worthACluster) return decision;
  const atTheEnd = best !== null && best.configuration.run.gpus >= mostUsualGpus;
  // More copies serve more requests; how fast one is answered is for the widest machine to say.
  const crowded = shortfall?.binding === "latency" && shortfall.miss?.what === "traffic";
  const late = shortfall?.binding === "deadline" || crowded;
  if (!atTheEnd && !late) return decision;
  const wide = decideFor({ ...prepared, scope: { ...scope, many: true } }, world);
  return wide.best === null && best !== null ? decision : wide;
}

/** Only the answer, without what else there is: stops at the smallest where neither money nor time is limited. */
export function answerFor(prepared: Prepared, world: World): Decision {
  const { limits } = prepared.spec;
  const free = limits?.budget === undefined && limits?.deadlineHours === undefined;
  return decideFor(
    free ? { ...prepared, scope: { ...prepared.scope, smallestOnly: true } } : prepared,
    world,
  );
}

/** The cheapest answer on one machine instead of the smallest, for somebody who has to leave the cards they named. */
export const cheapestFor = (prepared: Prepared, world: World): Decision =>
  decideFor({ ...prepared, scope: { ...prepared.scope, cheapest: true } }, world);
