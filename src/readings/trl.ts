import { never, type Flavour } from "./flavour.ts";
import { figureOf } from "./literals.ts";

const ownKeys = [
  "mean_token_accuracy",
  "num_tokens",
  "rewards/chosen",
  "rewards/margins",
  "logps/chosen",
  "completions/mean_length",
  "completion_length",
  "frac_reward_zero_std",
  "reward_std",
  "objective/kl",
  "nll_loss",
] as const;
const online = [
  "completions/mean_length",
  "completion_length",
  "reward_std",
  "frac_reward_zero_std",
] as const;

/** TRL on the Hugging Face trainer: num_tokens is cumulative over all processes; GRPO prints the time of a step. */
export const trl: Flavour = {
  tool: "trl",
  line: never,
  entry(entry, at, t) {
    const own = ownKeys.some((key) => Object.hasOwn(entry, key));
    if (!own) return false;
    const tokens = figureOf(entry, "num_tokens");
    t.most("tokensTotal", tokens);
    if (tokens !== null) t.warn("tokens-may-pad");
    const seconds = figureOf(entry, "step_time");
    if (seconds !== null)
      t.sample("stepSeconds", { step: at.step ?? t.hits() + 1, rank: at.rank }, seconds, "window");
    if (online.some((key) => Object.hasOwn(entry, key))) t.warn("completions-batch");
    return true;
  },
};
