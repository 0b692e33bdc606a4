import type { Accelerator } from "./accelerator.ts";
import type { Premise } from "./caveat.ts";
import type { Platform } from "./run-spec.ts";

/** What programs the accelerators that the frameworks sized here do not run on. Source: notes of catalog/accelerators. */
const software: Readonly<Partial<Record<Platform, string>>> = {
  xla: "JAX, PyTorch/XLA",
  neuron: "AWS Neuron",
  hpu: "Intel Gaudi",
};

/** Said of a named accelerator that is neither CUDA nor ROCm. */
export function softwarePremises(card: Accelerator | undefined): readonly Premise[] {
  const name = card === undefined ? undefined : software[card.platform];
  return card === undefined || name === undefined
    ? []
    : [{ code: "other-software", params: { accelerator: card.id, software: name } }];
}
