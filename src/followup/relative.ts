import { bareCountRules } from "./bare-counts.ts";
import { stateWithin } from "./bounds.ts";
import { state, type Rule } from "./draft.ts";
import { parseCount, pattern } from "./numbers.ts";
import { amountRules } from "./relative-amounts.ts";
import { fieldFinder, restate, scale, targetWords, the } from "./relative-targets.ts";
import { sizeStepRules } from "./size-steps.ts";
import { threadRules } from "./thread-rules.ts";
import { unitCorrectionRules } from "./unit-corrections.ts";

const removable: readonly (readonly [string, string])[] = [
  ["limits.budget", "budget|cap|plafond|price limit|limite de prix|enveloppe"],
  ["limits.deadlineHours", "deadline|echeance|time (?:limit|constraint)|limites? de (?:temps|duree)|contraintes? de (?:temps|delai|duree)|date(?: limite)?|delai"],
  ["limits.startHours", "start(?:ing)?(?: date)?|(?:date de )?debut"],
  ["limits.regions", "region(?:s)?(?: limit)?|eu(?: only)?|europe|eu limit"],
  ["limits.providers", "provider(?:s)?|fournisseur(?:s)?"],
  ["limits.classes", "class(?:e)?(?:s)? limit|consumer (?:limit|only)|limite de classe"],
  ["limits.excludedAccelerators", "(?:excluded|banned|ruled[- ]out) (?:cards?|gpus?)|(?:card )?exclusions?|cartes? (?:exclues?|bannies?|ecartees?)|exclusions? de cartes?"],
  ["limits.platforms", "platform(?:e)?(?:s)?|nvidia only|limite nvidia"],
  ["limits.maxGpus", "gpu limit|card limit|max(?:imum)? (?:of )?(?:gpus|cards)|limite de cartes"],
  ["limits.prefer", "cheapest|fastest|smallest|preference|moins chere?s?|plus rapides?|plus petite?s?"],
  ["limits", "limits|limites|constraints|contraintes|all limits|toutes les limites"],
  ["accelerator", "card|carte|gpu(?: choice)?|choix de carte"],
  ["gpus", "gpu count|number of cards|nombre de cartes"],
]; // prettier-ignore
const removableWords = removable.map(([, words]) => words).join("|");
const removableField = fieldFinder(removable);

