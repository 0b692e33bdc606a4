import { range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type { Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { linearBytes } from "../precision.ts";
import { cacheRanks } from "../memory/kv-cache.ts";
import type { ComputeDtype, KvDtype } from "../run-spec.ts";
import { allReduceSeconds, gatherSeconds, group, smallAllReduceSeconds } from "./collectives.ts";
import { inferenceFlopsPerToken } from "./flops.ts";
import { computePeak, deviceBandwidth } from "./peaks.ts";
import { timeShape } from "./shape.ts";
import { hoursFor } from "./hours.ts";
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

/**
 * Bytes of weights that one GPU reads in a decode step: its share of the dense ones, and of the experts those that at least one
 * token picks. Expert ranks beyond the tensor ranks are other replicas (data-parallel attention): their tokens pick too.
 */
function weightsReadBytes(run: FilledRun, users: number): number {
  const { parametersActive: active, parametersTotal: total } = run.model;
  const { tensor, expert } = run.parallel;
  const bytes = linearBytes(run.precision);
  const moe = run.model.shape?.moe ?? null;
  if (moe === null || active >= total) return (total * bytes) / tensor;
  const picked = moe.expertsPerToken / moe.experts;
  const experts = (total - active) / (1 - picked);
  const ranks = Math.max(tensor, expert);
  const touched = 1 - (1 - picked) ** ((users * ranks) / tensor);
  return bytes * ((total - experts) / tensor + (experts * touched) / ranks);
}

/**
 * Tokens sent to their experts and back in every expert layer, 16 bits each way, where experts lie on other replicas' GPUs:
 * 2 · layers · all-to-all of users × experts per token × width. [s]
 */
function routingSeconds(run: FilledRun, card: Accelerator, users: number): number {
  const shape = run.model.shape;
  const { tensor, expert } = run.parallel;
  if (shape?.moe == null || expert <= tensor) return 0;
  const gpusPerNode = Math.max(1, Math.ceil(run.gpus / run.nodes));
  const sent = users * shape.moe.expertsPerToken * shape.hiddenSize * 2;
  return 2 * shape.moe.moeLayers * gatherSeconds(sent, group(card, expert, gpusPerNode));
}

/** fp8 weights meet fp8 activations where a card multiplies them; where it does not, they are widened first. */
const productDtype = ({ precision: { weights, compute } }: FilledRun): ComputeDtype =>
  weights === "fp8" ? "fp8" : compute;

/** Engine work between two decode steps: scheduling, sampling, detokenising. */
const ENGINE_SECONDS = 2e-3;
const LAUNCH_PER_LAYER = 25e-6;
interface Reached {
  /** Of the memory bandwidth, by decode kernels. */
  readonly bandwidth: number;
  /** Of the matmul ceiling, by prefill. */
  readonly prefill: number;
  /** Engine work and launches, and small all-reduces, as a multiple of what they take here. */
  readonly host: number;
  readonly reduce: number;
}

/**
 * What engines reach, and bounds that hold nine in ten of the rates of catalog/measurements/serving.jsonl (`npm run bench --
 * serving`). Each source left out in turn, the others say .75–.85 of the bandwidth and .8–.95 of the ceiling; most of their
 * rows are a vendor's own, so that the likely shares stay below.
 */
export const REACHED = {
  low: { bandwidth: 0.36, prefill: 0.4, host: 1.7, reduce: 1.5 },
  likely: { bandwidth: 0.72, prefill: 0.7, host: 1, reduce: 1 },
  high: { bandwidth: 0.95, prefill: 1, host: 0.5, reduce: 0.6 },
} as const satisfies Record<string, Reached>;

/**
 * Decode: one step reads the touched weights and every user's KV cache once,
 *   t_step = max(bytes of a GPU ÷ bandwidth, FLOPs ÷ (TP × peak)) + all-reduces + launches [s];
 * prefill is bound by compute. A request of p + o tokens costs its prefill and o decode steps shared with the others:
 *   total = users × o ÷ (o · t_step + users · t_prefill) [output tokens/s per replica].
 */
export function servingThroughput(run: FilledRun, card: Accelerator): Throughput | null {
  const serving = run.serving;
  const peak = computePeak(card, productDtype(run));
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

  const cacheRead = (users * kvReadBytes(run, context)) / cacheRanks(run);
  const readBytes = weightsReadBytes(run, users) + cacheRead;
  const decodeFlops = (users * inferenceFlopsPerToken(run.model, context)) / tensor;
  const ceiling = peak.product;
  const reduce = 2 * shape.layers * smallAllReduceSeconds(users * shape.hidden * 2, tensorGroup);
  const routing = routingSeconds(run, card, users);
  const host = ENGINE_SECONDS + shape.layers * LAUNCH_PER_LAYER;
  const fixedBy = (reached: Reached): number => host * reached.host + reduce * reached.reduce + routing;
  const fixed = fixedBy(REACHED.likely);
  const prefillFlops = prompt * inferenceFlopsPerToken(run.model, prompt / 2);
  const prefillReduce = 2 * shape.layers * allReduceSeconds(prompt * shape.hidden * 2, tensorGroup);

  const at = (reached: Reached) => {
    const memory = readBytes / (bandwidth * reached.bandwidth);
    const compute = decodeFlops / (ceiling * reached.prefill);
    const step = Math.max(memory, compute) + fixedBy(reached);
    const prefill = prefillFlops / (tensor * ceiling * reached.prefill) + prefillReduce;
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
  const low = at(REACHED.low);
  const likely = at(REACHED.likely);
  const high = at(REACHED.high);
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
