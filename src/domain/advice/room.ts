import type { Finding } from "../finding.ts";
import {
  finding, hostBytes, nameOf, soldBytes, stateShare, trainsAll, weightsBytes, wholeGroup, type Situation,
} from "./situation.ts"; // prettier-ignore

type Advise = (s: Situation) => readonly Finding[];
const none: readonly Finding[] = [];

/** Share of the dense peak that a good training reaches. */
const usualShare = 0.4;

/** No machine of the person's own holds even the weights. */
const impossible: Advise = (s) => {
  const { model, gpus } = s;
  const [sold, host] = [soldBytes(s), hostBytes(s)];
  if (model === null || sold === null || !trainsAll(s) || s.stated.gpus === undefined) return none;
  const room = sold * gpus + (host ?? 0);
  const all = model.parametersTotal * 16;
  if (all < room * 8 && !(model.parametersTotal > room)) return none;
  const cards = Math.ceil(all / 80e9);
  const tokens = s.stated.data?.tokens ?? null;
  const peak = s.card?.denseTflops.bf16 ?? s.card?.denseTflops.fp16 ?? null;
  // 6 floating-point operations per parameter and token, at two fifths of the dense peak.
  const seconds = tokens === null || peak === null ? null : (6 * model.parametersActive * tokens) / (peak * 1e12 * gpus * usualShare); // prettier-ignore
  const own = sold * gpus;
  // The largest dense size whose 4-bit base leaves more than half of the cards' memory free.
  const sizes = [1e9, 3e9, 8e9, 14e9, 32e9, 70e9];
  const held = sizes.filter((n) => n * 0.56 < own * 0.4);
  const possible = held.at(-1) ?? null;
  return [
    finding("impossible-here", {
      model: nameOf(s),
      eight: model.parametersTotal,
      states: all,
      vram: own,
      host,
      room,
      holds: model.parametersTotal < room,
      cards,
      possible,
      easily: held.at(-2) ?? possible,
      flops: tokens === null ? null : 6 * model.parametersActive * tokens,
      years: seconds === null || seconds < 3.2e7 ? null : seconds / 31_557_600,
      share: usualShare,
      pretrains: s.stated.method === "pretrain",
    }),
  ];
};

/** A family without its size is several models. */
const unknownSize: Advise = (s) => {
  if (s.model !== null) return none;
  const problem = s.reading.problems.find(({ path }) => path === "model");
  if (problem === undefined || problem.code === "unknown-model" || problem.code === "closed-model")
    return none;
  const read = problem.read.toLowerCase();
  const names = [...(problem.nearest ?? []), ...(problem.allowed ?? [])];
  const named = names.flatMap((name) => {
    const known = s.lookup.model(name);
    if (known !== undefined) return [known];
    const found = s.lookup.resolveModel(name);
    return found.kind === "one" ? (s.lookup.model(found.match.id) ?? []) : [];
  });
  const family = named.filter((model) => model.name.toLowerCase().includes(read) || model.family === read);
  // Names of one size that differ otherwise: which one is meant is asked, no size is guessed.
  if (named.length > 1 && family.length === 0) return none;
  const totals = [...new Set(family.map(({ parametersTotal }) => parametersTotal))].sort((a, b) => a - b);
  const [small, large] = totals.length > 1 ? [totals[0] ?? 7e9, totals.at(-1) ?? 13e9] : [7e9, 13e9];
  const serves = s.method === "inference";
  const bytes = trainsAll(s) ? 16 : 2;
  const sold = soldBytes(s) ?? 80e9;
  return [
    finding("size-unknown", {
      name: problem.read.slice(0, 40),
      small,
      large,
      smallBytes: small * bytes,
      largeBytes: large * bytes,
      full: trainsAll(s),
      serves,
      vision: /llava|vl|vision/u.test(read),
      smallFour: small * 0.56,
      largeFour: large * 0.56,
      card: sold,
      cardsSmall: wholeGroup(Math.ceil((small * bytes) / (sold * stateShare))),
      cardsLarge: wholeGroup(Math.ceil((large * bytes) / (sold * stateShare))),
      oneSample: s.stated.microBatch === 1,
    }),
  ];
};

/** Shards are equal: the smallest card decides for all. */
const unevenCards: Advise = (s) => {
  const machines = s.reading.context.machines ?? [];
  const sizes = machines.flatMap(({ accelerator, gpus }) => {
    const sold = s.lookup.accelerator(accelerator)?.sold;
    return sold === undefined ? [] : [{ bytes: sold * 1e9, gpus }];
  });
  const smallest = Math.min(...sizes.map(({ bytes }) => bytes));
  const mixed = sizes.some(({ bytes }) => bytes > smallest * 1.2);
  const total = s.reading.context.sizes ?? [];
  // The run of cards whose memory adds up to a size that was written: that is one machine, not a comparison.
  const joined = sizes
    .flatMap((_, from) => sizes.map((_last, to) => sizes.slice(from, to + 1)))
    .find((group) => {
      const sum = group.reduce((all, { bytes, gpus }) => all + bytes * gpus, 0);
      return group.length > 1 && total.some((size) => Math.abs(size - sum) / sum < 0.03);
    });
  const together = joined ?? null;
  if (!mixed || together === null || s.model === null) return none;
  const gpus = together.reduce((all, one) => all + one.gpus, 0);
  const sum = together.reduce((all, { bytes, gpus: n }) => all + bytes * n, 0);
  const least = Math.min(...together.map(({ bytes }) => bytes));
  const largest = Math.max(...together.map(({ bytes }) => bytes));
  const whole = trainsAll(s) ? s.model.parametersTotal * 16 : weightsBytes(s.model);
  return [
    finding("uneven-cards", {
      gpus,
      sum,
      each: whole / gpus,
      smallest: least,
      largest,
      useful: least * gpus,
      whole,
      passes: whole / gpus > least,
    }),
  ];
};

export const roomAdvice: readonly Advise[] = [impossible, unknownSize, unevenCards];
