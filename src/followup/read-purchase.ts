import { refuseFor, within, type BoundField } from "./bounds.ts";
import { state, type Draft, type Match, type Rule } from "./draft.ts";
import { parseNumber, pattern } from "./numbers.ts";

const currencies: Readonly<Record<string, string>> = { "€": "EUR", eur: "EUR", euro: "EUR", euros: "EUR", $: "USD", usd: "USD", dollars: "USD", "£": "GBP", gbp: "GBP", chf: "CHF" }; // prettier-ignore
const sign = String.raw`(?<c>€|\$|£|euros?|eur|usd|dollars|gbp|chf)`;
const amount = String.raw`(?:${sign}\s?(?<m>{NA})\s?(?<mk>k)?|(?<n>{N})\s?(?<nk>k)?\s?(?<d>€|\$|£|euros?|eur|usd|dollars|gbp|chf))`;
const link = String.raw`\s*(?:of|at|is|are|costs?|comes to|de|d'|a|est|coute|coutent|vaut|:|=|about|around|environ|,)*\s*`;
const perMonth = String.raw`\s*(?:/|per|a|each|par|le)\s*(?:month|mois)`;

const valueOf = ({ named }: Match): number =>
  parseNumber(named["m"] ?? named["n"] ?? "") * ((named["mk"] ?? named["nk"]) === undefined ? 1 : 1000);

function money(field: BoundField) {
  return (match: Match, draft: Draft): boolean => {
    const value = valueOf(match);
    if (!within(field, value)) return refuseFor(draft, match, field);
    const currency = currencies[(match.named["c"] ?? match.named["d"] ?? "").trim()];
    if (currency !== undefined) state(draft, match, "purchase.currency", currency);
    return state(draft, match, field, value);
  };
}

function number(field: BoundField, factor = 1) {
  return (match: Match, draft: Draft): boolean => {
    const value = parseNumber(match.named["n"] ?? "") * factor;
    return within(field, value) ? state(draft, match, field, value) : refuseFor(draft, match, field);
  };
}

/** What owning a machine would take: "electricity 0.25 €/kWh", "we run 300 h a month", "hosting 200 € a month". */
export const purchaseRules: readonly Rule[] = [
  { pattern: pattern(`(?:(?:electricity|power|energy|electricite|courant|energie|le kwh|kwh)${link})?${amount}\\s*(?:/|per|a|par|le|du)\\s*kwh`), read: money("purchase.perKwh") }, // prettier-ignore
  { pattern: pattern(`(?:(?:we|i|on|nous|it|ca|elle)\\s)?(?:(?:would\\s|will\\s)?(?:run|use|train|compute|need|tournons?|tourne|utilise|utilisons|entraine|entrainons|calcule|calculons|usage|utilisation|use of)\\s*(?:it|them|the card|about|around|environ|for|pendant|de|:)*\\s*)?(?<n>{N})\\s*(?:h|hrs?|hours?|heures?)\\s*(?:/|per|a|each|par)\\s*(?:month|mois)(?:\\s*(?:of use|d'utilisation))?`), read: number("purchase.hoursPerMonth") }, // prettier-ignore
  { pattern: pattern(`(?:(?:the |a |each |la |une |chaque )?(?:card|gpu|carte)s?|purchase price|(?:le )?prix d'achat|quote|devis)${link}${amount}(?!\\s*(?:/|per|par|an?|l'|de l')\\s*(?:h\\b|hr|hour|heure|month|mois|day|jour))(?:\\s*(?:each|to buy|piece|l'unite|l'achat|a l'achat|chacune))?`), read: money("purchase.pricePerCard") }, // prettier-ignore
  { pattern: pattern(`(?:server|host|chassis|serveur|hote)${link}${amount}\\s*(?:per card|par carte|/ ?card|/ ?carte)`), read: money("purchase.hostPerCard") }, // prettier-ignore
  { pattern: pattern(`(?:hosting|colocation|colo|rack|hebergement|baie)${link}${amount}${perMonth}`), read: money("purchase.hostingPerMonth") }, // prettier-ignore
  { pattern: pattern(`(?:people|staff|ops|admin(?:istration)?|personnel|personnes|equipe|exploitation)${link}${amount}${perMonth}`), read: money("purchase.peoplePerMonth") }, // prettier-ignore
  { pattern: pattern(`(?:depreciat\\w*|amorti\\w*|write it off|written off|keep it|gard\\w+)\\s*(?:over|in|for|after|sur|en|pendant|it|la)*\\s*(?<n>{N})\\s*(?:years?|yrs?|ans?|annees?)`), read: number("purchase.years") }, // prettier-ignore
  { pattern: pattern(`pue\\s*(?:of|is|de|est|:|=)*\\s*(?<n>{N})`), read: number("purchase.pue") },
  { pattern: pattern(`(?:resale|resell|resold|revente|revend\\w*)${link}(?:for|a)?\\s*(?<n>{N})\\s*(?:%|percent|pour cent)`), read: number("purchase.resaleShare", 0.01) }, // prettier-ignore
];
