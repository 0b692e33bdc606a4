import { bytes, type Bytes } from "../../units/bytes.ts";
import type { FilledRun } from "../filled-run.ts";
import { elementBytes, isQuantised, linearBytes } from "../precision.ts";
import { quantisedBaseOf } from "../quantised-base.ts";
import { divisors, isSharded, localElements, localTotal, type Divisors } from "./layout.ts";
import { heldParameters } from "./parameters.ts";

/** Bytes of embeddings, head and norms beside a quantised base: 4 where the stack upcasts them for training, else 2. */
export function plainBytes(run: FilledRun): number {
  if (run.precision.compute === "fp32") return 4;
  const trained = run.method === "qlora" || run.method === "gptq-lora";
  const upcast = trained && !run.precision.weights.startsWith("gptq") && quantisedBaseOf(run).upcastsToFp32;
  return upcast && !isSharded(run) ? 4 : 2;
}

/** What bitsandbytes narrows while it loads a model to train adapters on. */
const narrowedOnLoad: ReadonlySet<string> = new Set(["nf4", "nf4-dq", "int8"]);

/** Routed experts that stay in 16 bits beside a quantised base. */
export const keepsExperts = (run: FilledRun): boolean =>
  run.lora !== null &&
  narrowedOnLoad.has(run.precision.weights) &&
  heldParameters(run).experts > 0 &&
  quantisedBaseOf(run).experts16Bit;

/**
 * What the routed experts of a 4- or 8-bit base add to each rank where they stay in 16 bits, or would in a version of the stack
 * that the run does not name; null = no version leaves them.
 */
export function expertsLeft(run: FilledRun): { readonly bytes: number; readonly counted: boolean } | null {
  const { experts } = heldParameters(run);
  if (run.lora === null || !narrowedOnLoad.has(run.precision.weights) || experts === 0) return null;
  const counted = keepsExperts(run);
  const { byVersion } = run.profile.quantisedBase;
  const may = run.stackVersion === undefined && byVersion?.some((v) => v.experts16Bit?.value === true);
  if (!counted && may !== true) return null;
  const div = divisors(run);
  const local = localElements(heldParameters(run), div, "weights").experts;
  return { bytes: local * (2 - linearBytes(run.precision)), counted };
}

interface ElementBytes {
  /** Linear layers, routed experts left out. */
  readonly linear: number;
  readonly experts: number;
  /** Embeddings, head and norms. */
  readonly plain: number;
}

function weightElementBytes(run: FilledRun): ElementBytes {
  const own = elementBytes[run.precision.weights];
  if (!isQuantised(run.precision.weights)) return { linear: own, experts: own, plain: own };
  const linear = linearBytes(run.precision);
  return { linear, experts: keepsExperts(run) ? 2 : linear, plain: plainBytes(run) };
}

/** Average bytes a parameter of the loaded weights. */
export function bytesPerParameter(run: FilledRun): number {
  const counts = heldParameters(run);
  const { linear, experts, plain } = weightElementBytes(run);
  return (
    ((counts.linear - counts.experts) * linear +
      counts.experts * experts +
      (counts.total - counts.linear) * plain) /
    counts.total
  );
}

/**
 * Resident weights of one rank: linear·b_q + (embeddings + head + norms)·b_plain, divided by tensor, pipeline and weight sharding.
 * Source: QLoRA (arXiv 2305.14314) for which layers are narrowed; ZeRO (1910.02054) for the division.
 */
export function weightBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (run.parallel.offload === "parameters" || run.parallel.offload === "all") return bytes(0);
  const each = weightElementBytes(run);
  const replicated = run.profile.weights.endsReplicated.value;
  const { linear, experts, plain } = localElements(
    heldParameters(run),
    keepsExpertsWhole(run) ? { ...div, routed: { ...div.routed, weights: 1 } } : div,
    "weights",
    replicated,
  );
  return bytes((linear - experts) * each.linear + experts * each.experts + plain * each.plain);
}

/** Whether every rank loads the whole base, which is split only afterwards. */
const loadsWhole = (run: FilledRun): boolean =>
  run.parallel.fsdpVersion === 2 &&
  run.lora !== null &&
  narrowedOnLoad.has(run.precision.weights) &&
  isSharded(run) &&
  run.profile.sharding.loadsQuantisedWhole.value;

/** Weights that a rank holds while it loads; `held` are those it keeps. */
export const loadedWeightBytes = (run: FilledRun, div: Divisors, held: number): number =>
  loadsWhole(run) ? weightBytes(run, { ...div, weights: 1, routed: { ...div.routed, weights: 1 } }) : held;

/** Experts quantised one by one while they load, which FSDP2 does not split. */
const keepsExpertsWhole = (run: FilledRun): boolean =>
  run.parallel.fsdpVersion === 2 &&
  narrowedOnLoad.has(run.precision.weights) &&
  isSharded(run) &&
  !keepsExperts(run) &&
  quantisedBaseOf(run).expertsUnsharded;

/** fp32 copy of the trained weights kept by the optimizer. */
export function masterWeightBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (!run.precision.masterWeights || run.parallel.offload === "optimizer" || run.parallel.offload === "all")
    return bytes(0);
  return bytes(localTotal(heldParameters(run), div, "optimizer") * 4);
}

/** Bytes of an element of the reference model: as wide as the policy's where both load alike, else 2. */
export const referenceElementBytes = (run: FilledRun): number =>
  run.profile.referenceDtype.value === "as-policy" && !isQuantised(run.precision.weights)
    ? elementBytes[run.precision.weights]
    : 2;

/** Weights of a frozen reference model (DPO and GRPO on fully trained models; adapters are switched off instead). */
export function referenceBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  const needsReference = run.objective === "dpo" || run.rollout?.reference === true;
  if (!needsReference || run.lora !== null || run.method === "inference") return bytes(0);
  return bytes(localTotal(heldParameters(run), div, "weights") * referenceElementBytes(run));
}
