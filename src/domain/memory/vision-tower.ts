import { bytes, type Bytes } from "../../units/bytes.ts";
import type { FilledRun } from "../filled-run.ts";
import type { VisionTower } from "../model-architecture.ts";
import { activationBytes } from "../precision.ts";

/** Logical projections of one layer of a tower, by the names of their counterparts in a language model. */
export function towerMatrices({ hiddenSize: d, intermediateSize: f, gated }: VisionTower): readonly {
  readonly name: string;
  readonly input: number;
  readonly output: number;
}[] {
  const attention = ["q", "k", "v", "o"].map((name) => ({ name, input: d, output: d }));
  const gate = gated ? [{ name: "gate", input: d, output: f }] : [];
  return [...attention, ...gate, { name: "up", input: d, output: f }, { name: "down", input: f, output: d }];
}

/** Parameters of the layers of a tower, at most half of the model. */
export function towerParameters(tower: VisionTower, parametersTotal: number): number {
  const perLayer = towerMatrices(tower).reduce((sum, { input, output }) => sum + input * output, 0);
  return Math.min(parametersTotal / 2, tower.layers * perLayer);
}

/** Patches of one micro-batch: samples × images × (image side ÷ patch side)²; null where a side is not known. */
export function patchesInFlight(run: FilledRun, samples: number): number | null {
  const patch = run.model.vision?.patchSize ?? null;
  const side = run.vision?.imageSize;
  if (run.vision === null || patch === null || side === undefined) return null;
  return samples * run.vision.images * Math.ceil(side / patch) ** 2;
}

/** A trained tower whose images nobody has measured: what it keeps is in no sum. */
export const towerUnsized = (run: FilledRun): boolean =>
  run.vision?.trained === true && patchesInFlight(run, 1) === null;

export interface TowerActivations {
  /** Held from the tower's forward pass to the end of the language model's backward. */
  readonly held: Bytes;
  /** What the tower's own backward adds: one layer recomputed, and its gradients. */
  readonly layer: Bytes;
}

/**
 * What a trained tower keeps: 6·d (two norms' inputs and outputs, residual, the projections' inputs) + 4·d (q, k, v, attention's
 * output) + 4·f gated or 2·f plain, in 16 bits, for each patch and layer; d where it is recomputed. Its attention is taken as fused.
 * Source: Korthikanti et al. (arXiv 2205.05198) counted for flash attention, as for the language model.
 */
export function towerActivations(run: FilledRun, samples: number): TowerActivations {
  const tower = run.model.vision;
  const patches = run.vision?.trained === true ? patchesInFlight(run, samples) : null;
  if (tower === null || patches === null) return { held: bytes(0), layer: bytes(0) };
  const { hiddenSize: d, intermediateSize: f, layers, gated } = tower;
  const b = activationBytes(run.precision.compute);
  const saved = patches * b * (10 * d + (gated ? 4 : 2) * f);
  const gradients = patches * b * (gated ? 3 : 2) * f;
  if (run.checkpointing === "none") return { held: bytes(layers * saved), layer: bytes(gradients) };
  return { held: bytes(layers * patches * b * d), layer: bytes(saved + gradients) };
}
