import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Catalogue } from "../domain/catalogue.ts";
import { readCache, writeCache } from "./catalogue-cache.ts";
import { hashOf, readCatalogueFiles } from "./catalogue-files.ts";
import type { CatalogueFile } from "./catalogue-files.ts";
import type { Fault } from "./fault.ts";
import { parseCatalogue } from "./parse-catalogue.ts";

/** Raise it when the shape of `Catalogue` or a check changes: saved catalogues of older programs are then rebuilt. */
const cacheVersion = "5";

export type CatalogueLoad = { readonly catalogue: Catalogue } | { readonly faults: readonly Fault[] };

const unreadable = (dir: string, why: string): CatalogueLoad => ({
  faults: [{ file: dir, line: 1, column: 1, field: "(directory)", read: "", message: why }],
});

function files(dir: string): readonly CatalogueFile[] | null {
  try {
    return statSync(dir).isDirectory() ? readCatalogueFiles(dir) : null;
  } catch {
    return null;
  }
}

/**
 * The whole catalogue, checked, or every fault of every file. A checked catalogue is saved as JSON beside the
 * catalogue's directory (`.cache/`), keyed by the content of its files, since parsing YAML costs about a second.
 */
export function loadCatalogue(
  dir: string,
  options: { readonly cacheDir?: string | null } = {},
): CatalogueLoad {
  const found = files(dir);
  if (found === null) return unreadable(dir, "is not a readable directory");
  const cacheDir = options.cacheDir === undefined ? join(dirname(dir), ".cache") : options.cacheDir;
  const path = cacheDir === null ? null : join(cacheDir, `catalogue-${hashOf(found, cacheVersion)}.json`);
  const saved = path === null ? null : readCache(path);
  if (saved !== null) return { catalogue: saved };
  const parsed = parseCatalogue(found);
  if ("catalogue" in parsed && path !== null) writeCache(path, parsed.catalogue);
  return parsed;
}