export const relativeRules: readonly Rule[] = [
  ...threadRules,
  ...bareCountRules,
  ...unitCorrectionRules,
  ...sizeStepRules,
  ...amountRules,
  {
    pattern: pattern(`(?:trop chere?,? (?:la )?moitie moins(?: chere?)?|(?:la )?moitie moins chere?|deux fois moins chere?|(?:for |a )?half (?:the|as|that) (?:price|cost|expensive)|at half (?:the )?(?:price|cost))(?!\\w)`), // prettier-ignore
    read(match, draft) {
      // Half of the cap, else of what the plan costs.
      const budget = draft.context.current?.limits?.budget ?? draft.context.cost;
      return budget == null
        ? false
        : state(draft, match, "limits.budget", {
            ...budget,
            amount: Number((budget.amount / 2).toPrecision(3)),
          });
    },
  },
  {
    pattern: pattern(
      `(?:au lieu de|instead of|rather than|plutot que(?: de)?)\\s(?<n>{N})\\s?k?(?!\\w)(?!\\s*[x\\u00A7])`,
    ),
    read(match, draft) {
      draft.claims.push(match.text);
      return true;
    },
  },
  {
    pattern: pattern(
      `(?:double|doubler|doublez|doublons|twice|2x|deux fois(?: plus de)?|x2)\\s*${the}(?<what>${targetWords})(?!\\w)`,
    ),
    read: (match, draft) => scale(match, draft, 2),
  },
  {
    pattern: pattern(
      `(?:triple|tripler|triplez|three times|3x|trois fois(?: plus de)?)\\s*${the}(?<what>${targetWords})(?!\\w)`,
    ),
    read: (match, draft) => scale(match, draft, 3),
  },
  {
    pattern: pattern(
      `(?<what>${targetWords})\\s*(?:x|\\*|times|fois)\\s*(?<f>\\d{1,3})(?!\\w|\\.\\d)(?!\\s*[\\u00A7\\d])`,
    ),
    read: (match, draft) =>
      /^(?:gpu|card|cart)/u.test(match.text) ? false : scale(match, draft, Number(match.named["f"])),
  },
  {
    pattern: pattern(
      `(?:half|halve|halved|divide by (?:2|two)|moitie|divise(?:r|z)? par (?:2|deux)|la moitie|demi)\\s*(?:of\\s|de\\s|du\\s)?${the}(?<what>${targetWords})(?!\\w)`,
    ),
    read: (match, draft) => scale(match, draft, 0.5),
  },
  {
    pattern: pattern(
      `(?:divise[rz]?|divide|coupe[rz]?|cut)\\s*${the}(?<what>${targetWords})\\s*(?:par (?:2|deux)|by (?:2|two)|en deux|in half)`,
    ),
    read: (match, draft) => scale(match, draft, 0.5),
  },
  {
    pattern: pattern(
      `(?<what>${targetWords})\\s*(?:in half|halved|divise par (?:2|deux)|de moitie|/\\s*2(?!\\w))`,
    ),
    read: (match, draft) => scale(match, draft, 0.5),
  },
  {
    pattern: pattern(
      `(?<what>${targetWords})\\s*(?:doubled|double|twice as (?:long|big|large)|deux fois plus (?:long|grand|gros)|doublee?)(?!\\w)`,
    ),
    read: (match, draft) => scale(match, draft, 2),
  },
  {
    pattern: pattern(
      `(?<n>{C})\\s*(?:more|extra|additional|de plus|en plus|supplementaires?)\\s*(?<what>gpus?|cards?|cartes?|nodes?|noeuds?)|(?<m>{C})\\s*(?<that>gpus?|cards?|cartes?|nodes?|noeuds?)\\s*(?:more|de plus|en plus|supplementaires?)`,
    ),
    read(match, draft) {
      const more = parseCount(match.named["n"] ?? match.named["m"] ?? "");
      return Number.isInteger(more) && restate(match, draft, (value) => value + more);
    },
  },
  {
    pattern: pattern("(?<n>{C})\\s(?:seule?s?|single|unique)\\s(?:gpus?|cards?|cartes?)(?!\\w)"),
    read: (match, draft) =>
      draft.context.current !== null && stateWithin(draft, match, "gpus", parseCount(match.named["n"] ?? "")),
  },
  {
    // "8 of them", "et si on en avait 8": the cards of the plan, or those the message names.
    pattern: pattern(
      `(?<n>{C})\\s*(?:of (?:them|those|these)|d'entre (?:eux|elles)|de (?:ceux|celles|ces)[- ](?:la|ci)|comme (?:ca|celle[- ]la|celui[- ]la))(?!\\w)|(?<!\\w)(?:on|nous|j'|tu|vous) ?en (?:avait|avions|avais|aviez|a|avons|ai|prend|prenait|prenons|prends|met|mettait|mettons|mets|loue|louait|louons|utilise|utilisait|utilisons)\\s*(?<m>{C})(?!\\s*[\\w%€$])`,
    ),
    read(match, draft) {
      const gpus = parseCount(match.named["n"] ?? match.named["m"] ?? "");
      const known = draft.context.current !== null || draft.names.some(({ kind }) => kind === "accelerator");
      // "Ça fait 14 Go, j'en ai 80": what is counted are gigabytes.
      const sized = /\d\s?(?:g|gb|go|gib|gio|tb|to)\b[^.?!\n]{0,40}$/u.test(
        draft.folded.slice(0, match.start),
      );
      const alone =
        gpus === 1 && /(?<!\w)(?:only|just|seulement|juste|que)\s$/u.test(draft.folded.slice(0, match.start));
      return known && (gpus > 1 || alone) && !sized ? stateWithin(draft, match, "gpus", gpus) : false;
    },
  },
  {
    pattern: pattern(
      `(?:forget|drop|remove|ignore|lift|without|no|clear|oublie[rz]?|enleve[rz]?|retire[rz]?|supprime[rz]?|sans|laisse tomber|leve[rz]?|plus de|pas de|peu importe|any|whatever|n'importe quel(?:le)?)\\s*${the}(?<what>${removableWords})(?!\\w)(?!\\s*(?:of|de|:|=)?\\s*\\d)(?!\\s(?:grand public|de jeu|consumer|gaming|amd|nvidia|rtx|gtx|\\u00A7))`,
    ),
    read(match, draft) {
      const word = match.named["what"] ?? "";
      const field = removableField(word);
      if (field === undefined || draft.context.current === null) return field !== undefined;
      return state(draft, match, field, null);
    },
  },
];
