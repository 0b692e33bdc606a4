import type { ModelArchitecture } from "../domain/model-architecture.ts";
import { bareName } from "./faults-of-names.ts";
import { wordsOf } from "./words-of.ts";
import type { Word } from "./words-of.ts";

/** One way to write a model's name, as words. */
export interface ModelKey {
  readonly model: ModelArchitecture;
  readonly words: readonly string[];
  readonly sizes: readonly number[];
  /** For "the newest". */
  readonly version: number;
}

export interface ModelKeys {
  readonly keys: readonly ModelKey[];
  /** Written without spaces and case → models. */
  readonly bare: ReadonlyMap<string, readonly ModelArchitecture[]>;
  /** Every word of every key → the keys that hold it. */
  readonly byWord: ReadonlyMap<string, readonly ModelKey[]>;
}

/** Words that do not tell one model from another of the same shape. */
export const noise: ReadonlySet<string> = new Set([
  "instruct", "base", "chat", "it", "hf", "model", "modele", "the", "le", "la", "meta", "v", "pt", "of", "preview",
  "thinking", "version",
]); // prettier-ignore

const lastPart = (id: string) => id.slice(id.lastIndexOf("/") + 1);

/** The first version number in a model's name ("Mistral 7B v0.3" → 0.3); 0 without one. */
function versionOf(model: ModelArchitecture): number {
  const numbers = wordsOf(lastPart(model.id)).filter((w) => w.kind === "number" || /^[a-z]\d/.test(w.text));
  const version = Number(numbers[0]?.text.replace(/[a-z]/g, "") ?? 0);
  return Number.isFinite(version) && version < 100 ? version : 0;
}

function keyOf(model: ModelArchitecture, text: string, version: number): ModelKey {
  const words = wordsOf(text);
  return {
    model,
    words: [...new Set(words.map((w) => w.text))],
    sizes: words.flatMap((w) => (w.size === null ? [] : [w.size])),
    version,
  };
}

export function modelKeys(models: readonly ModelArchitecture[]): ModelKeys {
  const keys: ModelKey[] = [];
  const bare = new Map<string, ModelArchitecture[]>();
  const byWord = new Map<string, ModelKey[]>();
  for (const model of models) {
    const version = versionOf(model);
    const written = [model.id, model.name, ...model.aliases, ...(model.variants ?? [])];
    const texts = new Set([...[model.id, ...(model.variants ?? [])].map(lastPart), ...written]);
    for (const text of texts) {
      const name = bareName(text);
      const same = bare.get(name) ?? [];
      if (!same.includes(model)) bare.set(name, [...same, model]);
    }
    const own = [lastPart(model.id), model.name, ...model.aliases, ...(model.variants ?? []).map(lastPart)];
    for (const text of new Set(
      own.map((t) =>
        wordsOf(t)
          .map((w) => w.text)
          .join(" "),
      ),
    )) {
      const key = keyOf(model, text, version);
      keys.push(key);
      for (const word of key.words) byWord.set(word, [...(byWord.get(word) ?? []), key]);
    }
  }
  return { keys, bare, byWord };
}

const near = (a: number, b: number, share: number) => Math.abs(a - b) <= share * b;

/** A size as typed against a model: the number in its name, else what it weighs (33B is the 32.5-billion model). */
export function sizeFits(size: number, key: ModelKey): boolean {
  if (key.sizes.some((s) => near(size, s, 0.001))) return true;
  return near(size, key.model.parametersTotal, key.sizes.length > 0 ? 0.04 : 0.08);
}

/** Whether a key holds every word that was typed. */
export function holds(key: ModelKey, typed: readonly Word[]): boolean {
  return typed.every(
    (w) => key.words.includes(w.text) || (w.size !== null && sizeFits(w.size, key)) || noise.has(w.text),
  );
}

/** How much a key says that was not typed: a version little, a size more, another word most. */
export function unsaid(key: ModelKey, typed: readonly Word[]): number {
  const said = new Set(typed.map((w) => w.text));
  const saidSize = typed.some((w) => w.kind === "size");
  let weight = 0;
  for (const word of key.words) {
    if (said.has(word) || noise.has(word)) continue;
    if (/^\d+(\.\d+)?[bmt]$/.test(word)) weight += saidSize ? 0 : 4;
    else if (/^v?\d/.test(word)) weight += word.length >= 4 && !word.includes(".") ? 0.5 : 1;
    else weight += 12;
  }
  return weight;
}
