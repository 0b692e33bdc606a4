import type { Catalogue, CatalogueLookup, NamedMatch, NameSpan } from "../domain/catalogue.ts";
import { sliceById } from "../domain/mig-slice.ts";
import { acceleratorKeys } from "./accelerator-keys.ts";
import { bestKnownAccelerators, bestKnownModels } from "./best-known.ts";
import { acceleratorSpanFinder } from "./find-accelerator-spans.ts";
import { modelSpanFinder } from "./find-model-spans.ts";
import { machineFinder } from "./find-machine.ts";
import { modelKeys } from "./model-keys.ts";
import { nearestCards } from "./nearest-cards.ts";
import { resolveAcceleratorName } from "./resolve-accelerator.ts";
import { resolveModelName } from "./resolve-model.ts";
import { searchNames } from "./search-names.ts";

/** Longer texts are cut before names are looked for: nobody names a card after 4,000 characters. */
const longest = 4000;
const nearestCount = 5;

/** Remembers the answers of a pure function, the first ones up to a limit. */
function remembering<T>(answer: (text: string) => T, limit = 2000): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const found = answer(text);
    if (known.size < limit && text.length < 120) known.set(text, found);
    return found;
  };
}

/** All name look-ups over a catalogue, from memory; built once. */
export function makeLookup(catalogue: Catalogue): CatalogueLookup {
  const { accelerators, models } = catalogue;
  const cards = acceleratorKeys(accelerators);
  const names = modelKeys(models);
  const searchAccelerators = searchNames(accelerators, bestKnownAccelerators);
  const searchModels = searchNames(models, bestKnownModels);
  const cardSpans = acceleratorSpanFinder(cards);
  const modelSpans = modelSpanFinder(names);
  const modelById = new Map(models.map((m) => [m.id, m]));
  const cardById = new Map(accelerators.map((a) => [a.id, a]));
  const nearestTo =
    (search: (query: string, limit: number) => readonly NamedMatch[]) =>
    (text: string): readonly NamedMatch[] =>
      /[\p{L}\p{N}]/u.test(text) ? search(text, nearestCount) : [];
  const known = new Map<string, number>(
    [...bestKnownModels, ...models.map((m) => m.id)].reverse().map((id, i) => [id, -i]),
  );
  const rank = (id: string) => known.get(id) ?? 0;
  const resolveModel = remembering((text) => resolveModelName(text, names, rank, nearestTo(searchModels)));
  const resolveAccelerator = remembering((text) =>
    resolveAcceleratorName(text, accelerators, cards, (typed) => {
      const sameSeries = nearestCards(typed, accelerators).slice(0, nearestCount);
      return sameSeries.length > 0 ? sameSeries : nearestTo(searchAccelerators)(typed);
    }),
  );
  return {
    resolveModel,
    resolveAccelerator,
    searchModels,
    searchAccelerators,
    findNames(sentence) {
      const text = sentence.slice(0, longest);
      const found = cardSpans.find(text);
      const spans: NameSpan[] = found.map(({ start, end }) => {
        const part = text.slice(start, end);
        return { kind: "accelerator", start, end, text: part, resolution: resolveAccelerator(part) };
      });
      for (const { start, end } of modelSpans.find(text, found)) {
        const part = text.slice(start, end);
        spans.push({ kind: "model", start, end, text: part, resolution: resolveModel(part) });
      }
      return spans.sort((a, b) => a.start - b.start);
    },
    machine: machineFinder(catalogue.machines ?? []),
    model: (id) => modelById.get(id),
    accelerator: (id) => cardById.get(id) ?? sliceById(id, (whole) => cardById.get(whole)),
  };
}
