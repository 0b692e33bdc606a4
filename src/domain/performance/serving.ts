import { range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type { Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { linearBytes } from "../precision.ts";
import type { KvDtype } from "../run-spec.ts";
import { allReduceSeconds, group } from "./collectives.ts";
import { inferenceFlopsPerToken } from "./flops.ts";
import { computePeak, deviceBandwidth } from "./peaks.ts";
import { timeShape } from "./shape.ts";
import { hoursFor } from "./training.ts";
import { trainedTokens } from "./workload.ts";

const kvBytes: Readonly<Record<KvDtype, number>> = { bf16: 2, fp8: 1, int8: 1 };

/** Bytes of KV cache that one decode step reads for one user at a context length. */
function kvReadBytes(run: FilledRun, context: number): number {
  const shape = timeShape(run.model);
  const attention = run.model.shape?.attention;
  const bytes = kvBytes[run.serving?.kvPrecision ?? "bf16"];
  const width =
    attention?.type === "mla" && attention.kvLoraRank !== null
      ? attention.kvLoraRank + (attention.qkRopeHeadDim ?? 0)
      : 2 * shape.keyValueWidth;
  const capped = shape.window > 0 ? Math.min(context, shape.window) : context;
  return width * bytes * (shape.fullLayers * context + shape.slidingLayers * capped);
}

/** Share of all weights that one decode step reads: experts picked by at least one of the users. */
function weightsTouched(run: FilledRun, users: number): number {
  const { parametersActive: active, parametersTotal: total } = run.model;
  const moe = run.model.shape?.moe ?? null;
  if (moe === null || active >= total) return 1;
  const missed = (1 - moe.expertsPerToken / moe.experts) ** users;
  const expertShare = (total - active) / total / (1 - moe.expertsPerToken / moe.experts);
  return Math.min(1, 1 - expertShare * missed);
}

/** Engine work between two decode steps: scheduling, sampling, detokenising. */
const ENGINE_SECONDS = 2e-3;
const LAUNCH_PER_LAYER = 25e-6;
/** Share of the memory bandwidth that decode kernels reach, and of the matmul ceiling that prefill reaches. */
const BANDWIDTH_SHARE = { low: 0.45, likely: 0.68, high: 0.85 } as const;
const PREFILL_SHARE = { low: 0.4, likely: 0.65, high: 0.9 } as const;

/**
 * Decode: one step reads the touched weights and every user's KV cache once,
 *   t_step = max(bytes ÷ (TP × bandwidth), FLOPs ÷ (TP × peak)) + all-reduces + launches [s];
 * prefill is bound by compute. A request of p + o tokens costs its prefill and o decode steps shared with the others:
 *   total = users × o ÷ (o · t_step + users · t_prefill) [output tokens/s per replica].
 */
export function servingThroughput(run: FilledRun, card: Accelerator): Throughput | null {
  const serving = run.serving;
  const peak = computePeak(card, run.precision.compute);
  const bandwidth = deviceBandwidth(card);
  if (serving === null || peak === null || bandwidth === null) return null;
  const { tensor, pipeline } = run.parallel;
  const replicas = Math.max(1, Math.floor(run.gpus / (tensor * pipeline)));
  const users = Math.max(1, Math.ceil(serving.concurrency / replicas));
  const prompt = Math.max(1, serving.promptTokens);
  const output = Math.max(1, serving.outputTokens);
  const shape = timeShape(run.model);
  const context = prompt + output / 2;
  const gpusPerNode = Math.max(1, Math.ceil(run.gpus / run.nodes));
  const tensorGroup = group(card, tensor, gpusPerNode);

  const weights = run.model.parametersTotal * linearBytes(run.precision) * weightsTouched(run, users);
  const readBytes = (weights + users * kvReadBytes(run, context)) / tensor;
  const decodeFlops = (users * inferenceFlopsPerToken(run.model, context)) / tensor;
  const ceiling = peak.product;
  const reduce = 2 * shape.layers * allReduceSeconds(users * shape.hidden * 2, tensorGroup);
  const fixed = ENGINE_SECONDS + shape.layers * LAUNCH_PER_LAYER + reduce;
  const prefillFlops = prompt * inferenceFlopsPerToken(run.model, prompt / 2);
  const prefillReduce = 2 * shape.layers * allReduceSeconds(prompt * shape.hidden * 2, tensorGroup);

  const at = (bandwidthShare: number, prefillShare: number) => {
    const memory = readBytes / (bandwidth * bandwidthShare);
    const compute = decodeFlops / (ceiling * prefillShare);
    const step = Math.max(memory, compute) + fixed;
    const prefill = prefillFlops / (tensor * ceiling * prefillShare) + prefillReduce;
    const request = output * step + users * prefill;
    return {
      memory,
      compute,
      step,
      prefill,
      perUser: output / request,
      total: (replicas * users * output) / request,
    };
  };
  const low = at(BANDWIDTH_SHARE.low, PREFILL_SHARE.low);
  const likely = at(BANDWIDTH_SHARE.likely, PREFILL_SHARE.likely);
  const high = at(BANDWIDTH_SHARE.high, PREFILL_SHARE.high);
  const perGpu = range(low.total / run.gpus, likely.total / run.gpus, high.total / run.gpus);
  const flopsPerOutput = inferenceFlopsPerToken(run.model, context) + prefillFlops / output;
  const utilisation = (rate: number): number => (rate * flopsPerOutput) / peak.dense;
  const tokens = trainedTokens(run);
  return {
    tokensPerSecondPerGpu: perGpu,
    modelFlopsUtilisation: range(
      utilisation(perGpu.low),
      utilisation(perGpu.likely),
      utilisation(perGpu.high),
    ),
    stepSeconds: range(high.step, likely.step, low.step),
    ...(tokens === null ? {} : { hours: hoursFor(tokens, perGpu, run.gpus) }),
    bound:
      reduce > likely.memory && reduce > likely.compute
        ? "communication"
        : likely.memory + fixed >= likely.compute && output * likely.step >= users * likely.prefill
          ? "memory"
          : "compute",
    serving: {
      tokensPerSecondPerUser: range(low.perUser, likely.perUser, high.perUser),
      // Alone at best; half of the others' prompts ahead in the queue; everybody at once at worst.
      ttftSeconds: range(
        high.prefill + high.step,
        likely.prefill * Math.max(1, Math.min(users, 4) / 2) + likely.step,
        low.prefill * Math.max(1, users) + low.step,
      ),
      tokensPerSecondTotal: range(low.total, likely.total, high.total),
    },
  };
}
