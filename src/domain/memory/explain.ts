import type { PartName } from "../estimate.ts";
import { dataParallelSize, type FilledRun } from "../filled-run.ts";
import { tokensInFlight } from "./activations.ts";
import { cacheRanks, repeatsLatentCache } from "./kv-cache.ts";
import { communicatorGroups } from "./overhead.ts";
import { divisors } from "./layout.ts";
import { bytesPerLogit } from "./logits.ts";
import { shapeOf } from "./model-shape.ts";
import { trainableParameters } from "./parameters.ts";
import { gradientElementBytes, trainedElementBytes } from "./trained-state.ts";
import { bytesPerParameter, referenceElementBytes } from "./weights.ts";

const billions = (n: number): string => `${(n / 1e9).toPrecision(3)} billion`;
const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
const plain = (n: number): string => numbers.format(n);
const over = (n: number, what: string): string => (n > 1 ? ` ÷ ${n} ${what}` : "");

function weights(run: FilledRun): string {
  const div = divisors(run);
  const size = plain(bytesPerParameter(run));
  const split = over(div.weights, "shards") + over(div.tensor, "tensor ranks") + over(div.pipeline, "stages");
  const routed = shapeOf(run.model).moe !== null && div.experts > div.tensor;
  const experts = routed ? `, routed experts ÷ ${div.experts} ranks` : "";
  return `${billions(run.model.parametersTotal)} parameters × ${size} bytes (${run.precision.weights})${split}${experts}`;
}

function activationWords(run: FilledRun): string {
  const s = shapeOf(run.model);
  const tokens = `${plain(tokensInFlight(run))} tokens × ${s.layers} layers of width ${s.hiddenSize}`;
  switch (run.checkpointing) {
    case "full":
      return `${tokens}, one input kept a layer and one layer recomputed`;
    case "selective":
      return `${tokens}, expensive operations kept, the rest recomputed`;
    case "none":
      return run.method === "inference"
        ? "one pass through the widest layer"
        : `${tokens}, everything kept for backward`;
  }
}

/** Sequences in the cache: requests of a service, completions of a step, answers of an evaluation. */
const cachedSequences = (run: FilledRun): number =>
  (run.serving === null ? undefined : Math.ceil(run.serving.concurrency / dataParallelSize(run))) ??
  (run.rollout === null
    ? (run.validation?.batch ?? run.profile.evaluationBatch.value ?? run.microBatch)
    : run.microBatch * run.gradientAccumulation);

/** What shares the cache among the GPUs of a replica, and what does not. */
function cacheSplitWords(run: FilledRun): string {
  if (repeatsLatentCache(run))
    return `, whole on each of ${run.parallel.tensor} tensor ranks (a latent cache has no heads to split)`;
  return over(cacheRanks(run), "tensor ranks") + over(run.parallel.pipeline, "stages");
}

const cachedTokens = (run: FilledRun): number =>
  run.rollout === null ? run.memoryTokens : run.rollout.promptTokens + run.rollout.outputTokens;

/** Plain English for one part, with the numbers that made it. */
export function explain(part: PartName, run: FilledRun): string {
  const div = divisors(run);
  const trained = billions(trainableParameters(run));
  switch (part) {
    case "weights":
      return weights(run);
    case "master-weights":
      return `${trained} parameters × 4 bytes (fp32 copy)${over(div.optimizer, "shards")}`;
    case "adapters":
      return `${trained} trained parameters × ${trainedElementBytes(run)} bytes${over(div.weights, "shards")}`;
    case "gradients":
      return `${trained} trained parameters × ${gradientElementBytes(run)} bytes${over(div.gradients, "shards")}`;
    case "optimizer":
      return `${run.optimizer} states of ${trained} parameters in ${run.precision.optimizerStates}${over(div.optimizer, "shards")}`;
    case "reference":
      return `frozen reference model, ${billions(run.model.parametersTotal)} parameters × ${referenceElementBytes(run)} bytes${over(div.weights, "shards")}${over(div.tensor, "tensor ranks")}`;
    case "reward-model":
      return `reward model, ${billions(run.rollout?.rewardParameters ?? 0)} parameters × 2 bytes${over(div.weights, "shards")}`;
    case "activations":
      return activationWords(run);
    case "logits":
      return `${plain(tokensInFlight(run))} tokens × vocabulary ${plain(shapeOf(run.model).vocabularySize)} × ${plain(bytesPerLogit(run))} bytes${over(div.tensor, "tensor ranks")}`;
    case "gathered-layers":
      return `${run.profile.sharding.gatheredLayers.value} whole layers plus embedding and head while they compute`;
    case "kv-cache":
      return `${plain(cachedSequences(run))} sequences × ${plain(cachedTokens(run))} tokens in ${run.serving?.kvPrecision ?? "bf16"}${cacheSplitWords(run)}`;
    case "temporary":
      return "work buffers: dequantised or cast weights, optimizer step, reduction buckets";
    case "engine-reserve":
      return "taken by the engine beyond its need";
    case "context":
      return "driver context and libraries of one process";
    case "communicators":
      return `${communicatorGroups(run)} communication group(s)`;
    case "fragmentation":
      return "holes between blocks that are freed and taken again every step";
  }
}
