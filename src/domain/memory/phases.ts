import type { PartName, Phase } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { activations } from "./activations.ts";
import {
  autocastBytes,
  dequantisedBytes,
  gatheredLayerBytes,
  headGatheredBytes,
  layerGradientBytes,
  noSyncBytes,
  normedMatrixBytes,
  rootGatheredBytes,
  rootGradientBytes,
  shardsFlatParameters,
} from "./gathered.ts";
import { divisors, isSharded } from "./layout.ts";
import { heaviestStages, type Stage } from "./stage.ts";
import { latePhases } from "./late-phases.ts";
import { bytesPerLogit, logitsBytes } from "./logits.ts";
import { heldParameters } from "./parameters.ts";
import { engineReserveBytes, rewardModelBytes } from "./rollout.ts";
import { phaseParts, type Added, type Held, type Parts } from "./parts.ts";
import { servingPhases } from "./serving.ts";
import {
  adapterBytes,
  bucketBytes,
  gradientBytes,
  headGradientBytes,
  optimizerBytes,
  stepTemporaryBytes,
  trainedLocal,
} from "./trained-state.ts";
import { loadedWeightBytes, masterWeightBytes, referenceBytes, weightBytes } from "./weights.ts";

/** Bytes by part at one moment of one phase. */
export interface Moment {
  readonly phase: Phase;
  readonly parts: Parts;
}

const zeroBucket = 1e9;

/** Flat buffers that ZeRO reduces and gathers through: two buckets of 5·10^8 elements in 16 bits. Source: DeepSpeed configuration. */
function zeroBucketBytes(run: FilledRun): number {
  const { strategy } = run.parallel;
  const zero = strategy === "zero2" || strategy === "zero3";
  return zero && run.lora === null ? Math.min(zeroBucket, heldParameters(run).total) * 2 : 0;
}

/**
 * Sets of layer inputs still alive when the first layer runs backward. Units that are frozen as a whole hold a second set
 * under FSDP1, whose hooks wait for the gradients of their inputs; where frozen and trained weights share a flat parameter,
 * the unit is a trained one and holds one. FSDP2 passes inputs through and keeps none.
 * Source: torch/distributed/fsdp/_runtime_utils.py (_register_post_backward_reshard_only_hook) and
 * _fully_shard/_fsdp_param_group.py (RegisterPostBackwardFunction).
 */
function frozenInputSets(run: FilledRun): number {
  if (run.lora === null || !isSharded(run)) return 0;
  if (run.parallel.strategy === "fsdp" && !shardsFlatParameters(run)) return 0;
  const { frozenLayerInputSets, noSyncGradients } = run.profile.sharding;
  return noSyncGradients.value === "flat-parameters" ? 1 : frozenLayerInputSets.value;
}

const momentWith = (phase: Phase, held: Held, added: Added): Moment => ({
  phase,
  parts: phaseParts(held, added),
});

function trainingPhases(run: FilledRun, stage: Stage): readonly Moment[] {
  const div = divisors(run, stage);
  const act = activations(run, stage);
  const logits = logitsBytes(run, stage);
  const gradients = gradientBytes(run, div);
  const dequantised = dequantisedBytes(run, div);
  const accumulates = run.gradientAccumulation > 1 && !run.optimizerInBackward;
  const carried = accumulates ? gradients + noSyncBytes(run, div, trainedLocal(run, div, "none")) : 0;
  const workspace =
    run.profile.activations.workspaceGib.value * 2 ** 30 + zeroBucketBytes(run) + bucketBytes(run, div);
  const sets = frozenInputSets(run);
  const held: Held = {
    weights: weightBytes(run, div),
    masterWeights: masterWeightBytes(run, div),
    adapters: adapterBytes(run, div),
    reference: referenceBytes(run, div),
    rewardModel: rewardModelBytes(run, div),
    optimizer: optimizerBytes(run, div),
  };
  const gathered = gatheredLayerBytes(run, div);
  const engine = engineReserveBytes(run);
  const root = rootGradientBytes(run, div);
  const casts = autocastBytes(run, div) + dequantised + normedMatrixBytes(run, div) + workspace;
  const { weights, reference, rewardModel } = held;
  return [
    {
      phase: "load",
      parts: { weights: loadedWeightBytes(run, div, weights), reference, "reward-model": rewardModel },
    },
    momentWith("forward", held, {
      gathered,
      engine,
      gradients: carried,
      activations: act.held,
      logits,
      temporary: casts,
    }),
    momentWith("backward", held, {
      gathered: headGatheredBytes(run, div),
      engine,
      gradients: carried + headGradientBytes(run, div),
      activations: act.held,
      logits: logits * Math.min(1, 2 / bytesPerLogit(run)),
      temporary: casts,
    }),
    momentWith("backward", held, {
      gathered,
      engine,
      gradients: carried,
      activations: act.held + act.layer,
      logits: 0,
      temporary: casts,
    }),
    momentWith("backward", held, {
      gathered,
      engine,
      gradients: Math.max(carried, gradients) + layerGradientBytes(run, div),
      activations: sets * act.inputs + act.first,
      logits: 0,
      temporary: casts,
    }),
    ...(root === 0
      ? []
      : [
          momentWith("backward", held, {
            gathered: rootGatheredBytes(run, div),
            engine,
            gradients: Math.max(carried, gradients) + root,
            activations: 0,
            logits: 0,
            temporary: casts,
          }),
        ]),
    momentWith("optimizer-step", held, {
      engine,
      gradients,
      temporary: stepTemporaryBytes(run, div) + workspace,
    }),
    ...latePhases(run, div, { held, gathered, temporary: casts }),
  ];
}

/** Every phase of one pipeline stage with its parts; the peak is the largest, never the sum. */
export const momentsOf = (run: FilledRun, stage: Stage): readonly Moment[] =>
  run.method === "inference" ? servingPhases(run, stage) : trainingPhases(run, stage);

export function momentBytes({ parts }: Moment): number {
  let sum = 0;
  for (const part in parts) sum += parts[part as PartName] ?? 0;
  return sum;
}

const peakBytes = (all: readonly Moment[]): number => Math.max(...all.map(momentBytes));

/** The phases of the stage whose peak is highest. */
export function moments(run: FilledRun): readonly Moment[] {
  const [first, ...others] = heaviestStages(run).map((stage) => momentsOf(run, stage));
  return others.reduce((worst, all) => (peakBytes(all) > peakBytes(worst) ? all : worst), first ?? []);
}
