import type { Language } from "../domain/conversation.ts";
import { words, type Messages } from "../i18n/messages.ts";

export const cliWords = (language: Language): Messages["terminal"] => words(language).terminal;
export type CatalogWords = Messages["entries"];
export const catalogWords = (language: Language): CatalogWords => words(language).entries;
