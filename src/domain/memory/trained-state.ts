import { bytes, type Bytes } from "../../units/bytes.ts";
import { dataParallelSize, type FilledRun } from "../filled-run.ts";
import { activationBytes, elementBytes } from "../precision.ts";
import { isLast } from "./stage.ts";
import { computedLayer, divisors, localTotal, type Divisors, type Shards } from "./layout.ts";
import { statesPerParameter, stateScaleBytes } from "./optimizer-states.ts";
import {
  adapterParameters,
  hasVocabularyHead,
  heldParameters,
  savedModuleParameters,
  trainableParameters,
  trainedShare,
} from "./parameters.ts";
import { plainBytes } from "./weights.ts";

const trainsAll = (run: FilledRun): boolean => run.method === "full" || run.method === "pretrain";

/** Trained elements of one rank once `state` is shared; adapters are spread over layers and tensor ranks alike. */
export function trainedLocal(run: FilledRun, div: Divisors, state: keyof Shards | "none"): number {
  if (trainsAll(run)) return localTotal(heldParameters(run), div, state) * trainedShare(run);
  const shared = state === "none" ? 1 : div[state];
  return (trainableParameters(run) * div.stage.layerShare) / (div.tensor * shared);
}

/** Average over adapters and the modules trained in full beside them, which keep the dtype of the base. */
function adapterElementBytes(run: FilledRun): number {
  const adapters = adapterParameters(run);
  const saved = savedModuleParameters(run);
  const own = elementBytes[run.lora?.precision ?? "bf16"];
  return saved === 0 ? own : (adapters * own + saved * plainBytes(run)) / (adapters + saved);
}

/** Bytes of a trained element as held by the framework. */
export function trainedElementBytes(run: FilledRun): number {
  if (run.lora !== null) return adapterElementBytes(run);
  return run.precision.masterWeights ? 4 : elementBytes[run.precision.weights];
}

/** Adapter weights and, when embeddings are trained beside them, their trainable copies. */
export function adapterBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (run.lora === null) return bytes(0);
  const held = (adapterParameters(run) + savedModuleParameters(run)) * adapterElementBytes(run);
  return bytes((held * div.stage.layerShare) / (div.tensor * div.weights));
}

/** Bytes of a gradient element: that of the trained element, or what a master-copy engine keeps. */
export function gradientElementBytes(run: FilledRun): number {
  if (run.lora !== null) return adapterElementBytes(run);
  if (!run.precision.masterWeights) return elementBytes[run.precision.gradients];
  return run.profile.masterGradientBytes.value;
}

const offloadsStates = (run: FilledRun): boolean =>
  run.parallel.offload === "optimizer" || run.parallel.offload === "all";

/**
 * Trained elements whose gradients are alive at once where each is stepped as soon as it is whole: a layer's, the head's, or a
 * layer's beside those of a tied embedding, which are whole only after the first layer.
 */
function steppedElements(run: FilledRun, div: Divisors): number {
  const counts = heldParameters(run);
  const layer = computedLayer(run, counts, div);
  const embedding = counts.embedding / div.tensor;
  return counts.tied ? layer + embedding : Math.max(layer, embedding, counts.head / div.tensor);
}

/** All gradients of one rank once backward is done; a step taken in backward holds what it has not stepped yet. */
export function gradientBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (run.method === "inference" || run.parallel.offload === "all") return bytes(0);
  const perElement = gradientElementBytes(run);
  if (run.optimizerInBackward) {
    const all = trainedLocal(run, div, "gradients");
    const alive = trainsAll(run) ? steppedElements(run, div) / div.gradients : all;
    return bytes(Math.min(alive, all) * perElement);
  }
  return bytes(trainedLocal(run, div, "gradients") * perElement);
}

/**
 * Gradients of a trained head when backward starts, beside all that forward kept. Where the loss keeps the logits of each chunk,
 * every chunk makes a gradient of the whole head: the sum so far and the newest stand side by side.
 * Source: torch/csrc/autograd/input_buffer.cpp (accumulate); chunks of `bytesPerLogitFused` from 2 on are in the graph.
 */
