import { bytes, type Bytes } from "../../units/bytes.ts";
import type { FilledRun } from "../filled-run.ts";
import type { LayerShape } from "../model-architecture.ts";
import { activationBytes } from "../precision.ts";
import { quantisedBaseOf } from "../quantised-base.ts";
import { isSharded } from "./layout.ts";
import { firstStage, isFirst, type Stage } from "./stage.ts";
import { towerActivations } from "./vision-tower.ts";
import { hasTokenShape, shapeOf } from "./model-shape.ts";
import { isTarget } from "./parameters.ts";

/** Sequences a micro-batch really holds: preference objectives run chosen and rejected together. */
const sequencesPerSample = (run: FilledRun): number =>
  run.objective === "dpo" || run.objective === "orpo" || run.objective === "reward" ? 2 : 1;

const samplesInFlight = (run: FilledRun): number => run.microBatch * sequencesPerSample(run);

/** Tokens of one forward pass on one rank: micro-batch × length ÷ context parallel. */
export const tokensInFlight = (run: FilledRun): number =>
  (samplesInFlight(run) * run.memoryTokens) / run.parallel.context;

/** MLP elements per token that pass through one layer, active experts only. */
function mlpWidth(s: LayerShape): number {
  const moe = s.moe;
  if (moe === null || moe.moeLayers === 0) return s.intermediateSize;
  return moe.expertsPerToken * moe.expertIntermediateSize + moe.sharedIntermediateSize;
}

/** Dispatched copies of the hidden state: each token once per chosen expert. */
const dispatched = (s: LayerShape): number =>
  s.moe === null || s.moe.moeLayers === 0 ? 0 : 2 * s.moe.expertsPerToken * s.hiddenSize;

/** Bytes of an element of the residual stream: 4 where k-bit preparation leaves fp32 embeddings and norms. */
export function residualBytes(run: FilledRun): number {
  const upcasts =
    run.method === "qlora" &&
    quantisedBaseOf(run).upcastsToFp32 &&
    !isSharded(run) &&
    run.precision.compute !== "fp32";
  return upcasts ? 4 : activationBytes(run.precision.compute);
}

/** A divisor of tensors that plain tensor parallelism leaves whole and sequence parallelism splits. */
const residualSplit = (run: FilledRun): number => (run.parallel.sequence ? run.parallel.tensor : 1);

/** One layer input per token: what full checkpointing keeps of a layer. 2·d bytes (4·d with an fp32 residual stream). */
export function layerInputBytes(run: FilledRun): Bytes {
  return bytes((shapeOf(run.model).hiddenSize * residualBytes(run)) / residualSplit(run));
}

/** Inputs of one layer's projections that `wanted` names: d (q, k, v), query width (o), d (gate, up), f (down). */
function inputWidths(s: LayerShape, wanted: (name: string) => boolean): number {
  const attention =
    (["q", "k", "v"].some(wanted) ? s.hiddenSize : 0) + (wanted("o") ? s.attentionHeads * s.headDim : 0);
  const mlp = (["gate", "up"].some(wanted) ? s.hiddenSize : 0) + (wanted("down") ? mlpWidth(s) : 0);
  return attention + mlp;
}

/** Elements per token of q, k, v and attention's output; latent attention expands all of them and keeps its latents. */
function attentionWidths(s: LayerShape): number {
  const { attention: a, attentionHeads: heads } = s;
  if (a.type !== "mla") return 2 * heads * s.headDim + 2 * s.keyValueHeads * s.headDim;
  const rope = a.qkRopeHeadDim ?? 0;
  const keys = heads * ((a.qkNopeHeadDim ?? s.headDim) + rope);
  const values = heads * (a.vHeadDim ?? s.headDim);
  return 2 * keys + 2 * values + (a.qLoraRank ?? 0) + (a.kvLoraRank ?? 0) + rope;
}

/**
 * DoRA keeps the base's and the adapter's outputs of each adapted projection for the gradient of its magnitudes.
 * Source: peft/tuners/lora/dora.py, line 165.
 */
