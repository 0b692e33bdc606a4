import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readCatalogueFiles } from "../../src/catalog/catalogue-files.ts";
import { formatFault } from "../../src/catalog/fault.ts";
import { parseKnowledge } from "../../src/catalog/parse-knowledge.ts";
import { searchKnowledge } from "../../src/catalog/search-knowledge.ts";
import { languages } from "../../src/domain/conversation.ts";
import { catalogue, catalogueDir } from "./real-catalogue.ts";

const files = readCatalogueFiles(catalogueDir);
const parsed = parseKnowledge(files, catalogue);
if ("faults" in parsed) throw new Error(parsed.faults.map(formatFault).join("\n"));
const { articles } = parsed.knowledge;
const search = searchKnowledge(parsed.knowledge);

const corpus = (name: string) =>
  parse(readFileSync(join(import.meta.dirname, "../corpus", `knowledge.${name}.yaml`), "utf8")) as Readonly<
    Record<string, readonly string[]>
  >;

describe("articles", () => {
  it("are at least forty, and every question that one claims to answer finds it", () => {
    expect(articles.length).toBeGreaterThanOrEqual(40);
    const lost = articles.flatMap(({ id, questions }) =>
      languages.flatMap((language) =>
        questions[language].filter((text) => {
          const found = search(text);
          return found.kind !== "article" || found.article.id !== id;
        }),
      ),
    );
    expect(lost).toEqual([]);
  });

  it.each([
    ["an unknown key", "evidence: arithmetic, en:", "evidance: arithmetic, en:", /unknown key/u],
    ["a missing language", ", fr: Le cache KV", "", /fr/u],
    ["a figure of no name", "{{kv-token meta", "{{kv-tokens meta", /names no figure/u],
    ["a model of no catalogue", "{{kv-token meta-llama/Llama-3.1-8B", "{{kv-token meta-llama/Llama-9", /cannot be worked out/u],
    ["a source of no list", "[vllm-issue-22291, vllm-issue-8031]", "[vllm-issue-1, vllm-issue-8031]", /is no source/u],
    ["a typed figure", "en: \"It keeps keys", "en: \"It keeps 40 GiB of keys", /types a figure/u],
    ["a follow-up to nowhere", "related: [serving-capacity, engine", "related: [serving, engine", /is no other article/u],
  ])("%s is a fault with its place", (_, from, to, message) => {
    const name = "knowledge/serving.yaml";
    const planted = files.map((f) => (f.name === name ? { ...f, text: f.text.replace(from, to) } : f));
    expect(planted.find((f) => f.name === name)?.text).not.toBe(files.find((f) => f.name === name)?.text);
    const read = parseKnowledge(planted, catalogue);
    const faults = "faults" in read ? read.faults : [];
    expect(faults.some((f) => f.file === name && f.line > 1 && message.test(`${f.field} ${f.message}`))).toBe(true);
  });
}); // prettier-ignore

describe("retrieval", () => {
  it.each(languages)("finds the article of nine in ten questions that it was not tuned on, in %s", (language) => {
    const rows = Object.entries(corpus(language));
    const kept = rows.flatMap(([id, texts]) => texts.slice(1).map((text) => ({ id, text })));
    const missed = kept.filter(({ id, text }) => {
      const found = search(text);
      return found.kind !== "article" || found.article.id !== id;
    });
    console.info(`${language}: ${kept.length - missed.length} of ${kept.length} questions kept aside`);
    expect(kept.length).toBeGreaterThanOrEqual(120);
    expect(missed.length / kept.length).toBeLessThanOrEqual(0.1);
  });

  it("refuses what no article answers: other subjects, attacks, chatter, runs to be sized", () => {
    const texts = Object.values(corpus("none")).flat();
    expect(texts.length).toBeGreaterThanOrEqual(60);
    expect(texts.filter((text) => search(text).kind === "article")).toEqual([]);
  });

  it("is the same whatever the accents and the case, and reads a slip of the finger", () => {
    for (const text of ["LE CACHE KV, QUELLE TAILLE ?", "quelle taille fait le cahce kv", "how big is the KV-cache"]) {
      const found = search(text);
      expect(found.kind === "article" && found.article.id, text).toBe("kv-cache");
    }
  });
}); // prettier-ignore
