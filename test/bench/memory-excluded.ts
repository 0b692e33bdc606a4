import type { CatalogueFile } from "../../src/catalog/catalogue-files.ts";

interface Excluded {
  readonly source: string;
  readonly url: string;
  readonly why: string;
  readonly ids: readonly string[];
}

/** Published runs that no figure counts, with the reason: catalog/measurements/memory-excluded.jsonl. */
export const excludedRuns = (files: readonly CatalogueFile[]): readonly Excluded[] =>
  (files.find((f) => f.name === "measurements/memory-excluded.jsonl")?.text ?? "")
    .split("\n")
    .filter((text) => text.trim() !== "")
    .map((text) => JSON.parse(text) as Excluded);

export function excludedTable(files: readonly CatalogueFile[]): readonly string[] {
  const groups = excludedRuns(files);
  const count = groups.reduce((sum, g) => sum + g.ids.length, 0);
  return [
    "",
    `${count} published runs are left out of everything (catalog/measurements/memory-excluded.jsonl names each):`,
    ...groups.map((g) => `  ${String(g.ids.length).padStart(3)}  ${g.source}: ${g.why}`),
  ];
}
