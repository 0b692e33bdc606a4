import type { FilledParallel, FilledRun } from "../filled-run.ts";
import type { Strategy } from "../run-spec.ts";
import type { Spread } from "./layouts.ts";

const doublings = (most: number): readonly number[] =>
  Array.from({ length: Math.floor(Math.log2(Math.max(1, most))) + 1 }, (_, i) => 2 ** i);

/** Tensor ranks inside a machine that divide heads and key-value heads. */
function tensorChoices(run: FilledRun, { gpus, perNode }: Spread): readonly number[] {
  if (!run.profile.supports.dimensions.value.includes("tensor")) return [1];
  const heads = run.model.shape?.attentionHeads ?? 64;
  const keyValueHeads = run.model.shape?.keyValueHeads ?? 8;
  return doublings(Math.min(gpus, perNode)).filter(
    (n) => gpus % n === 0 && heads % n === 0 && (keyValueHeads === 0 || keyValueHeads % n === 0),
  );
}

/** Stages that hold as many layers each. */
function stageChoices(run: FilledRun, ranks: number): readonly number[] {
  if (!run.profile.supports.dimensions.value.includes("pipeline")) return [1];
  const layers = run.model.shape?.layers ?? 64;
  return doublings(ranks).filter((n) => ranks % n === 0 && layers % n === 0);
}

/** As many expert ranks as divide the experts and the data-parallel ranks of a machine. */
function expertRanks(run: FilledRun, ranks: number, perNode: number): number {
  const experts = run.model.shape?.moe?.experts ?? 1;
  if (!run.profile.supports.dimensions.value.includes("expert")) return 1;
  return (
    doublings(Math.min(experts, ranks, perNode)).findLast((n) => experts % n === 0 && ranks % n === 0) ?? 1
  );
}

/**
 * Splits of the model for stacks that keep whole weights on every data-parallel rank: fewest ranks a copy first, tensor ranks
 * before stages. Tensor ranks split the sequence too.
 */
export function modelSplits(
  run: FilledRun,
  spread: Spread,
  sharded: Strategy,
): readonly Partial<FilledParallel>[] {
  const { gpus, perNode } = spread;
  const all = tensorChoices(run, spread).flatMap((tensor) =>
    stageChoices(run, gpus / tensor).map((pipeline) => ({
      tensor,
      pipeline,
      ranks: gpus / tensor / pipeline,
    })),
  );
  return all
    .map(({ ranks, ...split }) => ({
      ...split,
      ranks,
      expert: expertRanks(run, ranks, perNode / split.tensor),
    }))
    .filter(({ tensor, pipeline, expert }) => tensor * pipeline * expert > 1)
    .sort((a, b) => b.ranks - a.ranks || b.tensor - a.tensor)
    .map(({ tensor, pipeline, expert, ranks }) => ({
      strategy: ranks > 1 ? sharded : "single",
      tensor,
      pipeline,
      expert,
      sequence: tensor > 1,
    }));
}
