import { stateWithin, type BoundField } from "./bounds.ts";
import { state, type Draft, type Match, type Rule } from "./draft.ts";
import { parseCount, pattern, scaled, scaleOf } from "./numbers.ts";

const rollsOut = ({ folded, context: { current } }: Draft): boolean =>
  /(?<!\w)grpo(?:trainer)?(?!\w)/u.test(folded) ||
  (current?.objective === "grpo" && current.method !== "inference");

const tokens = String.raw`(?:tokens?|jetons?|toks?)`;
const engine = String.raw`(?:vllm|sglang)`;
const runs = String.raw`\s*(?:is |are |runs |running |placed |tourne |qui tourne |place )?`;
const prompt = String.raw`(?:prompts?|invites?)`;
const completion = String.raw`(?:completions?|responses?|answers?|rollouts?|reponses?)`;

const length =
  (field: BoundField) =>
  (match: Match, draft: Draft): boolean => {
    if (!rollsOut(draft)) return false;
    const value = scaled(parseCount(match.named["n"] ?? ""), scaleOf(match.named["s"]));
    // "prompt 2": the second of them, not a length.
    if (value > 0 && value < 16 && !/tok|jet|len|longueur/u.test(match.text)) return false;
    return stateWithin(draft, match, field, value);
  };

const writer =
  (value: "colocated" | "server") =>
  (match: Match, draft: Draft): boolean =>
    rollsOut(draft) && state(draft, match, "rollout.engine", value);

/** "8 generations of 1,024 tokens" */
function countAndLength(match: Match, draft: Draft): boolean {
  return perPrompt(match, draft) && length("rollout.outputTokens")({ ...match, named: { ...match.named, n: match.named["each"] } }, draft); // prettier-ignore
}

function perPrompt(match: Match, draft: Draft): boolean {
  return (
    rollsOut(draft) && stateWithin(draft, match, "rollout.generations", parseCount(match.named["n"] ?? ""))
  );
}

const lengthRules = (word: string, field: BoundField): Rule[] => [
  { pattern: pattern(`(?<!\\w)max(?:imum)?[\\s_-]*${word}(?:[\\s_-]*(?:len(?:gth)?|${tokens}))?\\s*(?:of|de|is|=|:)?\\s*(?<n>{NA})\\s*(?<s>k)?(?:\\s*${tokens})?(?!\\w)`), read: length(field) }, // prettier-ignore
  { pattern: pattern(`(?<!\\w)${word}[\\s_-]*(?:len(?:gth)?|longueur)\\s*(?:of|de|is|=|:)?\\s*(?<n>{NA})\\s*(?<s>k)?(?:\\s*${tokens})?(?!\\w)`), read: length(field) }, // prettier-ignore
  { pattern: pattern(`(?<!\\w)${word}\\s*(?:(?:are|is|of|de|d'|sont|font|fait|=|:|up to|capped at|jusqu'a|around|about|roughly|environ|at most|au plus|max(?:imum)?)\\s*){0,3}(?<n>{NA})\\s*(?<s>k)?(?:\\s*${tokens})?(?![\\w.,]*\\d)(?!\\w)`), read: length(field) }, // prettier-ignore
  { pattern: pattern(`(?<n>{N})\\s*(?<s>k)?[\\s-]*(?:${tokens}[\\s-]*(?:max(?:imum)?\\s)?(?:de |d'|par |per |for the |pour les |of )?|max(?:imum)?\\s)${word}(?!\\w)(?!\\s*(?:of|de)\\s*\\d)`), read: length(field) }, // prettier-ignore
];

