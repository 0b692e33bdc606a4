import type { Draft } from "./draft.ts";

/** Cards that are compared with, refused or left behind are not the card to plan for. */
const aside = /(?:\b(?:instead of|rather than|than|(?:as )?(?:fast|quick|good|cheap) as|vs\.?|versus|not|no|without|plutot que|au lieu de|au lieu d|sans|pas|contre|unlike|beats?|replace|remplace|guide annonce|doc dit|except|besides|other than|apart from|sauf|hormis|a part|copied from|copiee? (?:de|d'|depuis)|taken from|prise? (?:de|d')|compared (?:to|with))\s+(?:de |d'|du |des |la |le |les |l'|une? |the |an? |any |our |my |on |sur |avec |renting |buying |louer |acheter )*(?:\d+\s*x?\s*)?)$/u; // prettier-ignore

/** "Plus rapide qu'une A100": the "que" of a comparison. That of "est-ce que", "je pense que", "il faut que" is none. */
const compared = /(?<!\w)(?:plus|moins|aussi|autant|tant|mieux|meilleure?s?|pires?|memes?|autres?|autrement|plutot|superieure?s?|inferieure?s?|rien|fois|differente?s?)(?!\w)[^.?!;\n]{0,36}(?<!-ce )(?<!\w)qu(?:e\s|')(?:d'|sur |avec |en )?(?:une? |la |le |les |l'|des |nos |mes |notre |ma )?(?:(?:seule?s?|vieille?s?|vieux) )?(?:\d+\s*x?\s*)?$/u; // prettier-ignore

/** "L40S vs H100": one of two machines to choose between, unless no card stands before the word. */
function isRival(draft: Draft, start: number): boolean {
  const from = Math.max(0, start - 44);
  const found = /(?:\b(?:vs\.?|versus|contre|against)\s+(?:une? |an? |the |la |le |les |des )?(?:\d+\s*x?\s*)?)$/u.exec(draft.folded.slice(from, start)); // prettier-ignore
  if (found === null) return false;
  const at = from + found.index;
  return draft.names.some(
    ({ kind, end }) =>
      kind === "accelerator" && end <= at && /^[^.!?;:\n]{0,14}$/u.test(draft.folded.slice(end, at)),
  );
}

const question = /\?|(?:^|[\n.!;:,])\s*(?:how (?:much|many)|is|are|will|would|does|do|est-ce|combien)(?!\w)/u;
/** What stands between two machines of which one is asked to be more than the other. */
export const moreThan = /^\s*(?:(?:be|is|are|run|runs|(?:est|sont|serait|seraient|va|vont)(?:-t?-?(?:elles?|ils?))?|much|a lot|really|vraiment|beaucoup|bien)\s+){0,3}(?:(?:faster|cheaper|better|quicker|slower|(?:plus|moins) (?:rapides?|vite|cheres?|chers?|lentes?|lents?)|mieux|meilleure?s?)\s+)?(?:than|que|qu')\s*(?:(?:on|sur|avec|with|an?|une?|the|la|le|les|des)\s+){0,2}(?:\d{1,4}\s*x?\s*)?$/u; // prettier-ignore

/** "How much faster would 8 H200 be than 8 H100 for …?": the second of two that are asked about together. */
function isOther(draft: Draft, start: number): boolean {
  if (draft.context.current !== null || !question.test(draft.folded)) return false;
  return draft.names.some(
    ({ kind, end }) =>
      kind === "accelerator" &&
      end < start &&
      start - end < 64 &&
      moreThan.test(draft.folded.slice(end, start)),
  );
}

/** "On n'avait que 2 GPU": the "que" of only, not that of a comparison. */
const onlyThat = /(?<!\w)(?:ai|as|a|avons|avez|ont|avais|avait|avions|aurais|aurait|aurions|dispose[srz]?|disposait|disposons|reste|restait|restent|reste(?:rait|ra)|avoir|prendre|louer|garder|mettre|utiliser|payer|prends?|prenait|prenons|prenait|loue|louait|louons|garde|gardait|gardons|mets?|mettait|utilise|utilisait|faut|fallait|peut|pouvait|veut|tourne(?:r|rait)?)\s(?:plus\s|donc\s|avoir\s|en\s|sur\s)*qu(?:e\s|')(?:les?\s|la\s|mes\s|nos\s|avec\s|sur\s)*$/u; // prettier-ignore

/** "We moved from A100 to H100": the card that was left. */
const left =
  /(?:mov\w+|switch\w*|go(?:ing|es)?|went|upgrad\w*|migrat\w*|replac\w*|pass\w*|chang\w*|quitt\w*|mont\w*)\s[^.?!\n]{0,16}(?:from|de|d'|depuis)\s?(?:une? |an? |our |nos |l'|la |les |the )?(?:\d+\s*x?\s*)?$/u;

export function isAside(draft: Draft, start: number): boolean {
  if (isOther(draft, start)) return false;
  const from = Math.max(0, start - 44);
  const before = draft.folded.slice(from, start);
  if (left.test(before) && /^[^.?!\n]{0,24}\b(?:to|a|vers|pour|for)\s/u.test(draft.folded.slice(start)))
    return true;
  if (compared.test(draft.folded.slice(Math.max(0, start - 80), start)) && !onlyThat.test(before))
    return true;
  return aside.test(draft.rest.slice(from, start)) && !onlyThat.test(before) && !isRival(draft, start);
}
