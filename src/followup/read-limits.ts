import { budgetPeriods, type BudgetPeriod } from "../domain/run-spec.ts";
import { refuseFor, within } from "./bounds.ts";
import { currencies as knownCurrencies } from "../units/money.ts";
import { state, take, wordsAt, type Draft, type Match, type Rule } from "./draft.ts";
import { isTradeWord } from "./surface-rules.ts";
import { isNoise } from "./unread.ts";
import { otherMoneyRules } from "./other-money.ts";
import { placeRules } from "./read-places.ts";
import { anyProvider, providerId, providerWords } from "./provider-words.ts";
import { purchaseRules } from "./read-purchase.ts";
import { parseCount, parseNumber, pattern, scaled, scaleOf } from "./numbers.ts";

const currencies: Readonly<Record<string, string>> = {
  "€": "EUR", eur: "EUR", euro: "EUR", euros: "EUR", $: "USD", usd: "USD", us$: "USD", dollar: "USD", dollars: "USD", bucks: "USD",
  "£": "GBP", gbp: "GBP", pounds: "GBP", livres: "GBP", chf: "CHF", francs: "CHF", cad: "CAD", c$: "CAD", quid: "GBP", balles: "EUR", boules: "EUR",
}; // prettier-ignore

const sign = String.raw`(?:€|us\$|c\$|\$|£|euros?|eur|usd|dollars?|gbp|chf|cad|bucks|pounds|quid|balles|boules|francs)`;
const cents = String.raw`(?:cents|centimes?|¢)(?:\s(?:d'|of (?:a |an )?)?(?:euros?|dollars?))?`;
const tax = String.raw`(?:\s*(?<tax>h\.?t\.?|ttc|hors taxes?|toutes taxes comprises|excl(?:uding|\.)?\s*vat|incl(?:uding|\.)?\s*vat|ex[- ]vat|inc[- ]vat|net|vat included|tva comprise|plus vat)(?!\w))?`;
const hourly = String.raw`(?:\s*(?:/|per|par|an|a|de l'|l'|each)\s*(?:gpu[\s-]*)?(?:h\b|hr|hours?|heures?|mo\b|months?|mois|day|jour|gpu|card|carte|users?))`;
/** "an hour", "par mois", "/month", "mensuels": the period whose rent a cap bounds, never a price of one card. */
const period = String.raw`\s*(?:(?:/|per|par|an?|each|chaque|de l'|l')\s*(?<hour>h\b|hr|hours?|heures?)|(?:/|per|par|a|each|chaque)\s*(?:(?<day>days?|jours?)|(?<week>weeks?|wk|semaines?)|(?<month>mo\b|months?|mois))|(?<monthly>monthly|mensuels?|mensuelles?)|(?<hourly>hourly))(?!\w)(?!\s*(?:/|per|par)\s*(?:gpu|card|carte|user|utilisateur))`;
const periodOf = ({ named }: Match): BudgetPeriod | undefined =>
  named["monthly"] !== undefined
    ? "month"
    : named["hourly"] !== undefined
      ? "hour"
      : budgetPeriods.find((one) => named[one] !== undefined);
const everyWords = String.raw`monthly|weekly|daily|hourly|mensuel(?:le)?|hebdomadaire|hebdo|journalier|journaliere|quotidien(?:ne)?|horaire`;
const cap = String.raw`(?:(?<![\w])(?:(?:my|our|the|le|mon|notre|un|a|with|avec|for|pour)\s)?(?:(?:${everyWords})\s)?(?:budget|cap|plafond|enveloppe|maximum|max|up to|under|below|less than|at most|no more than|au plus|au maximum|within|sous|moins de|pas plus de|maxi?|jusqu'a|inferieur a|<=?|spend|depenser|not over|not more than|ne pas depasser|ceiling|limit(?:e)?)(?:\s(?:${everyWords}))?\s*(?:of|de|d'|is|est|c'est|ce serait|it's|would be|qu'on (?:peut|veut)|que (?:je|nous) (?:peux|pouvons)|(?:that )?(?:we|i) can|mettre|depenser|payer|spend|pay|afford|=|:|a|at|around|environ|about|to|max|maximum|hors|total|under|sous|<|limite a)*\s*)`;

