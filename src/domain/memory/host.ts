import type { HostNeed } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { divisors } from "./layout.ts";
import { trainableParameters } from "./parameters.ts";
import { stateBytes } from "./trained-state.ts";
import { bytesPerParameter } from "./weights.ts";

const gibibyte = 2 ** 30;

/**
 * Host memory per node: runtime and loaders (4 GiB + 3 a process), weights staged while loading (once or per process), what is offloaded.
 * Disk: weights downloaded in 16 bits, plus two checkpoints with optimizer states when all is trained, adapters otherwise.
 */
export function hostNeed(run: FilledRun): HostNeed {
  const processes = run.gpus / run.nodes;
  const stored = (run.model.parametersTotal * Math.max(2, bytesPerParameter(run))) / gibibyte;
  const { offload } = run.parallel;
  const states = (stateBytes(run, divisors(run)) * processes) / gibibyte;
  const hosted = offload !== "none" || run.optimizer.startsWith("paged") ? states : 0;
  const parked = offload === "parameters" || offload === "all" ? stored / run.nodes : 0;
  const base = 4 + 3 * processes + hosted + parked;
  const trained = (trainableParameters(run) * 16) / gibibyte;
  const saved = run.method === "inference" ? 0 : trained * (run.save?.keep ?? 2);
  return {
    ramGib: {
      low: base,
      likely: base + stored,
      high: base + stored * Math.max(1, Math.min(processes, 2)) + 8,
    },
    diskGib: { low: stored, likely: stored + saved + 20, high: 1.5 * (stored + saved) + 40 },
  };
}
