import { preferences, type Preference } from "../domain/run-spec.ts";
import { state, type Rule } from "./draft.ts";

const asked =
  /^\W*(?:(?:and|so|et|alors)\s)?(?:which|what|lequel|laquelle|quelle|quel|c'est (?:quoi|laquelle|lequel)|qui)\b[^?]{0,30}\b(?:(?<cheapest>cheapest|least expensive|moins cher(?:e|s|es)?)|(?<fastest>fastest|quickest|plus rapides?|plus vite)|(?<smallest>smallest (?:one|card|gpu|config\w*|setup)|plus petite))\b[^?]{0,30}\?*\s*$/u;

/** "Which one is the cheapest?" of a plan: what it would be, told and not taken. */
export function preferenceAskedAbout(folded: string): Preference | null {
  const named = asked.exec(folded)?.groups ?? {};
  return preferences.find((one) => named[one] !== undefined) ?? null;
}

/** "Which of the two is the cheapest?" compares; it wishes for nothing. */
const compared =
  /(?<!\w)(?:which|lequel|laquelle|lesquel(?:le)?s|qui|who|one|c'est|ce serait|it|that|this)(?:\s\w+){0,2}\s(?:is|are|est|sont|be|would be|serait)?\s*(?:the\s|le\s|la\s|les\s)?$/u;

/** Nouns of which people say "the cheapest" or "the fastest" without meaning the rental. */
const otherThings = String.raw`(?!\s*(?:test|check|trial|way to (?:tell|know|check)|interconnect|network|disk|nvme|link|storage|kernel|model|optimi[sz]er|modele|reseau|disque|moyen de (?:savoir|verifier)))`;
const possible = String.raw`(?:\s*(?:possible|as (?:you can|possible)|available|option|setup|config(?:uration)?|way|card|gpu|offer|price|carte|offre|solution))?`;

const wordings: readonly (readonly [Preference, string])[] = [
  ["cheapest", String.raw`(?:(?:the |the absolute )?(?:cheapest|least expensive|lowest[- ](?:cost|price)d?|most economical)|(?:as )?cheap(?:ly)? as (?:possible|you can|it gets)|as little (?:money )?as possible|(?:keep|minimi[sz]e) (?:the )?(?:cost|price|spend)s?(?: down| low)?)`],
  ["cheapest", String.raw`(?:(?:le |la |les |au )?(?:moins cher(?:e|s|es)?|plus economiques?|meilleur prix|prix le plus bas|plus bas prix)|(?:au|a) moindre (?:cout|prix)|pour (?:le )?moins cher|minimise[rz]? le (?:cout|prix)|(?:en )?depens(?:er|ant) le moins(?: possible)?)`],
  ["fastest", String.raw`(?:(?:the )?(?:fastest|quickest)|as (?:fast|quick(?:ly)?|soon) as (?:possible|you can)|asap|minimi[sz]e (?:the )?(?:time|duration))`],
  ["fastest", String.raw`(?:(?:le |la |les )?plus rapide(?:ment|s)?|(?:au|le) plus vite|(?:des|aussi (?:vite|rapidement)) que possible|minimise[rz]? (?:le temps|la duree))`],
  ["smallest", String.raw`(?:as small as (?:possible|you can)|(?:the )?smallest (?:possible )?(?=card|gpu|config|setup|machine|box)|(?:le |la )?plus petite? (?=possible|carte|config|machine|gpu)|aussi petite? que possible)`],
]; // prettier-ignore

/** "Half as dear", "the cheaper of both" and refusals state no order of their own. */
const turned = /(?:\d\s?(?:x|%)|not|pas|non|without|sans|rather than|plutot que|fois|moitie|half|twice|even|encore)\s*(?:necessarily\s|forcement\s|the\s|le\s|la\s)?$/u; // prettier-ignore

/** What decides where several would do: the cheapest, the fastest, the smallest. */
export const preferenceRules: readonly Rule[] = wordings.map(([prefer, words]) => ({
  pattern: new RegExp(String.raw`(?<!\w)${words}${otherThings}${possible}(?!\w)(?!\s*(?:que|qu'|than|of the two|des deux))`, "gu"), // prettier-ignore
  read(match, draft) {
    const before = draft.folded.slice(Math.max(0, match.start - 40), match.start);
    if (compared.test(before) || turned.test(before)) return false;
    return state(draft, match, "limits.prefer", prefer);
  },
}));
