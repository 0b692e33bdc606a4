import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Catalogue } from "../domain/catalogue.ts";

const lists = ["accelerators", "models", "offers", "sources"] as const;

function looksWhole(value: unknown): value is Catalogue {
  if (typeof value !== "object" || value === null) return false;
  const found = value as Partial<Record<string, unknown>>;
  return (
    lists.every((key) => Array.isArray(found[key])) &&
    typeof found["stacks"] === "object" &&
    typeof found["rates"] === "object"
  );
}

/** The validated catalogue as it was saved; null when there is none or it cannot be read. */
export function readCache(path: string): Catalogue | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return looksWhole(value) ? value : null;
  } catch {
    return null;
  }
}

/** Saves for the next start; a place that cannot be written is no fault. */
export function writeCache(path: string, catalogue: Catalogue): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(catalogue));
    renameSync(draft, path);
    return true;
  } catch {
    return false;
  }
}
