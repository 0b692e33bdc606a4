import { postpone, state, type Draft, type Match, type Rule } from "./draft.ts";

const families = "llama2|llama3(?:_[1-4])?|llama4|code_llama2|qwen2(?:_5)?|qwen3|mistral|gemma[23]?|phi[34]";

/** torchtune names a recipe's configuration by family, size and method: `llama3_1/8B_lora_single_device`. */
function readRecipe(match: Match, draft: Draft): boolean {
  const { family = "", size = "", kind = "" } = match.named;
  const name = family.replace(/_(?=\d)/u, ".").replaceAll("_", " ");
  const found = draft.context.lookup.resolveModel(`${name} ${size}`);
  if (found.kind !== "one") return false;
  state(draft, match, "model", found.match.id);
  postpone(draft, match, "stack", "torchtune");
  const method = /qlora/u.test(kind)
    ? "qlora"
    : /lora|dora/u.test(kind)
      ? "lora"
      : /full/u.test(kind)
        ? "full"
        : null;
  if (method !== null) postpone(draft, match, "method", method);
  return true;
}

export const recipeRules: readonly Rule[] = [
  {
    pattern: new RegExp(`(?<![\\w/])(?:--config[\\s=]+)?(?<family>${families})/(?<size>\\d{1,3}(?:\\.\\d)?b)(?:_(?<kind>[a-z_]{2,40}))?(?:\\.yaml)?(?![\\w/])`, "gu"), // prettier-ignore
    read: readRecipe,
  },
];
