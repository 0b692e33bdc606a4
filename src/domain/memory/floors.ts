import type { Accelerator } from "../accelerator.ts";
import type { FilledRun } from "../filled-run.ts";
import { PLAUSIBLE_FACTOR, type CorrectionScope } from "../pilot/correction.ts";
import { kinOf, runScope, seriesOf, tokenSeriesOf, tokensInFlight } from "../pilot/scope.ts";
import {
  allocatedAt,
  diagonal,
  learntFor,
  sameScope,
  type Base,
  type Floor,
  type Learnt,
  type Theta,
} from "./learnt.ts";

const sameButCard = (a: CorrectionScope, b: CorrectionScope): boolean =>
  sameScope(a, { ...b, accelerator: a.accelerator });

/** What other cards proved of runs like this one: tensors are the same on every card. */
const elsewhere = (run: FilledRun, card: Pick<Accelerator, "id">): readonly Learnt[] => {
  const scope = runScope(run, card.id);
  return (run.learnt ?? []).filter(
    (one) => one.floors.length > 0 && one.scope.accelerator !== card.id && sameButCard(one.scope, scope),
  );
};

/** A run as large, in all else the same, was measured whole on this very card. */
const finishedHere = ({ series, most, floors }: Learnt, run: FilledRun): boolean => {
  const own = seriesOf(run);
  return series.includes(own) && tokensInFlight(run) <= most && floors.every((floor) => floor.series !== own);
};

/**
 * What sizes this run on this card: what was learnt there, and the floors that hold on any card. A card of which nothing
 * was measured is corrected by nothing else; null when nothing bears on the run.
 */
export function boundsFor(run: FilledRun, card: Pick<Accelerator, "id"> | null): Learnt | null {
  const own = learntFor(run, card);
  if (run.learnt === undefined || card === null) return own;
  const others = elsewhere(run, card);
  const [first] = others;
  if (first === undefined) return own;
  const floors = others.flatMap((one) => one.floors);
  if (own !== null && finishedHere(own, run)) return own;
  if (own !== null) return { ...own, floors: [...own.floors, ...floors] };
  const proven = { ...first, floors };
  const kin = kinOf(run);
  const bears = floors.some((floor) => floor.kin === kin || floor.tokenSeries === tokenSeriesOf(run));
  if (!bears) return null;
  return { ...proven, mean: [0, 0, 0, 0], covariance: diagonal(first.prior), points: 0, rate: null };
}

/** Of a run that ran out of memory: its card, and what its tensors needed at least. */
export interface Proven {
  readonly accelerator: string;
  readonly allocatedGib: number;
}

/** The most that a run on another card proved of this one by running out of memory there; null = nothing. [GiB allocated] */
export function provenElsewhere(run: FilledRun, card: Pick<Accelerator, "id"> | null): Proven | null {
  const own = learntFor(run, card);
  if (card === null || (own !== null && finishedHere(own, run))) return null;
  return elsewhere(run, card)
    .map((one) => ({ accelerator: one.scope.accelerator, allocatedGib: provenOf(one, run) }))
    .reduce<Proven | null>((most, one) => (one.allocatedGib > (most?.allocatedGib ?? 0) ? one : most), null);
}

/** Floors of runs no larger than this one. */
const noLarger = ({ floors }: Learnt, run: FilledRun): readonly Floor[] =>
  floors.filter(
    ({ microBatch, memoryTokens }) => microBatch <= run.microBatch && memoryTokens <= run.memoryTokens,
  );

/** The most that is proven of a run as large as this one or smaller, in all else the same. [GiB allocated; 0 = nothing] */
function floorOf(learnt: Learnt, run: FilledRun): number {
  const series = seriesOf(run);
  return noLarger(learnt, run)
    .filter((floor) => floor.series === series)
    .reduce((most, { allocatedGib }) => Math.max(most, allocatedGib), 0);
}

/** The same of what grows with tokens, on any layout: in proportion to them. [GiB allocated; 0 = nothing] */
function tokenFloorOf(learnt: Learnt, run: FilledRun): number {
  const series = tokenSeriesOf(run);
  const times = ({ microBatch, memoryTokens }: Floor): number =>
    (run.microBatch * run.memoryTokens) / (microBatch * memoryTokens);
  return noLarger(learnt, run)
    .filter((floor) => floor.tokenSeries === series)
    .reduce((most, floor) => Math.max(most, floor.tokensGib * times(floor)), 0);
}

/** The run itself, and the one replica that each of its cards copies whole. */
function copiesOf(run: FilledRun): readonly FilledRun[] {
  const { strategy, tensor, pipeline, context } = run.parallel;
  if (strategy !== "ddp") return [run];
  const gpus = tensor * pipeline * context;
  const nodes = Math.ceil((gpus * run.nodes) / run.gpus);
  return [run, { ...run, gpus, nodes, parallel: { ...run.parallel, strategy: "single" } }];
}

/**
 * The most that is proven of a run that computes otherwise: other kernels, another loss or optimizer. They save no more than
 * was calculated, times what a calculation may be off by. [GiB allocated; at most 0 = nothing]
 */
function kinFloorOf(learnt: Learnt, base: Base, run: FilledRun): number {
  const kin = kinOf(run);
  const calculated = allocatedAt(base.splits, [0, 0, 0, 0]);
  return noLarger(learnt, run)
    .filter((floor) => floor.kin === kin)
    .map(
      ({ allocatedGib, calculatedGib }) =>
        allocatedGib - PLAUSIBLE_FACTOR * Math.max(0, calculatedGib - calculated),
    )
    .reduce((most, gib) => Math.max(most, gib), 0);
}

/** What is proven of the run, or of the replica that each of its cards copies whole. [GiB allocated; 0 = nothing] */
export const provenOf = (learnt: Learnt, run: FilledRun): number =>
  Math.max(...copiesOf(run).map((one) => floorOf(learnt, one)));

/** Whether a run no larger than this one ran out of memory on this very card. */
export function ranOutOn(run: FilledRun, card: Pick<Accelerator, "id"> | null): boolean {
  const learnt = learntFor(run, card);
  return learnt !== null && provenOf(learnt, run) > 0;
}

/**
 * What was learnt, raised for this run to what is proven of it: first what grows with tokens, which a layout cannot shard
 * away; then the whole. Allocated memory is homogeneous in the factors on state and tokens, so that both times
 * floor ÷ allocated give the floor.
 */
export function raisedToFloor(learnt: Learnt, base: Base, run: FilledRun): Learnt {
  const most = Math.max(...base.splits.map(({ tokens }) => tokens));
  const lacking = Math.log(tokenFloorOf(learnt, run) / most) - learnt.mean[1];
  const [state, tokens, allocator, device] = learnt.mean;
  const raised: Theta = [state, lacking > 0 ? tokens + lacking : tokens, allocator, device];
  const proven = Math.max(provenOf(learnt, run), kinFloorOf(learnt, base, run));
  const short = Math.log(proven / allocatedAt(base.splits, raised));
  return { ...learnt, mean: short > 0 ? [state + short, raised[1] + short, allocator, device] : raised };
}
