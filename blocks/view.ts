import type { CatalogueLookup } from "../src/domain/catalogue.ts";
import { languages, type Language } from "../src/domain/conversation.ts";
import type { Naming } from "../src/i18n/field-words.ts";
import { wording, type Wording } from "../src/i18n/messages.ts";
import { distinctCardName, modelName } from "./names.ts";

/** What rendering must know of the place and the reader. */
export interface View {
  /** Names of cards and models. */
  readonly lookup: CatalogueLookup;
  /** False where others read along: a cap is then "under the cap" or "12 % over". */
  readonly showAmounts: boolean;
  readonly followUps: "mention" | "listen";
  readonly timeZone: string | null;
  /** A person as colleagues know them; a mention would ring at every message. Missing or null = not named. */
  readonly nameOf?: (user: string) => string | null;
  readonly headNote?: { readonly revision: number; readonly changedBy: string; readonly at: string };
}

/** Words, numbers and names for one reply. */
export interface Scene extends Wording {
  readonly view: View;
  readonly names: Naming;
}

export function scene(language: Language, view: View): Scene {
  const w = wording(language);
  return {
    ...w,
    view,
    names: {
      model: (id) => modelName(id, view.lookup),
      card: (id) => distinctCardName(id, view.lookup, w.f),
      showAmounts: view.showAmounts,
    },
  };
}

/** The same reader and place in every other language. */
export const inOtherLanguages = (s: Scene): readonly Scene[] =>
  languages.filter((language) => language !== s.language).map((language) => scene(language, s.view));
