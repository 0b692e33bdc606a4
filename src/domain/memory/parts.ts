import type { PartName } from "../estimate.ts";

/** Bytes by part; 0 where a phase has none of it. */
export type Parts = Readonly<Partial<Record<PartName, number>>>;

/** What training holds in every phase. [bytes] */
export interface Held {
  readonly weights: number;
  readonly masterWeights: number;
  readonly adapters: number;
  readonly reference: number;
  readonly rewardModel: number;
  readonly optimizer: number;
}

/** What a phase adds to it. [bytes] */
export interface Added {
  readonly gathered?: number;
  readonly gradients?: number;
  readonly activations?: number;
  readonly logits?: number;
  readonly cache?: number;
  readonly engine?: number;
  readonly temporary?: number;
}

/**
 * Both as one literal that names every part. Spreading `held` into a new object is ten times slower, and a plan that looks for
 * the largest batch makes a hundred of them.
 */
export const phaseParts = (held: Held, added: Added): Parts => ({
  weights: held.weights,
  "master-weights": held.masterWeights,
  adapters: held.adapters,
  reference: held.reference,
  "reward-model": held.rewardModel,
  optimizer: held.optimizer,
  "gathered-layers": added.gathered ?? 0,
  gradients: added.gradients ?? 0,
  activations: added.activations ?? 0,
  logits: added.logits ?? 0,
  "kv-cache": added.cache ?? 0,
  "engine-reserve": added.engine ?? 0,
  temporary: added.temporary ?? 0,
});
