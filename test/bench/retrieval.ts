import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readCatalogueFiles } from "../../src/catalog/catalogue-files.ts";
import { parseKnowledge } from "../../src/catalog/parse-knowledge.ts";
import { searchKnowledge, type SearchKnowledge } from "../../src/catalog/search-knowledge.ts";
import { catalogue, catalogueDir } from "../catalog/real-catalogue.ts";

interface Retrieval {
  readonly asked: number;
  readonly foreign: number;
  /** Of the questions that got an article, those that got the right one. */
  readonly precision: number;
  /** Of the questions that an article answers, those that got it. */
  readonly recall: number;
  /** Of the texts that no article answers, those that got none. */
  readonly refused: number;
}

function openSearch(): SearchKnowledge {
  const parsed = parseKnowledge(readCatalogueFiles(catalogueDir), catalogue);
  if ("faults" in parsed) throw new Error(`the articles have ${parsed.faults.length} fault(s)`);
  return searchKnowledge(parsed.knowledge);
}

const read = (name: string): unknown =>
  parse(readFileSync(join(import.meta.dirname, "../corpus", name), "utf8"));

/** Questions that nothing was tuned on: which article they get, and that what is foreign gets none. */
export function retrievalScore(): Retrieval {
  const { within, outside } = read("retrieval.yaml") as {
    readonly within: Readonly<Record<string, readonly string[]>>;
    readonly outside: readonly string[];
  };
  const search = openSearch();
  const got = Object.entries(within).flatMap(([id, questions]) =>
    questions.map((question) => ({ ids: id.split("|"), found: search(question) })),
  );
  const answered = got.filter(({ found }) => found.kind === "article");
  const right = answered.filter(
    ({ ids, found }) => found.kind === "article" && ids.includes(found.article.id),
  );
  return {
    asked: got.length,
    foreign: outside.length,
    precision: right.length / Math.max(1, answered.length),
    recall: right.length / got.length,
    refused: outside.filter((text) => search(text).kind === "none").length / outside.length,
  };
}
