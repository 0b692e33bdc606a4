import type { FilledServing } from "../filled-run.ts";
import { requestsAtOnce } from "../performance/demand.ts";
import type { Method, RunSpec } from "../run-spec.ts";

/** Of an answer whose length nobody stated. */
export const usualOutputTokens = 512;

/** What was stated, else a default that is kept with its reason. */
export type Take = <T>(field: string, stated: T | undefined, fallback: T, why: string) => T;

/** A service as described; traffic that needs more requests at once than were stated goes before them. */
export function servingOf(spec: RunSpec, method: Method, take: Take): FilledServing | null {
  if (method !== "inference") return null;
  const stated = spec.serving ?? {};
  const output = take("serving.outputTokens", stated.outputTokens, usualOutputTokens, "usual-output");
  const prompt = Math.max(1, (spec.sequenceLength ?? 2048) - output);
  const fromTraffic = requestsAtOnce(stated, output);
  return {
    ...stated,
    outputTokens: output,
    promptTokens: take("serving.promptTokens", stated.promptTokens, prompt, "rest-of-length"),
    concurrency:
      fromTraffic === null || (stated.concurrency ?? 0) >= fromTraffic
        ? take("serving.concurrency", stated.concurrency, spec.microBatch ?? 1, "one-at-a-time")
        : take("serving.concurrency", undefined, fromTraffic, "from-peak-traffic"),
    kvPrecision: take("serving.kvPrecision", stated.kvPrecision, "bf16", "engine-default"),
  };
}
