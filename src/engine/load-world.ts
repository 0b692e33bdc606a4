import { formatFault } from "../catalog/fault.ts";
import { loadCatalogue } from "../catalog/load-catalogue.ts";
import { makeLookup } from "../catalog/make-lookup.ts";
import type { World } from "../domain/catalogue.ts";

/** What the engine knows, for one day. Throws when the catalogue has faults: nothing may be answered from it. */
export function loadWorld(catalogueDir: string, today: string): World {
  const loaded = loadCatalogue(catalogueDir);
  if ("faults" in loaded) {
    const [first] = loaded.faults;
    throw new Error(
      `the catalogue has ${loaded.faults.length} fault(s)${first === undefined ? "" : `: ${formatFault(first)}`}`,
    );
  }
  return { catalogue: loaded.catalogue, lookup: makeLookup(loaded.catalogue), today };
}
