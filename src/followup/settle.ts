import { usualLength } from "../domain/planning/assumptions.ts";
import { spanOf, standsAsChoice } from "./either.ts";
import { isAside } from "./aside.ts";
import { has, type Draft, type Pending } from "./draft.ts";
import { known, numeric, pendingOf, put } from "./put-fact.ts";
import { soldGb } from "./card-words.ts";
import { settleRefusedPlaces } from "./read-places.ts";
import { settleRefused } from "./read-refused.ts";
import { settleSlice } from "./read-mig.ts";
import { settleTenants } from "./read-smi.ts";
import { settlePrecision } from "./settle-precision.ts";
import { putSizedModel } from "./family-version.ts";
import { siblingOf } from "./siblings.ts";
import { settleQuotedTotal } from "./settle-quoted.ts";
import { settlePpo, settleRollout } from "./settle-rollout.ts";
import { settleServing } from "./settle-serving.ts";
import { settleSharding } from "./settle-sharding.ts";

function settleModel(draft: Draft): void {
  const models = draft.names.filter(({ kind }) => kind === "model");
  const named = models.filter(({ start }) => models.length < 2 || !isAside(draft, start));
  for (const span of named) {
    if (span.resolution.kind === "several" && sizedMember(draft, span)) continue;
    if (span.resolution.kind === "one")
      put(draft, { start: span.start, where: span.text }, "model", span.resolution.match.id);
    if (span.resolution.kind === "several") {
      draft.problems.push({
        code: "ambiguous-model",
        path: "model",
        read: span.text,
        nearest: span.resolution.matches.map(({ name }) => name),
      });
    }
  }
  const sizes = pendingOf(draft, "size");
  const meant = sizes.filter(({ start }) => sizes.length < 2 || !isAside(draft, start));
  const first = meant[0] ?? sizes[0];
  if (first === undefined || has(draft, "model")) return;
  const billions = numeric(first);
  const sibling = siblingOf(draft, billions);
  if (sibling !== null) {
    put(draft, first, "model", sibling);
    return;
  }
  putSizedModel(draft, first, billions);
}

/** "qwen2.5 in 32b": the family is named in one place and its size in another. */
function sizedMember(draft: Draft, span: Draft["names"][number]): boolean {
  for (const size of pendingOf(draft, "size")) {
    const found = draft.context.lookup.resolveModel(`${span.text} ${numeric(size)}b`);
    if (found.kind !== "one") continue;
    put(draft, { start: span.start, where: span.text }, "model", found.match.id);
    return true;
  }
  return false;
}

/** Names that were given as `org/name` and are in no catalogue: the hub may know them. */
function settleHubName(draft: Draft): void {
  if (has(draft, "model")) return;
  const found = /(?<![\w/.:-])([A-Za-z][\w-]{1,40}\/[A-Za-z][\w.-]{2,90})(?![\w/])/u.exec(
    draft.canonical.text,
  );
  const text = found?.[1];
  if (found === null || text === undefined || !/\d/u.test(text)) return;
  if (draft.taken.subarray(found.index, found.index + text.length).some((flag) => flag === 1)) return;
  draft.taken.fill(1, found.index, found.index + text.length);
  put(draft, { start: found.index, where: text }, "model", text.replace(/(?<!\.)\.+$/u, ""));
}

function settleData(draft: Draft): void {
  const total = pendingOf(draft, "tokens")[0];
  const perEpoch =
    pendingOf(draft, "tokens-per-epoch")[0] ?? (pendingOf(draft, "per-epoch").length > 0 ? total : undefined);
  if (perEpoch !== undefined) {
    put(draft, perEpoch, "data.tokens", numeric(perEpoch));
    return;
  }
  if (total === undefined) return;
  const epochs = draft.facts.find(({ field }) => field === "data.epochs")?.value;
  if (typeof epochs === "number" && epochs !== 1) {
    const inTotal = /(?:in total|au total|en tout|altogether|total of|soit)/u.test(draft.folded);
    put(draft, total, "data.tokens", inTotal ? numeric(total) / epochs : numeric(total));
    draft.assumed.push({
      field: "data.tokens",
      value: numeric(total),
      why: inTotal ? "tokens-in-total" : "tokens-of-one-epoch",
    });
    return;
  }
  put(draft, total, "data.tokens", numeric(total));
  // One epoch is the same in total and per epoch.
  if (epochs === 1) return;
  put(draft, total, "data.epochs", 1);
  draft.assumed.push({ field: "data.tokens", value: numeric(total), why: "tokens-in-total" });
}

