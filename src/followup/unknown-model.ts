import type { CatalogueLookup } from "../domain/catalogue.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import { fold } from "./normalize.ts";

/** Endings and forms that names of models have and words of a sentence have not. */
const shapedLikeAName =
  /^(?=.*[a-z])(?:[\w.-]*\d[\w.-]*-[\w.-]+|[\w.-]+-[\w.-]*\d[\w.-]*|\w{2,}(?:net|nets|gpt|bert|llm|llama|mistral|qwen|former|mamba|moe|vlm|diffusion))$/u;

const method = String.raw`(?:q?lora|dora|full ?(?:fine-?tun\w+|ft)|fine-?tun\w+|finetun\w+|pre-?train\w*|sft|dpo|inference)`;

/** Right beside the method: "foobarnet lora", "fine-tune foobarnet". */
const besideTheMethod = (folded: string, word: string): boolean => {
  const literal = word.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  return new RegExp(`(?:^|[,;:\\n]\\s*)${literal}\\s+(?:en |in |with |avec )?${method}(?!\\w)|(?<!\\w)${method}\\s+${literal}\\s*(?:$|[,;:\\n]|on |sur )`, "u").test(folded); // prettier-ignore
};

/**
 * The word of a run that can only be its model and is in no catalogue; null when the run names one, or when no word
 * left over looks like a name. Never more than the first: the person is asked for it anyway.
 */
export function unknownModel(
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
  const found = lookup.resolveModel(name);
  const nearest = found.kind === "none" ? found.nearest.slice(0, 3).map((one) => one.name) : [];
  return { code: "unknown-model", path: "model", read: name, nearest };
}
