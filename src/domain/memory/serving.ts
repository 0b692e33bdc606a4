import { dataParallelSize } from "../filled-run.ts";
import type { FilledRun } from "../filled-run.ts";
import { forwardBytes } from "./forward.ts";
import { dequantisedBytes } from "./gathered.ts";
import { kvCacheBytes } from "./kv-cache.ts";
import { divisors } from "./layout.ts";
import type { Moment } from "./phases.ts";
import { isLast, type Stage } from "./stage.ts";
import { weightBytes } from "./weights.ts";

/** Tokens an engine pushes through at once: engines chunk long prompts, plain generation does not. */
const chunkedPrefill = 8192;

/** Load, prefill and decode: weights + cache for every sequence in flight + one pass of activations. */
export function servingPhases(run: FilledRun, stage: Stage): readonly Moment[] {
  const serving = run.serving ?? { concurrency: 1, promptTokens: run.sequenceLength, outputTokens: 0 };
  const { promptTokens, outputTokens } = serving;
  // Copies of the model share the requests.
  const concurrency = Math.ceil(serving.concurrency / dataParallelSize(run));
  const div = divisors(run, stage);
  const weights = weightBytes(run, div);
  const dequantised = dequantisedBytes(run, div);
  const answered = isLast(stage) ? concurrency : 0;
  const engine = run.profile.engineFraction.value !== null;
  const prompts = engine ? Math.min(chunkedPrefill, concurrency * promptTokens) : concurrency * promptTokens;
  const workspace = run.profile.activations.workspaceGib.value * 2 ** 30;
  const temporary = dequantised + workspace;
  return [
    { phase: "load", parts: { weights } },
    {
      phase: "prefill",
      parts: {
        weights,
        "kv-cache": kvCacheBytes(run, concurrency, promptTokens),
        activations: forwardBytes(run, prompts, answered),
        temporary,
      },
    },
    {
      phase: "decode",
      parts: {
        weights,
        "kv-cache": kvCacheBytes(run, concurrency, promptTokens + outputTokens),
        activations: forwardBytes(run, engine ? Math.max(prompts, concurrency) : concurrency, answered),
        temporary,
      },
    },
  ];
}
