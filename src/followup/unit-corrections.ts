import { state, type Rule } from "./draft.ts";
import { pattern } from "./numbers.ts";

const samples = "samples?|examples?|exemples?|rows?|lignes?|conversations?|documents?|echantillons?";
const tokens = "tokens?|jetons?";
const corrects = String.raw`(?:i meant|i mean|we meant|i was (?:talking|speaking) (?:of|about)|je voulais dire|on voulait dire|je parlais (?:de|d')|on parlait (?:de|d')|c'est(?: bien)?|c'etait|ce sont|they(?:'re| are)|these are|those are|it's|it is|it was|that was)`;

/** "I meant samples", "non, c'est des exemples, pas des jetons": the same number, of the other thing. */
export const unitCorrectionRules: readonly Rule[] = [
  {
    pattern: pattern(
      `(?<!\\w)${corrects}\\s*(?:in\\s|en\\s|des\\s|les\\s|the\\s|d')?(?:(?<samples>${samples})|(?<tokens>${tokens}))(?:[\\s,]*(?:not|and not|et pas|pas|et non|non|instead of|au lieu de)\\s(?:in\\s|en\\s|des\\s|de\\s|les\\s|the\\s)?(?:${samples}|${tokens}))?\\s*[.!]*$`,
    ),
    read(match, draft) {
      const { data } = draft.context.current ?? {};
      const toSamples = match.named["samples"] !== undefined;
      const [from, to] = toSamples ? ["data.tokens", "data.samples"] : ["data.samples", "data.tokens"];
      const value = toSamples ? data?.tokens : data?.samples;
      if (value === undefined) return false;
      state(draft, match, from, null);
      if (!toSamples && data?.tokensPerSample !== undefined)
        state(draft, match, "data.tokensPerSample", null);
      return state(draft, match, to, value);
    },
  },
];
