import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Catalogue } from "../domain/catalogue.ts";
import type { Knowledge } from "../domain/knowledge/article.ts";

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

function looksLikeKnowledge(value: unknown): value is Knowledge {
  if (typeof value !== "object" || value === null) return false;
  const { articles, concepts } = value as Partial<Record<string, unknown>>;
  return Array.isArray(articles) && Array.isArray(concepts);
}

function read<T>(path: string, isWhole: (value: unknown) => value is T): T | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isWhole(value) ? value : null;
  } catch {
    return null;
  }
}

/** The validated catalogue as it was saved; null when there is none or it cannot be read. */
export const readCache = (path: string): Catalogue | null => read(path, looksWhole);
/** Its articles, which lie in a file of their own: most questions need none. */
export const readKnowledgeCache = (path: string): Knowledge | null => read(path, looksLikeKnowledge);

/** Saves for the next start; a place that cannot be written is no fault. */
export function writeCache(path: string, value: Catalogue | Knowledge): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(value));
    renameSync(draft, path);
    return true;
  } catch {
    return false;
  }
}
