import type { Catalogue } from "../domain/catalogue.ts";
import type { Knowledge } from "../domain/knowledge/article.ts";
import { readKnowledgeCache, writeCache } from "./catalogue-cache.ts";
import type { Fault } from "./fault.ts";
import { findCatalogue, type CatalogueOptions } from "./saved-catalogue.ts";

export type KnowledgeLoad = { readonly knowledge: Knowledge } | { readonly faults: readonly Fault[] };

const nothing: Knowledge = { articles: [], concepts: [] };

/**
 * The articles of a catalogue, checked against the rest of it, or every fault of theirs. Saved beside the catalogue's own
 * copy, so that the YAML parser and the checks are only loaded when an article has changed.
 */
export async function loadKnowledge(
  dir: string,
  catalogue: Catalogue,
  options: CatalogueOptions = {},
): Promise<KnowledgeLoad> {
  const found = findCatalogue(dir, options);
  if (found === null) return { knowledge: nothing };
  const { files, knowledgePath } = found;
  const saved = knowledgePath === null ? null : readKnowledgeCache(knowledgePath);
  if (saved !== null) return { knowledge: saved };
  const { parseKnowledge } = await import("./parse-knowledge.ts");
  const parsed = parseKnowledge(files, catalogue);
  if ("knowledge" in parsed && knowledgePath !== null) writeCache(knowledgePath, parsed.knowledge);
  return parsed;
}
