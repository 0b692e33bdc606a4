import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Catalogue } from "../domain/catalogue.ts";
import { readCache } from "./catalogue-cache.ts";
import { hashOf, readCatalogueFiles, type CatalogueFile } from "./catalogue-files.ts";

/** Raise it when the shape of `Catalogue` or a check changes: saved catalogues of older programs are then rebuilt. */
const cacheVersion = "7";

export interface CatalogueOptions {
  /** Where a checked catalogue is kept; null keeps none. Left out: `.cache` beside the catalogue's directory. */
  readonly cacheDir?: string | null;
}

export interface FoundCatalogue {
  readonly files: readonly CatalogueFile[];
  /** The copy that belongs to these very files. */
  readonly path: string | null;
  readonly saved: Catalogue | null;
  /** The copy of its articles. */
  readonly knowledgePath: string | null;
}

function files(dir: string): readonly CatalogueFile[] | null {
  try {
    return statSync(dir).isDirectory() ? readCatalogueFiles(dir) : null;
  } catch {
    return null;
  }
}

/**
 * The files of a catalogue and the checked copy saved from them, keyed by their content; null when the directory
 * cannot be read. Knows no schema: a program that finds the copy loads neither the YAML parser nor the checks.
 */
export function findCatalogue(dir: string, options: CatalogueOptions = {}): FoundCatalogue | null {
  const found = files(dir);
  if (found === null) return null;
  const cacheDir = options.cacheDir === undefined ? join(dirname(dir), ".cache") : options.cacheDir;
  if (cacheDir === null) return { files: found, path: null, saved: null, knowledgePath: null };
  const hash = hashOf(found, cacheVersion);
  const path = join(cacheDir, `catalogue-${hash}.json`);
  return {
    files: found,
    path,
    saved: readCache(path),
    knowledgePath: join(cacheDir, `knowledge-${hash}.json`),
  };
}
