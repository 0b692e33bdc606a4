import { formatFault } from "../catalog/fault.ts";
import { loadCatalogue } from "../catalog/load-catalogue.ts";
import { loadKnowledge } from "../catalog/load-knowledge.ts";
import type { CatalogOptions, CatalogOutput } from "./catalog-command.ts";
import { catalogWords } from "./words.ts";
import { exits } from "./terminal.ts";

/** Every fault of every file as file:line:column, read afresh and never from the saved copy. */
export async function catalogCheck(dir: string, { language, json }: CatalogOptions): Promise<CatalogOutput> {
  const words = catalogWords(language);
  const loaded = loadCatalogue(dir, { cacheDir: null });
  // Articles are held against the rest of the catalogue, so they come after it.
  const learned =
    "faults" in loaded ? loaded : await loadKnowledge(dir, loaded.catalogue, { cacheDir: null });
  if ("faults" in loaded || "faults" in learned) {
    const faults = "faults" in learned ? learned.faults : [];
    const lines = faults.map((f) => (json ? JSON.stringify(f) : formatFault(f)));
    return { lines, words: [words.faults(lines.length)], exit: exits.unusable };
  }
  const { accelerators, models, offers, sources } = loaded.catalogue;
  const { articles } = learned.knowledge;
  const counts = [
    accelerators.length,
    models.length,
    offers.length,
    sources.length,
    articles.length,
  ] as const;
  const summary = {
    accelerators: counts[0],
    models: counts[1],
    offers: counts[2],
    sources: counts[3],
    articles: counts[4],
  };
  return { lines: [json ? JSON.stringify(summary) : words.sound(...counts)], words: [], exit: exits.done };
}
