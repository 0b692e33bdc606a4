import { resolve } from "node:path";
import { loadCatalogue } from "../../src/catalog/load-catalogue.ts";
import { formatFault } from "../../src/catalog/fault.ts";
import { makeLookup } from "../../src/catalog/make-lookup.ts";

export const catalogueDir = resolve(import.meta.dirname, "../../catalog");

const loaded = loadCatalogue(catalogueDir);
if ("faults" in loaded) throw new Error(loaded.faults.map(formatFault).join("\n"));

/** The project's own catalogue: the one that people type names against. */
export const catalogue = loaded.catalogue;
export const lookup = makeLookup(catalogue);
