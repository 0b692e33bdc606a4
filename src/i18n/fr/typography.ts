const NBSP = "\u00A0";
const NARROW = "\u202F";

/** French typography of a literal: no-break spaces, curly apostrophes, spaces inside « ». */
export function typeset(literal: string): string {
  return literal
    .replaceAll(/(?<=\p{L})'(?=\p{L}|\d|«|$)/gu, "’")
    .replaceAll(/ (?=[;!?])/gu, NARROW)
    .replaceAll(/ (?=:)/gu, NBSP)
    .replaceAll("« ", `«${NBSP}`)
    .replaceAll(" »", `${NBSP}»`)
    .replaceAll(/(?<=\d) (?=(?:Gio|Go|h|min|%|€|M|Md|×)(?!\p{L}))/gu, NBSP)
    .replaceAll(/≈ /gu, `≈${NBSP}`)
    .replaceAll(/[ \u00A0]×[ \u00A0]/gu, `${NBSP}×${NBSP}`);
}

/** Tag for French sentences: only the written part is typeset, what is filled in is left as it is. */
export function fr(literals: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return literals.map((part, i) => `${typeset(part)}${String(values[i] ?? "")}`).join("");
}

/** "de" with its elision: "de poids", "d’activations". */
export const of = (noun: string): string => (/^[aàâeéèêiîoôuœhy]/iu.test(noun) ? `d’${noun}` : `de ${noun}`);
