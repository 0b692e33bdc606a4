import type { Finding } from "../finding.ts";
import { cacheElementsPerToken } from "../memory/kv-cache.ts";
import { shapeOf } from "../memory/model-shape.ts";
import type { ModelArchitecture } from "../model-architecture.ts";
import {
  finding, fourBitBytes, nameOf, ranOut, seen, soldBytes, told, weightsBytes, type Situation,
} from "./situation.ts"; // prettier-ignore

type Advise = (s: Situation) => readonly Finding[];
const none: readonly Finding[] = [];

/** "8k" of context is 8 × 1,024. */
const contextLength = (tokens: number): number => (tokens % 1000 === 0 ? (tokens / 1000) * 1024 : tokens);

/** Share of a card that vLLM takes when nothing is set. */
const engineShare = 0.9;

/** What an engine prints as concurrency is for requests of the full length: its cache holds tokens. */
const capacity: Advise = (s) => {
  const tokens = seen(s, "concurrencyAtTokens") ?? s.stated.sequenceLength ?? null;
  const stored = seen(s, "cacheTokens");
  const times =
    seen(s, "maximumConcurrency") ?? (stored === null || tokens === null ? null : stored / tokens);
  if (times === null || tokens === null) return none;
  const { promptTokens, outputTokens, concurrency } = s.stated.serving ?? {};
  const spoken =
    promptTokens === undefined && outputTokens === undefined
      ? null
      : (promptTokens ?? 0) + (outputTokens ?? 0);
  // A context that was only split in two says nothing about what people send.
  const each = seen(s, "tokensEach") ?? (spoken === tokens ? null : spoken);
  const held = times * tokens;
  return [
    finding("kv-capacity", {
      times,
      tokens,
      held,
      each,
      requests: each === null || each === 0 ? null : Math.floor(held / each),
      wanted: concurrency ?? null,
      tooShort: times < 1,
      modelKnown: s.model !== null,
      cardKnown: s.card !== null,
    }),
  ];
};

/** Cache of one token: 2 × layers × key-value heads × head size × bytes of its own type. */
const arithmetic: Advise = (s) => {
  const { model } = s;
  if (model === null || !told(s, "kv-figures")) return none;
  const shape = shapeOf(model);
  const kept = shape.fullAttentionLayers + shape.slidingAttentionLayers || shape.layers;
  const each = kept * cacheElementsPerToken(shape) * 2;
  const asked = seen(s, "contextAsked");
  const tokens =
    seen(s, "tokensEach") ?? (asked === null ? (s.stated.sequenceLength ?? null) : contextLength(asked));
  const measured = seen(s, "measuredGbPerRequest");
  return [
    finding("kv-arithmetic", {
      model: nameOf(s),
      each,
      heads: shape.keyValueHeads,
      headDim: shape.headDim,
      width: shape.keyValueHeads * shape.headDim,
      hidden: shape.hiddenSize,
      layers: kept,
      latent: shape.attention.type === "mla",
      narrow: /int8|int4|awq|gptq|4bit|8bit/u.test(
        `${s.stated.precision?.weights ?? ""}${s.reading.context.claims?.join(" ") ?? ""}`,
      ),
      factor: shape.hiddenSize / (shape.keyValueHeads * shape.headDim),
      tokens,
      whole: tokens === null ? null : tokens * each,
      measured: measured === null ? null : measured * 1e9,
      agrees: measured !== null && tokens !== null && measured * 1e9 <= tokens * each * 1.15,
    }),
  ];
};

