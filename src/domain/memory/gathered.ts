import { bytes, type Bytes } from "../../units/bytes.ts";
import type { FilledRun } from "../filled-run.ts";
import { elementBytes, isQuantised, linearBytes } from "../precision.ts";
import { computedLayer, divisors, isSharded, localElements, localTotal, type Divisors } from "./layout.ts";
import { isFirst, isLast } from "./stage.ts";
import { heldParameters } from "./parameters.ts";

const offloadsWeights = (run: FilledRun): boolean =>
  run.parallel.offload === "parameters" || run.parallel.offload === "all";

/** Elements are gathered in the compute dtype, or as packed bytes of a quantised base. */
const gatheredBytes = (run: FilledRun): number =>
  isQuantised(run.precision.weights) ? linearBytes(run.precision) : run.precision.compute === "fp32" ? 4 : 2;

/**
 * Unsharded copies alive while a sharded model computes: the layers in flight and the root unit (embedding + head) in 16 bits.
 * Source: PyTorch FSDP documentation (prefetch); fms-acceleration intercepts.
 */
export function gatheredLayerBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (!isSharded(run) && !offloadsWeights(run)) return bytes(0);
  const counts = heldParameters(run);
  const keepsAll = div.pipeline > 1 && run.profile.sharding.pipelineKeepsGathered.value;
  const whole = localElements(counts, div, "none");
  if (keepsAll) return bytes(whole.linear * gatheredBytes(run) + whole.plain * 2);
  return layersAndRoot(run, div, layersGathered(run));
}

/** While the head runs backward, only the layers that are fetched ahead. */
export function headGatheredBytes(run: FilledRun, div: Divisors): Bytes {
  if (!isSharded(run) || (div.pipeline > 1 && run.profile.sharding.pipelineKeepsGathered.value))
    return gatheredLayerBytes(run, div);
  return layersAndRoot(run, div, layersGathered(run) - 1);
}

const layersAndRoot = (run: FilledRun, div: Divisors, layers: number): Bytes =>
  bytes(
    layers * computedLayer(run, heldParameters(run), div) * gatheredBytes(run) + rootGatheredBytes(run, div),
  );

/** Embedding and head of a stage, gathered in 16 bits. */
export function rootGatheredBytes(run: FilledRun, div: Divisors): Bytes {
  if (!isSharded(run) && !offloadsWeights(run)) return bytes(0);
  return bytes((rootElements(run, div) * 2) / div.tensor);
}

/** Embedding on the first stage and head on the last, a tied one again as a copy where they are apart. */
function rootElements(run: FilledRun, div: Divisors): number {
  const { embedding, head, tied } = heldParameters(run);
  const last = tied && div.pipeline > 1 ? embedding : head;
  return (isFirst(div.stage) ? embedding : 0) + (isLast(div.stage) ? last : 0);
}

/**
 * Unsharded gradients while layers run backward, in 16 bits: those of one layer before they are reduced and split. FSDP2 also
 * holds what it reduced for the layer before until the next layer is done, and those of the head, whose unit ends with the
 * embedding.
 * Source: torch/distributed/fsdp/_fully_shard/_fsdp_param_group.py (ReduceScatterState, post_backward).
 */
export function layerGradientBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (!isSharded(run) || run.lora !== null) return bytes(0);
  const counts = heldParameters(run);
  const layer = computedLayer(run, counts, div);
  if (!shardsEachParameter(run)) return bytes(layer * 2);
  const head = isLast(div.stage) ? (counts.tied ? counts.embedding : counts.head) / div.tensor : 0;
  return bytes(layer * (2 + run.profile.sharding.reduceBytes.value) + head * 2);
}

/** Unsharded gradients of embedding and head and what they are reduced from, once every layer is done (FSDP2). */
export function rootGradientBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (!isSharded(run) || run.lora !== null || !shardsEachParameter(run)) return bytes(0);
  return bytes((rootElements(run, div) / div.tensor) * (2 + run.profile.sharding.reduceBytes.value));
}

/** 16-bit copy of the largest quantised matrix while it multiplies. */
export function dequantisedBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  const { weights } = run.precision;
  if (!isQuantised(weights) || weights === "fp8") return bytes(0);
  return bytes((heldParameters(run).largestMatrix * 2) / div.tensor);
}

/**
 * DoRA builds the merged matrix to take its norm: the adapter's product, the base's copy and their sum, one matrix at a time.
 * Source: peft/tuners/lora/dora.py, lines 86–99.
 */
export function normedMatrixBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (run.lora?.dora !== true) return bytes(0);
  return bytes((3 * heldParameters(run).largestMatrix * elementBytes[run.lora.precision]) / div.tensor);
}

/** Autocast keeps a 16-bit copy of each fp32 weight it has cast, until the forward pass ends. */
export function autocastBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  const { weights, mode, compute } = run.precision;
  if (run.method === "inference" || weights !== "fp32" || mode !== "mixed" || compute === "fp32")
    return bytes(0);
  if (isSharded(run)) return bytes(0);
  return bytes(localElements(heldParameters(run), div, "none").linear * 2);
}

/** FSDP2 gathers the next layer while one computes, forward and backward; what others do is a fact of the stack. */
const layersGathered = (run: FilledRun): number => {
  const own = run.profile.sharding.gatheredLayers.value;
  return shardsEachParameter(run) ? Math.max(2, own) : own;
};

/** FSDP of single parameters (version 2). */
const shardsEachParameter = (run: FilledRun): boolean =>
  run.parallel.strategy === "fsdp" && !shardsFlatParameters(run);

/** FSDP over flat parameters (version 1); version 2 shards each parameter by itself. */
export const shardsFlatParameters = (run: FilledRun): boolean =>
  run.parallel.strategy === "fsdp" &&
  (run.parallel.fsdpVersion ?? run.profile.sharding.fsdpVersion.value) === 1;

/** True where FSDP1 accumulates, which may keep whole gradients between micro-batches (`no_sync`). */
const accumulatesUnsharded = (run: FilledRun): boolean =>
  isSharded(run) && shardsFlatParameters(run) && run.gradientAccumulation > 1;

/** Whole 16-bit gradients kept while accumulating without synchronising: of all flat parameters or of the trained ones. */
export function noSyncBytes(run: FilledRun, div: Divisors, trainedLocal: number): Bytes {
  if (!accumulatesUnsharded(run)) return bytes(0);
  switch (run.profile.sharding.noSyncGradients.value) {
    case "none":
    case "unknown":
      return bytes(0);
    case "trainable":
      return bytes(trainedLocal * 2);
    case "flat-parameters":
      return bytes(localTotal(heldParameters(run), div, "none") * 2);
  }
}

/** What the upper bound must allow for where nobody knows how a stack accumulates: some keep whole gradients, some do not. */
export function possibleNoSyncBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (!accumulatesUnsharded(run) || run.profile.sharding.noSyncGradients.value !== "unknown") return bytes(0);
  return bytes(localTotal(heldParameters(run), div, "none") * 2);
}
