import { gb, gbToGib } from "../../units/bytes.ts";
import type { Accelerator } from "../accelerator.ts";
import type { World } from "../catalogue.ts";
import type { Estimate } from "../estimate.ts";
import { cacheElementsPerToken } from "../memory/kv-cache.ts";
import { shapeOf } from "../memory/model-shape.ts";
import { adapterParameters, parameterCounts } from "../memory/parameters.ts";
import { usableGib } from "../memory/usable.ts";
import type { ModelArchitecture } from "../model-architecture.ts";
import { estimateRun } from "../planning/estimate-run.ts";
import { elementBytes, isQuantised, linearBytes } from "../precision.ts";
import { methods, weightDtypes, type RunSpec, type WeightDtype } from "../run-spec.ts";
import type { Figure, Placeholder } from "./figure.ts";

const gibibyte = 2 ** 30;
type Args = readonly string[];
type Sum = (args: Args, world: World) => Figure | null;

const numberIn = (text: string | undefined): number | null => {
  const n = text === undefined || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(n) ? n : null;
};
const dtypeIn = (text: string | undefined): WeightDtype | null =>
  weightDtypes.find((dtype) => dtype === text) ?? null;

const ofModel =
  (sum: (model: ModelArchitecture, rest: Args) => Figure | null): Sum =>
  ([id = "", ...rest], { lookup }) => {
    const model = lookup.model(id);
    return model === undefined ? null : sum(model, rest);
  };

const ofCard =
  (sum: (card: Accelerator, rest: Args) => Figure | null): Sum =>
  ([id = "", ...rest], { lookup }) => {
    const card = lookup.accelerator(id);
    return card === undefined ? null : sum(card, rest);
  };

const orNull = (kind: "tflops" | "gb-per-second", value: number | null): Figure | null =>
  value === null ? null : { kind, value };

/** Bytes of the weights as a checkpoint of that format holds them: embeddings, head and norms of a quantised one stay 16-bit. */
function weightBytesOf(model: ModelArchitecture, dtype: WeightDtype): number {
  const { total, linear } = parameterCounts(model);
  if (!isQuantised(dtype)) return total * elementBytes[dtype];
  return linear * linearBytes({ weights: dtype, groupSize: dtype.startsWith("nf4") ? 64 : 128 }) + (total - linear) * 2; // prettier-ignore
}

/** Bytes that one token adds to the cache of all layers that keep one, at 16 or 8 bits an element. */
function cacheBytesPerToken(model: ModelArchitecture, bits: number): number {
  const s = shapeOf(model);
  const kept = s.fullAttentionLayers + s.slidingAttentionLayers || s.layers;
  return (kept * cacheElementsPerToken(s) * bits) / 8;
}

const peakNames = ["bf16", "fp16", "fp8", "fp4", "tf32", "int8"] as const;

function runSpec(args: Args): RunSpec | null {
  const [model, method, sequence, microBatch, accelerator, gpus] = args;
  const known = methods.find((name) => name === method);
  const sequenceLength = numberIn(sequence);
  const batch = numberIn(microBatch);
  if (model === undefined || known === undefined || sequenceLength === null || batch === null) return null;
  return {
    model,
    method: known,
    sequenceLength,
    microBatch: batch,
    ...(accelerator === undefined ? {} : { accelerator }),
    gpus: numberIn(gpus) ?? 1,
  };
}

const ofEstimate =
  (pick: (estimate: Estimate) => Figure | null): Sum =>
  (args, world) => {
    const spec = runSpec(args);
    const sized = spec === null ? null : estimateRun(spec, world, { brief: true });
    return sized === null || "problems" in sized ? null : pick(sized.estimate);
  };

const holds: Readonly<Record<string, (card: Accelerator) => boolean>> = {
  bf16: (card) => card.bf16Native === true,
  "no-bf16": (card) => card.bf16Native === false,
  fp8: (card) => card.denseTflops.fp8 !== null,
  fp4: (card) => card.denseTflops.fp4 !== null,
  mig: (card) => card.mig === true,
};

/** Cards of the catalogue with a property, as sold to data centres unless a class is named. */
function cardsWith([property = "", named]: Args, { catalogue }: World): Figure | null {
  const has = Object.hasOwn(holds, property) ? holds[property] : undefined;
  if (has === undefined) return null;
  const found = catalogue.accelerators.filter(
    (card) =>
      has(card) &&
      (card.platform === "cuda" || card.platform === "rocm") &&
      (named === undefined || card.class === named),
  );
  return found.length === 0 ? null : { kind: "cards", ids: found.map(({ id }) => id) };
}