/** What an engine shows as used is what it was told to take. */
const preallocated: Advise = (s) => {
  const { model, card, gpus } = s;
  const serves = s.method === "inference";
  const engine = s.spec.stack === "vllm" || s.spec.stack === "sglang" || s.stated.stack === undefined;
  if (!serves || !engine || !told(s, "used-per-card") || ranOut(s) || told(s, "kv-figures")) return none;
  const sold = card === null ? null : card.sold * 1e9;
  const used = s.reading.context.sizes?.[0] ?? null;
  const narrow = /4/u.test(s.spec.precision?.weights ?? "") || s.stated.method === "qlora";
  const weights = model === null ? null : narrow ? fourBitBytes(model) : weightsBytes(model);
  return [
    finding("engine-preallocates", {
      narrow,
      share: engineShare,
      used,
      card: sold,
      taken: sold === null ? null : sold * engineShare,
      weights,
      gpus,
      oneEnough: weights !== null && sold !== null && weights < sold * engineShare * 0.9,
      model: nameOf(s),
    }),
  ];
};

/** Bytes of the weights as they are stated to be served. */
function servedBytes({ stated }: Situation, model: ModelArchitecture): number {
  const stored = stated.precision?.weights ?? "bf16";
  if (stored === "fp8" || stored === "int8") return model.parametersTotal;
  return /4/u.test(stored) ? fourBitBytes(model) : weightsBytes(model);
}

/** Weights against what the cards hold together: what is left serves requests. */
const margin: Advise = (s) => {
  const { model, card, gpus, candidate } = s;
  if (model === null || card === null || s.method !== "inference" || s.stated.objective !== undefined)
    return none;
  if (!ranOut(s) && !told(s, "device-map")) return none;
  const weights = servedBytes(s, model);
  const room = (candidate?.estimate.usableGib ?? (card.sold * 1e9) / 2 ** 30) * 2 ** 30 * gpus;
  return [
    finding("serving-margin", {
      weights,
      room,
      left: room - weights,
      gpus,
      twice: gpus * 2,
      fourBit: fourBitBytes(model),
      deviceMap: told(s, "device-map"),
      marginal: weights > room * 0.72,
      exceeds: weights > room * 0.97,
      model: nameOf(s),
      card: card.id,
    }),
  ];
};

/** Many answers to "how many cards": each stands for a precision. */
const byPrecision: Advise = (s) => {
  const { model, lookup } = s;
  const machines = s.reading.context.machines ?? [];
  if (model === null || machines.length < 3 || s.method !== "inference") return none;
  const [eight, half] = [model.parametersTotal, weightsBytes(model)];
  const rows = machines.flatMap(({ accelerator, gpus }) => {
    const card = lookup.accelerator(accelerator);
    if (card === undefined) return [];
    const room = card.sold * 1e9 * gpus;
    const holds =
      room >= half * 1.1 ? "bf16" : room < eight ? "none" : room < eight * 1.2 ? "fp8-tight" : "fp8";
    return [`${gpus}:${card.id}:${holds}:${String(card.denseTflops.fp8 !== null)}`];
  });
  /** Whole machines of a card that hold the FP8 weights with a fifth to spare. */
  const enough = (id: string): number | null => {
    const each = lookup.accelerator(id)?.sold;
    if (each === undefined) return null;
    return [1, 2, 4, 8, 16, 32, 64].find((n) => n * each * 1e9 >= eight * 1.2) ?? null;
  };
  const small = (s.reading.context.sizes ?? []).find((size) => size < eight * 0.5);
  const h100 = lookup.accelerator("h100-sxm");
  const eightSmall = h100 === undefined ? null : (h100.reported ?? 0) * 2 ** 30 * 8;
  return [
    finding("claims-by-precision", {
      model: nameOf(s),
      eight,
      half,
      rows: rows.join(" "),
      small: small ?? null,
      smallBits: small === undefined ? null : (small * 8) / model.parametersTotal,
      eightSmall: eightSmall === 0 ? null : eightSmall,
      holdsEight: eightSmall !== null && eight * 1.05 < eightSmall,
      ofLarge: enough("h200-sxm"),
      ofSmall: enough("h100-sxm"),
      active: model.parametersActive < model.parametersTotal ? model.parametersActive : null,
      card: soldBytes(s),
    }),
  ];
};

export const servingAdvice: readonly Advise[] = [capacity, arithmetic, byPrecision, preallocated, margin];
