import type { Catalogue } from "../domain/catalogue.ts";
import { writeCache } from "./catalogue-cache.ts";
import type { Fault } from "./fault.ts";
import { parseCatalogue } from "./parse-catalogue.ts";
import { findCatalogue, type CatalogueOptions } from "./saved-catalogue.ts";

export type CatalogueLoad = { readonly catalogue: Catalogue } | { readonly faults: readonly Fault[] };

const unreadable = (dir: string, why: string): CatalogueLoad => ({
  faults: [{ file: dir, line: 1, column: 1, field: "(directory)", read: "", message: why }],
});

/**
 * The whole catalogue, checked, or every fault of every file. A checked catalogue is saved as JSON beside the
 * catalogue's directory (`.cache/`), since parsing YAML costs about a second.
 */
export function loadCatalogue(dir: string, options: CatalogueOptions = {}): CatalogueLoad {
  const found = findCatalogue(dir, options);
  if (found === null) return unreadable(dir, "is not a readable directory");
  if (found.saved !== null) return { catalogue: found.saved };
  const parsed = parseCatalogue(found.files);
  if ("catalogue" in parsed && found.path !== null) writeCache(found.path, parsed.catalogue);
  return parsed;
}