/** "budget mensuel de 2000 €": the period stands before the sum. */
const namedPeriods: readonly (readonly [BudgetPeriod, RegExp])[] = [
  ["month", /\b(?:monthly|mensuel)/u],
  ["week", /\b(?:weekly|hebdo)/u],
  ["day", /\b(?:daily|journalier|quotidien)/u],
  ["hour", /\b(?:hourly|horaire)/u],
];

function readBudget(match: Match, draft: Draft): boolean | "blocked" {
  const amount = scaled(
    parseNumber(match.named["n"] ?? match.named["m"] ?? ""),
    scaleOf(match.named["s"] ?? match.named["t"]),
  );
  const raw = (match.named["c"] ?? match.named["d"] ?? "").trim();
  const currency = currencies[raw];
  if (
    /(?:fait|soit|=|makes?|that's|c'est|coute|costs?|priced at|paye|pay|paid|charged|facture)\s*(?:environ |about )?$/u.test(
      draft.folded.slice(Math.max(0, match.start - 20), match.start),
    )
  )
    return "blocked";
  // "The DGX Spark is 4k$": what something sells for, where no word of a cap stands before it.
  if (
    !/^[^\d\u00A4$£]*[a-z]{3}/u.test(match.text) &&
    /[\u00A7\u00AC][^.?!\n]{0,32}\s(?:is|are|est|sont|vaut|goes for|sells for|se vend)\s*(?:now |only |about |around |environ )?$/u.test(draft.rest.slice(Math.max(0, match.start - 64), match.start)) // prettier-ignore
  )
    return "blocked";
  // "H100 at $1.1 vs 2.2": so little is what an hour costs, not what may be spent.
  if (
    amount <= 20 &&
    /(?:\bat|\ba|@)\s*$/u.test(draft.folded.slice(Math.max(0, match.start - 6), match.start))
  )
    return "blocked";
  const paid = match.named["tax"] ?? match.named["tax2"];
  if (!within("limits.budget", amount)) return refuseFor(draft, match, "limits.budget");
  const included = paid === undefined ? null : /ttc|toutes|incl|inc[- ]|comprise/u.test(paid);
  const stated = draft.context.current?.limits?.budget;
  const known = currency ?? stated?.currency ?? "EUR";
  if (currency === undefined && stated === undefined) {
    draft.assumed.push({ field: "limits.budget.currency", value: known, why: "currency-not-stated" });
  }
  const per = periodOf(match) ?? namedPeriods.find(([, words]) => words.test(match.text))?.[0];
  const money = { amount, currency: known, ...(per === undefined ? {} : { per }) };
  if (currency === undefined && included === null && per === undefined && stated !== undefined)
    return state(draft, match, "limits.budget", { ...stated, amount });
  if (included !== null)
    return state(draft, match, "limits.budget", { ...money, tax: included ? "included" : "excluded" });
  return state(
    draft,
    match,
    "limits.budget",
    draft.language === "fr" ? { ...money, tax: "excluded" } : money,
  );
}

/** "At most 10 cents", "50 centimes max": hundredths of what a budget is stated in. */
function readCents(match: Match, draft: Draft): boolean | "blocked" {
  const { n = "", unit: word = "" } = match.named;
  const c = word.startsWith("centime") ? { c: "€" } : {};
  return readBudget({ ...match, named: { n: String(parseNumber(n) / 100), ...c } }, draft);
}

/** "Budget 500 zorkmids, …": a word of its own after a bare amount is meant as money, and is none that is known. */
function readBareBudget(match: Match, draft: Draft): boolean | "blocked" {
  const after = /^ ?([a-z]{3,14})(?=\s*(?:[,;.!?)\n]|$|(?:for|pour|max|per|par|all|au|in total)\b))/u.exec(draft.rest.slice(match.end)); // prettier-ignore
  const word = after?.[1];
  // "Le budget 2027": the year it is of.
  if (/^(?:le\s|the\s|our\s|notre\s)?budget\s20[2-4]\d$/u.test(match.text.trim())) return "blocked";
  if (word === undefined || isNoise(word) || isTradeWord(word)) return readBudget(match, draft);
  const end = match.end + (after?.[0].length ?? 0);
  draft.problems.push({
    code: "unknown-currency",
    path: "limits.budget.currency",
    read: wordsAt(draft, match.end, end),
    allowed: knownCurrencies,
  });
  take(draft, match.end, end);
  return true;
}

