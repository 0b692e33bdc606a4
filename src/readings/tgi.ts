import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const blocks = /KV-cache blocks: (?<blocks>\d+), size: (?<size>\d+)/u;
const most =
  /(?:Setting max batch total tokens to|max_batch_total_tokens[:=] ?(?:Some\()?)\s*(?<tokens>\d+)/u;
const length = /\bmax_total_tokens[:=] ?(?:Some\()?(?<length>\d+)/u;
const own = /text_generation_(?:launcher|router)/u;

/** A line without any of these says nothing here. */
const signs = [
  "KV-cache blocks",
  "max batch total tokens",
  "max_batch_total_tokens",
  "max_total_tokens",
] as const;

/** Text Generation Inference says how many tokens its cache holds, and no size in bytes. */
export const tgi: Tool = () => {
  const t = makeTally("tgi");
  return {
    signs,
    hits: t.hits,
    line({ text }) {
      if (!own.test(text)) return;
      const cache = match(text, blocks);
      const limit = match(text, most)?.number("tokens") ?? null;
      const longest = match(text, length)?.number("length") ?? null;
      if (cache === null && limit === null && longest === null) return;
      t.hit();
      t.detail(
        "kvCacheTokens",
        cache === null ? limit : (cache.number("blocks") ?? 0) * (cache.number("size") ?? 0),
      );
      t.set("sequenceLength", longest);
      t.warn("kv-is-what-is-left");
    },
    end: () => t.end(),
  };
};