/** Dated on-demand prices of one card for an hour, lowest, middle and highest, in dollars: the currency of most. */
function hourly([id = ""]: Args, { catalogue }: World): Figure | null {
  const each = catalogue.offers
    .filter(
      (o) =>
        o.accelerator === id &&
        o.tier === "on-demand" &&
        o.observedAt !== null &&
        o.currency === "USD" &&
        o.gpus >= 1,
    ) // prettier-ignore
    .map((o) => o.perHour / o.gpus)
    .sort((a, b) => a - b);
  const [low, high] = [each[0], each.at(-1)];
  const likely = each[Math.floor(each.length / 2)];
  if (low === undefined || likely === undefined || high === undefined) return null;
  return { kind: "money-range", value: { low, likely, high }, currency: "USD" };
}

/** name → equation; arguments apart by spaces. Bytes become GiB, as software counts, unless the name says otherwise. */
const sums: Readonly<Record<string, Sum>> = {
  /** model dtype: parameters × bytes. */
  weights: ofModel((model, [dtype]) => {
    const known = dtypeIn(dtype);
    return known === null ? null : { kind: "gib", value: weightBytesOf(model, known) / gibibyte };
  }),
  /** model bytes: parameters × bytes a parameter. */
  states: ofModel((model, [bytes]) => {
    const each = numberIn(bytes);
    return each === null ? null : { kind: "gib", value: (model.parametersTotal * each) / gibibyte };
  }),
  parameters: ofModel((model) => ({ kind: "parameters", value: model.parametersTotal })),
  active: ofModel((model) => ({ kind: "parameters", value: model.parametersActive })),
  vocabulary: ofModel((model) => ({ kind: "count", value: shapeOf(model).vocabularySize })),
  /** model rank: parameters of adapters on all linear layers. */
  adapters: ofModel((model, [rank, targets]) => {
    const r = numberIn(rank);
    if (r === null) return null;
    const lora = { rank: r, targets: targets === "attention" ? "attention" : "all-linear", precision: "bf16", dora: false, rsLora: false, includeHead: false, trainEmbeddings: false } as const; // prettier-ignore
    return { kind: "parameters", value: adapterParameters({ model, lora, vision: null }) };
  }),
  /** model bits: cache of one token. */
  "kv-token": ofModel((model, [bits = "16"]) => {
    const n = numberIn(bits);
    return n === null ? null : { kind: "kib", value: cacheBytesPerToken(model, n) / 1024 };
  }),
  /** model tokens sequences bits. */
  kv: ofModel((model, [tokens, sequences = "1", bits = "16"]) => {
    const [t, n, b] = [numberIn(tokens), numberIn(sequences), numberIn(bits)];
    if (t === null || n === null || b === null) return null;
    return { kind: "gib", value: (t * n * cacheBytesPerToken(model, b)) / gibibyte };
  }),
  /** model tokens bytes: tokens × vocabulary × bytes a logit. */
  logits: ofModel((model, [tokens, bytes]) => {
    const [t, b] = [numberIn(tokens), numberIn(bytes)];
    if (t === null || b === null) return null;
    return { kind: "gib", value: (t * shapeOf(model).vocabularySize * b) / gibibyte };
  }),
  sold: ofCard((card) => ({ kind: "gb", value: card.sold })),
  usable: ofCard((card) => {
    const usable = usableGib(card);
    return usable === null ? null : { kind: "gib", value: usable };
  }),
  bandwidth: ofCard((card) => orNull("gb-per-second", card.bandwidthGbS)),
  link: ofCard((card) => orNull("gb-per-second", card.interconnect.gbSBidirectional)),
  peak: ofCard((card, [dtype]) => {
    const name = peakNames.find((known) => known === dtype);
    return name === undefined ? null : orNull("tflops", card.denseTflops[name]);
  }),
  /** card model dtype: bandwidth ÷ weights, the most one sequence can be served at. */
  "decode-ceiling": ([card = "", model = "", dtype], { lookup }) => {
    const [found, sized, known] = [lookup.accelerator(card), lookup.model(model), dtypeIn(dtype)];
    if (found?.bandwidthGbS == null || sized === undefined || known === null) return null;
    return { kind: "tokens-per-second", value: (found.bandwidthGbS * 1e9) / weightBytesOf(sized, known) };
  },
  "gb-as-gib": ([amount]) => {
    const n = numberIn(amount);
    return n === null ? null : { kind: "gib", value: gbToGib(gb(n)) };
  },
  "cards-with": cardsWith,
  hourly,
  /** model method sequence micro-batch [card [gpus]]: what one GPU needs at the peak, defaults of the engine for the rest. */
  required: ofEstimate(({ perGpu }) => ({ kind: "gib-range", value: perGpu.required })),
  "host-ram": ofEstimate(({ host }) => ({ kind: "gib-range", value: host.ramGib })),
  disk: ofEstimate(({ host }) => ({ kind: "gib-range", value: host.diskGib })),
};

export const figureNames: readonly string[] = Object.keys(sums);

/** A figure that needs no plan; null when a name or an argument is unknown, or the catalogue has no such number. */
export function catalogueFigure({ name, args }: Placeholder, world: World): Figure | null {
  return Object.hasOwn(sums, name) ? (sums[name]?.(args, world) ?? null) : null;
}
