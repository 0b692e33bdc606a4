import { gibOf, numberOf } from "./figures.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const place = /\[batch=(?<batch>\d+)\/\d+\]:/u;
const said =
  /(?:^|\s)(?:Train\s+)?(?<name>(?:memory|throughput|trainer|time|metrics|loss)\/[\w/-]+):\s*(?<value>-?[\d.,]+(?:e[+-]?\d+)?)(?=\s|$)/gu;

/**
 * MosaicML's Composer, on which llm-foundry trains: a block of figures a logged batch, memory in GB of 10^9, rates
 * over the last batches. Shape checked against public logs.
 */
export const composer: Tool = () => {
  const t = makeTally("composer");
  let batch = 0;
  const rates = { total: 0, each: 0 };
  return {
    signs: ["[batch=", "Train ", "memory/", "throughput/"],
    hits: t.hits,
    line({ text, rank }) {
      const at = match(text, place)?.number("batch") ?? null;
      if (at !== null) {
        t.hit();
        batch = at;
        t.most("steps", at);
      }
      if (t.hits() === 0) return;
      for (const { groups = {} } of text.matchAll(said)) {
        const value = numberOf(groups["value"] ?? "");
        if (value !== null) read(groups["name"] ?? "", value, rank);
      }
    },
    end() {
      const gpus = rates.each > 0 ? rates.total / rates.each : 0;
      if (gpus >= 1 && Math.abs(gpus - Math.round(gpus)) < 0.01 * gpus) {
        t.set("gpuCount", Math.round(gpus));
        t.warn("inferred", { field: "gpuCount" });
      }
      if (t.hasPeak("allocated") || t.hasPeak("reserved")) {
        t.warn("gb-is-decimal");
        t.warn("one-rank");
      } else t.warn("no-memory");
      return t.end();
    },
  };

  function read(name: string, value: number, rank: number | null): void {
    const now = { step: batch, rank };
    switch (name) {
      case "memory/peak_allocated_mem":
        t.peak("allocated", gibOf(value, "GB", "decimal"), rank);
        break;
      case "memory/peak_reserved_mem":
        t.peak("reserved", gibOf(value, "GB", "decimal"), rank);
        break;
      case "memory/alloc_retries":
        if (value > 0) t.warn("allocation-retries", { count: value });
        break;
      case "trainer/device_train_microbatch_size":
        t.set("microBatch", value);
        break;
      case "throughput/batches_per_sec":
        if (value > 0) t.sample("stepSeconds", now, 1 / value);
        break;
      case "throughput/tokens_per_sec":
        rates.total = value;
        t.sample("tokensPerSecondTotal", now, value);
        break;
      case "throughput/device/tokens_per_sec":
        rates.each = value;
        t.sample("tokensPerSecondPerGpu", now, value);
        break;
      case "throughput/device/mfu":
        t.sample("modelFlopsUtilisation", now, value);
        break;
      default:
    }
  }
};
