import type { Accelerator } from "../accelerator.ts";
import type { Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { servingThroughput } from "./serving.ts";
import { trainingThroughput } from "./training.ts";

/** How fast a run goes on a card; null when the card's sheet gives no peak or bandwidth. */
export function throughputOf(
  run: FilledRun,
  card: Accelerator,
  trainableParameters: number,
): Throughput | null {
  return run.method === "inference"
    ? servingThroughput(run, card)
    : trainingThroughput(run, card, trainableParameters);
}
