import { acceleratorClasses } from "../domain/run-spec.ts";
import { modelMark, takenMark, postpone, state, type Match, type Draft, type Rule } from "./draft.ts";
import { english } from "./lexicon.en.ts";
import { french } from "./lexicon.fr.ts";
import { leavesOf } from "./apply-changes.ts";
import { formScanner } from "./form-scanner.ts";
import { precisionForms, sharedForms } from "./lexicon-shared.ts";

const key = (form: string): string => form.replace(/[\s_.-]+/gu, "");

const negation = /(?:\b(?:not|no|non|never|without|sans|pas|forget|drop|skip|remove|oublie[rz]?|laisse tomber|enleve[rz]?|retire[rz]?|instead of|rather than|vs\.?|versus|plutot que|au lieu de|au lieu du|than|que)\s+(?:a |an |the |de |du |d'|la |le |une? |en |using |do |full )?|n't (?:use |do |want |need )?)$/u; // prettier-ignore

/** What is compared with is not refused: "est-ce que du spot…" states no refusal of spot. */
const refusing = /(?:\b(?:not|no|non|never|without|sans|pas|forget|drop|skip|remove|oublie[rz]?|laisse tomber|enleve[rz]?|retire[rz]?|instead of|rather than|plutot que|au lieu d[eu])\s+(?:a |an |the |de |du |d'|la |le |une? |en |using |do |full )?|n't (?:use |do |want |need )?)$/u; // prettier-ignore

/** "FSDP vs ZeRO-3": what stands beside a word that was read is a choice, not a refusal. */
const rival = new RegExp(
  String.raw`(?:${takenMark}|(?<!\w)full)\s+(?:vs\.?|versus)\s+(?:a |an |the |le |la |une? )?$`,
  "u",
);

export function negatedAt(draft: Draft, start: number): boolean {
  const before = draft.rest.slice(Math.max(0, start - 24), start);
  return negation.test(before) && !rival.test(before);
}

const table = new Map<string, Readonly<Record<string, unknown>>>();
for (const entry of [...sharedForms, ...english.forms, ...french.forms]) {
  for (const form of entry.forms) table.set(key(form), entry.states);
}

/** "Le SFT passait, le DPO …": the run that works is not the run that is asked about. */
const workedBefore = (draft: Draft, match: Match): boolean =>
  /^\s+(?:full |complet |itself |alone )?(?:ran|runs fine|worked|works|was (?:ok|fine)|is fine|passait|passe|tournait|marchait|marche|ok\b|fits?\b|fitted|tenait|tient)/u.test(
    draft.folded.slice(match.end),
  ) && /\b(?:dpo|orpo|grpo|reward)\b/u.test(draft.folded.replace(match.text, ""));

/** "Forget Unsloth": what the run was said to use is no longer stated. */
function leaveOut(draft: Draft, match: Match, states: Readonly<Record<string, unknown>>): void {
  const { current } = draft.context;
  if (current === null) return;
  const stands = leavesOf(current);
  for (const [field, value] of Object.entries(states))
    if (field !== "method" && stands.get(field) === value) state(draft, match, field, null);
}

function readForm(match: Match, draft: Draft): boolean {
  const states = table.get(key(match.text));
  if (states === undefined) return false;
  const negative = /^(?:no|not|without|sans|pas|non)\b/u.test(match.text);
  if (!negative && negatedAt(draft, match.start)) {
    const classes = states["limits.classes"];
    if (Array.isArray(classes)) {
      const others = acceleratorClasses.filter((one) => !(classes as readonly string[]).includes(one));
      return state(draft, match, "limits.classes", others);
    }
    const refused = refusing.test(draft.rest.slice(Math.max(0, match.start - 24), match.start));
    if (refused && states["kernels"] === undefined && typeof Object.values(states)[0] === "boolean") {
      for (const [field, value] of Object.entries(states)) state(draft, match, field, value === false);
    } else if (refused) leaveOut(draft, match, states);
    return true;
  }
  // The reward model of a PPO is not what is trained.
  if (states["objective"] === "reward" && /(?<!\w)(?:ppo|rlhf|rloo)(?!\w)/u.test(draft.folded)) return true;
  if (states["objective"] !== undefined && workedBefore(draft, match)) return true;
  for (const [field, value] of Object.entries(states)) {
    if (field === "kernels") postpone(draft, match, "kernel", String(value));
    else if (field === "method") postpone(draft, match, "method", String(value));
    else if (field === "stack") postpone(draft, match, "stack", String(value));
    else state(draft, match, field, value);
  }
  return true;
}

const dtypes = new Map(
  precisionForms.flatMap(({ forms, dtype }) => forms.map((form) => [key(form), dtype] as const)),
);

/** "Let's do full then", "full ou lora ?": the job, not a disk that is full nor a full node. */
const bareFull =
  /(?<=(?<!\w)(?:ou|or|vs|versus) (?:en )?)full(?![\w-])|(?<![\w-]|(?<!\w)(?:is|are|was|gets?|got|it's|almost|nearly|already|est|cache|memory|disks?|cards?|gpus?) )(?:en |in |do |a |the )?full(?![\w-])(?=[\s,;.!?)]*(?:$|[\d,;.!?)\n]|ft\b|on\b|sur\b|instead|plutot|avec|with|finetun|fine|alors\b|donc\b|then\b|please\b|pls\b|stp\b|svp\b|finalement\b|du coup\b|quand meme\b|(?:ou|or|vs\.?|versus) (?:en |a |do )?\u00AC))/gu;

/** "Fine-tuning it, all weights": what is trained. Weights that are to fit, to be loaded or kept are something else. */
const allWeights =
  /(?<!(?<!\w)(?:fit|fits|hold|holds|load|loads|loading|shard|sharding|sharded|freeze|frozen|quantize|quantise|offload|download|store|keep|share|for|are|do|will|can|have|with only|than|not) )(?<!\w)(?:all|every)(?: single| of)?(?: the| its)?(?: model)? (?:weights?|parameters?|params?)(?=\s*(?:[,;.!)\n]|$|trained\b|updated\b|trainable\b|unfrozen\b|of\b|on\b|over\b|at\b))/gu;
const ofTraining =
  /(?<!\w)(?:fine-?\s?tun\w*|train(?:s|ed|ing)?|tune|tuning|dpo|sft|orpo|grpo|entrain\w*)(?!\w)/u;

/** Every surface form of both languages, longest first. */
export const surfaceRules: readonly Rule[] = [
  {
    pattern: formScanner(
      [...sharedForms, ...english.forms, ...french.forms].flatMap((entry) => [...entry.forms]),
    ),
    read: readForm,
  },
  {
    pattern: formScanner(precisionForms.flatMap(({ forms }) => [...forms])),
    read(match, draft) {
      const dtype = dtypes.get(key(match.text));
      if (dtype === undefined) return false;
      const refused = /^\s*(?:n'est pas|n'est plus|isn'?t|is not|not|non) support/u.test(
        draft.folded.slice(match.end),
      );
      return refused || negatedAt(draft, match.start) ? true : postpone(draft, match, "dtype", dtype);
    },
  },
  {
    pattern:
      /(?<!\w)(deepspeed|transformers|accelerate|hugging ?face|xtuner|nanogpt|tgi|llama[ .-]?cpp|ollama|tensorrt(?:-llm)?)(?!\w)/gu,
    read(match, draft) {
      const name = match.text;
      if (name === "deepspeed") return postpone(draft, match, "weak-stack", "deepspeed");
      if (name === "transformers" || name === "accelerate" || name.startsWith("hugging")) {
        return postpone(draft, match, "weak-stack", "hf-trainer");
      }
      draft.claims.push(`tool:${name}`);
      const serves = /^(?:tgi|llama|ollama|tensorrt)/u.test(name) && draft.context.current === null;
      return serves ? postpone(draft, match, "serving-tool", name) : true;
    },
  },
  { pattern: bareFull, read: (match, draft) => postpone(draft, match, "weak-method", "full") },
  {
    pattern: allWeights,
    read: (match, draft) =>
      ofTraining.test(draft.folded) || draft.context.current !== null
        ? postpone(draft, match, "weak-method", "full")
        : false,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\w])full\s+(?=${modelMark})|(?<=${modelMark}\s+(?:en |in )?)full(?!\w)|(?<=${modelMark}\s+(?:en )?|,\s*)complete?(?=\s*(?:[,;.!?)\n]|$|sur\b|avec\b|en\b|pour\b|a\b))`,
      "gu",
    ),
    read: (match, draft) => postpone(draft, match, "weak-method", "full"),
  },
];

const tools = new Set([
  "deepspeed",
  "transformers",
  "accelerate",
  "huggingface",
  "xtuner",
  "nanogpt",
  "tgi",
  "llamacpp",
  "ollama",
  "tensorrt",
]);

/** Words of the trade that a fuzzy name search may take for a model. */
export const isTradeWord = (text: string): boolean => {
  const bare = key(text.toLowerCase());
  return table.has(bare) || dtypes.has(bare) || tools.has(bare);
};
