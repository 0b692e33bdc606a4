import { range, type Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import { dataParallelSize, type FilledRun } from "../filled-run.ts";
import { isQuantised } from "../precision.ts";
import { passSeconds } from "./launches.ts";
import { servingThroughput } from "./serving.ts";
import { timeShape } from "./shape.ts";

/**
 * The run as a service that answers the completions of one optimizer step at once. The policy itself reads the weights it
 * trains: those of 4 bits are widened at every step, written and read in 16 bits. An engine reads 16-bit weights of its own.
 */
function asService(run: FilledRun, completions: number): FilledRun | null {
  const { rollout, parallel, precision } = run;
  if (rollout === null) return null;
  const widened = rollout.engine === "trainer" && isQuantised(precision.weights);
  return {
    ...run,
    method: "inference",
    lora: null,
    rollout: null,
    gpus: dataParallelSize(run) * parallel.tensor,
    parallel: { ...parallel, strategy: "single", pipeline: 1, context: 1, expert: 1 },
    precision: { ...precision, weights: widened ? "fp32" : "bf16", groupSize: 0 },
    serving: {
      concurrency: completions,
      promptTokens: rollout.promptTokens,
      outputTokens: rollout.outputTokens,
      kvPrecision: "bf16",
    },
  };
}

/**
 * Time in which the completions of one optimizer step are written, each as long as stated; null where there are none, or where
 * an engine on GPUs of its own writes them. An engine answers as a service does; the policy itself adds the host's work for
 * every token, kernel by kernel:
 *   t = completions × tokens ÷ rate of the service + tokens × launches of a pass [s]
 */
export function generationSeconds(run: FilledRun, card: Accelerator): Range | null {
  const { rollout } = run;
  if (rollout === null || rollout.engine === "server") return null;
  const completions = run.microBatch * run.gradientAccumulation * dataParallelSize(run);
  const service = asService(run, completions);
  const total = service === null ? null : servingThroughput(service, card)?.serving?.tokensPerSecondTotal;
  if (total == null || !(total.low > 0)) return null;
  const tokens = completions * rollout.outputTokens;
  const byHand =
    rollout.engine === "trainer"
      ? rollout.outputTokens * passSeconds(run, card, timeShape(run.model).layers)
      : 0;
  return range(tokens / total.high, tokens / total.likely + byHand, tokens / total.low + 2 * byHand);
}
