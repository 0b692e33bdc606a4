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
  const layers =
    run.profile.sharding.gatheredLayers.value * computedLayer(run, counts, div) * gatheredBytes(run);
  const tied = counts.tied && div.pipeline > 1 ? counts.embedding : counts.head;
  const root = (isFirst(div.stage) ? counts.embedding : 0) + (isLast(div.stage) ? tied : 0);
  return bytes(layers + (root * 2) / div.tensor);
}

/** The unsharded gradient of one layer before it is reduced and split. */
export function layerGradientBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (!isSharded(run) || run.lora !== null) return bytes(0);
  return bytes(computedLayer(run, heldParameters(run), div) * 2);
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