function magnitudeWidths(run: FilledRun, s: LayerShape): number {
  const { lora } = run;
  if (lora === null || !lora.dora) return 0;
  const outputs: Readonly<Record<string, number>> = {
    q: s.attentionHeads * s.headDim, k: s.keyValueHeads * s.headDim, v: s.keyValueHeads * s.headDim, o: s.hiddenSize,
    gate: s.mlp.gated ? mlpWidth(s) : 0, up: mlpWidth(s), down: s.hiddenSize,
  }; // prettier-ignore
  let sum = 0;
  for (const [name, width] of Object.entries(outputs)) if (isTarget(lora.targets, name)) sum += 2 * width;
  return sum;
}

/** Second copies of inputs kept by adapters (dropout, casts) and by 4-bit kernels, in elements per token and layer. */
function keptInputs(run: FilledRun, s: LayerShape): number {
  const { adapterInputs, quantisedInputs } = run.profile.activations;
  const { lora } = run;
  if (lora === null) return 0;
  const adapted = inputWidths(s, (name) => isTarget(lora.targets, name)) * adapterInputs.value;
  const fourBit = run.method === "lora" ? 0 : inputWidths(s, () => true) * quantisedInputs.value;
  return adapted + fourBit;
}

/** Norms written in plain PyTorch upcast to fp32 and keep it; LayerNorm and fused RMSNorm kernels do not. */
function normWidths(run: FilledRun, s: LayerShape): number {
  const { hiddenWidths, trainedNormWidths } = run.profile.activations;
  const fused = run.kernels.includes("triton-rmsnorm") || run.kernels.includes("liger");
  if (fused) return Math.max(2, hiddenWidths.value - 3);
  if (s.norm.kind === "layernorm") return Math.max(Math.min(4, hiddenWidths.value), hiddenWidths.value - 2);
  return hiddenWidths.value + (run.lora === null ? trainedNormWidths.value : 0);
}

/**
 * Bytes that eager attention keeps of one score: the softmax, the mask of its dropout, and what multiplies the values;
 * autocast runs the softmax in fp32. 5 in 16 bits, 7 under autocast, 9 in fp32.
 * Source: Korthikanti et al. (arXiv 2205.05198), section 4.1; PyTorch's list of operations that autocast to float32.
 */
function scoreBytes({ precision: { compute, mode, masterWeights } }: FilledRun): number {
  const own = activationBytes(compute);
  const casts = mode === "autocast" || (mode === "mixed" && !masterWeights);
  return (casts ? 4 : own) + 1 + own;
}

/** Scores that eager attention keeps of one token and layer: one a head and key. */
const scoresPerTokenBytes = (run: FilledRun, s: LayerShape): number =>
  run.attention === "eager"
    ? (scoreBytes(run) * s.attentionHeads * run.memoryTokens) / run.parallel.tensor
    : 0;

/**
 * Saved for backward per token and layer: w·d (norms, residual, projections' inputs) + q + k + v + out + 4·f gated or 2·f plain,
 * in two bytes (gated: 3·f where a fused kernel makes the product); eager attention adds its scores.
 * Source: Korthikanti et al. (arXiv 2205.05198) counted for flash attention; litgpt and fms-acceleration measurements.
 */
export function savedPerLayerBytes(run: FilledRun): Bytes {
  const s = shapeOf(run.model);
  const b = activationBytes(run.precision.compute);
  const t = run.parallel.tensor;
  const attention = attentionWidths(s) / t;
  const mlp = ((s.mlp.gated ? run.profile.activations.gatedMlpWidths.value : 2) * mlpWidth(s)) / t;
  const residual =
    (normWidths(run, s) * s.hiddenSize + dispatched(s) + keptInputs(run, s) + magnitudeWidths(run, s)) /
    residualSplit(run);
  return bytes((attention + mlp + residual) * b + scoresPerTokenBytes(run, s));
}

