import { has, state, take, wordsAt, type Draft, type Match, type Rule } from "./draft.ts";
import { pendingOf, put } from "./put-fact.ts";

/** Areas, groups of areas and countries as the catalogue's table of regions names them. */
const places: readonly (readonly [string, string])[] = [
  ["eu", String.raw`e\.?u\.?|european union|union europeenne|ue|rgpd|gdpr`],
  ["europe", "europe|european|europeen(?:ne)?s?"],
  ["eea", "eea|european economic area|espace economique europeen|eee"],
  ["us", "u\\.?s\\.?a?|united states|etats-unis|america|amerique|american|americain(?:e)?s?"],
  ["north-america", "north america|amerique du nord"],
  ["south-america", "south america|latin america|amerique du sud|amerique latine"],
  ["apac", "apac|asia[ -]pacific|asie[ -]pacifique"],
  ["asia", "asia|asie"], ["africa", "africa|afrique"], ["oceania", "oceania|oceanie"],
  ["me", "middle east|moyen[ -]orient"], ["emea", "emea"],
  ["fr", "france"], ["de", "germany|allemagne"], ["uk", "uk|united kingdom|royaume-uni|england|angleterre|great britain|britain|grande-bretagne"],
  ["ca", "canada"], ["nl", "netherlands|pays-bas|holland|hollande"], ["fi", "finland|finlande"], ["no", "norway|norvege"], ["se", "sweden|suede"],
  ["it", "italy|italie"], ["es", "spain|espagne"], ["pt", "portugal"], ["ie", "ireland|irlande"], ["be", "belgium|belgique"], ["lu", "luxembourg"],
  ["at", "austria|autriche"], ["dk", "denmark|danemark"], ["pl", "poland|pologne"], ["cz", "czech republic|czechia|tchequie|republique tcheque"],
  ["ro", "romania|roumanie"], ["gr", "greece|grece"], ["hu", "hungary|hongrie"], ["bg", "bulgaria|bulgarie"], ["hr", "croatia|croatie"],
  ["ee", "estonia|estonie"], ["lv", "latvia|lettonie"], ["lt", "lithuania|lituanie"], ["sk", "slovakia|slovaquie"], ["si", "slovenia|slovenie"],
  ["ch", "switzerland|suisse"], ["is", "iceland|islande"], ["jp", "japan|japon"], ["in", "india|inde"], ["kr", "south korea|korea|coree du sud|coree"],
  ["sg", "singapore|singapour"], ["hk", "hong[ -]kong"], ["tw", "taiwan"], ["cn", "china|chine"], ["id", "indonesia|indonesie"],
  ["my", "malaysia|malaisie"], ["th", "thailand|thailande"], ["au", "australia|australie"], ["nz", "new zealand|nouvelle-zelande"],
  ["br", "brazil|bresil"], ["mx", "mexico|mexique"], ["cl", "chile|chili"], ["za", "south africa|afrique du sud"],
]; // prettier-ignore
/** Every word for a place, as one alternative of a pattern. */
export const placeWords = places
  .flatMap(([, forms]) => forms.split("|"))
  .sort((a, b) => b.length - a.length)
  .join("|");
const whole = places.map(([id, forms]) => [id, new RegExp(`^(?:${forms})$`, "u")] as const);

const anyPlace = new RegExp(`^(?:${placeWords})$`, "u");

const idOf = (word: string): string | undefined =>
  anyPlace.test(word) ? whole.find(([, form]) => form.test(word))?.[0] : undefined;
export const isPlace = (folded: string): boolean => idOf(folded) !== undefined;

const another = new RegExp(
  String.raw`^(?:\s*/\s*|,?\s(?:or|nor|ou|ni)\s)(?:(?:in|en|aux?|the|l'|la|les|le|d'|de)\s*)*(?<place>${placeWords})(?!\w)`,
  "u",
);