/** Where the completions of a training are written, and how long they and their prompts are (GRPO). */
export const rolloutRules: readonly Rule[] = [
  {
    pattern: pattern(`(?<n>{C})\\s*(?:gens?|samples?|sorties)\\s*(?:per|par|a)\\s*${prompt}(?!\\w)`),
    read: perPrompt,
  },
  {
    pattern: pattern(`(?<!\\w)num[\\s_-]*generations?\\s*(?:of|de|is|=|:)?\\s*(?<n>\\d{1,6})(?![\\w.,]*\\d)`),
    read: perPrompt,
  },
  {
    pattern: pattern(
      `(?<!\\w)(?:group(?: size)?|(?:taille de )?groupe)\\s*(?:of|de|is|=|:)?\\s*(?<n>\\d{1,4})(?:\\s*(?:${completion}|generations?))?(?![\\w.,]*\\d)`,
    ),
    read: perPrompt,
  },
  {
    pattern: pattern(
      `(?<!\\w)(?:${completion}|generations?)\\s*(?:per|by|par|a)\\s*(?:each\\s)?${prompt}\\s*(?:is|est|=|:)?\\s*(?<n>\\d{1,4})(?![\\w.,]*\\d)`,
    ),
    read: perPrompt,
  },
  {
    pattern: pattern(`(?<n>{C})\\s*(?:${completion}|generations?|sorties)\\s*(?:(?:of|de|d'|at|a|x|~|up to|jusqu'a|about|environ|max)\\s*){1,2}(?<each>{N})\\s*(?<s>k)?\\s*${tokens}(?!\\w)`), // prettier-ignore
    read: countAndLength,
  },
  {
    pattern: pattern(
      `(?<n>{C})\\s*(?:completions|generations|rollouts|responses|answers|reponses|generees)(?!\\w)(?!\\s*(?:of|de|d'|=|:|up to|jusqu'a)?\\s*\\d)(?:\\s*(?:per|for each|for every|par|pour chaque|a)\\s*(?:an?\\s|une?\\s)?(?:${prompt}|question))?`,
    ),
    read: perPrompt,
  },
  { pattern: pattern(`(?:${engine}[\\s_-]*(?:mode\\s*)?(?:=|:|in|en|is|mode)?\\s*["']?co-?loca(?:ted?|tion|lise)(?:\\s*mode)?|co-?loca(?:ted?|lise)\\s*${engine})(?!\\w)`), read: writer("colocated") }, // prettier-ignore
  { pattern: pattern(`${engine}${runs}(?:(?:on|sharing|sur|partageant)\\s*(?:the |les |la |exactly the )?(?:same|memes?)(?!\\w)(?!\\s*(?:nodes?|machines?|box|server|hosts?|noeuds?|serveur))|in[\\s-]process|beside the trainer)`), read: writer("colocated") }, // prettier-ignore
  { pattern: pattern(`(?:${engine}[\\s_-]*(?:mode\\s*)?(?:=|:|in|en|as an?|is|mode)?\\s*["']?serve(?:u?r)?(?:\\s*mode)?|serveur\\s*${engine})(?!\\w)`), read: writer("server") }, // prettier-ignore
  { pattern: pattern(`${engine}${runs}(?:on|sur)\\s*(?:an?\\s|the\\s|its\\s|their\\s|une?\\s|des\\s|d'|de\\s|les\\s|ses\\s|son\\s|sa\\s|{C}\\s)?(?:{C}\\s)?(?:(?:own|others?|another|separate|dedicated|different|autres?|propres?)\\s*(?:gpus?|cards?|cartes?|nodes?|noeuds?|machines?)?|(?:gpus?|cartes?|noeuds?|machines?)\\s*(?:of (?:its|their) own|a part|separee?s?|dediee?s?|apart))(?!\\w)`), read: writer("server") }, // prettier-ignore
  ...lengthRules(prompt, "rollout.promptTokens"),
  ...lengthRules(completion, "rollout.outputTokens"),
];

const forTraining = String.raw`(?:for|pour)\s(?:the\s|l'|la\s|le\s)?(?:train(?:ing|er)?|learn(?:ing|er)|policy|entrainement|entrainer|apprentissage|politique)`;
const forWriting = String.raw`(?:for|pour)\s(?:the\s|l'|la\s|le\s|les\s)?(?:generation|generating|generat(?:e|or)|rollouts?|sampling|completions?|inference|vllm|sglang|generer|reponses)`;
const cards = String.raw`\s*(?:gpus?|cards?|cartes?)?\s*`;
const and = String.raw`[\s,;+/&]*(?:(?:and|et|plus|puis)\s)?`;

/** All GPUs that are paid for: those that train and those that write. */
function stateBoth(match: Match, draft: Draft, gpus: number): boolean {
  if (!rollsOut(draft)) return false;
  draft.assumed.push({ field: "gpus", value: gpus, why: "training-and-writing-together" });
  return stateWithin(draft, match, "gpus", gpus);
}

const readSplit = (match: Match, draft: Draft): boolean =>
  stateBoth(match, draft, parseCount(match.named["n"] ?? "") + parseCount(match.named["m"] ?? ""));

/** "4 H100 for training and 4 for generation": the cards were read, and the others come to them. */
function readOthers(match: Match, draft: Draft): boolean {
  const at = draft.facts.findLastIndex(({ field, start }) => field === "gpus" && start <= match.start);
  const stated = draft.facts[at]?.value;
  const both = Number(stated) + parseCount(match.named["m"] ?? "");
  if (typeof stated !== "number" || !stateBoth(match, draft, both)) return false;
  draft.facts.splice(at, 1);
  return true;
}

/** GPUs of a training apart from those on which its completions are written; after the cards. */
export const rolloutSplitRules: readonly Rule[] = [
  { pattern: pattern(`(?<n>{C})${cards}${forTraining}${and}(?<m>{C})${cards}${forWriting}(?!\\w)`), read: readSplit }, // prettier-ignore
  { pattern: pattern(`(?<n>{C})${cards}${forWriting}${and}(?<m>{C})${cards}${forTraining}(?!\\w)`), read: readSplit }, // prettier-ignore
  { pattern: pattern(`(?<=\\u00AC\\s*)(?:${forTraining})${and}(?<m>{C})${cards}${forWriting}(?!\\w)`), read: readOthers }, // prettier-ignore
  { pattern: pattern(`(?<=\\u00AC\\s*)(?:${forWriting})${and}(?<m>{C})${cards}${forTraining}(?!\\w)`), read: readOthers }, // prettier-ignore
];
