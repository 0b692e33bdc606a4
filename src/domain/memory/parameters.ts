import type { FilledRun } from "../filled-run.ts";
import type { LayerShape, ModelArchitecture } from "../model-architecture.ts";
import type { LoraTargets } from "../run-spec.ts";
import { shapeOf } from "./model-shape.ts";
import { towerMatrices, towerParameters } from "./vision-tower.ts";

/** Elements, whole model. */
export interface ParameterCounts {
  readonly total: number;
  /** Input embedding, learned positions included. */
  readonly embedding: number;
  /** Output head; 0 when tied. */
  readonly head: number;
  /** The embedding is the head as well. */
  readonly tied: boolean;
  readonly norms: number;
  /** Everything else: the linear layers that quantisation narrows. */
  readonly linear: number;
  /** Part of `linear` held by routed experts. */
  readonly experts: number;
  /** Linear elements of the largest layer. */
  readonly largestLayer: number;
  /** Elements of the largest single matrix of a layer. */
  readonly largestMatrix: number;
}

/** Rows and columns of a logical matrix of one layer. */
export interface Matrix {
  readonly name: string;
  /** Another name of the same matrix, where a model fuses two. */
  readonly also?: string;
  readonly input: number;
  readonly output: number;
  /** Copies over the whole model. */
  readonly copies: number;
}

const queryWidth = (s: LayerShape): number => s.attentionHeads * s.headDim;
const keyWidth = (s: LayerShape): number => s.keyValueHeads * s.headDim;

/**
 * Multi-head latent attention goes through low ranks: queries, and keys and values together. Source: DeepSeek-V2 (arXiv
 * 2405.04434).
 */
function latentAttention(s: LayerShape, copies: number): readonly Matrix[] {
  const { attention: a, attentionHeads: heads, hiddenSize: d } = s;
  const nope = a.qkNopeHeadDim ?? s.headDim;
  const rope = a.qkRopeHeadDim ?? 0;
  const value = heads * (a.vHeadDim ?? s.headDim);
  const query = heads * (nope + rope);
  const latent = a.kvLoraRank ?? 0;
  const queries = (input: number, output: number): Matrix => ({ name: "q", input, output, copies });
  return [
    ...(a.qLoraRank === null ? [queries(d, query)] : [queries(d, a.qLoraRank), queries(a.qLoraRank, query)]),
    { name: "k", also: "v", input: d, output: latent + rope, copies },
    { name: "k", also: "v", input: latent, output: heads * nope + value, copies },
    { name: "o", input: value, output: d, copies },
  ];
}

const listed = new WeakMap<LayerShape, readonly Matrix[]>();

/** Logical projections: attention in each attention layer, MLP in each dense layer, each expert its own. */
export function matrices(s: LayerShape): readonly Matrix[] {
  const known = listed.get(s);
  if (known !== undefined) return known;
  const all = listMatrices(s);
  listed.set(s, all);
  return all;
}

function listMatrices(s: LayerShape): readonly Matrix[] {
  const moe = s.moe;
  const d = s.hiddenSize;
  const attentionLayers = s.fullAttentionLayers + s.slidingAttentionLayers || s.layers;
  const denseLayers = s.layers - (moe?.moeLayers ?? 0);
  const query = queryWidth(s);
  const key = keyWidth(s);
  const attention: readonly Matrix[] =
    s.attention.type === "mla"
      ? latentAttention(s, attentionLayers)
      : [
          { name: "q", input: d, output: query, copies: attentionLayers },
          { name: "k", input: d, output: key, copies: attentionLayers },
          { name: "v", input: d, output: key, copies: attentionLayers },
          { name: "o", input: query, output: d, copies: attentionLayers },
        ];
  const mlp = (f: number, copies: number): readonly Matrix[] => [
    ...(s.mlp.gated ? [{ name: "gate", input: d, output: f, copies }] : []),
    { name: "up", input: d, output: f, copies },
    { name: "down", input: f, output: d, copies },
  ];
  return [
    ...attention,
    ...(denseLayers > 0 ? mlp(s.intermediateSize, denseLayers) : []),
    ...(moe === null ? [] : mlp(moe.expertIntermediateSize, moe.moeLayers * moe.experts)),
    ...(moe === null || moe.sharedIntermediateSize === 0
      ? []
      : mlp(moe.sharedIntermediateSize, moe.moeLayers)),
  ];
}

const counted = new WeakMap<ModelArchitecture, ParameterCounts>();

/** Splits the published total: embedding V·d, head V·d unless tied, norms, experts 3·d·f·E, the rest linear. */
export function parameterCounts(model: ModelArchitecture): ParameterCounts {
  const known = counted.get(model);
  if (known !== undefined) return known;
  const s = shapeOf(model);
  const d = s.hiddenSize;
  const total = model.parametersTotal;
  const embedding = Math.min(total, s.vocabularySize * d + (s.learnedPositions ?? 0) * d);
  const head = s.tiedEmbeddings ? 0 : Math.min(total - embedding, s.vocabularySize * d);
  const norms = Math.min(total - embedding - head, s.layers * s.norm.perLayer * d + d);
  const linear = total - embedding - head - norms;
  const moe = s.moe;
  const perExpert = (s.mlp.gated ? 3 : 2) * d * (moe?.expertIntermediateSize ?? 0);
  const experts = moe === null ? 0 : Math.min(linear, perExpert * moe.experts * moe.moeLayers);
  const dense = (linear - experts) / Math.max(1, s.layers);
  const counts: ParameterCounts = {
    total,
    embedding,
    head,
    tied: s.tiedEmbeddings,
    norms,
    linear,
    experts,
    largestLayer: dense + (moe === null || moe.moeLayers === 0 ? 0 : experts / moe.moeLayers),
    largestMatrix:
      d * Math.max(moe === null ? s.intermediateSize : moe.expertIntermediateSize, queryWidth(s)),
  };
  counted.set(model, counts);
  return counts;
}

