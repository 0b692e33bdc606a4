import { seconds } from "../../units/rates.ts";
import type { Seconds } from "../../units/rates.ts";
import type { Accelerator } from "../accelerator.ts";
import type { FilledRun } from "../filled-run.ts";
import { criticalSeconds, dataParallelSeconds } from "./communication.ts";
import { trainingFlopsPerToken } from "./flops.ts";
import { launchSeconds, routingSeconds } from "./launches.ts";
import { memorySeconds, writesScores } from "./memory-traffic.ts";
import { microStep } from "./micro-step.ts";
import type { MicroStep } from "./micro-step.ts";
import { offloadSeconds } from "./offload.ts";
import { computePeak, deviceBandwidth } from "./peaks.ts";
import { usefulTokensPerSample } from "./workload.ts";

/** Where the seconds of one optimizer step go, on one GPU, before the spread of real teams. */
export interface StepTime {
  /** Pipeline bubble included. */
  readonly compute: Seconds;
  /** Memory traffic that no matrix product hides: weights, element-wise work, logits, optimizer. */
  readonly memory: Seconds;
  /** Host time that no kernel hides: launches of small steps, expert routing. */
  readonly launch: Seconds;
  /** Communication left over after overlap. */
  readonly communication: Seconds;
  /** State that travels over the host bus. */
  readonly offload: Seconds;
  readonly total: Seconds;
  /** Useful tokens that one GPU's share of the step is worth. */
  readonly tokensPerGpu: number;
  readonly modelFlopsPerToken: number;
}

/** Share of what compute could hide that is exposed all the same: first and last layers, contention. */
const ALWAYS_EXPOSED = 0.15;

/** Communication beside `busy` seconds of work. */
const exposed = (communication: number, busy: number): number =>
  Math.max(communication - busy, communication * ALWAYS_EXPOSED);

/** Stages a pipeline interleaves per rank, unless told: recipes of Megatron and NeMo 5–12, torchtitan 2. */
function interleaved({ run, tuned }: MicroStep): number {
  if (run.parallel.virtualStages !== undefined) return run.parallel.virtualStages;
  if (tuned) return 6;
  return run.stack === "torchtitan" ? 2 : 1;
}

/** (p − 1) ÷ (m · v): idle share of 1F1B over m micro-batches; without accumulation the stack cuts the batch itself. */
function bubble(step: MicroStep): number {
  const { pipeline } = step.run.parallel;
  const { gradientAccumulation, microBatch } = step.run;
  const batches = gradientAccumulation > 1 ? gradientAccumulation : Math.max(1, microBatch);
  return (pipeline - 1) / batches / interleaved(step);
}

/** Launches hide behind kernels and kernels behind launches, never quite: (busy³ + launch³)^⅓. */
const overlapped = (busy: number, launch: number): number => Math.cbrt(busy ** 3 + launch ** 3);

/**
 * One optimizer step [s]:
 *   t = accumulation · (1 + bubble) · hidden(compute + memory + critical communication + routing, launches)
 *     + exposed data-parallel communication + exposed offload + optimizer,
 * compute = FLOPs ÷ measured rate of matrix products or attention, memory = bytes ÷ bandwidth. Null without a peak or bandwidth.
 */
export function stepTime(run: FilledRun, card: Accelerator, trainable: number): StepTime | null {
  const peak = computePeak(card, run.precision.compute);
  const bandwidth = deviceBandwidth(card);
  if (peak === null || bandwidth === null) return null;
  const sample = usefulTokensPerSample(run);
  const flops = trainingFlopsPerToken(run, sample, trainable);
  const step = microStep(run, card, bandwidth, sample, flops.recomputed);
  const { tensor, pipeline, context, strategy } = run.parallel;

  const share = step.tokens / (tensor * pipeline);
  const attentionRate = writesScores(step) ? peak.product16 : peak.attention;
  const compute =
    ((flops.hardware - flops.hardwareAttention) * share) / peak.product +
    (flops.hardwareAttention * share) / attentionRate;
  const memory = memorySeconds(step);
  const critical = criticalSeconds(step);
  const routing = routingSeconds(step);
  const busy = compute + memory + critical + routing;
  const waiting = overlapped(busy, launchSeconds(step)) - busy;

  const shards = strategy === "single" || strategy === "ddp" ? 1 : step.replicas * context;
  const updated = trainable / (tensor * pipeline) / shards;
  // foreach passes over weights, gradients and both moments several times; a fused step once.
  const optimizer = (updated * (run.optimizer === "adamw" ? 56 : 28)) / bandwidth;
  const data = dataParallelSeconds(step, trainable);
  const bus = offloadSeconds(step, updated);
  const cover = compute + memory;

  const times = Math.max(1, run.gradientAccumulation);
  const micro = times * (1 + bubble(step));
  const communication =
    micro * critical +
    times * exposed(data.perMicroStep, cover * data.hides) +
    exposed(data.perStep, cover * data.hides);
  const offload = times * exposed(bus.perMicroStep, cover) + bus.perStep;
  const launch = micro * (waiting + routing);
  const total = micro * (compute + memory) + optimizer + launch + communication + offload;
  return {
    compute: seconds(micro * compute),
    memory: seconds(micro * memory + optimizer),
    launch: seconds(launch),
    communication: seconds(communication),
    offload: seconds(offload),
    total: seconds(total),
    tokensPerGpu: (run.microBatch * sample * times * step.replicas) / run.gpus,
    modelFlopsPerToken: flops.model,
  };
}
