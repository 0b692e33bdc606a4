import type { PriceFeed } from "../../app/price-ports.ts";
import type { Catalogue, CatalogueLookup, RegionTable } from "../../domain/catalogue.ts";
import type { Machine } from "../../domain/machine.ts";
import { azureFeed } from "./azure.ts";
import { ecbFeed } from "./ecb.ts";
import { gpuhuntFeeds } from "./gpuhunt.ts";
import { lambdaFeed } from "./lambda.ts";
import { runpodFeed } from "./runpod.ts";
import type { Wire } from "./send.ts";
import { skypilotFeeds } from "./skypilot.ts";
import { machineKey, type PriceKnowledge } from "./stated-price.ts";
import { vastFeed } from "./vast.ts";

/** Keys of the sources that ask for one; null = that source is not asked. */
export interface PriceKeys {
  readonly lambda: string | null;
  readonly runpod: string | null;
  readonly vast: string | null;
}

const noRegions: RegionTable = { areas: {}, groups: {}, rules: [] };

/** Every live source, the ones that name their own prices first. */
export function priceFeeds(
  wire: Wire,
  catalogue: Catalogue,
  lookup: CatalogueLookup,
  keys: PriceKeys,
): readonly PriceFeed[] {
  const knowledge: PriceKnowledge = {
    lookup,
    machines: machinesOf(catalogue),
    regions: catalogue.regions ?? noRegions,
  };
  return [
    ecbFeed(wire, catalogue.rates),
    ...(keys.lambda === null ? [] : [lambdaFeed(wire, knowledge, keys.lambda)]),
    ...(keys.runpod === null ? [] : [runpodFeed(wire, knowledge, keys.runpod)]),
    ...(keys.vast === null ? [] : [vastFeed(wire, knowledge, keys.vast)]),
    azureFeed(wire, knowledge),
    ...skypilotFeeds(wire, knowledge),
    ...gpuhuntFeeds(wire, knowledge),
  ];
}

/** Machine types that the catalogue names, and those that its own offers show. */
function machinesOf({ machines = [], offers }: Catalogue): ReadonlyMap<string, Machine> {
  const known = new Map<string, Machine>();
  for (const {
    provider,
    instance,
    accelerator,
    gpus,
    vcpus,
    hostRamGib,
    localDiskGb,
    interconnect,
    unverified,
  } of offers) {
    if (unverified !== undefined) continue;
    const machine = { provider, instance, accelerator, gpus, vcpus, hostRamGib, localDiskGb, interconnect };
    known.set(machineKey(provider, instance), machine);
  }
  for (const machine of machines) known.set(machineKey(machine.provider, machine.instance), machine);
  return known;
}

/** The network as it is. */
export const realWire: Wire = {
  fetch: (input, init) => fetch(input, init),
  wait: (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(new Error("stopped while waiting"));
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal.addEventListener("abort", stop, { once: true });
    }),
  chance: Math.random,
};