const copies = new WeakMap<ModelArchitecture, ParameterCounts>();
const headless = new WeakMap<ModelArchitecture, ParameterCounts>();

/** Classifiers, embedders and reward models end in a vector or a score instead of a row of the vocabulary. */
export const hasVocabularyHead = (run: Pick<FilledRun, "task" | "objective">): boolean =>
  run.task === "causal-lm" && run.objective !== "reward";

function remembered(
  kept: WeakMap<ModelArchitecture, ParameterCounts>,
  model: ModelArchitecture,
  make: (counts: ParameterCounts) => ParameterCounts,
): ParameterCounts {
  const known = kept.get(model);
  if (known !== undefined) return known;
  const held = make(parameterCounts(model));
  kept.set(model, held);
  return held;
}

/**
 * What a stack really holds: no head where the task has none; a tied head again where it is kept as a second copy of the
 * embedding.
 */
export function heldParameters(
  run: Pick<FilledRun, "model" | "profile" | "task" | "objective">,
): ParameterCounts {
  const counts = parameterCounts(run.model);
  if (!hasVocabularyHead(run)) {
    return remembered(headless, run.model, (c) => ({ ...c, head: 0, tied: false, total: c.total - c.head }));
  }
  if (counts.head > 0 || !run.profile.weights.tiedHeadCopied.value) return counts;
  return remembered(copies, run.model, (c) => ({
    ...c,
    head: c.embedding,
    tied: false,
    total: c.total + c.embedding,
  }));
}

/** A vision tower stays frozen when the language model is trained, unless told otherwise. */
const frozenTower = ({ model, vision }: FilledRun): number =>
  model.vision === null || vision?.trained === true
    ? 0
    : towerParameters(model.vision, model.parametersTotal);

/** Whether an adapter sits on a logical projection. */
export const isTarget = (targets: LoraTargets, name: string): boolean =>
  targets === "all-linear" || (targets === "attention" ? "qkvo".includes(name) : targets.includes(name));

type Lora = NonNullable<FilledRun["lora"]>;
const adapted = new WeakMap<
  Lora,
  { readonly model: ModelArchitecture; readonly tower: boolean; readonly sum: number }
>();

/** rank·(in + out) per adapted matrix; DoRA adds one magnitude per output. Source: LoRA (arXiv 2106.09685), DoRA (2402.09353). */
export function adapterParameters(run: Pick<FilledRun, "model" | "lora" | "vision">): number {
  const { lora, model } = run;
  if (lora === null) return 0;
  const tower = run.vision?.trained === true;
  const known = adapted.get(lora);
  if (known?.model === model && known.tower === tower) return known.sum;
  const sum = sumOfAdapters(lora, model) + (tower ? towerAdapters(lora, model) : 0);
  adapted.set(lora, { model, tower, sum });
  return sum;
}

function towerAdapters(lora: Lora, { vision }: ModelArchitecture): number {
  if (vision === null) return 0;
  return towerMatrices(vision)
    .filter(({ name }) => isTarget(lora.targets, name))
    .reduce((sum, { input, output }) => {
      const magnitudes = lora.dora ? output : 0;
      return sum + vision.layers * (lora.rank * (input + output) + magnitudes);
    }, 0);
}

function sumOfAdapters(lora: Lora, model: ModelArchitecture): number {
  const s = shapeOf(model);
  let sum = 0;
  for (const m of matrices(s)) {
    if (!isTarget(lora.targets, m.name) && !(m.also !== undefined && isTarget(lora.targets, m.also)))
      continue;
    sum += m.copies * (lora.rank * (m.input + m.output) + (lora.dora ? m.output : 0));
  }
  return sum + (lora.includeHead ? lora.rank * (s.hiddenSize + s.vocabularySize) : 0);
}

/** Embedding and head trained in full beside the adapters: copies, the frozen originals stay. */
export function savedModuleParameters(run: Pick<FilledRun, "model" | "lora">): number {
  if (run.lora?.trainEmbeddings !== true) return 0;
  const { embedding, head } = parameterCounts(run.model);
  return embedding + head;
}

/** Parameters of the model as the task uses it, second copies left out. */
const ownParameters = (run: FilledRun): number =>
  run.model.parametersTotal - (hasVocabularyHead(run) ? 0 : parameterCounts(run.model).head);

/** Share of the model that full training trains: all but a frozen tower. */
export const trainedShare = (run: FilledRun): number => trainableParameters(run) / ownParameters(run);

/** Elements that receive a gradient, over the whole job. */
export function trainableParameters(run: FilledRun): number {
  switch (run.method) {
    case "inference":
      return 0;
    case "full":
    case "pretrain":
      return ownParameters(run) - frozenTower(run);
    case "lora":
    case "qlora":
    case "gptq-lora":
      return adapterParameters(run) + savedModuleParameters(run);
  }
}
