import type { CandidateReason } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import type { Configuration } from "./configurations.ts";
import { rentable } from "./decide.ts";
import type { Chosen, Decision } from "./decide.ts";
import { holds } from "./size-on.ts";
import { budgetOf, checkLimits, withinLimits } from "./feasible.ts";
import { finishedWithin } from "./finished.ts";
import { fasterReason } from "./gain.ts";
import { headline, solid } from "./price.ts";
import { cheapestFirst, fastestFirst, moneyOf, moneyRange, speedup, totalRate } from "./rank.ts";

/** Cards that people compare by name; shown when they can hold the run at all. */
const reference: readonly RegExp[] = [/^a100-80gb-sxm/, /^h100-sxm/, /^h200-sxm/, /^mi300x/];

const mostAlternatives = 8;

/** Same money within the best one's interval, at least twice as fast. */
const SPEED_GAIN = 2;

function costWithin(candidate: Configuration, best: Configuration): boolean {
  const money = moneyOf(candidate);
  const limit = moneyRange(best);
  return money !== null && limit !== null && money <= limit.high;
}

/** Speed that is bought dearly is not an alternative but another project. */
const DEAREST_SPEED = 1.5;

/** A step somebody would take: no more machines than the best one needs, and machines that are sold as they stand. */
const practical = (c: Configuration, best: Configuration): boolean =>
  c.run.nodes <= best.run.nodes && (solid(c.price) || (headline(c.price) && best.price?.assembled === true));

function worthTheSpeed(candidate: Configuration, best: Configuration): boolean {
  const money = moneyOf(candidate);
  const own = moneyOf(best);
  return (
    totalRate(candidate) > totalRate(best) && (money === null || own === null || money <= DEAREST_SPEED * own)
  );
}

const firstFitting = (
  pool: readonly Configuration[],
  accepts: (c: Configuration) => boolean,
): Configuration | null => pool.find((c) => accepts(c) && holds(c.sized)) ?? null;

/** About the same money, at least this much faster, on no more cards: nobody would take the slower one. */
const FAR_FASTER = 1.5;
const ABOUT_SAME = 1.05;

const overtaken = (c: Configuration, all: readonly Configuration[]): boolean =>
  all.some(
    (other) =>
      other.run.gpus <= c.run.gpus &&
      (moneyOf(other) ?? Infinity) <= ABOUT_SAME * (moneyOf(c) ?? Infinity) &&
      speedup(other, c) >= FAR_FASTER,
  );

/**
 * Where an hour has a stated worth: the least of money + worth × hours, if it is faster and less than the best one's own.
 */
function valued(
  own: Configuration,
  pool: readonly Configuration[],
  worth: number | undefined,
): Configuration | null {
  const dearness = (c: Configuration): number =>
    (c.cost.total?.likely ?? Infinity) + (worth ?? 0) * (c.window?.total.likely ?? Infinity);
  if (worth === undefined || worth <= 0 || !Number.isFinite(dearness(own))) return null;
  const faster = pool.filter((c) => speedup(c, own) > 1 && dearness(c) < dearness(own));
  return [...faster].sort((a, b) => dearness(a) - dearness(b) || (a.key < b.key ? -1 : 1))[0] ?? null;
}

/**
 * The one to say second: what would be proposed if the asker had bound no card, where that is cheaper and faster than
 * what they bound; else the smallest that is at least twice as fast for a price within the best one's interval, on no
 * more cards where there is one. What has
 * to be validated first never stands there against what need not be.
 */
function secondLine(
  own: Configuration,
  decision: Decision,
  realistic: (c: Configuration) => boolean,
  worth: number | undefined,
): Configuration | null {
  const { ordered, beats } = decision;
  const pool = ordered.filter(
    (c) =>
      realistic(c) && (c.card.platform === own.card.platform || c.card.platform === "cuda") && holds(c.sized),
  );
  const dearest = valued(own, pool, worth);
  if (dearest !== null) return dearest;
  const better = pool.filter((c) => beats(c, own));
  const unbeaten = better.find((c) => !better.some((other) => beats(other, c)));
  if (unbeaten !== undefined) return unbeaten;
  // Cheaper today and far faster, though prices may have moved by as much: before any that costs more.
  const free = pool
    .filter((c) => c.run.gpus <= own.run.gpus && (moneyOf(c) ?? Infinity) <= (moneyOf(own) ?? 0))
    .filter((c) => speedup(c, own) >= FAR_FASTER)
    .sort((a, b) => speedup(b, own) - speedup(a, own) || cheapestFirst(a, b));
  if (free[0] !== undefined) return free[0];
  const quick = pool.filter(
    (c) => c.soldGb >= own.soldGb && costWithin(c, own) && speedup(c, own) >= SPEED_GAIN,
  );
  const kept = quick.filter((c) => !overtaken(c, quick));
  return (
    kept.find((c) => c.run.gpus <= own.run.gpus) ??
    kept.find((c) => c.price?.assembled === false) ??
    kept[0] ??
    null
  );
}

