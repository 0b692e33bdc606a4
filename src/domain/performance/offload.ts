import { seconds } from "../../units/rates.ts";
import type { Seconds } from "../../units/rates.ts";
import type { MicroStep } from "./micro-step.ts";

/** Host bus to pinned memory, one way, bytes per second. */
const HOST_BUS = 20e9;

interface Offloaded {
  /** Weights and activations that travel beside compute. */
  readonly perMicroStep: Seconds;
  /** Optimizer state that the step waits for. */
  readonly perStep: Seconds;
}

/** State that travels over the host bus [s]. `sharded`: parameters updated per GPU. */
export function offloadSeconds(step: MicroStep, updated: number): Offloaded {
  const { run, shape, tokens, passes, parameters, bytesPerParameter, replicas } = step;
  const { offload, strategy, tensor, pipeline } = run.parallel;
  const all = offload === "all";
  const ranks = strategy === "fsdp" || strategy === "zero3" ? replicas : 1;
  const weights = all || offload === "parameters" ? (passes * parameters * bytesPerParameter) / ranks : 0;
  const activations = run.activationOffload
    ? (2 * tokens * shape.layers * shape.hidden * 2) / (tensor * pipeline)
    : 0;
  const optimizer = all || offload === "optimizer" ? updated * 10 : 0;
  return {
    perMicroStep: seconds((weights + activations) / HOST_BUS),
    perStep: seconds(optimizer / HOST_BUS),
  };
}
