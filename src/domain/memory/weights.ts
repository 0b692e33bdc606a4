import { bytes, type Bytes } from "../../units/bytes.ts";
import type { FilledRun } from "../filled-run.ts";
import { elementBytes, isQuantised, linearBytes } from "../precision.ts";
import { divisors, isSharded, localElements, localTotal, type Divisors } from "./layout.ts";
import { heldParameters } from "./parameters.ts";

/** Bytes of embeddings, head and norms beside a quantised base: 4 where the stack upcasts them for training, else 2. */
export function plainBytes(run: FilledRun): number {
  if (run.precision.compute === "fp32") return 4;
  const trained = run.method === "qlora" || run.method === "gptq-lora";
  const upcast =
    trained && !run.precision.weights.startsWith("gptq") && run.profile.quantisedBase.upcastsToFp32.value;
  return upcast && !isSharded(run) ? 4 : 2;
}

/** Bytes of an element of the linear layers and of embeddings, head and norms. */
function weightElementBytes(run: FilledRun): { readonly linear: number; readonly plain: number } {
  const own = elementBytes[run.precision.weights];
  if (!isQuantised(run.precision.weights)) return { linear: own, plain: own };
  return { linear: linearBytes(run.precision), plain: plainBytes(run) };
}

/** Average bytes a parameter of the loaded weights. */
export function bytesPerParameter(run: FilledRun): number {
  const counts = heldParameters(run);
  const { linear, plain } = weightElementBytes(run);
  return (counts.linear * linear + (counts.total - counts.linear) * plain) / counts.total;
}

/**
 * Resident weights of one rank: linear·b_q + (embeddings + head + norms)·b_plain, divided by tensor, pipeline and weight sharding.
 * Source: QLoRA (arXiv 2305.14314) for which layers are narrowed; ZeRO (1910.02054) for the division.
 */
export function weightBytes(run: FilledRun, div: Divisors = divisors(run)): Bytes {
  if (run.parallel.offload === "parameters" || run.parallel.offload === "all") return bytes(0);
  const each = weightElementBytes(run);
  const replicated = run.profile.weights.endsReplicated.value;
  const { linear, plain } = localElements(heldParameters(run), div, "weights", replicated);
  return bytes(linear * each.linear + plain * each.plain);
}

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
