import { seconds } from "../../units/rates.ts";
import type { Seconds } from "../../units/rates.ts";
import type { Accelerator } from "../accelerator.ts";
import { dataParallelSize } from "../filled-run.ts";
import type { FilledRun } from "../filled-run.ts";
import { linearBytes } from "../precision.ts";
import { allReduceSeconds, gatherSeconds, group } from "./collectives.ts";
import { trainingFlopsPerToken } from "./flops.ts";
import { attentionShare, cardFamily, computePeak, deviceBandwidth, productCeiling } from "./peaks.ts";
import { timeShape } from "./shape.ts";
import { usefulTokensPerSample } from "./workload.ts";

/** Where the seconds of one optimizer step go, on one GPU, before the spread of real teams. */
export interface StepTime {
  readonly compute: Seconds;
  /** Memory traffic that no matrix product hides: weights, element-wise work, logits, optimizer. */
  readonly memory: Seconds;
  /** Kernel launches of a step too small to keep the card busy. */
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

/** Share of collective time hidden behind compute; published traces hide most of FSDP's and DDP's over NVLink. */
const OVERLAP = 0.7;
/** Host bus to pinned memory, one way, bytes per second. */
const HOST_BUS = 20e9;
/** Launches per layer and pass × time per launch: about 100 kernels × 7 µs, eager through adapters and hooks; a compiled graph needs a third. */
const LAUNCH_PER_LAYER = 700e-6;

/**
 * One optimizer step: t = Σ micro-steps (max(compute + memory, launch) + exposed communication) + optimizer.
 * compute = hardware FLOPs ÷ (peak × matmul ceiling); memory = bytes ÷ bandwidth; [s]. Null without a peak or bandwidth.
 */
export function stepTime(run: FilledRun, card: Accelerator, trainable: number): StepTime | null {
  const peak = computePeak(card, run.precision.compute);
  const bandwidth = deviceBandwidth(card);
  if (peak === null || bandwidth === null) return null;
  const shape = timeShape(run.model);
  const { tensor, pipeline, context, expert, strategy, offload } = run.parallel;
  const replicas = dataParallelSize(run);
  const split = tensor * pipeline * context;
  const sample = usefulTokensPerSample(run);
  const padding = run.packing || run.microBatch === 1 ? 1 : 1.15;
  const tokens = run.microBatch * sample * padding;
  const flops = trainingFlopsPerToken(run, sample, trainable);
  // Experts are split over the expert ranks, everything else over tensor and pipeline ranks.
  const { parametersTotal, parametersActive } = run.model;
  const routed = shape.moe ? Math.max(0, parametersTotal - parametersActive) : 0;
  const parameters = parametersTotal - routed + routed / Math.max(1, expert);
  const gpusPerNode = Math.max(1, Math.ceil(run.gpus / run.nodes));
  const passes = 2 + flops.recomputed;

  const sharded = strategy === "fsdp" || strategy === "zero3";
  const local = Math.max(1, pipeline * tensor);

  const family = cardFamily(card);
  const plain = flops.hardware - flops.hardwareAttention;
  const weighted = plain + flops.hardwareAttention / attentionShare[family];
  const gemm = (weighted * tokens) / split / (peak.effective * productCeiling(card));

  // Element-wise traffic: about 16 reads or writes of the hidden width and 6 of the MLP width a layer and pass, 16 bits.
  const elementwise =
    ((tokens / split) * shape.layers * passes * 2 * (16 * shape.hidden + 6 * shape.intermediate)) / bandwidth;
  const scores =
    run.attention === "eager"
      ? (tokens * sample * (shape.attentionWidth / 128) * shape.layers * 12 * passes) / split / bandwidth
      : 0;
  const logits = ((((run.fusedLoss ? 8 : 32) * tokens) / (tensor * context)) * shape.vocabulary) / bandwidth;
  const quantised = linearBytes(run.precision) < 1;
  // 4-bit weights are unpacked to 16 bits before each product: read packed, write and read 16 bits.
  const weights =
    ((parameters / local) * passes * (quantised ? linearBytes(run.precision) + 4 * 3 : 2)) / bandwidth;
  const launch = (shape.layers / pipeline) * (1 + passes) * LAUNCH_PER_LAYER * (run.compile ? 0.35 : 1);

  const micro = Math.max(gemm + elementwise + scores + logits + weights, launch);

  const dataGroup = group(card, replicas * context, Math.max(1, gpusPerNode / (tensor * pipeline)));
  const moved = (parameters / local) * (quantised ? linearBytes(run.precision) : 2);
  const gradients = (Math.min(trainable, parameters) / local) * 2;
  let perMicro = 0;
  let perStep = 0;
  if (sharded) {
    const gathers = 2;
    perMicro += gathers * gatherSeconds(moved, dataGroup) + gatherSeconds(gradients, dataGroup);
  } else if (strategy !== "single") {
    perStep += allReduceSeconds(gradients, dataGroup);
  }
  if (tensor > 1) {
    const message = ((run.microBatch * sample) / context) * shape.hidden * 2;
    const calls = (4 + 2 * flops.recomputed) * (shape.layers / pipeline);
    // On the critical path: half of it hides behind the next product at best, which OVERLAP below would overstate.
    perMicro += ((calls * allReduceSeconds(message, group(card, tensor, gpusPerNode))) / (1 - OVERLAP)) * 0.8;
  }
  const accumulation = Math.max(1, run.gradientAccumulation);
  const bubble = pipeline > 1 ? (pipeline - 1) / accumulation : 0;
  const hidden = micro * OVERLAP;
  const exposedMicro = Math.max(perMicro - hidden, perMicro * (1 - OVERLAP));
  const exposedStep = Math.max(perStep - hidden, perStep * (1 - OVERLAP));

  const shardedBy = strategy === "single" || strategy === "ddp" ? 1 : replicas;
  // foreach passes over weights, gradients and both moments several times; a fused step once.
  const optimizerBytes = (trainable / local / shardedBy) * (run.optimizer === "adamw" ? 56 : 28);
  const onHost = offload !== "none" || run.optimizer.startsWith("paged");
  const optimizer = optimizerBytes / bandwidth;
  let bus = 0;
  if (offload === "optimizer" || offload === "all") bus += ((trainable / local / shardedBy) * 10) / HOST_BUS;
  if (offload === "parameters" || offload === "all") {
    bus += (accumulation * passes * moved) / (sharded ? replicas : 1) / HOST_BUS;
  }
  if (run.activationOffload)
    bus += (accumulation * 2 * tokens * shape.layers * shape.hidden * 2) / split / HOST_BUS;
  if (!onHost && !run.activationOffload) bus = 0;

  const compute = accumulation * gemm * (1 + bubble);
  const memory = accumulation * (elementwise + scores + logits + weights) * (1 + bubble) + optimizer;
  const waiting =
    accumulation * Math.max(0, launch - (gemm + elementwise + scores + logits + weights)) * (1 + bubble);
  const communication = accumulation * exposedMicro + exposedStep;
  return {
    compute: seconds(compute),
    memory: seconds(memory),
    launch: seconds(waiting),
    communication: seconds(communication),
    offload: seconds(bus),
    total: seconds(compute + memory + waiting + communication + bus),
    tokensPerGpu: (run.microBatch * sample * accumulation * replicas) / run.gpus,
    modelFlopsPerToken: flops.model,
  };
}
