import { gib, type Gib } from "../../units/bytes.ts";
import type { Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type {
  MemoryBudget,
  MemoryCounters,
  MemoryPart,
  PartName,
  PhaseMemory,
  RankMemory,
  Warning,
} from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import type { IntervalFactors } from "../stack-profile.ts";
import { counters, floorFactors, overheads, requiredFor, unsized, type Overheads } from "./counters.ts";
import { explain } from "./explain.ts";
import { possibleNoSyncBytes } from "./gathered.ts";
import { hostNeed } from "./host.ts";
import { around, intervalFactors } from "./interval.ts";
import { boundsFor, provenOf, raisedToFloor } from "./floors.ts";
import { correctedCounters, correctedMoments, splitsOf, type Base, type Learnt } from "./learnt.ts";
import { hasTokenShape } from "./model-shape.ts";
import { trainableParameters } from "./parameters.ts";
import { phaseParts } from "./phase-parts.ts";
import { momentBytes, moments, momentsOf, type Moment } from "./phases.ts";
import { stagesOf, type Stage } from "./stage.ts";
import { towerUnsized } from "./vision-tower.ts";

const gibibyte = 2 ** 30;

interface Peak {
  readonly moment: Moment;
  readonly bytes: number;
  /** The largest moment of each phase. */
  readonly byPhase: ReadonlyMap<Moment["phase"], Moment>;
}

function peakOf(all: readonly Moment[]): Peak {
  const byPhase = new Map<Moment["phase"], Moment>();
  let moment: Moment = { phase: "load", parts: {} };
  let most = -1;
  for (const candidate of all) {
    const sum = momentBytes(candidate);
    const before = byPhase.get(candidate.phase);
    if (before === undefined || sum > momentBytes(before)) byPhase.set(candidate.phase, candidate);
    if (sum > most) [moment, most] = [candidate, sum];
  }
  return { moment, bytes: most, byPhase };
}

const raised = (r: Range<Gib>, by: number): Range<Gib> => (by > 0 ? { ...r, high: gib(r.high + by) } : r);

function partsOf(
  run: FilledRun,
  peak: Moment,
  factors: IntervalFactors,
  over: Overheads,
  words: boolean,
): MemoryPart[] {
  const parts: MemoryPart[] = [];
  const add = (part: PartName, range: Range<Gib>): void => {
    if (range.high <= 0) return;
    parts.push({
      part,
      gib: range,
      ...(words ? { how: explain(part, run) } : {}),
      source: `stack:${run.profile.name}`,
    });
  };
  for (const [part, value] of Object.entries(peak.parts))
    add(part as PartName, around(value / gibibyte, factors));
  add("fragmentation", over.fragmentation);
  add("context", over.context);
  add("communicators", over.communicators);
  return parts;
}

function notModelled(run: FilledRun): Warning[] {
  const warnings: Warning[] = [];
  if (!hasTokenShape(run.model)) {
    warnings.push({
      code: "activations-not-modelled",
      params: { class: run.model.class, bound: "lower-bound" },
    });
  }
  if (run.model.vision !== null && run.vision !== null) {
    const { layers } = run.model.vision;
    if (!run.vision.trained) warnings.push({ code: "vision-tower-frozen", params: { layers } });
    else if (towerUnsized(run)) warnings.push({ code: "vision-images-unsized", params: { layers } });
  }
  return warnings;
}

export interface BudgetOptions {
  /** False leaves out `how`; no number changes. */
  readonly words?: boolean;
  /** True sizes every pipeline stage, not only the heaviest. */
  readonly ranks?: boolean;
  /** True splits every phase into its parts, not the peak alone; no number changes. */
  readonly byPhase?: boolean;
}

/**
 * Memory of one run on its stated layout, per GPU, worst rank. Each phase is summed by part and the peak is the largest
 * phase, not the sum of all; the card decides context and usable size only.
 */
export function budgetMemory(
  run: FilledRun,
  card: Accelerator | null,
  options: BudgetOptions = {},
): MemoryBudget {
  const learnt = boundsFor(run, card);
  const after = sizedBy(run, card, learnt, moments(run));
  const { factors, peak, possible, over } = after;
  const perRank =
    options.ranks === true
      ? unevenRanks(run, (stage) => sizedBy(run, card, learnt, momentsOf(run, stage)).perGpu)
      : null;
  const phases: PhaseMemory[] = [];
  for (const [phase, moment] of peak.byPhase) {
    const range = around(momentBytes(moment) / gibibyte, factors);
    const allocated = phase === peak.moment.phase ? raised(range, possible) : range;
    phases.push(
      options.byPhase !== true
        ? { phase, allocated }
        : {
            phase,
            allocated,
            parts: phaseParts(
              moment,
              moment === peak.moment
                ? over
                : { ...over, fragmentation: overheads(run, card, moment).fragmentation },
            ),
          },
    );
  }
  return {
    perGpu: after.perGpu,
    ...(perRank === null ? {} : { perRank }),
    phases,
    peakPhase: peak.moment.phase,
    parts: partsOf(run, peak.moment, factors, over, options.words ?? true),
    trainableParameters: trainableParameters(run),
    host: hostNeed(run),
    warnings: notModelled(run),
    floor: unsized(run),
  };
}

/** Ranks are listed from here. [share of the heaviest] */
const even = 0.95;

function unevenRanks(run: FilledRun, size: (stage: Stage) => MemoryCounters): readonly RankMemory[] | null {
  if (run.parallel.pipeline === 1) return null;
  const ranks = stagesOf(run).map((stage) => ({ stage: stage.index + 1, ...size(stage) }));
  const likely = ranks.map(({ required }) => required.likely);
  return Math.min(...likely) < even * Math.max(...likely) ? ranks : null;
}

interface Sized {
  readonly factors: IntervalFactors;
  readonly peak: Peak;
  /** What the upper bound must also hold. [GiB] */
  readonly possible: number;
  readonly over: Overheads;
  readonly perGpu: MemoryCounters;
}

function sizedBy(
  run: FilledRun,
  card: Accelerator | null,
  learnt: Learnt | null,
  plain: readonly Moment[],
): Sized {
  const before = uncorrected(run, card, plain);
  return learnt === null ? before : corrected(run, before, plain, learnt);
}

/** `budgetMemory(run, card).perGpu.required`, for those who look at nothing else. */
export function requiredMemory(run: FilledRun, card: Accelerator | null): Range<Gib> {
  const learnt = boundsFor(run, card);
  const all = moments(run);
  if (learnt !== null) return sizedBy(run, card, learnt, all).perGpu.required;
  const { allocated, over } = tensorsOf(run, card, all);
  return requiredFor(allocated, over);
}

type Tensors = Omit<Sized, "perGpu"> & { readonly allocated: Range<Gib> };

function tensorsOf(run: FilledRun, card: Accelerator | null, all: readonly Moment[]): Tensors {
  const factors = floorFactors(run, intervalFactors(run));
  const peak = peakOf(all);
  const possible = possibleNoSyncBytes(run) / gibibyte;
  const allocated = raised(around(peak.bytes / gibibyte, factors), possible);
  return { factors, peak, possible, allocated, over: overheads(run, card, peak.moment) };
}

function uncorrected(run: FilledRun, card: Accelerator | null, all: readonly Moment[]): Sized {
  const { allocated, ...tensors } = tensorsOf(run, card, all);
  return { ...tensors, perGpu: counters(run, card, allocated, tensors.over) };
}

/** Likely counters and moments before any pilot: what corrections are measured from and applied to. */
const baseOf = ({ perGpu, over }: Sized, all: readonly Moment[]): Base => ({
  splits: splitsOf(all),
  reservedOverAllocated: perGpu.reserved.likely / perGpu.allocated.likely,
  fixedGib: over.context.likely + over.communicators.likely,
});

export function memoryBase(
  run: FilledRun,
  card: Accelerator | null,
): { readonly base: Base; readonly counters: MemoryCounters } {
  const all = moments(run);
  const sized = uncorrected(run, card, all);
  return { base: baseOf(sized, all), counters: sized.perGpu };
}

function corrected(run: FilledRun, before: Sized, plain: readonly Moment[], taught: Learnt): Sized {
  const base = baseOf(before, plain);
  const learnt = raisedToFloor(taught, base, run);
  const { counters: perGpu, narrowing } = correctedCounters(
    before.perGpu,
    base,
    learnt,
    run,
    provenOf(learnt, run),
  );
  const { factors, possible, over } = before;
  const added = perGpu.required.likely - perGpu.allocated.likely - over.fragmentation.likely - base.fixedGib;
  return {
    factors: { low: factors.low ** narrowing, high: factors.high ** narrowing },
    peak: peakOf(correctedMoments(plain, learnt)),
    possible: possible * narrowing,
    over: { ...over, context: moved(over.context, added) },
    perGpu,
  };
}

const moved = (r: Range<Gib>, by: number): Range<Gib> => ({
  low: gib(Math.max(0, r.low + by)),
  likely: gib(r.likely + by),
  high: gib(r.high + by),
});
