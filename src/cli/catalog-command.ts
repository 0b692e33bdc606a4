import type { NamedMatch, Resolution, World } from "../domain/catalogue.ts";
import type { Language } from "../domain/conversation.ts";
import type { Offer } from "../domain/offer.ts";
import { format } from "../i18n/format.ts";
import { acceleratorLines, daysBetween, modelLines, offerLines } from "./catalog-entry.ts";
import { catalogWords } from "./words.ts";
import { exits, type Exit } from "./terminal.ts";

export const catalogKinds = ["accelerators", "models", "offers", "sources"] as const;
export type CatalogKind = (typeof catalogKinds)[number];

/** What a catalogue command prints: data to stdout, words about it to stderr, and the exit status. */
export interface CatalogOutput {
  readonly lines: readonly string[];
  readonly words: readonly string[];
  readonly exit: Exit;
}

export interface CatalogOptions {
  readonly language: Language;
  readonly json: boolean;
}

const holds = (query: string, ...texts: readonly (string | null)[]): boolean => {
  const wanted = query
    .toLowerCase()
    .split(/\s+/)
    .filter((w) => w !== "");
  const all = texts.map((t) => t?.toLowerCase() ?? "").join(" ");
  return wanted.every((w) => all.includes(w));
};

/** Kinds as people of either language type them. */
const kindWords: Readonly<Record<CatalogKind, RegExp>> = {
  accelerators: /^(?:accelerators?|cards?|gpus?|cartes?|accélérateurs?|accelerateurs?)$/iu,
  models: /^(?:models?|modèles?|modeles?)$/iu,
  offers: /^(?:offers?|prices?|offres?|prix)$/iu,
  sources: /^sources?$/iu,
};

/** `[kind] [words…]`: without a kind the cards, and with words the cards and models that they name. */
export function catalogList(world: World, typed: readonly string[], options: CatalogOptions): CatalogOutput {
  const [first = "", ...rest] = typed;
  const kind = catalogKinds.find((k) => kindWords[k].test(first));
  if (kind !== undefined) return listOf(world, kind, rest.join(" "), options);
  const query = typed.join(" ");
  const cards = listOf(world, "accelerators", query, options);
  if (query.trim() === "") return cards;
  const lines = [...cards.lines, ...listOf(world, "models", query, options).lines];
  const words = catalogWords(options.language);
  const none = [words.nothing(query), words.kinds(catalogKinds.join(", "))];
  return { lines, words: lines.length === 0 ? none : [], exit: exits.done };
}

/** Everything of one kind, one a line; a query keeps the entries that hold all its words, or names a card or model. */
function listOf(
  world: World,
  kind: CatalogKind,
  query: string,
  { language, json }: CatalogOptions,
): CatalogOutput {
  const words = catalogWords(language);
  const say = format(language);
  const { catalogue, lookup, today } = world;
  const out = (entries: readonly unknown[], lines: () => readonly string[]): CatalogOutput => {
    const shown = json ? entries.map((e) => JSON.stringify(e)) : entries.length === 0 ? [] : lines();
    return { lines: shown, words: entries.length === 0 ? [words.nothing(query)] : [], exit: exits.done };
  };
  switch (kind) {
    case "accelerators": {
      const ids = query === "" ? null : new Set(namedIn(lookup.resolveAccelerator(query)));
      const found = catalogue.accelerators.filter(
        (a) =>
          ids === null ||
          ids.has(a.id) ||
          holds(query, a.id, a.name, a.vendor, a.platform, a.class, ...a.aliases),
      );
      return out(found, () =>
        found.map((a) => `${a.id} · ${a.name} · ${say.gb(a.sold)} · ${a.platform} · ${a.class}`),
      );
    }
    case "models": {
      const ids = query === "" ? null : new Set(namedIn(lookup.resolveModel(query)));
      const found = catalogue.models.filter(
        (m) => ids === null || ids.has(m.id) || holds(query, m.id, m.name, m.family, m.class, ...m.aliases),
      );
      return out(found, () =>
        found.map((m) => `${m.id} · ${m.name} · ${say.parameters(m.parametersTotal)} · ${m.class}`),
      );
    }
    case "offers": {
      const ids = new Set(query === "" ? [] : namedIn(lookup.resolveAccelerator(query)));
      const found = catalogue.offers.filter(
        (o) =>
          query === "" ||
          ids.has(o.accelerator) ||
          holds(query, o.id, o.provider, o.accelerator, o.region, o.area, o.tier),
      );
      const aged = found.map((o) => withAge(o, today));
      return out(aged, () => offerLines(found, language, today));
    }
    case "sources": {
      const found = catalogue.sources.filter((s) => query === "" || holds(query, s.id, s.title, s.url));
      return out(found, () =>
        found.map((s) => [s.id, s.title, s.date, s.url].filter((p) => p !== null).join(" · ")),
      );
    }
  }
}

