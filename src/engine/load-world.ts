import { formatFault } from "../catalog/fault.ts";
import { makeLookup } from "../catalog/make-lookup.ts";
import { findCatalogue } from "../catalog/saved-catalogue.ts";
import type { Catalogue, World } from "../domain/catalogue.ts";

/** What the engine knows, for one day. Rejects when the catalogue has faults: nothing may be answered from it. */
export async function loadWorld(catalogueDir: string, today: string): Promise<World> {
  const catalogue = findCatalogue(catalogueDir)?.saved ?? (await checkedCatalogue(catalogueDir));
  return { catalogue, lookup: makeLookup(catalogue), today };
}

async function checkedCatalogue(dir: string): Promise<Catalogue> {
  const { loadCatalogue } = await import("../catalog/load-catalogue.ts");
  const loaded = loadCatalogue(dir);
  if ("catalogue" in loaded) return loaded.catalogue;
  const [first] = loaded.faults;
  throw new Error(
    `the catalogue has ${loaded.faults.length} fault(s)${first === undefined ? "" : `: ${formatFault(first)}`}`,
  );
}