export function headGradientBytes(run: FilledRun, div: Divisors): Bytes {
  const trained = trainsAll(run) || run.lora?.trainEmbeddings === true;
  if (!trained || !hasVocabularyHead(run) || !isLast(div.stage)) return bytes(0);
  const { head, embedding, tied } = heldParameters(run);
  const each = trainsAll(run) ? gradientElementBytes(run) : plainBytes(run);
  const chunked = run.fusedLoss && run.profile.loss.bytesPerLogitFused.value >= 2;
  const newest = chunked ? activationBytes(run.precision.compute) : 0;
  return bytes(((tied ? embedding : head) * (each + newest)) / div.tensor);
}

/**
 * DDP reduces through buckets that hold every gradient a second time, from the first step on.
 * Source: PyTorch DistributedDataParallel documentation, `gradient_as_bucket_view`.
 */
export function bucketBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  const replicas = dataParallelSize(run);
  return run.parallel.strategy === "ddp" && replicas > 1 ? gradientBytes(run, div) : bytes(0);
}

/** Bytes of one state, its share of a scale included. */
export function stateElementBytes(run: FilledRun): number {
  const stated = elementBytes[run.precision.optimizerStates];
  const each = run.lora === null || stated < 2 ? stated : adapterElementBytes(run);
  return each + stateScaleBytes(each);
}

/** Bytes of all optimizer states of one rank, wherever they are held. */
export function stateBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (run.method === "inference") return bytes(0);
  return bytes(trainedLocal(run, div, "optimizer") * statesPerParameter(run) * stateElementBytes(run));
}

/** Optimizer states on the device: none when offloaded or paged to the host. */
export const optimizerBytes = (run: FilledRun, div: Divisors = divisors(run)): Bytes =>
  offloadsStates(run) || run.optimizer.startsWith("paged") ? bytes(0) : stateBytes(run, div);

/** Elements that ZeRO-3 steps at a time by default. Source: deepspeed/runtime/zero/config.py (sub_group_size). */
const subGroup = 1e9;

/**
 * Temporary of the optimizer step. A multi-tensor (foreach) AdamW materialises one denominator per trained parameter:
 * 10 bytes a parameter at the peak of a pure bf16 step, not 8; 20 instead of 16 in fp32. Engines that keep 16-bit gradients
 * beside an fp32 copy upcast the whole partition, ZeRO-3 a sub-group of 10^9 elements at a time; where gradients are fp32
 * already nothing is copied. Fused and per-parameter steps hold one matrix.
 * Source: torch/optim/adamw.py (_multi_tensor_adamw); deepspeed/runtime/zero/stage_1_and_2.py (step), stage3.py
 * (_prepare_fp32_grad_for_sub_group) and config.py (sub_group_size); fms-acceleration benchmarks.
 */
export function stepTemporaryBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (run.method === "inference" || offloadsStates(run)) return bytes(0);
  const local = trainedLocal(run, div, "optimizer");
  const matrix = Math.min(local, heldParameters(run).largestMatrix / div.tensor) * 4;
  if (run.optimizerInBackward) return bytes(matrix);
  if (run.precision.masterWeights) {
    if (gradientElementBytes(run) >= 4) return bytes(matrix);
    return bytes((run.parallel.strategy === "zero3" ? Math.min(local, subGroup) : local) * 4);
  }
  switch (run.optimizer) {
    case "adamw":
      return bytes(local * trainedElementBytes(run));
    case "lion":
      return bytes(local * trainedElementBytes(run));
    case "muon":
      return bytes(3 * matrix);
    case "adamw-fused":
    case "adamw-8bit":
    case "adamw-4bit":
    case "paged-adamw":
    case "paged-adamw-8bit":
    case "adafactor":
    case "sgd":
    case "sgd-momentum":
    case "galore":
    case "optimizer-in-backward":
      return bytes(matrix);
  }
}
