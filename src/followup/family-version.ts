import type { CatalogueLookup } from "../domain/catalogue.ts";
import type { Draft, Pending } from "./draft.ts";
import { put } from "./put-fact.ts";

const everyModel = 500;
const families = new WeakMap<CatalogueLookup, ReadonlySet<string>>();

/** First words of the catalogue's names, without the version written against them: "Qwen2.5 7B" is of the family qwen. */
function familiesOf(lookup: CatalogueLookup): ReadonlySet<string> {
  let known = families.get(lookup);
  if (known === undefined) {
    const first = lookup.searchModels("", everyModel).map(({ name }) => /^[a-z]{3,}/u.exec(name.toLowerCase())?.[0]);
    known = new Set(first.flatMap((word) => (word === undefined || word === "all" || word === "open" || word === "step" ? [] : [word])));
    families.set(lookup, known);
  }
  return known;
} // prettier-ignore

const familyWord = /(?<![\w.-])(?<family>[a-z]{3,14})[\s-]?$/u;
const familyAndVersion =
  /(?<![\w.-])(?<family>[a-z]{3,14})[\s-]?(?<version>[vr]?\d{1,2}(?:\.\d{1,2})?)?[\s-]+$/u;

/**
 * "llama 3 405b": what looks like one number with a space for its thousands is a version and a size when the name of a
 * family stands before it. Characters of the version with its space; 0 = one number.
 */
export function versionBefore(draft: Draft, start: number, raw: string): number {
  const split = /^(\d{1,2}) \d{3}$/u.exec(raw);
  const family = familyWord.exec(draft.folded.slice(Math.max(0, start - 16), start))?.groups?.["family"];
  if (split?.[1] === undefined || family === undefined) return 0;
  return familiesOf(draft.context.lookup).has(family) ? split[1].length + 1 : 0;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const sized = (billions: number): string =>
  billions < 1 ? `${Math.round(billions * 1000)}M` : `${billions}B`;

/** A size as good as another: names round. */
const near = 0.04;

/** The model of a size alone, with the family and version that stand before it where they do. */
export function putSizedModel(draft: Draft, size: Pending, billions: number): void {
  const { lookup } = draft.context;
  const from = Math.max(0, size.start - 24);
  const found = familyAndVersion.exec(draft.folded.slice(from, size.start));
  const { family = "", version } = found?.groups ?? {};
  const ours = found !== null && familiesOf(lookup).has(family);
  if (found !== null && ours) {
    draft.taken.fill(1, from + found.index, size.start);
    const known = lookup.resolveModel(`${family} ${sized(billions)}`);
    const total =
      known.kind === "one" ? (lookup.model(known.match.id)?.parametersTotal ?? 0) / 1e9 : 0;
    if (known.kind === "one" && Math.abs(total / billions - 1) < near) {
      draft.assumed.push({ field: "model", value: known.match.id, why: "other-version" });
      put(draft, size, "model", known.match.id);
      return;
    }
  }
  const hyphened =
    /[A-Za-z][\w.]{0,28}-$/u.exec(draft.canonical.text.slice(Math.max(0, size.start - 30), size.start))?.[0] ?? "";
  draft.taken.fill(1, size.start - hyphened.length, size.start);
  const name = ours
    ? [capital(family), version, sized(billions)].filter((part) => part !== undefined).join(" ")
    : hyphened + sized(billions);
  draft.assumed.push({ field: "model", value: name, why: "size-only" });
  put(draft, size, "model", { name, params_total: Math.round(billions * 1e9) });
} // prettier-ignore
