import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const holdsCatalogue = (dir: string) => existsSync(join(dir, "sources.yaml"));

/**
 * Where the catalogue's files are: GPU_PLAN_CATALOG, else `catalog` in the working directory, else the nearest
 * `catalog` above this file (which works from src/ and from dist/src/). Null when there is none.
 */
export function findCatalogueDir(
  env: Readonly<Record<string, string | undefined>> = process.env,
  cwd: string = process.cwd(),
): string | null {
  const stated = env["GPU_PLAN_CATALOG"];
  if (stated !== undefined && stated !== "") return resolve(cwd, stated);
  const local = join(cwd, "catalog");
  if (holdsCatalogue(local)) return local;
  let dir = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const here = join(dir, "catalog");
    if (holdsCatalogue(here)) return here;
    const above = dirname(dir);
    if (above === dir) return null;
    dir = above;
  }
}
