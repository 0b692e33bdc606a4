import { figureOf, isEntry } from "./literals.ts";
import { match } from "./match.ts";
import type { ReadingTool } from "../domain/pilot-reading.ts";
import { makeTally, type Part, type Tally, type Tool } from "./tally.ts";

const row = /^\s*(?<name>[A-Z][\w /.()-]*?(?:\([^)]*\))?):\s+(?<value>[\d.,]+|inf|None)\s*$/u;
const throughput =
  /Throughput:\s*(?<requests>[\d.]+) requests\/s, (?<total>[\d.]+) total tokens\/s(?:, (?<output>[\d.]+) output tokens\/s)?/u;

const batchLatency =
  /^\s*(?:Avg|(?<percent>\d{1,2})% percentile) latency:\s*(?<seconds>[\d.]+(?:e-?\d+)?) seconds/u;

type Take = (t: Tally, value: number) => void;
const detail =
  (name: string): Take =>
  (t, value) => {
    t.detail(name, value);
  };

const rows: Readonly<Record<string, Take>> = {
  "successful requests": detail("requests"),
  "failed requests": (t, value) => {
    if (value > 0) t.warn("failed-requests", { count: value });
  },
  "maximum request concurrency": detail("maxConcurrency"),
  "max request concurrency": detail("maxConcurrency"),
  "traffic request rate": detail("requestRate"),
  "input token throughput (tok/s)": detail("inputTokensPerSecond"),
  "request rate configured (rps)": detail("requestRate"),
  "benchmark duration (s)": (t, value) => {
    t.set("runtimeSeconds", value);
  },
  "total input tokens": detail("inputTokens"),
  "total generated tokens": detail("outputTokens"),
  "request throughput (req/s)": detail("requestsPerSecond"),
  "output token throughput (tok/s)": detail("outputTokensPerSecond"),
  "total token throughput (tok/s)": (t, value) => {
    t.set("tokensPerSecondTotal", value);
    t.warn("input-and-output");
  },
};
const latency = /^(?<which>mean|median|p\d+(?:\.\d+)?) (?<what>ttft|tpot|itl|e2el) \(ms\)$/u;

/** The keys of a result that was saved as JSON. */
const keys: Readonly<Record<string, string>> = {
  completed: "successful requests",
  failed: "failed requests",
  max_concurrency: "maximum request concurrency",
  request_rate: "request rate configured (rps)",
  duration: "benchmark duration (s)",
  total_input_tokens: "total input tokens",
  total_output_tokens: "total generated tokens",
  request_throughput: "request throughput (req/s)",
  output_throughput: "output token throughput (tok/s)",
  total_token_throughput: "total token throughput (tok/s)",
};

function take(name: string, value: number, t: Tally): boolean {
  const known = rows[name];
  if (known !== undefined) {
    known(t, value);
    return true;
  }
  const wait = match(name, latency);
  if (wait === null) return false;
  const which = wait.text("which") ?? "";
  t.detail(`${which}${(wait.text("what") ?? "").toUpperCase()}Ms`, value);
  return true;
}

function finish(t: Tally, named: ReadingTool = "vllm bench serve"): Part | null {
  if (t.hits() === 0) return null;
  const [input, output] = [t.detailOf("inputTokens"), t.detailOf("outputTokens")];
  if (input !== null && output !== null) t.set("tokensTotal", input + output);
  if (t.detailOf("maxConcurrency") === null && t.detailOf("requestRate") === null) t.warn("load-unknown");
  return t.end(named);
}

/** A line without any of these says nothing here. */
const signs = [":", "===="] as const;

/** vLLM's serving and throughput benchmarks. */
export const vllmBench: Tool = () => {
  const t = makeTally("vllm bench serve");
  let inside = false;
  let named: ReadingTool = "vllm bench serve";
  let results = 0;
  return {
    signs,
    hits: t.hits,
    line({ text }) {
      if (/=+ Serving Benchmark Result =+/u.test(text)) {
        inside = true;
        t.hit();
        results += 1;
        if (results > 1) t.warn("several-runs");
      } else if (/^={20,}\s*$/u.test(text.trim())) inside = false;
      const offline = match(text, throughput);
      if (offline !== null) {
        t.hit();
        named = "vllm bench throughput";
        t.set("tokensPerSecondTotal", offline.number("total"));
        t.detail("requestsPerSecond", offline.number("requests"));
        t.detail("outputTokensPerSecond", offline.number("output"));
        t.warn("input-and-output");
      }
      if (inside && /^\s*Backend:\s+sglang/u.test(text)) named = "sglang bench serve";
      const wait = match(text, batchLatency);
      if (wait !== null) {
        t.hit();
        named = "vllm bench latency";
        const which = wait.text("percent");
        t.detail(
          which === undefined ? "avgLatencySeconds" : `p${which}LatencySeconds`,
          wait.number("seconds"),
        );
      }
      const line = match(text, row);
      const value = line?.number("value") ?? null;
      const name = (line?.text("name") ?? "").toLowerCase();
      if (line === null || value === null) return;
      if ((inside || /throughput|ttft|tpot/u.test(name)) && take(name, value, t)) t.hit();
    },
    end: () => finish(t, named),
  };
};

/** A benchmark's result as it saves it. */
export function vllmBenchDocument(json: unknown): Part | null {
  if (!isEntry(json) || figureOf(json, "request_throughput") === null) return null;
  const t = makeTally("vllm bench serve");
  t.hit();
  for (const key of Object.keys(json)) {
    const value = figureOf(json, key);
    if (value !== null) take(keys[key] ?? key.replace(/_(ttft|tpot|itl|e2el)_ms$/u, " $1 (ms)"), value, t);
  }
  return finish(t, String(json["backend"]).startsWith("sglang") ? "sglang bench serve" : undefined);
}

/** What the offline benchmarks save: one batch over and over, or all requests at once. */
export function vllmOfflineDocument(json: unknown): Part | null {
  if (!isEntry(json)) return null;
  const average = figureOf(json, "avg_latency");
  const rate = figureOf(json, "tokens_per_second");
  if (average !== null && Array.isArray(json["latencies"])) {
    const t = makeTally("vllm bench latency");
    t.hit();
    t.detail("avgLatencySeconds", average);
    const percentiles = isEntry(json["percentiles"]) ? json["percentiles"] : {};
    for (const which of Object.keys(percentiles))
      if (/^\d{1,2}$/u.test(which)) t.detail(`p${which}LatencySeconds`, figureOf(percentiles, which));
    return t.end();
  }
  if (rate === null || figureOf(json, "num_requests") === null) return null;
  const t = makeTally("vllm bench throughput");
  t.hit();
  t.set("tokensPerSecondTotal", rate);
  t.set("runtimeSeconds", figureOf(json, "elapsed_time"));
  t.set("tokensTotal", figureOf(json, "total_num_tokens"));
  t.detail("requests", figureOf(json, "num_requests"));
  t.detail("requestsPerSecond", figureOf(json, "requests_per_second"));
  t.warn("input-and-output");
  return t.end();
}
