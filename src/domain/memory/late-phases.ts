import type { FilledRun } from "../filled-run.ts";
import { activationBytes } from "../precision.ts";
import { tokensInFlight } from "./activations.ts";
import { forwardBytes } from "./forward.ts";
import { kvCacheBytes } from "./kv-cache.ts";
import type { Divisors } from "./layout.ts";
import { bytesPerLogit, logitsBytes } from "./logits.ts";
import { hasTokenShape } from "./model-shape.ts";
import { heldParameters } from "./parameters.ts";
import { phaseParts, type Held } from "./parts.ts";
import type { Moment } from "./phases.ts";
import { engineWeightBytes, generationGatherBytes, rolloutCacheBytes } from "./rollout.ts";
import { isLast } from "./stage.ts";

/** What stays between steps, and what computing adds whatever the phase. */
export interface Standing {
  readonly held: Held;
  readonly gathered: number;
  readonly temporary: number;
}

/** Samples of one evaluation batch: as stated, else the stack's own once there is an evaluation. */
const evaluationBatch = (run: FilledRun): number =>
  run.validation === undefined
    ? run.microBatch
    : (run.validation.batch ?? run.profile.evaluationBatch.value ?? run.microBatch);

/** Logits of an evaluation have no gradient: what an unfused chain keeps less its fp32 gradient, never under the 16-bit row. */
function evaluationLogits(run: FilledRun, div: Divisors, scale: number): number {
  const each = bytesPerLogit(run);
  const share = each > 6 ? (each - 4) / each : 1;
  return logitsBytes(run, div.stage) * scale * share;
}

/**
 * The longest samples, forward only: nothing is kept for backward, so checkpointing changes nothing, and what a layer computed
 * is gone when the logits are.
 */
function evaluation(run: FilledRun, div: Divisors, { held, gathered, temporary }: Standing): Moment {
  const scale = evaluationBatch(run) / run.microBatch;
  const activations = forwardBytes(run, tokensInFlight(run) * scale, 0);
  const logits = evaluationLogits(run, div, scale);
  const added = logits < activations ? { activations } : { logits };
  return { phase: "evaluation", parts: phaseParts(held, { gathered, ...added, temporary }) };
}

/** Answers written while evaluating: a cache for each sample of the batch, beside all that training holds. */
function evaluationAnswers(run: FilledRun, div: Divisors, { held, gathered, temporary }: Standing): Moment[] {
  if (run.validation?.generation !== true || !hasTokenShape(run.model)) return [];
  const batch = evaluationBatch(run);
  return [
    {
      phase: "generation",
      parts: phaseParts(held, {
        gathered,
        cache: kvCacheBytes(run, batch, run.memoryTokens),
        activations: forwardBytes(run, batch * run.memoryTokens, isLast(div.stage) ? batch : 0),
        temporary,
      }),
    },
  ];
}

/** The policy, or an engine beside it, writes the completions of a step: the optimizer's state stays where it is. */
function rollouts(run: FilledRun, div: Divisors, { held, gathered, temporary }: Standing): Moment[] {
  const { rollout } = run;
  if (rollout === null || rollout.engine === "server" || !hasTokenShape(run.model)) return [];
  const sequences = run.microBatch * run.gradientAccumulation;
  const engine = engineWeightBytes(run);
  return [
    {
      phase: "generation",
      parts: phaseParts(held, {
        gathered: generationGatherBytes(run, div, gathered),
        cache: rolloutCacheBytes(run),
        activations: forwardBytes(run, sequences * rollout.promptTokens, isLast(div.stage) ? sequences : 0),
        engine,
        temporary,
      }),
    },
  ];
}

/** Adapters merged into 16-bit weights one matrix at a time; a quantised base is merged on the host instead. */
function merge(run: FilledRun, { held }: Standing): Moment[] {
  if (run.export?.merge !== true || run.method !== "lora") return [];
  const matrix = heldParameters(run).largestMatrix * activationBytes(run.precision.compute);
  const { weights, adapters } = held;
  return [{ phase: "export", parts: { weights, adapters, temporary: 2 * matrix } }];
}

/** What comes after or between optimizer steps. */
export function latePhases(run: FilledRun, div: Divisors, standing: Standing): readonly Moment[] {
  const { held, gathered } = standing;
  const busy = phaseParts(held, { gathered });
  return [
    evaluation(run, div, standing),
    ...evaluationAnswers(run, div, standing),
    ...rollouts(run, div, standing),
    { phase: "checkpoint-save", parts: busy },
    { phase: "restore", parts: busy },
    ...merge(run, standing),
  ];
}
