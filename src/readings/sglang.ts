import { gibOf } from "./figures.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const weights = /Load weight end\..*?\bmem usage=(?<size>[\d.]+)\s?GB/u;
const available = /Load weight (?<when>begin|end)\..*?\bavail mem=(?<size>[\d.]+)\s?GB/u;
const pool =
  /KV Cache is allocated\..*?#tokens: (?<tokens>\d+),? (?:K size: (?<k>[\d.]+)\s?GB, V size: (?<v>[\d.]+)\s?GB|KV size: (?<kv>[\d.]+)\s?GB)/u;
const limits = /\bmax_total_num_tokens=(?<tokens>\d+)(?:.*?\bcontext_len=(?<length>\d+))?/u;
const layout = /\btp_size=(?<tensor>\d+)/u;
const stages = /\bpp_size=(?<n>\d+)/u;
const copies = /\bdp_size=(?<n>\d+)/u;
const decode = /Decode batch\b.*?\bgen throughput \(token\/s\): (?<rate>[\d.]+)/u;
const prefill = /Prefill batch\b.*?\binput throughput \(token\/s\): (?<rate>[\d.]+)/u;
const full = /KV cache pool is full\. Retract requests/u;
const refusal = /Not enough memory\. Please try to increase --mem-fraction-static/u;

/** A line without any of these says nothing here. */
const signs = [
  "Load weight",
  "KV Cache is allocated",
  "max_total_num_tokens",
  "server_args",
  "batch",
  "KV cache pool",
  "mem-fraction-static",
] as const;

/** SGLang's start and its rates under load: GB are GiB of one rank, tokens are those of its whole group. */
export const sglang: Tool = () => {
  const t = makeTally("sglang");
  let before: number | null = null;
  let least = Infinity;
  let looks = 1000;
  return {
    signs,
    hits: t.hits,
    line({ text }) {
      const free = match(text, available);
      const left = free?.number("size") ?? null;
      if (free !== null && left !== null) {
        t.hit();
        t.warn("gb-is-gib");
        if (free.text("when") === "begin") before = left;
        else {
          const took = match(text, weights)?.number("size") ?? (before === null ? null : before - left);
          t.most("weightsGib", took === null ? null : gibOf(took, "GB"));
        }
      }
      const room = match(text, pool);
      if (room !== null) {
        t.hit();
        const size = room.number("kv") ?? (room.number("k") ?? 0) + (room.number("v") ?? 0);
        least = Math.min(least, size);
        t.detail("kvCacheTokens", room.number("tokens"));
        t.warn("kv-is-what-is-left");
        t.warn("rank-and-group");
      }
      const most = match(text, limits);
      if (most !== null) {
        t.hit();
        t.detail("kvCacheTokens", most.number("tokens"));
        t.set("sequenceLength", most.number("length"));
      }
      readLayout(text);
      const rate = match(text, decode)?.number("rate") ?? null;
      if (rate !== null) {
        t.hit();
        looks += 1;
        t.sample("tokensPerSecondTotal", { step: looks }, rate, "instant");
        t.warn("output-tokens");
      }
      const prompt = match(text, prefill)?.number("rate") ?? null;
      if (prompt !== null)
        t.detail("promptTokensPerSecond", Math.max(prompt, t.detailOf("promptTokensPerSecond") ?? 0));
      if (full.test(text)) {
        t.hit();
        t.warn("preemptions");
      }
      if (refusal.test(text)) {
        t.hit();
        t.warn("does-not-start");
      }
    },
    end() {
      if (Number.isFinite(least)) t.set("kvCacheGib", gibOf(least, "GB"));
      return t.end();
    },
  };

  /** Copies may share cards with the groups (data-parallel attention): then their number is not known. */
  function readLayout(text: string): void {
    const tensor = match(text, layout)?.number("tensor") ?? null;
    if (tensor === null || !text.includes("server_args")) return;
    t.hit();
    if ((match(text, copies)?.number("n") ?? 1) === 1)
      t.set("gpuCount", tensor * (match(text, stages)?.number("n") ?? 1));
  }
};