/** What a machine reader would else work out by hand: the price of one card, and how old it is. */
const withAge = (offer: Offer, today: string): Offer & { perGpuHour: number; ageDays: number | null } => ({
  ...offer,
  perGpuHour: offer.perHour / offer.gpus,
  ageDays: offer.observedAt === null ? null : daysBetween(offer.observedAt, today),
});

const namedIn = (resolution: Resolution): readonly string[] => {
  if (resolution.kind === "one") return [resolution.match, ...resolution.alternatives].map((m) => m.id);
  return resolution.kind === "several" ? resolution.matches.map((m) => m.id) : [];
};

const listed = (matches: readonly NamedMatch[]) => matches.map((m) => `${m.name} (${m.id})`);

/** Everything about one card, model or source: values with how each is known, conflicts, prices with their age. */
export function catalogShow(world: World, text: string, options: CatalogOptions): CatalogOutput {
  const { catalogue, lookup, today } = world;
  const { language, json } = options;
  const words = catalogWords(language);
  const source = catalogue.sources.find((s) => s.id === text);
  const card = lookup.resolveAccelerator(text);
  const model = lookup.resolveModel(text);
  const resolution = card.kind === "none" ? model : card;
  if (resolution.kind === "none" && source !== undefined) {
    return {
      lines: [
        json
          ? JSON.stringify(source)
          : Object.values(source)
              .filter((v) => v !== null)
              .join(" · "),
      ],
      words: [],
      exit: exits.done,
    };
  }
  if (resolution.kind === "none") {
    const near = [
      ...(card.kind === "none" ? card.nearest : []),
      ...(model.kind === "none" ? model.nearest : []),
    ];
    const hint = near.length === 0 ? [] : [words.nearest(listed(near.slice(0, 6)).join(", "))];
    return { lines: [], words: [words.nothing(text), ...hint], exit: exits.unusable };
  }
  if (resolution.kind === "several") {
    return { lines: [], words: [words.several(text), ...listed(resolution.matches)], exit: exits.unusable };
  }
  const { match, alternatives } = resolution;
  const others = alternatives.length === 0 ? [] : [words.readAs(match.name, listed(alternatives).join(", "))];
  const accelerator = lookup.accelerator(match.id);
  const architecture = lookup.model(match.id);
  const offers = catalogue.offers.filter((o) => o.accelerator === match.id).map((o) => withAge(o, today));
  if (accelerator !== undefined) {
    const lines = json
      ? [JSON.stringify({ accelerator, offers })]
      : acceleratorLines(accelerator, catalogue, language, today);
    return { lines, words: others, exit: exits.done };
  }
  if (architecture === undefined) return { lines: [], words: [words.nothing(text)], exit: exits.unusable };
  const lines = json
    ? [JSON.stringify({ model: architecture })]
    : modelLines(architecture, catalogue, language);
  return { lines, words: others, exit: exits.done };
}
