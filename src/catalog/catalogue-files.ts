import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface CatalogueFile {
  /** Relative to the catalogue's directory, with forward slashes. */
  readonly name: string;
  readonly text: string;
}

/** Every file below the catalogue's directory, in the order of their names. */
export function readCatalogueFiles(dir: string): readonly CatalogueFile[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({
      name: path.slice(dir.length + 1).replaceAll("\\", "/"),
      text: readFileSync(path, "utf8"),
    }));
}

export function hashOf(files: readonly CatalogueFile[], version: string): string {
  const hash = createHash("sha256").update(version);
  for (const file of files) hash.update(`\0${file.name}\0${file.text.length}\0`).update(file.text);
  return hash.digest("hex").slice(0, 32);
}
