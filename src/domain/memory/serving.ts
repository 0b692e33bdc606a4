import { dataParallelSize } from "../filled-run.ts";
import type { FilledRun } from "../filled-run.ts";
import { activationBytes } from "../precision.ts";
import { dequantisedBytes } from "./gathered.ts";
import { kvCacheBytes } from "./kv-cache.ts";
import { divisors } from "./layout.ts";
import { hasTokenShape, shapeOf } from "./model-shape.ts";
import type { Moment } from "./phases.ts";
import { isLast, type Stage } from "./stage.ts";
import { weightBytes } from "./weights.ts";

/** Tokens an engine pushes through at once: engines chunk long prompts, plain generation does not. */
const chunkedPrefill = 8192;

/** Widest moment of one layer without gradients: 3·f (gate, up, product) + 3·d per token, and one row of fp32 logits a sequence. */
function forwardBytes(run: FilledRun, tokens: number, sequences: number): number {
  if (!hasTokenShape(run.model)) return 0;
  const s = shapeOf(run.model);
  const t = run.parallel.tensor;
  const moe = s.moe;
  const mlp =
    moe === null
      ? s.intermediateSize
      : moe.expertsPerToken * moe.expertIntermediateSize + moe.sharedIntermediateSize;
  const widths = (3 * mlp) / t + 3 * s.hiddenSize;
  return tokens * widths * activationBytes(run.precision.compute) + (sequences * s.vocabularySize * 6) / t;
}

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