/** Where personal data may lie is a matter of law, and the law's Europe is the Union. */
const resides = /stay|reste|data|donnees|resid|souverain|sovereign|hosted|heberge|gdpr|rgpd/u;
/** "outside the US": where it may be is everywhere else. */
const shutOut = /(?<!\w)(?:(?:anywhere |somewhere )?outside(?: of)?|not|no|never|without|sans|aucun|jamais|(?:n'importe ou |partout )?(?:en de)?hors(?: d(?:es|[eu]))?(?: d')?|pas|sauf|except|excluding|anywhere but|partout sauf)\s*(?:in\s|en\s|aux?\s|the\s|l'|la\s|les\s)*$/u; // prettier-ignore

const nameable = ["eu", "europe", "uk", "us", "north-america", "asia"];

/** Groups of areas and what each admits, as `catalog/regions.yaml` has them; together they are everywhere. */
export const everywhere: Readonly<Record<string, readonly string[]>> = {
  europe: ["eu", "uk", "no", "ch", "is"],
  "north-america": ["us", "ca"],
  "south-america": ["br", "cl"],
  asia: ["jp", "kr", "cn", "hk", "tw", "in", "sg", "id", "my", "th"],
  oceania: ["au", "nz"],
  africa: ["za"],
  me: ["me"],
  mx: ["mx"],
};

/** Everywhere but there; null for a country of a larger area, which no limit can leave out. */
function outside(ids: readonly string[]): readonly string[] | null {
  const areas = Object.values(everywhere).flat();
  const refused = ids.flatMap((id) => everywhere[id] ?? (areas.includes(id) ? [id] : []));
  if (refused.length < ids.length) return null;
  return Object.entries(everywhere).flatMap(([group, admits]) => {
    const left = admits.filter((one) => !refused.includes(one));
    return left.length === admits.length ? [group] : left;
  });
}

/** A place that is ruled out, until all of them are known. */
export const refusePlace = (draft: Draft, place: string, match: Pick<Match, "start">, read: string): true => {
  draft.pending.push({ kind: "refused-place", value: idOf(place) ?? place, start: match.start, where: read });
  return true;
};

/** "Not in the US or Asia": the run may be everywhere else. */
export function settleRefusedPlaces(draft: Draft): void {
  const refused = pendingOf(draft, "refused-place");
  const [first] = refused;
  if (first === undefined || has(draft, "limits.regions")) return;
  const left = outside(refused.map(({ value }) => String(value)));
  if (left !== null) {
    put(draft, first, "limits.regions", left);
    return;
  }
  for (const { value, where } of refused) {
    const allowed = nameable.filter((one) => one !== value);
    draft.problems.push({ code: "unknown-value", path: "limits.regions", read: where, allowed });
  }
}

/** "J'ai déjà eu des OOM": the participle of "avoir", not the Union. */
const participle =
  /(?:j'|(?<!\w)(?:ai|as|a|avons|avez|ont|avais|avait|avions|aviez|avaient|aurais|aurait|auraient|ayant|deja|jamais|pas|toujours|encore|souvent|trop|bien|rien|tous|meme|aussi)\s+)$/u;

const isParticiple = (draft: Draft, place: number): boolean =>
  draft.canonical.text.slice(place, place + 2) === "eu" &&
  !/(?<!\p{L})[àÀ]\s+$/u.test(draft.canonical.text.slice(0, place)) &&
  participle.test(draft.folded.slice(Math.max(0, place - 14), place));

/** "Not in the US or Asia": one refusal, said of several places. */
function refuseMore(draft: Draft, from: number): void {
  const next = another.exec(draft.rest.slice(from));
  const place = next?.groups?.["place"];
  if (next === null || place === undefined) return;
  const end = from + next[0].length;
  take(draft, from, end);
  refusePlace(draft, place, { start: from }, wordsAt(draft, end - place.length, end));
  refuseMore(draft, end);
}

function readPlace(match: Match, draft: Draft): boolean | "blocked" {
  const id = idOf(match.named["place"] ?? "");
  if (id === undefined) return false;
  const from = Math.max(0, match.start - 24);
  const place = match.start + match.text.lastIndexOf(match.named["place"] ?? "");
  if (isParticiple(draft, place)) return "blocked";
  const against = shutOut.exec(draft.folded.slice(from, place));
  if (against !== null) {
    const read = wordsAt(draft, from + against.index, match.end);
    take(draft, from + against.index, place);
    refuseMore(draft, match.end);
    return refusePlace(draft, match.named["place"] ?? "", match, read);
  }
  if (!resides.test(match.text) || (id !== "eu" && id !== "europe"))
    return state(draft, match, "limits.regions", [id]);
  state(draft, match, "limits.residency", "eu");
  return state(draft, match, "limits.regions", ["eu"]);
}

const the = String.raw`(?:the\s|l'|la\s|le\s|les\s)?`;

export const placeRules: readonly Rule[] = [
  {
    pattern: /(?<![\w-])(?:region\s*[:=]?\s*)?(?<r>(?:us|eu|ap|ca|sa|me|af|il)-(?:north|south|east|west|central|northeast|southeast|gov-east|gov-west)-?\d|europe-(?:west|north|central|southwest)\d+|us-(?:central|east|west|south)\d|asia-[a-z]+\d|fr-par(?:-\d)?|nl-ams(?:-\d)?|pl-waw(?:-\d)?|(?:west|north)europe|(?:east|west)us\d?|francecentral|uksouth|gra\d{1,2}|fin-\d{2}|eu-[a-z]{2}-\d)(?![\w-])/gu, // prettier-ignore
    read: (match, draft) => state(draft, match, "limits.regions", [match.named["r"] ?? ""]),
  },
  {
    pattern: new RegExp(`(?<!\\w)(?:(?:data|donnees)\\s*(?:must|doivent|has to|have to|to)?\\s*(?:stay|rester|restent|stays|hosted|hebergees?)?\\s*)?(?:(?:stay|hosted|hebergee?s?|resident|sovereign|residency|available|only|uniquement)\\s*)?(?:(?:in|en|within|inside|outside(?:\\sof)?|dans|au|aux|from|de|a|sauf|except|excluding)\\s+|(?:hors|en dehors)\\s(?:de\\s|du\\s|des\\s|d'))${the}(?<place>${placeWords})(?!\\w)(?:\\s*(?:only|uniquement|seulement|region|cloud))?`, "gu"), // prettier-ignore
    read: readPlace,
  },
  {
    pattern: new RegExp(`(?<!\\w)(?:impose[nrst]*|imposons|exige\\w*|requires?|mandates?|demands?|oblige\\w* a)\\s${the}(?<place>${placeWords})(?!\\w)`, "gu"), // prettier-ignore
    read: readPlace,
  },
  {
    pattern: new RegExp(`(?<!\\w)(?:region\\s*[:=]?\\s*)(?<place>${placeWords})(?!\\w)`, "gu"),
    read: readPlace,
  },
  { pattern: new RegExp(`(?<!\\w)(?<place>${placeWords})(?:[\\s-]*(?:only|region|uniquement|seulement|hosted|based|clouds?|datacenters?|exclusivement|providers?|sellers?|vendors?|companies))(?!\\w)|(?<!\\w)(?:providers?|fournisseurs?|hebergeurs?|clouds?|vendeurs?|data ?centers?)\\s(?:en\\s)?(?<area>${placeWords})(?!\\w)`, "gu"), read: (match, draft) => readPlace({ ...match, named: { ...match.named, place: match.named["place"] ?? match.named["area"] } }, draft) }, // prettier-ignore
  {
    pattern: /(?<!\w)(?<place>eu|ue|europe|rgpd|gdpr|apac|emea|eea)(?!\w)/gu,
    read: readPlace,
  },
];
