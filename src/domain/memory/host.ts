import type { HostNeed } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { activations } from "./activations.ts";
import { divisors, localTotal } from "./layout.ts";
import { heldParameters, trainableParameters } from "./parameters.ts";
import { statesPerParameter } from "./optimizer-states.ts";
import { stateBytes, stateElementBytes, trainedElementBytes } from "./trained-state.ts";
import { bytesPerParameter } from "./weights.ts";

const gibibyte = 2 ** 30;

/** Tokens on disk: about 4 bytes of text and 4 of prepared ids. */
const bytesPerToken = 8;
/** Environment, caches and logs. [GiB] */
const environment = 20;

/**
 * Optimizer states parked on the host by all processes of a node; an offloaded optimizer keeps an fp32 copy of the weights and
 * fp32 gradients with them. Source: ZeRO-Offload (arXiv 2101.06840), section 4.
 */
function parkedStates(run: FilledRun): number {
  const { offload } = run.parallel;
  const paged = run.optimizer.startsWith("paged");
  if (run.method === "inference" || (offload !== "optimizer" && offload !== "all" && !paged)) return 0;
  const div = divisors(run);
  const local = localTotal(heldParameters(run), div, "optimizer");
  const copies = paged || run.lora !== null ? 0 : local * (run.precision.masterWeights ? 8 : 4);
  return stateBytes(run, div) + copies;
}

/** Layer inputs that full recomputation or a hook sends to the host. */
function parkedActivations(run: FilledRun): number {
  if (!run.activationOffload) return 0;
  return activations({ ...run, activationOffload: false }).held;
}

/** Bytes written for one checkpoint: trained weights as held, an fp32 copy where there is one, and optimizer states. */
function checkpointBytes(run: FilledRun): number {
  const trained = trainableParameters(run);
  const copy = run.precision.masterWeights && run.lora === null ? 2 : 0;
  return trained * (trainedElementBytes(run) + copy + statesPerParameter(run) * stateElementBytes(run));
}

/** Tokens of the data as stored, once whatever the epochs. */
function datasetBytes({ data }: FilledRun): number {
  if (data === undefined) return 0;
  const tokens = data.tokens ?? (data.samples ?? 0) * (data.tokensPerSample ?? 0);
  return tokens * bytesPerToken;
}

/**
 * Host memory per node: runtime and loaders (4 GiB + 3 a process), weights staged while loading (once or per process), what is
 * offloaded; at most all of a sharded checkpoint where rank 0 gathers it. Disk: weights downloaded in 16 bits, the data set,
 * checkpoints that are kept, a merged export.
 */
export function hostNeed(run: FilledRun): HostNeed {
  const processes = run.gpus / run.nodes;
  const { parametersTotal } = run.model;
  const stored = (parametersTotal * Math.max(2, bytesPerParameter(run))) / gibibyte;
  const { offload } = run.parallel;
  const each = (parkedStates(run) + parkedActivations(run)) / gibibyte;
  const parked = offload === "parameters" || offload === "all" ? stored / run.nodes : 0;
  const merged = run.export?.merge === true && run.lora !== null ? (parametersTotal * 2) / gibibyte : 0;
  const base = 4 + 3 * processes + each * processes + parked;
  const staged = Math.max(stored, merged);
  const saved = run.method === "inference" ? 0 : (checkpointBytes(run) / gibibyte) * (run.save?.keep ?? 2);
  const gathered = run.parallel.strategy === "fsdp" ? checkpointBytes(run) / gibibyte : 0;
  const kept = saved + merged + datasetBytes(run) / gibibyte;
  return {
    ramGib: {
      low: base,
      likely: base + staged,
      high: base + Math.max(staged * Math.max(1, Math.min(processes, 2)), gathered) + 8,
    },
    diskGib: {
      low: stored,
      likely: stored + kept + environment,
      high: 1.5 * (stored + kept) + 2 * environment,
    },
  };
}
