import type { Accelerator } from "../../src/domain/accelerator.ts";
import type { CatalogueLookup, NamedMatch, NameSpan, Resolution } from "../../src/domain/catalogue.ts";
import { gb, gib } from "../../src/units/bytes.ts";

/** A few real names, so that sentences can be read in tests without the whole catalogue. */
interface Entry {
  readonly id: string;
  readonly names: readonly string[];
  readonly sold?: number;
  readonly reported?: number;
}

const cards: readonly Entry[] = [
  { id: "a100-40gb-sxm", names: ["a100 40gb", "a100-40gb", "a100-40g"], sold: 40, reported: 40 },
  { id: "a100-80gb-sxm", names: ["a100", "a100 80gb", "a100-80gb", "a100s"], sold: 80, reported: 80 },
  { id: "h100-sxm", names: ["h100", "h100 sxm", "h100s"], sold: 80, reported: 79.647 },
  { id: "h100-pcie", names: ["h100 pcie"], sold: 80, reported: 79.647 },
  { id: "h200-sxm", names: ["h200"], sold: 141, reported: 140.4 },
  { id: "mi300x", names: ["mi300x"], sold: 192, reported: 191.98 },
  { id: "rtx-4090", names: ["rtx 4090", "4090", "4090s"], sold: 24, reported: 23.99 },
  { id: "l40s", names: ["l40s"], sold: 48, reported: 44.99 },
  { id: "b200", names: ["b200"], sold: 180, reported: 179.06 },
];
const models: readonly Entry[] = [
  { id: "meta-llama/Llama-3.1-8B", names: ["llama 3.1 8b", "llama-3.1-8b", "meta-llama/llama-3.1-8b"] },
  { id: "meta-llama/Llama-3.1-70B", names: ["llama 3.1 70b", "meta-llama/llama-3.1-70b"] },
  { id: "meta-llama/Meta-Llama-3-70B", names: ["llama 3 70b"] },
  { id: "mistralai/Mistral-7B-v0.1", names: ["mistral 7b"] },
  { id: "Qwen/Qwen2.5-32B", names: ["qwen2.5 32b", "qwen 2.5 32b"] },
  { id: "Qwen/Qwen2.5-7B", names: ["qwen2.5 7b", "qwen 2.5 7b"] },
];

const shape = (text: string): string => text.toLowerCase().replace(/[\s_-]+/gu, "");
const matchOf = (entry: Entry): NamedMatch => ({ id: entry.id, name: entry.id, score: 1 });

function resolve(entries: readonly Entry[], text: string): Resolution {
  const found = entries.find(({ id, names }) => [id, ...names].some((name) => shape(name) === shape(text)));
  return found === undefined
    ? { kind: "none", nearest: [] }
    : { kind: "one", match: matchOf(found), alternatives: [] };
}

export const smallLookup: CatalogueLookup = {
  resolveModel: (text) => resolve(models, text),
  resolveAccelerator: (text) => resolve(cards, text),
  searchModels: (_query, limit) => models.slice(0, limit).map(matchOf),
  searchAccelerators: (_query, limit) => cards.slice(0, limit).map(matchOf),
  model: () => undefined,
  accelerator(id) {
    const card = cards.find((entry) => entry.id === id);
    if (card === undefined) return undefined;
    const known = { id, name: id, platform: id.startsWith("mi") ? "rocm" : "cuda", sold: gb(card.sold ?? 0), devices: 1, reported: gib(card.reported ?? 0) }; // prettier-ignore
    return known as unknown as Accelerator;
  },
  findNames(sentence) {
    const spans: NameSpan[] = [];
    for (const [kind, entries] of [["model", models], ["accelerator", cards]] as const) {
      const pairs = entries.flatMap((entry) => [entry.id, ...entry.names].map((name) => ({ entry, name })));
      for (const { entry, name } of pairs.sort((a, b) => b.name.length - a.name.length)) {
        const body = name.toLowerCase().replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`).replace(/[\s-]+/gu, String.raw`[\s-]?`);
        for (const match of sentence.toLowerCase().matchAll(new RegExp(String.raw`(?<![\w.])${body}(?![\w])`, "gu"))) {
          const start = match.index;
          const end = start + match[0].length;
          if (spans.some((span) => start < span.end && end > span.start)) continue;
          spans.push({ kind, start, end, text: match[0], resolution: { kind: "one", match: matchOf(entry), alternatives: [] } });
        }
      }
    }
    return spans.sort((a, b) => a.start - b.start);
  },
}; // prettier-ignore
