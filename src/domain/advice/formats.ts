import type { Finding } from "../finding.ts";
import {
  adapts, failedWith, finding, fourBitBytes, nameOf, ranOut, soldBytes, told, trains, trainsAll, weightsBytes, wholeGroup,
  type Situation,
} from "./situation.ts"; // prettier-ignore

type Advise = (s: Situation) => readonly Finding[];
const none: readonly Finding[] = [];

/** Models of the bf16 age pass the range of fp16; the card decides what else there is. */
const overflow: Advise = (s) => {
  const { model, card } = s;
  const half = s.stated.precision?.compute === "fp16" || s.stated.precision?.weights === "fp16";
  if (!failedWith(s, "nan")) return none;
  const without = card?.bf16Native === false;
  if (!half && !without) return none;
  return [
    finding("fp16-overflow", {
      card: card?.id ?? null,
      lacksBf16: without,
      half: model === null ? null : weightsBytes(model),
      doubled: model === null ? null : model.parametersTotal * 4,
      model: nameOf(s),
    }),
  ];
};

/** FP8 weights on a card without FP8 units: stored narrow, computed in 16 bits. */
const storedFp8: Advise = (s) => {
  const { model, card, reading, gpus } = s;
  const asked = s.stated.precision?.weights === "fp8" || s.stated.precision?.compute === "fp8";
  if (!asked || card?.denseTflops.fp8 !== null) return none;
  const weights = model === null ? null : model.parametersTotal;
  const room = card.sold * 1e9 * gpus;
  return [
    finding("fp8-storage-only", {
      card: card.id,
      weights,
      room,
      left: weights === null ? null : room - weights,
      serving: s.method === "inference",
      version: reading.context.versions?.["vllm"] ?? null,
      gpus,
      holds: weights === null ? null : weights < room,
    }),
  ];
};

/** The same configuration on another vendor's card: by version, after a smoke test. */
const rocm: Advise = (s) => {
  const { model, card, reading } = s;
  if (card?.platform !== "rocm" || !told(s, "support-question", "purchase", "published-figure")) return none;
  const sold = card.sold * 1e9;
  const weights = model === null ? null : weightsBytes(model);
  return [
    finding("rocm-conditional", {
      card: card.id,
      weights,
      sold,
      one: weights !== null && weights < sold * 0.9,
      quantised: s.stated.method === "qlora",
      model: nameOf(s),
      chiplets: card.devices > 1 ? card.devices : null,
      rocm: reading.context.versions?.["rocm"] ?? null,
    }),
  ];
};

/** A size quoted for a run that only a narrower format would take. */
const otherFormat: Advise = (s) => {
  const { model, reading } = s;
  if (model === null || !told(s, "published-figure", "purchase") || trainsAll(s) || !trains(s)) return none;
  const half = weightsBytes(model);
  const four = fourBitBytes(model);
  const claim = (reading.context.sizes ?? []).find((size) => size >= four * 0.85 && size < half * 0.75);
  const quantised = s.method === "qlora" || s.method === "gptq-lora";
  const sold = soldBytes(s) ?? 80e9;
  if (claim === undefined || quantised) return none;
  return [
    finding("claim-is-another-format", {
      claim,
      half,
      four,
      card: sold,
      cards: Math.max(2, Math.ceil((half * 1.15) / (sold * 0.85))),
      fits: half < sold * 0.9,
      model: nameOf(s),
      lengthKnown: s.stated.sequenceLength !== undefined || s.stated.data?.tokens !== undefined,
    }),
  ];
};

/** What a size divided by the parameters says that it counts. */
const bytesPerParameter: Advise = (s) => {
  const { model, reading } = s;
  if (model === null || !trainsAll(s) || ranOut(s) || !told(s, "published-figure", "purchase")) return none;
  const claims = (reading.context.sizes ?? [])
    .map((size) => ({ size, each: size / model.parametersTotal }))
    .filter(({ each }) => each > 7 && each < 21);
  const [low] = [...claims].sort((a, b) => a.each - b.each);
  const high = [...claims].sort((a, b) => b.each - a.each)[0];
  if (low === undefined || high === undefined) return none;
  const sold = soldBytes(s) ?? 80e9;
  const mixed = model.parametersTotal * 16;
  return [
    finding("bytes-per-parameter", {
      low: low.size,
      lowEach: low.each,
      high: high.size,
      highEach: high.each,
      differ: high.each > low.each * 1.1,
      mixed,
      card: sold,
      floor: Math.ceil(mixed / sold),
      cards: wholeGroup(Math.ceil(mixed / (sold * 0.7))),
      bare: low.each < 9,
    }),
  ];
};

/** Offload with a stage that keeps the weights whole: nobody measured it for adapters. */
const offload: Advise = (s) => {
  const strategy = s.stated.parallel?.strategy;
  if (!adapts(s) || strategy !== "zero2" || !ranOut(s)) return none;
  return [finding("offload-unproven", {})];
};

/** A published number holds for its own length, batch, precision and layout. */
const published: Advise = (s) => {
  if (!told(s, "published-figure")) return none;
  if (s.reading.context.failure === undefined && !told(s, "purchase", "short-works")) return none;
  return [
    finding("published-conditions", {
      several: s.gpus > 1,
      length: s.stated.sequenceLength ?? null,
    }),
  ];
};

export const formatAdvice: readonly Advise[] = [
  overflow, storedFp8, rocm, otherFormat, bytesPerParameter, offload, published,
]; // prettier-ignore