function readProviders(match: Match, draft: Draft): boolean {
  const found = [...(match.named["list"] ?? "").matchAll(anyProvider)];
  const ids = [...new Set(found.map((one) => providerId(one[0])))];
  if (ids.length === 0) return false;
  const against = /^(?:not|no|pas|sans|without|never|jamais|avoid|eviter|except|sauf|exclude|surtout pas|anything but|tout sauf)/u;
  if (against.test(match.text.trim())) return state(draft, match, "limits.excludedProviders", ids);
  return state(draft, match, "limits.providers", ids);
} // prettier-ignore

/** What electricity costs is no cap on a rental. */
function readTariff(match: Match, draft: Draft): boolean {
  draft.claims.push(match.text.trim());
  return true;
}

export const limitRules: readonly Rule[] = [
  ...purchaseRules,
  ...otherMoneyRules,
  { pattern: pattern(`(?:(?:€|us\\$|\\$|£)\\s?{NA}|{N}\\s*${sign})\\s*(?:/|per|par|le|du|a|an)\\s*(?:kw[\\s.]?h|kilowatt[\\s-]?(?:hour|heure)s?|mwh)`), read: readTariff }, // prettier-ignore
  { pattern: pattern(`${cap}(?:(?<c>€|us\\$|c\\$|\\$|£)\\s?(?<n>{NA})|(?<m>{N})\\s?(?:(?<t>k|mille)\\s?)?(?<d>${sign}))(?:\\s?(?<s>k)(?!\\w))?${tax}${period}${tax.replace("<tax>", "<tax2>")}`), read: readBudget }, // prettier-ignore
  { pattern: pattern(`(?:(?<c>€|us\\$|c\\$|\\$|£)\\s?(?<n>{NA})|(?<m>{N})\\s?(?:(?<t>k|mille)\\s?)?(?<d>${sign}))(?:\\s?(?<s>k)(?!\\w))?${tax}${period}${tax.replace("<tax>", "<tax2>")}\\s*(?:max(?:imum|i)?|tops|au plus|at most|budget|de budget)(?!\\w)`), read: readBudget }, // prettier-ignore
  // "800 € a month" as all of a clause: so much may be spent.
  { pattern: pattern(`(?<=(?:^|[,;.\\n])\\s*)(?:(?<c>€|us\\$|c\\$|\\$|£)\\s?(?<n>{NA})|(?<m>{N})\\s?(?:(?<t>k|mille)\\s?)?(?<d>${sign}))${tax}(?!\\s*(?:/|per|par|an?|de l'|l')\\s*h)${period}(?=\\s*(?:[,;.!\\n]|$))`), read: readBudget }, // prettier-ignore
  { pattern: pattern(`(?<!\\w)${cap}?(?:(?<c>€|us\\$|\\$|£)\\s?(?<n>{NA})|(?<m>{N})\\s*(?:k\\s?)?(?<d>${sign}))\\s*(?<s>k|m)?(?:illions?)?${hourly}`), read: () => "blocked" }, // prettier-ignore
  { pattern: pattern(`${cap}?(?<c>€|us\\$|c\\$|\\$|£)\\s?(?<n>{NA})\\s?(?<s>k|m(?:illions?)?)?(?!\\w)${tax}(?:\\s*(?:max(?:imum|i)?|budget|total|in total|cap|tops|all in))?`), read: readBudget }, // prettier-ignore
  { pattern: pattern(`${cap}?(?<!\\w)(?<c>eur|usd|gbp|chf|cad)\\s?(?<n>{NA})\\s?(?<s>k|m(?:illions?)?)?(?!\\w)${tax}`), read: readBudget }, // prettier-ignore
  { pattern: pattern(`${cap}?(?<n>{N})\\s?(?<s>k|mille|m|millions?)?\\s?(?:d'|de\\s)?(?<c>${sign})(?!\\w)${tax}(?:\\s*(?:max(?:imum|i)?|budget|total|au total|de budget|de plafond|tout compris))?`), read: readBudget }, // prettier-ignore
  { pattern: pattern(`(?:budget|plafond|cap|enveloppe)\\s*(?:of\\s|de\\s|d'|is now\\s|is\\s|est de\\s|est\\s|to\\s|now\\s|passe a\\s|passe\\s|=|:|max\\s|a\\s)*\\s*(?<n>{N})\\s?(?<s>k)?(?!\\s*(?:h\\b|hours|heures|gpus?|cartes?|days|jours|min))(?!\\w)${tax}`), read: readBareBudget }, // prettier-ignore
  { pattern: pattern(`${cap}(?<n>{N})\\s?(?<unit>${cents})(?!\\w)(?!${hourly})`), read: readCents },
  {
    pattern: pattern(
      `(?<n>{N})\\s?(?<unit>${cents})\\s*(?:max(?:imum|i)?|tops|au plus|at most|(?:de )?budget)(?!\\w)`,
    ),
    read: readCents,
  },
  {
    pattern: new RegExp(`(?<!\\w)(?:(?:not|no|pas|sans|without|never|jamais|avoid|eviter|except|sauf|exclude|surtout pas|anything but|tout sauf)\\s+(?:on\\s|with\\s|at\\s|chez\\s|sur\\s|d'|de\\s)?|(?:on|at|with|from|chez|sur|via|uniquement|only|chez)\\s+)(?<list>(?:${providerWords})(?:\\s*(?:,|/|or|ou|and|et|ni|nor)\\s*(?:chez\\s|sur\\s|on\\s)?(?:${providerWords}))*)(?!\\w)(?:\\s*(?:only|uniquement|seulement))?`, "gu"), // prettier-ignore
    read: readProviders,
  },
  { pattern: new RegExp(`(?<=^[\\s\u00AC]*|[,;\\n]\\s*)(?<list>(?:${providerWords})(?:\\s*(?:,|/|or|ou|and|et)\\s*(?:${providerWords}))*)\\s*(?:only|uniquement|seulement|please|stp)?(?=\\s*(?:[,;.!?\\n]|$))`, "gu"), read: readProviders }, // prettier-ignore
  // "Lambda vs RunPod", "AWS ou GCP pour 8x H100": a choice between places to rent from, or the first word of a wish.
  { pattern: new RegExp(`(?<!\\w)(?<list>(?:${providerWords})(?:(?:\\s*[,/]\\s*|\\s+(?:or|ou|vs\\.?|versus|contre)\\s+)(?:chez\\s|sur\\s|on\\s)?(?:${providerWords}))+)(?!\\w)(?!\\s+(?:models?|modeles?))`, "gu"), read: readProviders }, // prettier-ignore
  { pattern: new RegExp(`(?<=^[\\s\u00AC]*)(?<list>${providerWords})(?=\\s+(?:for|pour)\\s)`, "gu"), read: readProviders }, // prettier-ignore
  { pattern: new RegExp(`(?<!\\w)(?<list>(?:${providerWords})(?:\\s*(?:,|/|or|ou|and|et)\\s*(?:${providerWords}))*)\\s*(?:only|uniquement|seulement)(?!\\w)`, "gu"), read: readProviders }, // prettier-ignore
  {
    pattern:
      /(?<!\w)(?:(?:on|at|with|from|chez|sur|via|only)\s+)(?<name>[a-z0-9]{2,20}(?:cloud|gpus?|compute|hosting))(?!\w)/gu,
    read: (match, draft) => state(draft, match, "limits.providers", [match.named["name"] ?? ""]),
  },
  ...placeRules,
];