function settleBareMillions(draft: Draft): void {
  const bare = pendingOf(draft, "bare-millions")[0];
  if (bare === undefined) return;
  const hasModel =
    has(draft, "model") || draft.context.current !== null || draft.names.some(({ kind }) => kind === "model");
  if (!hasModel) {
    put(draft, bare, "model", { name: `${numeric(bare) / 1e6}M`, params_total: numeric(bare) });
    draft.assumed.push({ field: "model", value: bare.value, why: "bare-number-as-size" });
  } else if (!has(draft, "data.tokens")) {
    put(draft, bare, "data.tokens", numeric(bare));
    if (!has(draft, "data.epochs")) put(draft, bare, "data.epochs", 1);
    draft.assumed.push({ field: "data.tokens", value: bare.value, why: "bare-number-as-tokens" });
  }
}

const wanted =
  /(?:need|want|wanted|target|besoin (?:de|d')|il (?:me |nous )?faut|veux|voudrais|vise|atteindre|monter a|reach|get to|hoped for|esperais|pensais faire)\s*(?:\w+\s)?~?$/u;

const choosesBetween = ({ folded }: Draft, first: Pending, second: Pending): boolean =>
  standsAsChoice(folded, spanOf(first), spanOf(second));

function settleLength(draft: Draft, method: string | null): void {
  const stated = pendingOf(draft, "length");
  const bare = pendingOf(draft, "bare-length");
  // "context 4k or 8k": the second stands as a choice.
  const others =
    stated.length === 0
      ? bare
      : bare.filter((one) => stated.some((first) => choosesBetween(draft, first, one)));
  // Where the length of a sample is stated, tokens named besides are no length.
  const taken = stated.length > 0 || others.length > 0 || has(draft, "data.tokensPerSample");
  const fallback = taken ? [] : pendingOf(draft, "length-tokens");
  const all = [...stated, ...others, ...fallback];
  const asked = [...all, ...bare].find((one) => wanted.test(draft.folded.slice(0, one.start)));
  const serving = method === "inference";
  const spoken = draft.facts.filter(({ field }) => /^serving\.(?:prompt|output)Tokens$/u.test(field)).length;
  const ordered = asked === undefined ? all : [asked];
  for (const one of ordered) {
    put(draft, one, "sequenceLength", numeric(one));
  }
  const first = ordered[0];
  if (!serving || first === undefined || spoken === 2) return;
  const length = numeric(first);
  const output = Math.min(known(draft, "serving.outputTokens", 512), Math.floor(length / 2));
  if (!has(draft, "serving.outputTokens")) put(draft, first, "serving.outputTokens", output);
  if (!has(draft, "serving.promptTokens")) put(draft, first, "serving.promptTokens", length - output);
  draft.assumed.push({ field: "serving.promptTokens", value: length - output, why: "context-split" });
}

/** A batch stated in tokens holds so many sequences of the plan's length. */
function globalBatch(draft: Draft): { source: Pending; sequences: number; inTokens: boolean } | null {
  const sequences = pendingOf(draft, "global-batch")[0];
  if (sequences !== undefined) return { source: sequences, sequences: numeric(sequences), inTokens: false };
  const tokens = pendingOf(draft, "token-batch")[0];
  if (tokens === undefined) return null;
  const length = known(draft, "sequenceLength", usualLength);
  return { source: tokens, sequences: numeric(tokens) / length, inTokens: true };
}

function settleBatch(draft: Draft): void {
  const global = globalBatch(draft);
  if (global === null) return;
  const ways =
    known(draft, "parallel.tensor", 1) *
    known(draft, "parallel.pipeline", 1) *
    known(draft, "parallel.context", 1);
  const replicas = Math.max(1, Math.floor(known(draft, "gpus", 1) / ways));
  const micro = known(draft, "microBatch", 1);
  const steps = Math.max(1, Math.ceil(global.sequences / (micro * replicas)));
  if (has(draft, "gradientAccumulation") && has(draft, "microBatch") && has(draft, "gpus")) {
    const product = known(draft, "gradientAccumulation", 1) * micro * replicas;
    if (product === global.sequences) return;
  }
  put(draft, global.source, "gradientAccumulation", steps);
  const exact = steps * micro * replicas === global.sequences;
  if (global.inTokens)
    draft.assumed.push({ field: "gradientAccumulation", value: steps, why: "from-batch-of-tokens" });
  else
    draft.assumed.push({
      field: "gradientAccumulation",
      value: steps,
      why: exact ? "from-effective-batch" : "effective-batch-rounded-up",
    });
}

/** A service has no batch of its own: "batch 16" are the requests that it holds at once. */
function settleServingBatch(draft: Draft, method: string | null): void {
  if (method !== "inference") return;
  for (const [at, fact] of [...draft.facts.entries()].reverse()) {
    if (fact.field !== "microBatch" || typeof fact.value !== "number") continue;
    draft.facts.splice(at, 1);
    if (has(draft, "serving.concurrency")) continue;
    put(draft, fact, "serving.concurrency", fact.value);
    draft.assumed.push({ field: "serving.concurrency", value: fact.value, why: "batch-as-requests" });
  }
}

function settleStack(draft: Draft): void {
  // An engine that writes completions for a training is not what trains.
  const generates = has(draft, "objective");
  const strong = pendingOf(draft, "stack").filter(
    ({ value }) => !(generates && (value === "vllm" || value === "sglang")),
  );
  const versioned = pendingOf(draft, "versioned-stack");
  const weak = pendingOf(draft, "weak-stack");
  const names = ["vllm", "sglang", "trl", "axolotl", "torchtune", "unsloth", "megatron", "nemo", "ms-swift", "llama-factory", "torchtitan", "deepspeed"]; // prettier-ignore
  const fromVersion = versioned.find(({ value }) => names.includes(String(value)));
  const chosen = strong[0] ?? fromVersion ?? weak[0];
  const generic = versioned.find(({ value }) => value === "transformers" || value === "accelerate");
  if (chosen === undefined && generic === undefined) return;
  if (chosen === undefined && generic !== undefined) {
    put(draft, generic, "stack", "hf-trainer");
    return;
  }
  for (const one of strong) put(draft, one, "stack", one.value);
  if (strong.length === 0 && chosen !== undefined) put(draft, chosen, "stack", chosen.value);
  const version = draft.versions[String(chosen?.value)];
  if (chosen !== undefined && version !== undefined) put(draft, chosen, "stackVersion", version);
}

function settleNodes(draft: Draft): void {
  const each = pendingOf(draft, "gpus-per-node")[0];
  if (each !== undefined && !has(draft, "gpus")) {
    const nodes = draft.facts.find(({ field }) => field === "nodes")?.value;
    put(draft, each, "gpus", numeric(each) * (typeof nodes === "number" ? nodes : 1));
    return;
  }
  const nodes = draft.facts.find(({ field }) => field === "nodes");
  const { current, held } = draft.context;
  if (nodes === undefined || has(draft, "gpus") || current?.gpus === undefined) return;
  const spread = held?.gpus === current.gpus ? held.nodes : 1;
  const perNode = current.gpus / (current.nodes ?? spread);
  const gpus = Number(nodes.value) * perNode;
  if (!Number.isInteger(gpus) || gpus === current.gpus) return;
  draft.assumed.push({ field: "gpus", value: gpus, why: "same-gpus-per-node" });
  put(draft, nodes, "gpus", gpus);
}

/** "2x 3090 48GB" says what both hold together, not one. */
function isTotal(draft: Draft, card: string, size: unknown): boolean {
  const sold = soldGb(draft.context.lookup, card);
  const gpus = draft.facts.find(({ field }) => field === "gpus")?.value ?? draft.context.current?.gpus;
  return sold !== null && typeof gpus === "number" && gpus > 1 && size === gpus * sold;
}

/** "fits a 24GB card, on my 4090": the named card goes before the size of an unnamed one, and before a sum over its cards. */
function settleSizedCard(draft: Draft): void {
  const card = draft.facts.find(({ field }) => field === "accelerator");
  if (typeof card?.value !== "string") return;
  const named = card.value;
  const sized = draft.facts.findIndex(
    ({ field, start, value }) =>
      field === "memoryGib" && (start !== card.start || isTotal(draft, named, value)),
  );
  if (sized >= 0) draft.facts.splice(sized, 1);
}

/** "Trainium, trn1.32xlarge": which of several is meant was said after the name of them all. */
function settleNamedLater(draft: Draft): void {
  const stated = draft.facts.flatMap(({ field, value }) =>
    field === "accelerator" && typeof value === "string"
      ? (draft.context.lookup.accelerator(value)?.name ?? [])
      : [],
  );
  const at = draft.problems.findIndex(
    ({ code, nearest }) =>
      code === "ambiguous-accelerator" && nearest?.some((name) => stated.includes(name)) === true,
  );
  if (at >= 0) draft.problems.splice(at, 1);
}

/** "GPU 0 has a total capacity of 23.65 GiB": the card that failed, where none is named. */
function settlePrintedCapacity(draft: Draft): void {
  const printed = pendingOf(draft, "printed-capacity")[0];
  const named = has(draft, "accelerator") || has(draft, "memoryGib") || has(draft, "limits.among");
  if (printed === undefined || named || draft.context.current !== null) return;
  put(draft, printed, "memoryGib", numeric(printed));
  if (!has(draft, "gpus") && !has(draft, "nodes") && !severalCards.test(draft.folded))
    put(draft, printed, "gpus", 1);
}

const severalCards =
  /(?<!\w)(?:gpus|cards|cartes|nodes?|noeuds?|fsdp|zero[- ]?[123]|ddp|torchrun|multi|sharded|tp|ranks?|processus|both|each|chacune|devices)(?!\w)/u;

/** An error of a run on "a 3090": what failed ran on one card, where nothing speaks of more. */
function settleFailedCard(draft: Draft): void {
  const card = draft.facts.find(({ field }) => field === "accelerator");
  const counted = has(draft, "gpus") || has(draft, "nodes") || draft.pending.some(({ kind }) => kind === "gpus-per-node"); // prettier-ignore
  if (
    draft.failure?.kind !== "out-of-memory" ||
    draft.context.current !== null ||
    card === undefined ||
    counted
  )
    return;
  if (severalCards.test(draft.folded) || /\ds(?!\w)/u.test(card.where)) return;
  put(draft, card, "gpus", 1);
}

/** Turns what was postponed into facts, in the order in which they depend on each other. */
export function settle(draft: Draft): string | null {
  settleNamedLater(draft);
  settleRefused(draft);
  settleRefusedPlaces(draft);
  settleFailedCard(draft);
  settlePrintedCapacity(draft);
  settleQuotedTotal(draft);
  settleSizedCard(draft);
  settleSlice(draft);
  settleTenants(draft);
  settleModel(draft);
  settleHubName(draft);
  settleData(draft);
  settleBareMillions(draft);
  const method = settlePrecision(draft);
  settleServingBatch(draft, method);
  settlePpo(draft, method);
  settleRollout(draft, method);
  settleStack(draft);
  settleLength(draft, method);
  settleNodes(draft);
  settleSharding(draft);
  settleBatch(draft);
  settleServing(draft, method);
  const kernels = pendingOf(draft, "kernel");
  const first = kernels[0];
  if (first !== undefined)
    put(draft, first, "kernels", [...new Set(kernels.map(({ value }) => String(value)))]);
  return method;
}
