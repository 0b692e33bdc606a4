import type { Accelerator } from "../accelerator.ts";
import type { World } from "../catalogue.ts";
import type { Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { asksMore, lacks } from "../performance/demand.ts";
import type { Lack } from "../performance/demand.ts";
import type { Cost, RentalWindow, SpotOutlook, Unsupported } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import { copiesPerNode, spansNodes } from "./layouts.ts";
import { cardsPerNode } from "./market.ts";
import { pricesFor } from "./offers.ts";
import { solid } from "./price.ts";
import { once } from "./once.ts";
import type { Market } from "./market.ts";
import type { HostFloor, Price, Prices } from "./price.ts";
import { usableGib } from "../memory/usable.ts";
import { spotOrFirm } from "./spot-or-firm.ts";
import { unsupported } from "./support.ts";
import { holds } from "./size-on.ts";
import type { SizedOn } from "./size-on.ts";
import type { Tenancy } from "./spot-or-firm.ts";
import type { Timed, Workings } from "./workings.ts";

/** A run laid out on so many GPUs of a card, sized, timed and priced. */
export interface Configuration {
  readonly key: string;
  readonly card: Accelerator;
  readonly run: FilledRun;
  readonly sized: SizedOn;
  readonly throughput: Throughput | null;
  readonly price: Price | null;
  readonly window: RentalWindow | null;
  readonly cost: Cost;
  /** GB of all cards that are paid for: what "smallest" is measured by. */
  readonly soldGb: number;
  readonly trainable: number;
  /** Where a spot machine is to be had and allowed. */
  readonly spot: SpotOutlook | null;
  /** What a service lacks of the latency and traffic asked for. */
  readonly lack: Lack | null;
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
  /** Looks beyond the counts of usual jobs too. */
  readonly many?: boolean;
}

/** Counts that jobs are usually split into; what an offer sells is added. */
const usualCounts = [1, 2, 4, 8, 16, 32, 64] as const;
/** Copies of a served model come in any number. */
const copyCounts = [3, 5, 6, 7, 10, 12, 14, 20, 24, 28, 40, 48, 56] as const;
/** More is looked at only where time asks for it. */
export const mostUsualGpus = 64;
/** Whole machines of a cluster, looked at where no usual job is fast enough. */
const clusterCounts = [72, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 640, 768, 896, 1024] as const; // prettier-ignore
const mostOfACluster = 1024;

function gpuCounts(card: Accelerator, scope: Scope, spec: RunSpec, market: Market): readonly number[] {
  if (scope.gpus !== null) return [scope.gpus];
  const named = scope.among?.get(card.id) ?? null;
  if (named !== null) return named;
  const most = Math.max(1, spec.limits?.maxGpus ?? (scope.many === true ? mostOfACluster : mostUsualGpus));
  const copies = spec.serving !== undefined && asksMore(spec.serving);
  const counts = new Set<number>(copies ? [...usualCounts, ...copyCounts] : usualCounts);
  if (scope.many === true) for (const count of clusterCounts) counts.add(count);
  for (const { offer } of market.byCard.get(card.id) ?? [])
    counts.add(Math.round(offer.gpus * Math.max(1, card.devices)));
  return [...counts].filter((n) => n >= 1 && n <= most).sort((a, b) => a - b);
}

/** A layout that cannot hold the run on a card: neither timed nor priced unless it is the closest. */
export interface TooSmall {
  readonly card: Accelerator;
  readonly run: FilledRun;
  readonly overGib: number;
}

export interface Survey {
  /** Those that fit or may fit. */
  readonly configurations: readonly Configuration[];
  /** Layouts that cannot hold the run: listed when somebody asks how near they came. */
  readonly tooSmall: () => readonly TooSmall[];
  readonly unsupported: readonly { readonly card: Accelerator; readonly why: Unsupported }[];
}

/**
 * Time and money are worked out when they are first asked for: a larger machine that nobody looks at costs nothing. Only
 * the choice between spot and on demand needs them at once. A class, because thousands of them share their getters.
 */
class LaidOut implements Configuration {
  readonly key: string;
  readonly sized: SizedOn;
  readonly price: Price | null;
  readonly soldGb: number;
  readonly run: FilledRun;
  readonly card: Accelerator;
  private readonly market: Market;
  private readonly workings: Workings;
  private readonly prices: Prices;
  private timing: Timed | undefined;
  private tenancy: Tenancy | undefined;
  private missing: Lack | null | undefined;

  constructor(run: FilledRun, card: Accelerator, market: Market, workings: Workings, prices: Prices) {
    this.run = run;
    this.card = card;
    this.market = market;
    this.workings = workings;
    this.prices = prices;
    const { strategy, tensor, pipeline, expert } = run.parallel;
    this.key = `${card.id}/${run.gpus}/${run.nodes}/${strategy}/${tensor}/${pipeline}/${expert}`;
    this.sized = workings.sizer.sized(run, card);
    this.price = prices.spot === null ? prices.firm : this.rented.price;
    const cards = this.price?.cardsPaid ?? Math.ceil(run.gpus / Math.max(1, card.devices));
    this.soldGb = card.sold * cards;
  }

  private get timed(): Timed {
    return (this.timing ??= this.workings.timedOn(this.run, this.card));
  }

  private get rented(): Tenancy {
    return (this.tenancy ??= spotOrFirm(
      this.run,
      this.timed,
      this.prices,
      this.market,
      this.card.id === this.market.owned,
    ));
  }

  get trainable(): number {
    return this.workings.trainable;
  }

  get throughput(): Throughput | null {
    return this.timed.throughput;
  }

  get window(): RentalWindow | null {
    return this.rented.window;
  }

  get cost(): Cost {
    return this.rented.cost;
  }

  get spot(): SpotOutlook | null {
    return this.rented.spot;
  }

  get lack(): Lack | null {
    if (this.missing === undefined)
      this.missing = this.run.serving === null ? null : lacks(this.run, this.throughput);
    return this.missing;
  }
}

/** A layout at prices; the very same one where nothing that bears on it has changed. */
export function configure(
  run: FilledRun,
  card: Accelerator,
  market: Market,
  workings: Workings,
  prices: Prices,
): Configuration {
  const { timed, untimed } = market.terms;
  const terms = run.method === "inference" || prices.spot !== null ? timed : untimed;
  const make = (): Configuration => new LaidOut(run, card, market, workings, prices);
  return workings.configured(run, prices, terms, make);
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

/** A place and the ways to lay the run out there. */
interface Ground extends Place {
  readonly nodes: number;
  readonly layouts: readonly FilledRun[];
  readonly floor: HostFloor;
}

/** Null where so many GPUs make no whole machines, or machines that nothing joins. */
function groundAt(
  { card, gpus, leastGb }: Place,
  run: FilledRun,
  spec: RunSpec,
  scope: Scope,
  market: Market,
  workings: Workings,
): Ground | null {
  const perNode = cardsPerNode(card, market) * Math.max(1, card.devices);
  const nodes = Math.max(spec.nodes ?? 1, Math.ceil(gpus / perNode));
  if (gpus % nodes !== 0) return null;
  // Nobody is sent to several machines without a fabric between their cards; who names them may have one.
  const named =
    scope.gpus !== null || spec.nodes !== undefined || (scope.among?.get(card.id) ?? null) !== null;
  const apart = nodes > 1 && !named && !spansNodes(card);
  if (apart && run.method !== "inference") return null;
  const { layouts, floor } = workings.laid({ gpus, nodes, perNode });
  const joined = apart ? layouts.filter((laid) => copiesPerNode(laid, perNode)) : layouts;
  return { card, gpus, leastGb, nodes, layouts: joined, floor };
}

/** Every way to lay the run out on the cards of the scope; sharding is left out where whole copies surely fit. */
export function survey(
  run: FilledRun,
  spec: RunSpec,
  scope: Scope,
  market: Market,
  workings: Workings,
): Survey {
  const { sizer } = workings;
  const configurations: Configuration[] = [];
  const refused = scope.cards.flatMap((card) => {
    const why = unsupported(run, card, spec.limits, scope.namedCard);
    return why === null ? [] : [{ card, why }];
  });
  const out = new Set(refused.map(({ card }) => card));
  const cards = scope.cards.filter((card) => !out.has(card));
  const places = placesOf(cards, scope, spec, market);
  const groundOf = (place: Place): Ground | null => groundAt(place, run, spec, scope, market, workings);
  const tooLarge = (laid: FilledRun, card: Accelerator): boolean =>
    sizer.required(laid, card).low > (usableGib(card, laid.memoryGib) ?? Number.POSITIVE_INFINITY);
  let smallestGb = Number.POSITIVE_INFINITY;
  for (const place of places) {
    if (place.leastGb > smallestGb) break;
    const ground = groundOf(place);
    for (const laid of ground?.layouts ?? []) {
      if (ground === null || tooLarge(laid, ground.card)) continue;
      const { card, gpus, nodes, floor } = ground;
      const prices = pricesFor(card, gpus, nodes, market, floor);
      const configuration = configure(laid, card, market, workings, prices);
      configurations.push(configuration);
      if (!holds(configuration.sized) || configuration.lack !== null) continue;
      if (scope.smallestOnly === true && solid(configuration.price))
        smallestGb = Math.min(smallestGb, configuration.soldGb);
      break;
    }
  }
  const tooSmall = once(() =>
    places.flatMap((place): readonly TooSmall[] => {
      const ground = groundOf(place);
      if (ground === null) return [];
      const { card, layouts } = ground;
      const usable = usableGib(card, run.memoryGib) ?? 0;
      return layouts
        .filter((laid) => tooLarge(laid, card))
        .map((laid) => ({ card, run: laid, overGib: sizer.required(laid, card).likely - usable }));
    }),
  );
  return { configurations, tooSmall, unsupported: refused };
}

/** Cards in an order of their own, so that no list's order shows in an answer. */
export function cardsById(world: World): readonly Accelerator[] {
  return [...world.catalogue.accelerators].sort((a, b) => (a.id < b.id ? -1 : 1));
}