/** Durations that limit the run; a plain "72h" counts, a rate or a range does not. */
const until = String.raw`(?:(?<![\w])(?:in|within|under|below|less than|at most|max(?:imum)?|sous|en|dans|for|tourner|tournent|pendant|durant|pour|sur|d'ici|moins de|au plus|pas plus de|have|had|only have|(?:on|nous|je|j'|il)\s?(?:n'|ne\s)?(?:(?:me|nous)\s)?(?:ai|as?|avais|avait|avons|avions|aurait|rest(?:e|ait|erait|ent))|avons|deadline|echeance|delai|finish(?:ed)? in|done in|fini en|with|avec|<=?|a|budget of|budget de)\s*(?:of|de|is|:|=|only|the next|les|moins de|less than|about|environ|max(?:imum)?|seulement|que|just)*\s*)`;
const unit = String.raw`(?<u>h|hrs?|hours?|heures?|d|j|days?|jours?|weeks?|wk|semaines?|months?|mois|minutes?|mins?)(?!\w)`;
const hoursOf = (raw: string): number =>
  raw.startsWith("min") ? 1 / 60 : /^h/u.test(raw) ? 1 : /^(?:d|j)/u.test(raw) ? 24 : /^(?:w|sem)/u.test(raw) ? 168 : 730; // prettier-ignore

