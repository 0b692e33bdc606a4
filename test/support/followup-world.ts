import { join } from "node:path";
import { loadCatalogue } from "../../src/catalog/load-catalogue.ts";
import { makeLookup } from "../../src/catalog/make-lookup.ts";
import type { CatalogueLookup } from "../../src/domain/catalogue.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import type { ReadContext } from "../../src/followup/draft.ts";

const loaded = loadCatalogue(join(import.meta.dirname, "../../catalog"));
if ("faults" in loaded) throw new Error(`the catalogue does not load: ${JSON.stringify(loaded.faults[0])}`);

export const realLookup: CatalogueLookup = makeLookup(loaded.catalogue);

/** The plan that corpus rows marked `on` follow up. */
export const threadSpec: RunSpec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "lora",
  gpus: 1,
  microBatch: 2,
  sequenceLength: 4096,
  limits: { budget: { amount: 300, currency: "EUR" } },
};

/** Monday 30 November 2026, ten in the morning in Paris. */
export const readingContext = (current: RunSpec | null = null): ReadContext => ({
  lookup: realLookup,
  current,
  threadLanguage: null,
  locale: null,
  now: "2026-11-30T09:00:00Z",
  timeZone: "Europe/Paris",
});