/** Gradients alive while one layer runs backward: three MLP widths gated, two plain; experts run one after another. */
export function backwardTemporaryBytes(run: FilledRun): Bytes {
  const s = shapeOf(run.model);
  const { moe } = s;
  const routed = moe === null ? 0 : (moe.expertsPerToken * moe.expertIntermediateSize) / moe.experts;
  const width =
    moe === null || moe.moeLayers === 0 ? s.intermediateSize : routed + moe.sharedIntermediateSize;
  return bytes(
    ((s.mlp.gated ? 3 : 2) * width * activationBytes(run.precision.compute)) / run.parallel.tensor,
  );
}

/** What compilation fuses away of a layer's saved tensors (torchtitan logs). */
const compiledShare = 0.65;

/**
 * What selective recomputation keeps of a layer: its input, attention's output and the outputs of every second product
 * (q, v, gate or up, down) = 2·d + 2·q + kv + f; or everything but attention's scores, which flash attention never stores.
 * Source: the save list of torchtitan's activation_checkpoint.py; Megatron's `recompute_modules`.
 */
function selectiveBytes(run: FilledRun, saved: number): number {
  const s = shapeOf(run.model);
  const t = run.parallel.tensor;
  const query = s.attentionHeads * s.headDim;
  if (run.profile.activations.selectiveKeeps.value === "all-but-scores")
    return saved - scoresPerTokenBytes(run, s);
  const split = (2 * query + s.keyValueHeads * s.headDim + mlpWidth(s)) / t;
  const whole = (s.hiddenSize + s.hiddenSize) / residualSplit(run);
  return Math.min(saved, (split + whole) * activationBytes(run.precision.compute));
}

export interface ActivationTerms {
  /** Held at the end of forward by all layers of this rank. */
  readonly held: Bytes;
  /** What the last layer's backward adds to them: its recomputation and gradients. */
  readonly layer: Bytes;
  /** The first layer's backward, all others freed: what it saved or recomputed, and gradients. */
  readonly first: Bytes;
  /** Layer inputs alone, for stacks that hold a second set. */
  readonly inputs: Bytes;
}

const none: ActivationTerms = { held: bytes(0), layer: bytes(0), first: bytes(0), inputs: bytes(0) };

/** Bytes of one layer that survive its forward pass, by how much of it is recomputed; never more than everything. */
function keptBytes(run: FilledRun, input: number, saved: number, selective: number): number {
  const everything = Math.max(input, saved);
  switch (run.checkpointing) {
    case "full":
      return input;
    case "selective":
      return Math.min(everything, Math.max(input, selective));
    case "none":
      return everything;
  }
}

/**
 * Activations of the micro-batches that a pipeline stage has in flight. A recomputed layer stands beside what was kept of it,
 * yet all of it together is never more than keeping everything.
 */
export function activations(run: FilledRun, stage: Stage = firstStage(run)): ActivationTerms {
  if (!hasTokenShape(run.model) || run.method === "inference") return none;
  const tokens = tokensInFlight(run);
  const { layers, inFlight: sets } = stage;
  const fused = run.compile ? compiledShare : 1;
  const input = layerInputBytes(run) * tokens;
  const saved = savedPerLayerBytes(run) * tokens * fused;
  const temporary = backwardTemporaryBytes(run) * tokens * fused;
  const everything = Math.max(input, saved);
  const kept = keptBytes(run, input, saved, selectiveBytes(run, savedPerLayerBytes(run)) * tokens);
  const resident = run.activationOffload ? Math.min(2, layers) : layers;
  const held = sets * resident * kept;
  const recomputed =
    run.checkpointing === "none" ? 0 : everything - (run.checkpointing === "full" ? 0 : kept);
  // The tower runs before the first layer and is run backward after it.
  const tower = isFirst(stage) ? towerActivations(run, samplesInFlight(run)) : null;
  const seen = sets * (tower?.held ?? 0);
  return {
    held: bytes(held + seen),
    layer: bytes(Math.min(recomputed, sets * resident * everything - held) + temporary),
    first: bytes(Math.max(everything + temporary, tower?.layer ?? 0) + seen),
    inputs: bytes(resident * input),
  };
}