/** "à 14h", "demain 9h", "le train de 8h": an hour of the day, not a duration. */
function isClockTime(draft: Draft, match: Match): boolean {
  if (match.named["u"] !== "h" || draft.language !== "fr") return false;
  const at = draft.folded.lastIndexOf(match.named["n"] ?? "", match.end);
  const said = draft.folded.slice(Math.max(0, at - 24), at);
  return /(?:^|[^\w])(?:a|vers|des|demain|matin|soir|(?:train|vol|bus|reunion|point|creneau|seance) de|midi et)\s*$/u.test(said) && !/(?:budget|limite[er]*|reduis|descends?|passe[rz]?|fenetre|duree|delai|max\w*) a\s*$/u.test(said) && Number(match.named["n"]) <= 24; // prettier-ignore
}

function readHours(match: Match, draft: Draft): boolean | "blocked" {
  const before = draft.folded.slice(Math.max(0, match.start - 8), match.start);
  if (isClockTime(draft, match)) return true;
  const after = draft.folded.slice(match.end, match.end + 24);
  // "9h-19h" are hours of the day, "500 h d'audio" is data.
  if (/^\s?[-–]\s?\d/u.test(after) || /^\s*(?:d'|de\s|of\s)(?:audio|speech|voice|video|parole|voix|enregistrement|recording)/u.test(after)) return false; // prettier-ignore
  // "once per epoch (7h)": how long something of the run takes, no limit.
  if (/(?:epochs?|epoques?|checkpoints?|ckpts?|steps?|passes?|evals?|saves?|sauvegardes?)\s*[(=:]\s*$/u.test(draft.folded.slice(Math.max(0, match.start - 24), match.start + 1))) return false; // prettier-ignore
  // "A 30h job", "un run de 30 h": how long it takes, which is for the plan to say.
  if (
    /^\s*(?:long\s)?(?:jobs?|runs?|trainings?)(?!\w)/u.test(after) ||
    /(?<!\w)(?:an?|one|une?|jobs?|runs?|entrainements?)\s+(?:de|d'environ|of)\s+$/u.test(
      draft.folded.slice(Math.max(0, match.start - 24), match.start) +
        match.text.slice(0, match.text.indexOf(match.named["n"] ?? "")),
    )
  ) {
    // prettier-ignore
    draft.claims.push(match.text.trim());
    return true;
  }
  // The end of a range or of a rate; a lead word after "8 H100" ends neither.
  if (/^\s*\d/u.test(match.text) && /[-–\d]\s?$|\/\s*$/u.test(before)) return false;
  if (
    /(?:meeting|reunion|call|presentation|comite|retry)[\s\w]{0,12}$/u.test(
      draft.folded.slice(Math.max(0, match.start - 24), match.start),
    )
  )
    return true;
  const value = parseCount(match.named["n"] ?? "") * hoursOf(match.named["u"] ?? "h");
  if (!within("limits.deadlineHours", value)) return refuseFor(draft, match, "limits.deadlineHours");
  return state(draft, match, "limits.deadlineHours", scaled(value, 1));
}

/** "8B LoRA, 100M tokens, 2 weeks": of a request; of a report it is how long something went on. */
function readBareSpan(match: Match, draft: Draft): boolean | "blocked" {
  const reported = /\b(?:crash\w*|died?|killed|oom|fail\w*|stuck|hang\w*|hung|diverg\w*|plante\w*|tombe\w*|bloque\w*|echou\w*)\b/u; // prettier-ignore
  if (draft.context.current !== null || reported.test(draft.folded)) return false;
  return readHours(match, draft);
}

/** A weekend from Friday evening to Monday morning, a night from evening to morning: hours. */
const weekendHours = 60;
const nightHours = 12;

/** "Died during the night", "a planté ce week-end": when something happened, no limit. */
const happened =
  /(?:[a-z]ed|broke|stuck|froze|hung|ran|went|was|were|est|etait|plante\w*|tombee?|cassee?|arretee?|tuee?|coupee?|explosee?|fini|bloquee?)\s(?:out\s|down\s|off\s)?$/u;

function readNamedSpan(match: Match, draft: Draft): boolean | "blocked" {
  if (happened.test(draft.folded.slice(Math.max(0, match.start - 28), match.start))) return false;
  const hours = match.text.includes("week") ? weekendHours : nightHours;
  return state(draft, match, "limits.deadlineHours", scaled(hours, 1));
}

export const durationRules: readonly Rule[] = [
  {
    pattern: pattern(
      `(?:(?:over|in|within|during|done in)\\s(?:the|a|one|this)\\s(?:long\\s)?(?:week-?\\s?end|night)|overnight|(?:en|sur|pendant|dans|durant|le temps d')\\s?(?:un|une|le|la|ce|cette)\\s(?:seul\\s|seule\\s|long\\s)?(?:week-?\\s?end|nuit))(?!\\w)(?!\\s(?:prochain|dernier|derniere|passee?)(?!\\w))`,
    ),
    read: readNamedSpan,
  },
  {
    pattern: pattern(
      `(?<n>{N})\\s*(?:gpu[\\s-]?(?:h\\b|hours?)|h\\s?gpu|heures?[\\s-]?(?:gpu|carte)s?|card[\\s-]hours?)`,
    ),
    read: (match, draft) => {
      draft.observed["gpuHours"] = parseNumber(match.named["n"] ?? "");
      return true;
    },
  },
  {
    pattern: pattern(`${until}(?<n>{C}|{N})\\s*(?:more\\s|de plus\\s)?${unit}(?:\\s*(?:max(?:imum)?|deadline|left|restants?|tops))?`), // prettier-ignore
    read: readHours,
  },
  { pattern: pattern(`(?<n>{C}|{N})\\s*${unit}(?=\\s*(?:for|pour|to|afin de)\\s+(?:(?:the|all|train\\w*|entrainer|faire|finish|finir|do|run)\\s|\\u00AC|\\d[\\d.,]*\\s?(?:k|m|b|g|md|milliards?|millions?|billion)?\\s*(?:de\\s)?(?:tokens?|jetons?)))`), read: readHours }, // prettier-ignore
  {
    pattern: pattern(
      `(?:reserved|booked|granted|allocated|reserve(?:e?s?)|bloque(?:e?s?)|alloue(?:e?s?))\\s(?:for\\s|us\\s|pour\\s|pendant\\s|sur\\s)?(?:about\\s|environ\\s)?(?<n>{C}|{N})\\s*(?<u>h|hours?|heures?|days?|jours?|weeks?|semaines?)(?!\\w)`,
    ),
    read: readHours,
  },
  { pattern: pattern(`(?<n>{C}|{N})[\\s-](?<u>hours?|days?|weeks?)[\\s-](?:demo|event|workshop|hackathon|trial|conference|class|course)(?!\\w)`), read: readHours }, // prettier-ignore
  { pattern: pattern(`(?:demo|evenement|atelier|hackathon|salon|formation|essai)\\s(?:de|d'|sur)\\s?(?<n>{C}|{N})\\s*(?<u>heures?|jours?|semaines?)(?!\\w)`), read: readHours }, // prettier-ignore
  { pattern: pattern(`(?<n>{C}|{N})\\s*${unit}\\s*(?:max(?:imum)?|deadline|tops|at most|au plus(?! tard)|left)`), read: readHours }, // prettier-ignore
  { pattern: pattern(`(?<=^\\s*|[,;.(+\\n]\\s*|\\b(?:and|et|with|avec|under|ou|or)\\s)(?<n>{N})\\s*(?<u>h|hours?|heures?)(?!\\w)(?!\\s*\\d|\\s*(?:/|per|par|a day|par jour|gpu|of|de h|pour|each))`), read: readHours }, // prettier-ignore
  { pattern: pattern(`(?<=^\\s*|[,;.(\\n]\\s*)(?<n>{C}|{N})\\s*(?<u>days?|jours?|weeks?|semaines?|months?|mois)(?=\\s*(?:[,;.)!?\\n]|$))`), read: readBareSpan }, // prettier-ignore
];
