import type { Language } from "../domain/conversation.ts";

/** Areas of the catalogue that are no country, and groups of areas. */
const own: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  eu: { en: "European Union", fr: "Union européenne" },
  europe: { en: "Europe", fr: "Europe" },
  eea: { en: "European Economic Area", fr: "Espace économique européen" },
  emea: { en: "Europe, Middle East and Africa", fr: "Europe, Moyen-Orient et Afrique" },
  me: { en: "Middle East", fr: "Moyen-Orient" },
  "north-america": { en: "North America", fr: "Amérique du Nord" },
  "south-america": { en: "South America", fr: "Amérique du Sud" },
  asia: { en: "Asia", fr: "Asie" },
  oceania: { en: "Oceania", fr: "Océanie" },
  africa: { en: "Africa", fr: "Afrique" },
  apac: { en: "Asia-Pacific", fr: "Asie-Pacifique" },
  global: { en: "anywhere", fr: "n’importe où" },
};

/** An area of the catalogue by its name; a provider's own region stays as it is. */
export function regionWords(area: string, language: Language): string {
  const id = area.toLowerCase();
  if (Object.hasOwn(own, id)) return own[id]?.[language] ?? area;
  if (!/^[a-z]{2}$/u.test(id)) return area;
  const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  return names.of(id === "uk" ? "GB" : id.toUpperCase()) ?? area;
}
