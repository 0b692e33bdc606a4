import type { LayerShape } from "./model-architecture.ts";

/** Sizes and shapes of well-known dense decoders: parameters, layers, hidden width (Qwen2.5, Llama 3 families). */
const anchors: readonly (readonly [number, number, number])[] = [
  [0.135e9, 30, 576],
  [0.494e9, 24, 896],
  [1.24e9, 16, 2048],
  [3.2e9, 28, 3072],
  [8.03e9, 32, 4096],
  [14.8e9, 40, 5120],
  [32.8e9, 64, 5120],
  [70.6e9, 80, 8192],
  [405.9e9, 126, 16384],
];

const vocabulary = 128_256;
const headWidth = 64;

function between(total: number): readonly [number, number] {
  const first = anchors[0] ?? [1, 1, 1];
  const last = anchors.at(-1) ?? first;
  const above = anchors.find((a) => a[0] >= total) ?? last;
  const below = anchors.findLast((a) => a[0] <= total) ?? first;
  const span = Math.log(above[0] / below[0]);
  const outside = total > last[0] ? Math.cbrt(total / last[0]) : 1;
  const share = span === 0 ? 0 : Math.log(total / below[0]) / span;
  const mix = (a: number, b: number) => Math.exp(Math.log(a) + share * Math.log(b / a)) * outside;
  return [Math.round(mix(below[1], above[1])), mix(below[2], above[2])];
}

/**
 * A grouped-query dense decoder of the asked size: layers and hidden width interpolated (in logarithms) between
 * well-known models, the MLP width chosen so that the parameters add up. For sizing when only "13B" is known.
 */
export function typicalShape(parametersTotal: number): LayerShape {
  const [layers, width] = between(parametersTotal);
  const step = width >= 1024 ? 128 : headWidth;
  const headDim = width >= 4096 ? 128 : headWidth;
  const hidden = Math.max(headWidth, Math.round(width / step) * step);
  const heads = hidden / headDim;
  const kvHeads = [8, 4, 2, 1].find((n) => heads % n === 0) ?? 1;
  const tied = parametersTotal < 4e9;
  const words = parametersTotal < 0.4e9 ? 49_152 : vocabulary;
  const outside = words * hidden * (tied ? 1 : 2);
  const attention = 2 * hidden * hidden + 2 * hidden * kvHeads * headDim;
  const left = (parametersTotal - outside) / layers - attention;
  const mlp = Math.max(hidden, Math.round(left / (3 * hidden) / 64) * 64);
  return {
    layers,
    encoderLayers: 0,
    decoderLayers: layers,
    fullAttentionLayers: layers,
    slidingAttentionLayers: 0,
    linearAttentionLayers: 0,
    ssmLayers: 0,
    hiddenSize: hidden,
    intermediateSize: mlp,
    attentionHeads: heads,
    keyValueHeads: kvHeads,
    headDim,
    vocabularySize: words,
    tiedEmbeddings: tied,
    maxPositions: null,
    slidingWindow: null,
    learnedPositions: null,
    attention: {
      type: kvHeads === heads ? "mha" : "gqa",
      qkvBias: false,
      outputBias: false,
      qkNorm: false,
      kvLoraRank: null,
      qLoraRank: null,
      qkRopeHeadDim: null,
      qkNopeHeadDim: null,
      vHeadDim: null,
    },
    mlp: { gated: true, bias: false, kind: "gated_swiglu" },
    norm: { kind: "rmsnorm", perLayer: 2 },
    moe: null,
  };
}
