import { asksSomething } from "./intents.ts";

/** A stretch of a message that says one thing; positions in the folded text. */
export interface Clause {
  readonly start: number;
  readonly end: number;
}

const asking = String.raw`(?:quel(?:le)?s? [a-z]+|combien|est[- ]ce que|faut[- ]il|which [a-z]+|what [a-z]+|how (?:long|fast)|(?:je|on) peux? (?:passer|monter|aller|mettre)|peut-on|puis-je|can (?:i|we) (?:go|use|run|raise|get away)|c'est quoi|qu'est[- ]ce|quelles? (?:est|sont)|quels? (?:est|sont)|que (?:veut|signifie)|a quoi (?:sert|bon)|comment (?:marche|fonctionne|ca)|pourquoi|combien|c'est combien|ca (?:coute|change|fait)|explique|definis|what(?:'s| is| are| does| do)|which (?:is|one)|how (?:do|does|is|are|many|much|sure)|where (?:do|does|did|is|are)|when (?:do|does|will|is|can)|d'ou|quand (?:est|sera|peut)|(?:c'est|est-ce) (?:fiable|sur|risque)|why|explain|tell me|is (?:it|the|there|[a-z0-9]+ (?:better|faster|worth|needed|necessary|required|useful|mandatory|important|enough))|do (?:i|we) (?:need|have to)|should (?:i|we)|do(?:es)?)`;
const wishing = String.raw`(?:switch|use|set|make it|go (?:for|with|to)|try|change|put|move to|passe|passons|mets|mettons|essaie|essaye|utilise|prends|change|on (?:passe|met|prend|essaie|utilise))`;
const joint = String.raw`(?:sinon|et sinon|au fait|btw|by the way|also|and|and also|et|et aussi|but|mais|puis|then|oh|while (?:you're|we're) at it)`;

/** The end of a sentence, or a word that turns from a wish to a question or back. */
const borders = new RegExp(
  [
    String.raw`[?!;\n]+\s*`,
    String.raw`(?<!\b(?:vs|e\.g|i\.e|cf|env|approx|max|min|no|h\.t))\.\s+(?=\p{L})`,
    String.raw`(?:,\s*|(?<!\s)(?:\s+|\s*[-:(]\s+))(?=${joint}\s*,?\s+(?:${asking}|${wishing})(?!\w))`,
    String.raw`,\s*(?=(?:${asking}|${wishing})(?!\w))`,
  ].join("|"),
  "gu",
);

/** The clauses of a text in their order, punctuation at the end of each included. */
export function clausesOf(folded: string): readonly Clause[] {
  const ends = [...folded.matchAll(borders)].map(({ index, 0: border }) => index + border.length);
  const clauses: Clause[] = [];
  let start = 0;
  let after = 0;
  for (const end of [...ends, folded.length]) {
    if (/[\p{L}\p{N}]/u.test(folded.slice(after, end))) {
      clauses.push({ start, end });
      start = end;
    }
    after = end;
  }
  return clauses;
}

const bare =
  /^(?:[\s,;.!:()-]|(?:et|sinon|au fait|btw|by the way|also|and|but|mais|puis|then|oh|aussi|ok|so|alors)(?!\w))+/u;

/** The words of a clause without what joins it to the one before. */
export const unjoined = (folded: string, { start, end }: Clause): Clause => {
  const joined = bare.exec(folded.slice(start, end))?.[0].length ?? 0;
  return { start: start + joined, end };
};

export const looksAsked = (folded: string, { start, end }: Clause): boolean =>
  asksSomething.test(folded.slice(start, end).trim());
