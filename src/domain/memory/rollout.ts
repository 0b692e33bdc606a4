import { bytes, type Bytes } from "../../units/bytes.ts";
import type { FilledRun } from "../filled-run.ts";
import { kvCacheBytes } from "./kv-cache.ts";
import { localTotal, type Divisors } from "./layout.ts";
import { heldParameters, parameterCounts } from "./parameters.ts";

/** Completions that one data-parallel rank writes before it learns from them: those of one optimizer step. */
const completions = (run: FilledRun): number => run.microBatch * run.gradientAccumulation;

const completionTokens = ({ rollout }: FilledRun): number =>
  rollout === null ? 0 : rollout.promptTokens + rollout.outputTokens;

/** Cache of all completions of a step at their full length. Source: trl/trainer/grpo_config.py (generation_batch_size). */
export const rolloutCacheBytes = (run: FilledRun): Bytes =>
  run.rollout === null || run.rollout.engine === "server"
    ? bytes(0)
    : kvCacheBytes(run, completions(run), completionTokens(run));

/** A second set of 16-bit weights, split over the tensor ranks: an engine on the same GPUs loads the model for itself. */
export const engineWeightBytes = (run: FilledRun): Bytes =>
  run.rollout?.engine === "colocated"
    ? bytes((parameterCounts(run.model).total * 2) / run.parallel.tensor)
    : bytes(0);

/** What a colocated engine keeps while the policy learns: all of it, or nothing where it sleeps. */
export const engineReserveBytes = (run: FilledRun): Bytes =>
  run.rollout?.engine === "colocated" && !run.rollout.engineSleeps
    ? bytes(engineWeightBytes(run) + rolloutCacheBytes(run))
    : bytes(0);

/** A reward model in 16 bits, shared as weights are. */
export const rewardModelBytes = (run: FilledRun, div: Divisors): Bytes =>
  bytes(((run.rollout?.rewardParameters ?? 0) * 2) / (div.tensor * div.pipeline * div.weights));

/** ZeRO-3 gathers the whole policy to write with it. Source: trl/trainer/grpo_config.py (ds3_gather_for_generation). */
export const generationGatherBytes = (run: FilledRun, div: Divisors, layers: number): Bytes =>
  run.parallel.strategy === "zero3" && div.weights > 1 && run.rollout?.engine === "trainer"
    ? bytes(localTotal(heldParameters(run), div, "none") * 2)
    : bytes(layers);
