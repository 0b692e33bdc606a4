import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The nearest `assets` above this file: of the project, from src/ and from dist/src/ alike. */
export function findAssetsDir(from: string = fileURLToPath(import.meta.url)): string {
  for (let dir = dirname(from); ; dir = dirname(dir)) {
    const here = join(dir, "assets");
    if (existsSync(join(here, "fonts"))) return here;
    if (dirname(dir) === dir) throw new Error("the fonts of charts are missing: no folder assets/fonts");
  }
}
