import type { CatalogueLookup } from "../domain/catalogue.ts";
import type { Intent } from "../domain/conversation.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import type { Draft } from "./draft.ts";
import { fold } from "./normalize.ts";
import { isNoise } from "./unread.ts";

/** Endings and forms that names of models have and words of a sentence have not. */
const shapedLikeAName =
  /^(?=.*[a-z])(?:[\w.-]*\d[\w.-]*-[\w.-]+|[\w.-]+-[\w.-]*\d[\w.-]*|\w{2,}(?:net|nets|gpt|bert|llm|llama|mistral|qwen|former|mamba|moe|vlm|diffusion)|[a-z]{3,}[\w.]*-(?:large|base|small|medium|tiny|xl|xxl|instruct))$/u;

const method = String.raw`(?:q?lora|dora|full ?(?:fine-?tun\w+|ft)|fine-?tun\w+|finetun\w+|pre-?train\w*|sft|dpo|inference)`;

/** Right beside the method: "foobarnet lora", "fine-tune foobarnet". */
const besideTheMethod = (folded: string, word: string): boolean => {
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  return new RegExp(`(?:^|[,;:\\n]\\s*)${literal}\\s+(?:en |in |with |avec )?${method}(?!\\w)|(?<!\\w)${method}\\s+${literal}\\s*(?:$|[,;:\\n]|on |sur )`, "u").test(folded); // prettier-ignore
};

/** Models that their makers serve and nobody can download. */
const closed =
  /(?<![\w/-])(?:gpt[\s-]?(?:3\.5|4|5)(?:\.\d)?[\s-]?(?:o|turbo|mini|nano|pro|codex){0,2}|chat ?gpt(?:[\s-]?\d(?:\.\d)?o?)?|(?:anthropic'?s?\s)?claude(?:[\s-]?(?:opus|sonnet|haiku|instant|\d(?:\.\d)?)){0,3}|(?:google\s)?gemini(?:[\s-]?(?:\d(?:\.\d)?|pro|flash|ultra|nano)){0,3}|o[134]-(?:mini|pro|preview)|dall-?e(?:[\s-]?\d)?|midjourney)(?![\w/])/u;

const ofARun =
  /(?<!\w)(?:fine[- ]?tun\w*|(?:pre-?)?train\w*|q?lora|host\w*|serv(?:e|es|ing|ir|ons)|deploy\w*|self-?host\w*|run|running|size|gpus?|vram|affin\w*|entrain\w*|heberg\w*|deploi\w*|tourner|cartes?)(?!\w)/u;

/** A run of a model that cannot be had: named for what it is, where no other model stands beside it. */
function closedModel(folded: string, understood: RunSpec): Problem | null {
  if (understood.model !== undefined) return null;
  const read = ofARun.test(folded) ? closed.exec(folded)?.[0] : undefined;
  return read === undefined ? null : { code: "closed-model", path: "model", read };
}

/**
 * The word of a run that can only be its model and is in no catalogue; null when the run names one, or when no word
 * left over looks like a name. Never more than the first: the person is asked for it anyway.
 */
function unknownModel(
  folded: string,
  understood: RunSpec,
  unread: readonly string[],
  lookup: CatalogueLookup,
): Problem | null {
  if (understood.model !== undefined || understood.memoryGib !== undefined) return null;
  const name = unread.find((word) => {
    const one = fold(word);
    return /^[\w.-]{3,60}$/u.test(one) && (shapedLikeAName.test(one) || besideTheMethod(folded, one));
  });
  if (name === undefined) return null;
  return unknownNamed(name, lookup);
}

function unknownNamed(name: string, lookup: CatalogueLookup): Problem {
  const found = lookup.resolveModel(name);
  const nearest = found.kind === "none" ? found.nearest.slice(0, 3).map((one) => one.name) : [];
  return { code: "unknown-model", path: "model", read: name, nearest };
}

/** "Use foobarnet instead": the whole message puts something in the place of what the plan has. */
const replaces =
  /^\s*(?:(?:ok|and|et|no|non|now|please|finalement|actually|alors|en fait)[\s,]+){0,2}(?:use|try|take|go (?:for|with)|switch (?:it )?to|change (?:it |the model |model )?to|make it|what about|how about|(?:and|et) (?:with|on|for|avec|sur|pour)|with|avec|utilise[rz]?|essaie|essaye[rz]?|prends|prenons|prenez|passe[rz]?(?: plutot)? (?:a|sur)|plutot|remplace(?:[rz]|-le)? par)\s+(?:the |a |le |la |un |une |model |modele )*(?<name>[\w.:-]{3,60})(?:\s(?:instead|plutot|rather|a la place|please|pls|stp|svp|then|alors))*\s*[.!?]*\s*$/u;

/** A model that replaces the one of the plan and that nobody knows; null where the word is no name left over. */
function unknownReplacement({ folded, context }: Draft, unread: readonly string[]): Problem | null {
  const name = replaces.exec(folded)?.groups?.["name"];
  if (name === undefined || !unread.some((word) => fold(word) === name) || isNoise(name)) return null;
  // Colleagues say "try rebooting" to each other.
  if (!shapedLikeAName.test(name) && (context.addressed !== true || !/[a-z]{3}/u.test(name))) return null;
  return unknownNamed(name, context.lookup);
}

interface Unnamed {
  readonly problem: Problem | null;
  readonly intent: Intent;
}

function inThread(
  draft: Draft,
  understood: RunSpec,
  said: Intent,
  unread: readonly string[],
  unsaid: boolean,
): Unnamed {
  const { folded } = draft;
  // "Actually foobar-large, and answer in French."
  const beside =
    said.kind === "language" ? unread.find((word) => shapedLikeAName.test(fold(word))) : undefined;
  if (beside !== undefined)
    return { problem: unknownNamed(beside, draft.context.lookup), intent: { kind: "change" } };
  const idle =
    said.kind === "change" ||
    (said.kind === "chatter" && said.courtesy === undefined) ||
    (said.kind === "question" && said.about === "no-answer");
  if (!unsaid || !idle || understood.model !== undefined) return { problem: null, intent: said };
  const closedOne = replaces.test(folded) ? closed.exec(folded)?.[0] : undefined;
  const problem: Problem | null =
    closedOne === undefined
      ? unknownReplacement(draft, unread)
      : { code: "closed-model", path: "model", read: closedOne };
  return problem === null ? { problem, intent: said } : { problem, intent: { kind: "change" } };
}

/** What stands against the model of a request, and the request itself: of a closed model even a bare question is one. */
export function unnamedModel(
  draft: Draft,
  understood: RunSpec,
  said: Intent,
  unread: readonly string[],
): Unnamed {
  const { folded, problems, context } = draft;
  const unsaid = !problems.some(({ path }) => path === "model");
  if (context.current !== null) return inThread(draft, understood, said, unread, unsaid);
  const open = unsaid;
  const isRun = said.kind === "plan";
  const nothing =
    (said.kind === "chatter" && said.courtesy === undefined) ||
    (said.kind === "question" && said.about === "out-of-scope");
  const closedOne = open && (isRun || nothing) ? closedModel(folded, understood) : null;
  if (closedOne !== null) return { problem: closedOne, intent: isRun ? said : { kind: "plan" } };
  const unknown = open && isRun ? unknownModel(folded, understood, unread, context.lookup) : null;
  return { problem: unknown, intent: said };
}