/** Half as much again is worth another machine. */
const MUCH_MORE = 1.5;

/** Of a training of unknown length under a cap: the one that trains most for it, the cheaper of equals. */
function mostWithin(
  own: Configuration,
  decision: Decision,
  realistic: (c: Configuration) => boolean,
  spec: RunSpec,
): Configuration | null {
  if (budgetOf(spec) === null) return null;
  const known = new Map<Configuration, number>();
  const tokens = (c: Configuration): number => {
    const before = known.get(c) ?? finishedWithin(c, spec)?.tokens.likely ?? 0;
    known.set(c, before);
    return before;
  };
  const least = MUCH_MORE * tokens(own);
  if (least <= 0) return null;
  const more = decision.ordered.filter(
    (c) => c.card.platform === "cuda" && realistic(c) && tokens(c) >= least && holds(c.sized),
  );
  return [...more].sort((a, b) => tokens(b) - tokens(a) || cheapestFirst(a, b))[0] ?? null;
}

/** The other configurations worth knowing, in the order they should be said; `named` by the asker go before all. */
export function alternativesTo(
  best: Chosen,
  decision: Decision,
  spec: RunSpec,
  named: readonly Chosen[],
): readonly Chosen[] {
  const own = best.configuration;
  const within = (c: Configuration): boolean => headline(c.price) && withinLimits(checkLimits(c, spec));
  const realistic = (c: Configuration): boolean => within(c) && practical(c, own);
  const found: Chosen[] = [...named];
  const taken = new Set(
    [own, ...named.map(({ configuration }) => configuration)].map(
      ({ card, run }) => `${card.id}/${run.gpus}`,
    ),
  );
  const add = (c: Configuration | null, reason: CandidateReason): void => {
    if (c === null || taken.has(`${c.card.id}/${c.run.gpus}`) || found.length >= mostAlternatives) return;
    taken.add(`${c.card.id}/${c.run.gpus}`);
    found.push({ configuration: c, sized: c.sized, reason });
  };
  const other = (c: Configuration): boolean => !taken.has(`${c.card.id}/${c.run.gpus}`);

  const most = mostWithin(own, decision, realistic, spec);
  if (most !== null) add(most, "most-within-limits");
  const second = secondLine(own, decision, realistic, spec.limits?.valuePerHour);
  if (second !== null) add(second, fasterReason(second, own));

  const ownMoney = moneyOf(own);
  add(
    firstFitting(
      [...decision.ordered].sort(cheapestFirst),
      (c) => realistic(c) && other(c) && (ownMoney === null || (moneyOf(c) ?? Infinity) < ownMoney),
    ),
    "cheaper",
  );

  for (const pattern of reference) {
    const named = (c: Configuration): boolean => pattern.test(c.card.id);
    const fits = firstFitting(decision.ordered, (c) => named(c) && within(c));
    if (fits !== null) {
      add(fits, fits.card.platform === own.card.platform ? comparedWith(fits, own) : "other-platform");
      continue;
    }
    const beyond = firstFitting(decision.ordered, (c) => named(c) && rentable(c, spec));
    add(beyond, beyond === null ? "does-not-fit" : reasonBeyond(beyond, spec));
  }

  add(
    firstFitting(
      [...decision.ordered].sort(fastestFirst),
      (c) => realistic(c) && other(c) && worthTheSpeed(c, own),
    ),
    "faster",
  );
  for (const c of decision.ordered) {
    if (found.length >= mostAlternatives) break;
    const seen = [own, ...found.map((f) => f.configuration)].some((s) => s.card.id === c.card.id);
    if (seen || !realistic(c) || !holds(c.sized)) continue;
    const reason = comparedWith(c, own);
    if (reason !== "smallest-that-fits") add(c, reason);
  }
  return found;
}

export function comparedWith(c: Configuration, best: Configuration): CandidateReason {
  const money = moneyOf(c);
  const own = moneyOf(best);
  if (money !== null && own !== null && money < own) return "cheaper";
  return totalRate(c) > totalRate(best) ? "faster" : "smallest-that-fits";
}

export function reasonBeyond(c: Configuration, spec: RunSpec): CandidateReason {
  const check = checkLimits(c, spec);
  if (check.budget === "broken") return "over-budget";
  if (check.deadline === "broken") return "over-deadline";
  if (check.service !== null) return "too-slow";
  return "no-dated-price";
}
