import { state, take, wordsAt, type Draft, type Match, type Rule } from "./draft.ts";

/** Areas, groups of areas and countries as the catalogue's table of regions names them. */
const places: readonly (readonly [string, string])[] = [
  ["eu", String.raw`e\.?u\.?|european union|union europeenne|ue|rgpd|gdpr`],
  ["europe", "europe"],
  ["eea", "eea|european economic area|espace economique europeen|eee"],
  ["us", "u\\.?s\\.?a?|united states|etats-unis|america|amerique"],
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

/** Where personal data may lie is a matter of law, and the law's Europe is the Union. */
const resides = /stay|reste|data|donnees|resid|souverain|sovereign|hosted|heberge|gdpr|rgpd/u;
/** "outside the US": no limit says it; the places that may be named are, rather than the opposite taken. */
const shutOut = /(?<!\w)(?:(?:anywhere |somewhere )?outside(?: of)?|not|(?:n'importe ou |partout )?(?:en de)?hors(?: d(?:es|[eu]))?(?: d')?|pas|sauf|except|excluding|anywhere but|partout sauf)\s*(?:in\s|en\s|aux?\s|the\s|l'|la\s|les\s)*$/u; // prettier-ignore

const nameable = ["eu", "europe", "uk", "us", "north-america", "asia"];

/** No limit says where a run may not be. */
export function refusePlace(draft: Draft, place: string, read: string): true {
  const id = idOf(place);
  const allowed = nameable.filter((one) => one !== id);
  draft.problems.push({ code: "unknown-value", path: "limits.regions", read, allowed });
  return true;
}

function readPlace(match: Match, draft: Draft): boolean {
  const id = idOf(match.named["place"] ?? "");
  if (id === undefined) return false;
  const from = Math.max(0, match.start - 24);
  const place = match.start + match.text.lastIndexOf(match.named["place"] ?? "");
  const against = shutOut.exec(draft.folded.slice(from, place));
  if (against !== null) {
    const read = wordsAt(draft, from + against.index, match.end);
    take(draft, from + against.index, place);
    return refusePlace(draft, match.named["place"] ?? "", read);
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
  { pattern: new RegExp(`(?<!\\w)(?<place>${placeWords})(?:[\\s-]*(?:only|region|uniquement|seulement|hosted|based|cloud|datacenter|exclusivement))(?!\\w)`, "gu"), read: readPlace }, // prettier-ignore
  {
    pattern:
      /(?<!\w)(?<!(?:\bai|\bas|\ba|avons|avez|\bont|avais|avait)\s)(?<place>eu|ue|europe|rgpd|gdpr|apac|emea|eea)(?!\w)/gu,
    read: readPlace,
  },
];
