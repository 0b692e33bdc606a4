import { isAside } from "./aside.ts";
import { anySize, count, everySize, join, stateGpus, tail, usualGib } from "./card-words.ts";
import { state, wordsAt, type Draft, type Match, type Rule } from "./draft.ts";
import { pattern } from "./numbers.ts";

/** Machines and chips that people name and no catalogue of accelerators has. */
const otherMachines = String.raw`(?:apple\s)?(?:mac ?(?:studio|mini|book(?: ?(?:pro|air))?)|imac)(?:\s(?:with |avec )?(?:an? |une? )?m[1-9](?:\s?(?:ultra|max|pro))?)?|(?:apple\s)m[1-9](?:\s?(?:ultra|max|pro))?|m[1-9]\s?(?:ultra|max|pro)|apple silicon|(?:nvidia\s)?dgx[\s-]station(?:\s(?:gb300|a100|v100))?|(?:nvidia\s)?jetson(?:\s(?:agx|orin|thor|xavier|nano|nx)){0,3}|(?:amd\s)?(?:strix halo|ryzen ai max\+?(?:\s?\d{3})?)|cerebras(?:\s(?:cs|wse)-?\d)?|groq(?:\s?lpu)?|inferentia\s?\d?|ascend\s?9\d\d[a-d]?|snapdragon(?: x(?: elite)?)?|raspberry pi(?:\s?\d)?|tenstorrent(?:\s\w{1,12})?|sambanova|(?:intel\s)?npu`;
/** Cards of makers and generations that the catalogue may lack; their memory sizes them all the same. */
const otherCards = String.raw`(?:intel\s)?(?:arc\s)(?:pro\s)?[ab]\d{2,3}m?|(?:(?:amd\s)?radeon\s)?rx[\s-]?\d{4}\s?(?:xtx?|gre)?|(?:rtx|gtx|rx)[\s-]?\d{4}\s?(?:ti super|super|ti|xtx?|gre|ada)?|(?:amd\s)?instinct\smi\d{2,3}x?`;

/** "RTX 3060" whatever the case it was typed in; a machine of several words as it was typed. */
const cardWords = (draft: Draft, match: Match, name: string): string =>
  /\d{3}/u.test(name) && !/ada|arc|radeon|intel|ryzen|ascend/u.test(name)
    ? name.toUpperCase()
    : wordsAt(
        draft,
        match.start + match.text.lastIndexOf(name),
        match.start + match.text.lastIndexOf(name) + name.length,
      );

/** "… or an M3 Ultra": beside a card that is known it is named as not understood, and does not stop the rest. */
const standsBeside = (draft: Draft, match: Match): boolean =>
  draft.facts.some(({ field }) => field === "accelerator") &&
  /(?:\bor|\bou|\band|\bet|,|about|\/|vs\.?|than|que)\s*(?:on |an? |une? |the |la |le |my |ma |mon )?$/u.test(draft.folded.slice(Math.max(0, match.start - 16), match.start)); // prettier-ignore

/** A machine that no catalogue of accelerators has: told, and the run is sized on the cards that it has. */
function readOtherMachine(match: Match, draft: Draft): boolean {
  const name = match.named["name"] ?? "";
  if (draft.context.lookup.resolveAccelerator(name).kind !== "none" || standsBeside(draft, match)) return false; // prettier-ignore
  draft.premises.push({ code: "not-in-catalogue", params: { read: cardWords(draft, match, name) } });
  return true;
}

/** "4 of them"; the article of "an Arc" counts nothing. */
function stateCards(draft: Draft, match: Match): true {
  const n = /^(?:an?|une?)$/u.test(match.named["n"] ?? "a") ? null : count(match.named["n"]);
  return n === null ? true : stateGpus(draft, match, n, null);
}

/** Looks like a card and is in no catalogue: sized by its memory when that is stated, else named, with the nearest ones. */
function readUnknownCard(match: Match, draft: Draft): boolean {
  const written = match.named["name"] ?? "";
  const name = /\d/u.test(written) ? written.replace(/s$/u, "") : written;
  const found = draft.context.lookup.resolveAccelerator(name);
  if (found.kind !== "none") return false;
  if (standsBeside(draft, match)) return false;
  const size = match.named["before"] ?? match.named["size"] ?? match.named["bare"];
  if (size !== undefined && !isAside(draft, match.start)) {
    const value = usualGib(draft.context.lookup, Number(size));
    draft.premises.push({ code: "not-in-catalogue", params: { read: cardWords(draft, match, name), sized: true } }); // prettier-ignore
    draft.assumed.push({ field: "memoryGib", value, why: "usable-of-sold-size" });
    state(draft, match, "memoryGib", value);
    return stateCards(draft, match);
  }
  draft.problems.push({
    code: "unknown-accelerator",
    path: "accelerator",
    read: cardWords(draft, match, name),
    nearest: /\d{3}/u.test(name) ? found.nearest.map((one) => one.name) : [],
  });
  return isAside(draft, match.start) || stateCards(draft, match);
}

/** Names of machines and cards that stand in no catalogue. */
export const unknownCardRules: readonly Rule[] = [
  {
    pattern: pattern(
      `(?:(?<n>{C})${join})?(?<!\\w)(?<name>${otherMachines})(?![\\w-]|[.]\\d)(?<memory>[\\s,(]{0,3}(?:with\\s|avec\\s|a\\s)?\\d{1,4}\\s?(?:gb|go|g|gib|gio|gigs?)(?!\\w)(?:\\s?(?:of |de )?(?:unified|unifiee?s?|memory|memoire|ram)(?:\\s(?:memory|unifiee?))?)?)?`,
    ),
    read: readOtherMachine,
  },
  {
    pattern: pattern(`(?:(?<n>{C})${join})?(?:(?<before>${everySize})\\s?(?:gb|go|g)\\s)?(?<!\\w)(?<name>${otherCards}|(?:(?:rtx|gtx|quadro|radeon|tesla|titan|instinct|gaudi|tpu)[\\s-]?[a-z]?\\d{1,4}[a-z]{0,3}|(?:a|h|b|l|v|p|t|k|mi|gh|gb)\\d{3}[a-z]{0,2}|a\\d{4}|(?!p[59]0(?!\\d))[hkpm]\\d0))s?(?![\\w-]|[.]\\d)${anySize}${tail}`), // prettier-ignore
    read: readUnknownCard,
  },
];
