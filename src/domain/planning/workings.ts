import type { Accelerator } from "../accelerator.ts";
import { scaleRange } from "../../units/range.ts";
import type { World } from "../catalogue.ts";
import type { Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { hostNeed } from "../memory/host.ts";
import { trainableParameters } from "../memory/parameters.ts";
import { throughputOf } from "../performance/throughput.ts";
import type { RentalWindow } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import { gradeRank } from "./evidence.ts";
import { layoutsFor } from "./layouts.ts";
import type { Spread } from "./layouts.ts";
import { kept, once } from "./once.ts";
import type { Listings } from "./market.ts";
import type { HostFloor, Prices } from "./price.ts";
import { sizer } from "./size-on.ts";
import type { Sizer } from "./size-on.ts";
import { artefactsOf, trainingWindowOf } from "./window.ts";
import type { Baggage } from "./extras.ts";
import type { Configuration } from "./configurations.ts";

/** How fast a laid-out run goes on a card, and how long a training of known length is rented for. */
export interface Timed {
  readonly throughput: Throughput | null;
  /** Of a training whose length is known, else null. */
  readonly window: (spot: boolean) => RentalWindow | null;
  readonly baggage: () => Baggage;
}

interface Laid {
  readonly layouts: readonly FilledRun[];
  readonly floor: HostFloor;
}

/** All of a run that no limit, price or choice of cards changes: each part is worked out once, when it is first asked for. */
export interface Workings {
  readonly trainable: number;
  readonly laid: (spread: Spread) => Laid;
  readonly sizer: Sizer;
  readonly timedOn: (run: FilledRun, card: Accelerator) => Timed;
  readonly gradeOf: (card: Accelerator) => number;
  /** A layout at prices on terms: the same ones are the same configuration. */
  readonly configured: (
    run: FilledRun,
    prices: Prices,
    terms: string,
    make: () => Configuration,
  ) => Configuration;
}

/**
 * Memory that a host must have for the run to load there: half-way between the least and the usual; the usual where the
 * run parks there what its cards cannot hold.
 */
export function hostFloor(run: FilledRun): HostFloor {
  const { low, likely } = hostNeed(run).ramGib;
  return { ramGib: run.parallel.offload === "none" ? (low + likely) / 2 : likely };
}

const GB_PER_GIB = 2 ** 30 / 1e9;

function baggageOf(run: FilledRun, trainable: number): Baggage {
  return {
    diskGb: scaleRange(hostNeed(run).diskGib, GB_PER_GIB),
    keep: run.save?.keep ?? 1,
    ...artefactsOf(run, trainable),
  };
}

function timed(run: FilledRun, card: Accelerator, trainable: number, baggage: () => Baggage): Timed {
  const throughput = throughputOf(run, card, trainable);
  const firm = once(() => trainingWindowOf(run, throughput, trainable, false));
  const spot = once(() => trainingWindowOf(run, throughput, trainable, true));
  return { throughput, baggage, window: (onSpot) => (onSpot ? spot() : firm()) };
}

/** More than anybody's GPUs, machines or GPUs of one machine. */
const MANY = 2 ** 17;

function workingsOf(run: FilledRun, spec: RunSpec, world: World): Workings {
  const trainable = trainableParameters(run);
  const spreads = new Map<number, Laid>();
  const baggages = kept((laid: FilledRun) => baggageOf(laid, trainable));
  const timings = kept((laid: FilledRun) =>
    kept((card: Accelerator) => timed(laid, card, trainable, () => baggages(laid))),
  );
  return {
    trainable,
    laid: (spread) => {
      const key = (spread.gpus * MANY + spread.nodes) * MANY + spread.perNode;
      const before = spreads.get(key);
      if (before !== undefined) return before;
      const floor = hostFloor({ ...run, gpus: spread.gpus, nodes: spread.nodes });
      const made = { layouts: layoutsFor(run, spec, spread), floor };
      spreads.set(key, made);
      return made;
    },
    sizer: sizer(),
    timedOn: (laid, card) => timings(laid)(card),
    gradeOf: kept((card: Accelerator) => gradeRank(run, card, world)),
    configured: configurationsKept(),
  };
}

function configurationsKept(): Workings["configured"] {
  const known = new Map<Prices, { run: FilledRun; terms: string; configuration: Configuration }[]>();
  return (run, prices, terms, make) => {
    const own = known.get(prices) ?? [];
    known.set(prices, own);
    const before = own.find((one) => one.run === run && one.terms === terms);
    if (before !== undefined) return before.configuration;
    const configuration = make();
    own.push({ run, terms, configuration });
    return configuration;
  };
}

/** What one question has worked out so far. */
export interface Workshop {
  /** By everything of the run's spec but limits and card. */
  readonly workings: (run: FilledRun, spec: RunSpec, world: World) => Workings;
  readonly listings: (key: string, list: () => Listings) => Listings;
}

export function workshop(): Workshop {
  const known = new Map<string, Workings>();
  const listed = new Map<string, Listings>();
  return {
    workings: (run, spec, world) => {
      const { limits: _limits, accelerator: _card, id: _id, ...shape } = spec;
      const key = JSON.stringify(shape);
      const before = known.get(key);
      if (before !== undefined) return before;
      const made = workingsOf(run, spec, world);
      known.set(key, made);
      return made;
    },
    listings: (key, list) => {
      const before = listed.get(key);
      if (before !== undefined) return before;
      const made = list();
      listed.set(key, made);
      return made;
    },
  };
}
