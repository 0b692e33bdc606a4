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
    .replaceAll(/(?<=\d|^) (?=(?:[KMGT]i?o|h|min|s|ms|%|€|\$|k|M|Md|bits|TFLOP|×)(?!\p{L}))/gu, NBSP)
    .replaceAll(/≈ /gu, `≈${NBSP}`)
    .replaceAll(/[ \u00A0]×[ \u00A0]/gu, `${NBSP}×${NBSP}`);
}

/** Tag for French sentences: only the written part is typeset, what is filled in is left as it is. */
export function fr(literals: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return literals.map((part, i) => `${typeset(part)}${String(values[i] ?? "")}`).join("");
}

/** Singular below two, as French has it, of a figure as it is printed: "0,5 heure", "1,9 heure", "2 heures". */
export function plural(figure: string | number, one: string, many: string): string {
  const n = Number(String(figure).replaceAll(/[\s≈]/gu, "").replace(",", "."));
  return Math.abs(n) < 2 ? one : many;
}

/** "de" with its elision: "de poids", "d’activations". */
export const of = (noun: string): string => (/^[aàâeéèêiîoôuœhy]/iu.test(noun) ? `d’${noun}` : `de ${noun}`);

/** A card with its article: "la H100", "l’A100". */
export const theCard = (card: string): string => (/^A\d/u.test(card) ? `l’${card}` : `la ${card}`);

/** The same at the head of a sentence: "La H100", "L’A100". */
export const capitalCard = (card: string): string => theCard(card).replace(/^l/u, "L");
