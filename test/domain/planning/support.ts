import { loadCatalogue } from "../../../src/catalog/load-catalogue.ts";
import { makeLookup } from "../../../src/catalog/make-lookup.ts";
import type { Catalogue, World } from "../../../src/domain/catalogue.ts";
import type { Offer } from "../../../src/domain/offer.ts";
import type { Candidate, Plan } from "../../../src/domain/plan.ts";
import { fillRun } from "../../../src/domain/planning/assumptions.ts";
import { recommend } from "../../../src/domain/planning/recommend.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";

export const today = "2026-11-30";

export function worldOf(catalogue: Catalogue): World {
  return { catalogue, lookup: makeLookup(catalogue), today };
}

function realCatalogue(): Catalogue {
  const loaded = loadCatalogue("catalog");
  if ("faults" in loaded) throw new Error(`the catalogue has faults: ${JSON.stringify(loaded.faults[0])}`);
  return loaded.catalogue;
}

/** The shipped catalogue, with its real cards, models and prices. */
export const real: World = worldOf(realCatalogue());

/** The shipped cards and models under a market of one's own. */
export const marketOf = (offers: readonly Offer[]): World => ({
  ...real,
  catalogue: { ...real.catalogue, offers },
});

let made = 0;
export function offer(accelerator: string, perHour: number, fields: Partial<Offer> = {}): Offer {
  made += 1;
  return {
    id: `offer-${String(made).padStart(4, "0")}`,
    provider: "acme",
    instance: `acme-${accelerator}-${fields.gpus ?? 1}`,
    accelerator,
    gpus: 1,
    vcpus: 32,
    hostRamGib: 512,
    localDiskGb: 2000,
    region: "eu-north1",
    area: "eu",
    interconnect: null,
    tier: "on-demand",
    perHour,
    currency: "USD",
    observedAt: "2026-11-28",
    source: "test",
    note: null,
    ...fields,
  };
}

/** The run as the real catalogue fills it, with what was assumed. */
export function fill(spec: RunSpec) {
  const outcome = fillRun(spec, real.lookup, real.catalogue.stacks);
  if ("problems" in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome;
}

export function planOf(spec: RunSpec, world: World = real): Plan {
  const plan = recommend(spec, world);
  if ("problems" in plan) throw new Error(`no plan: ${JSON.stringify(plan.problems)}`);
  return plan;
}

export function bestOf(spec: RunSpec, world: World = real): Candidate {
  const plan = planOf(spec, world);
  if (plan.best === null) throw new Error(`infeasible: ${JSON.stringify(plan.infeasible?.binding)}`);
  return plan.best;
}

/** A day or so on one card. */
export const loraOnH100: RunSpec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "lora",
  accelerator: "h100-sxm",
  gpus: 1,
  data: { tokens: 1e9 },
};
