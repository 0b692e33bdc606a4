import { gibOf } from "./figures.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const version =
  /(?:LLM engine|vLLM API server version|vLLM version|vLLM)\s*\(?v?(?<version>\d+\.\d+[\w.+]*)\)?/u;
const weights =
  /(?:Loading model weights took|Model loading took|model weights take)\s*(?<size>[\d.]+)\s?(?<unit>Gi?B)/u;
const parts: readonly (readonly [string, RegExp])[] = [
  ["nonTorchGib", /non_torch_memory takes (?<size>[\d.]+)\s?(?<unit>Gi?B)/u],
  ["activationPeakGib", /activation peak memory takes (?<size>[\d.]+)\s?(?<unit>Gi?B)/u],
  ["cudaGraphsGib", /Graph capturing finished in .*?, took (?<size>-?[\d.]+)\s?(?<unit>Gi?B)/u],
];
const cache = /(?:reserved for KV Cache is|Available KV cache memory:)\s*(?<size>-?[\d.]+)\s?(?<unit>Gi?B)/iu;
const tokens = /GPU KV cache size:\s*(?<tokens>[\d,]+) tokens/u;
const blocks = /#\s?(?:cuda|GPU) blocks:\s*(?<blocks>\d+)/u;
const blockSize = /\bblock_size=(?<size>\d+)/u;
const concurrency = /Maximum concurrency for (?<length>[\d,]+) tokens per request:\s*(?<times>[\d.]+)x/u;
const card = /total_gpu_memory \((?<size>[\d.]+)\s?(?<unit>Gi?B)\)/u;
const free = /Free memory on device (?:\S+ )?\((?<free>[\d.]+)\/(?<size>[\d.]+) GiB\)/u;
const length = /\bmax_(?:seq|model)_len=(?<length>\d+)/u;
const parallel = /\btensor_parallel_size=(?<tensor>\d+)(?:,.*?\bpipeline_parallel_size=(?<pipeline>\d+))?/u;
const engine =
  /Avg prompt throughput:\s*(?<prompt>[\d.]+) tokens\/s, Avg generation throughput:\s*(?<generation>[\d.]+) tokens\/s/u;
const needed = /(?<size>[\d.]+)\s?GiB KV cache is needed/u;
const available = /available KV cache memory \((?<size>-?[\d.]+)\s?GiB\)/u;
const possible = /estimated maximum model length is (?<length>[\d,]+)/u;
const refusals =
  /is larger than the maximum number of tokens that can be stored in KV cache|No available memory for the cache blocks|is less than desired GPU memory utilization|GiB KV cache is needed/u;
const stored = /stored in KV cache \((?<tokens>\d+)\)/u;
const own =
  /\bvllm\b|vLLM (?:API server )?version|\[?(?:worker|model_runner|gpu_model_runner|gpu_worker|kv_cache_utils|executor_base|llm_engine|core|loggers|metrics)\.py:\d+\]/u;

/** A line without any of these says nothing here. */
const signs = [
  "took",
  "take",
  "KV",
  "blocks",
  "concurrency",
  "total_gpu_memory",
  "Free memory",
  "max_",
  "throughput",
  "reempt",
  "vllm",
  "vLLM",
  "LLM engine",
  "model length",
] as const;

/** vLLM's start-up of three generations, its refusals to start, and its rates of every ten seconds. */
export const vllm: Tool = () => {
  const t = makeTally("vllm");
  let tokensOfBlock = 16;
  let looks = 1000;
  let least: number | null = null;
  return {
    signs,
    hits: t.hits,
    line({ text }) {
      if (own.test(text)) t.version("vllm", match(text, version)?.text("version"));
      tokensOfBlock = match(text, blockSize)?.number("size") ?? tokensOfBlock;
      const size = (pattern: RegExp): number | null => {
        const found = match(text, pattern);
        if (found === null) return null;
        t.hit();
        if (found.text("unit") === "GB") t.warn("gb-is-gib");
        return gibOf(found.number("size") ?? Number.NaN, found.text("unit") ?? "GiB");
      };
      t.most("weightsGib", size(weights));
      for (const [name, pattern] of parts) t.detail(name, size(pattern));
      const left = size(cache);
      if (left !== null) {
        least = Math.min(left, least ?? Infinity);
        t.warn("kv-is-what-is-left");
      }
      t.set("capacityGib", size(card));
      const room = match(text, tokens)?.number("tokens") ?? null;
      if (room !== null) {
        t.hit();
        t.detail("kvCacheTokens", room);
        t.warn("kv-is-what-is-left");
      }
      const counted = match(text, blocks)?.number("blocks") ?? null;
      if (counted !== null) {
        t.hit();
        t.detail("kvCacheTokens", counted * tokensOfBlock);
        t.warn("blocks-of-16", { size: tokensOfBlock });
      }
      readLengths(text);
      readRefusal(text);
      const rate = match(text, engine);
      if (rate !== null) {
        t.hit();
        looks += 1;
        t.sample("tokensPerSecondTotal", { step: looks }, rate.number("generation"), "instant");
        t.warn("output-tokens");
        t.detail(
          "promptTokensPerSecond",
          Math.max(rate.number("prompt") ?? 0, t.detailOf("promptTokensPerSecond") ?? 0),
        );
      }
      if (/\bpreempted\b|PreemptionMode/u.test(text)) {
        t.hit();
        t.warn("preemptions");
      }
    },
    end() {
      if (t.hits() > 0) {
        if (least !== null && least < 0) t.detail("kvCacheShortGib", -least);
        else t.set("kvCacheGib", least);
        if (least !== null && t.detailOf("kvCacheTokens") !== null && t.known("weightsGib") !== null)
          t.warn("rank-and-group");
        if ((t.detailOf("maxConcurrency") ?? Infinity) < 2) t.warn("few-full-requests");
      }
      return t.end();
    },
  };

  function readLengths(text: string): void {
    const full = match(text, concurrency);
    if (full !== null) {
      t.hit();
      t.set("sequenceLength", full.number("length"));
      t.detail("maxConcurrency", full.number("times"));
    }
    if (!text.includes("config")) return;
    t.first("sequenceLength", match(text, length)?.number("length"));
    const layout = match(text, parallel);
    if (layout !== null) t.set("gpuCount", (layout.number("tensor") ?? 1) * (layout.number("pipeline") ?? 1));
  }

  function readRefusal(text: string): void {
    const tight = match(text, free);
    if (tight !== null) {
      t.hit();
      t.set("capacityGib", tight.number("size"));
      t.detail("freeAtStartGib", tight.number("free"));
    }
    const need = match(text, needed)?.number("size") ?? null;
    t.detail("kvCacheNeededGib", need);
    const left = match(text, available)?.number("size") ?? null;
    if (left !== null) least = Math.min(left, least ?? Infinity);
    const longest = match(text, possible)?.number("length") ?? null;
    t.detail("longestModelLength", longest);
    t.detail("kvCacheTokens", match(text, stored)?.number("tokens"));
    if (!refusals.test(text) && longest === null) return;
    t.hit();
    t.warn("does-not-start");
  }
};
