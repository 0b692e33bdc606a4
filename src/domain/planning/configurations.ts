import type { Accelerator } from "../accelerator.ts";
import type { World } from "../catalogue.ts";
import type { Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { asksMore, lacks } from "../performance/demand.ts";
import type { Cost, RentalWindow, SpotOutlook, Unsupported } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import { copiesPerNode, spansNodes } from "./layouts.ts";
import { cardsPerNode, pricesFor, solid } from "./offers.ts";
import type { Market, Price, Prices } from "./offers.ts";
import { spotOrFirm } from "./spot-or-firm.ts";
import { unsupported } from "./support.ts";
import { holds } from "./size-on.ts";
import type { Workings } from "./workings.ts";

/** A run laid out on so many GPUs of a card, timed and priced; memory is asked for only when it is needed. */
export interface Configuration {
  readonly key: string;
  readonly card: Accelerator;
  readonly run: FilledRun;
  readonly throughput: Throughput | null;
  readonly price: Price | null;
  readonly window: RentalWindow | null;
  readonly cost: Cost;
  /** GB of all cards that are paid for: what "smallest" is measured by. */
  readonly soldGb: number;
  readonly trainable: number;
  /** Where a spot machine is to be had and allowed. */
  readonly spot: SpotOutlook | null;
}

export interface Scope {
  /** Cards to look at, in the catalogue's order of ids. */
  readonly cards: readonly Accelerator[];
  /** The count that binds; null = free. */
  readonly gpus: number | null;
  readonly namedCard: boolean;
  /** Machines that the asker chooses between: counts by card id, null = any number of it. */
  readonly among?: ReadonlyMap<string, readonly number[] | null>;
  /** Stops at the smallest that surely fits on a machine that is sold at a dated price; for what-ifs without money or time limits. */
  readonly smallestOnly?: boolean;
  /** The cheapest that fits comes first instead of the smallest. */
  readonly cheapest?: boolean;
}

/** Counts that jobs are usually split into; what an offer sells is added. */
const usualCounts = [1, 2, 4, 8, 16, 32, 64] as const;
/** Copies of a served model come in any number. */
const copyCounts = [3, 5, 6, 7, 10, 12, 14, 20, 24, 28, 40, 48, 56] as const;
const defaultMaxGpus = 64;

function gpuCounts(card: Accelerator, scope: Scope, spec: RunSpec, market: Market): readonly number[] {
  if (scope.gpus !== null) return [scope.gpus];
  const named = scope.among?.get(card.id) ?? null;
  if (named !== null) return named;
  const most = Math.max(1, spec.limits?.maxGpus ?? defaultMaxGpus);
  const copies = spec.serving !== undefined && asksMore(spec.serving);
  const counts = new Set<number>(copies ? [...usualCounts, ...copyCounts] : usualCounts);
  for (const { offer } of market.byCard.get(card.id) ?? [])
    counts.add(Math.round(offer.gpus * Math.max(1, card.devices)));
  return [...counts].filter((n) => n >= 1 && n <= most).sort((a, b) => a - b);
}

/** A layout that cannot hold the run on a card: neither timed nor priced unless it is the closest. */
interface TooSmall {
  readonly card: Accelerator;
  readonly run: FilledRun;
  readonly overGib: number;
}

export interface Survey {
  /** Those that fit or may fit. */
  readonly configurations: readonly Configuration[];
  readonly tooSmall: readonly TooSmall[];
  readonly unsupported: readonly { readonly card: Accelerator; readonly why: Unsupported }[];
}

/** `make`, called once when its value is first wanted. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

/**
 * Time and money are worked out when they are first asked for: a larger machine that nobody looks at costs nothing. Only
 * the choice between spot and on demand needs them at once.
 */
export function configure(
  run: FilledRun,
  card: Accelerator,
  market: Market,
  workings: Workings,
  prices: Prices,
): Configuration {
  const timed = once(() => workings.timedOn(run, card));
  const rented = once(() => spotOrFirm(run, timed(), prices, market));
  const price = prices.spot === null ? prices.firm : rented().price;
  const { strategy, tensor, pipeline, expert } = run.parallel;
  return {
    key: `${card.id}/${run.gpus}/${run.nodes}/${strategy}/${tensor}/${pipeline}/${expert}`,
    card,
    run,
    price,
    soldGb: card.sold * (price?.cardsPaid ?? Math.ceil(run.gpus / Math.max(1, card.devices))),
    trainable: workings.trainable,
    get throughput() {
      return timed().throughput;
    },
    get window() {
      return rented().window;
    },
    get cost() {
      return rented().cost;
    },
    get spot() {
      return rented().spot;
    },
  };
}

interface Place {
  readonly card: Accelerator;
  readonly gpus: number;
  /** GB of the cards used; what is paid for is at least this. */
  readonly leastGb: number;
}

function placesOf(
  cards: readonly Accelerator[],
  scope: Scope,
  spec: RunSpec,
  market: Market,
): readonly Place[] {
  const places = cards.flatMap((card) =>
    gpuCounts(card, scope, spec, market).map((gpus) => ({
      card,
      gpus,
      leastGb: card.sold * Math.ceil(gpus / Math.max(1, card.devices)),
    })),
  );
  return scope.smallestOnly === true ? places.sort((a, b) => a.leastGb - b.leastGb) : places;
}

/** Every way to lay the run out on the cards of the scope; sharding is left out where whole copies surely fit. */
export function survey(
  run: FilledRun,
  spec: RunSpec,
  scope: Scope,
  market: Market,
  workings: Workings,
): Survey {
  const { sizeOf } = workings;
  const configurations: Configuration[] = [];
  const tooSmall: TooSmall[] = [];
  const refused = scope.cards.flatMap((card) => {
    const why = unsupported(run, card, spec.limits, scope.namedCard);
    return why === null ? [] : [{ card, why }];
  });
  const out = new Set(refused.map(({ card }) => card));
  const cards = scope.cards.filter((card) => !out.has(card));
  let smallestGb = Number.POSITIVE_INFINITY;
  for (const { card, gpus, leastGb } of placesOf(cards, scope, spec, market)) {
    if (leastGb > smallestGb) break;
    const perNode = cardsPerNode(card, market) * Math.max(1, card.devices);
    const nodes = Math.max(spec.nodes ?? 1, Math.ceil(gpus / perNode));
    if (gpus % nodes !== 0) continue;
    // Nobody is sent to several machines without a fabric between their cards; who names them may have one.
    const named =
      scope.gpus !== null || spec.nodes !== undefined || (scope.among?.get(card.id) ?? null) !== null;
    const apart = nodes > 1 && !named && !spansNodes(card);
    if (apart && run.method !== "inference") continue;
    const { layouts, floor } = workings.laid({ gpus, nodes, perNode });
    let prices: Prices | undefined;
    for (const laid of layouts) {
      if (apart && !copiesPerNode(laid, perNode)) continue;
      const sized = sizeOf(laid, card);
      if (sized.verdict === "does-not-fit") {
        const overGib = sized.budget.perGpu.required.likely - (sized.usableGib ?? 0);
        tooSmall.push({ card, run: laid, overGib });
        continue;
      }
      prices ??= pricesFor(card, gpus, nodes, market, floor);
      const configuration = configure(laid, card, market, workings, prices);
      configurations.push(configuration);
      if (!holds(sized) || lacks(laid, configuration.throughput) !== null) continue;
      if (scope.smallestOnly === true && solid(configuration.price))
        smallestGb = Math.min(smallestGb, configuration.soldGb);
      break;
    }
  }
  return { configurations, tooSmall, unsupported: refused };
}

/** Cards in an order of their own, so that no list's order shows in an answer. */
export function cardsById(world: World): readonly Accelerator[] {
  return [...world.catalogue.accelerators].sort((a, b) => (a.id < b.id ? -1 : 1));
}
