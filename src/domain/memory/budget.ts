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
import { explain } from "./explain.ts";
import { possibleNoSyncBytes } from "./gathered.ts";
import { hostNeed } from "./host.ts";
import { around, intervalFactors, together } from "./interval.ts";
import {
  correctedCounters,
  correctedMoments,
  learntFor,
  splitsOf,
  type Base,
  type Learnt,
} from "./learnt.ts";
import { hasTokenShape } from "./model-shape.ts";
import { communicatorsGib, contextGib, fragmentationShare } from "./overhead.ts";
import { trainableParameters } from "./parameters.ts";
import { momentBytes, moments, momentsOf, type Moment } from "./phases.ts";
import { stagesOf, type Stage } from "./stage.ts";
import { usableRange } from "./usable.ts";

const gibibyte = 2 ** 30;

const moving: ReadonlySet<PartName> = new Set([
  "activations",
  "logits",
  "gathered-layers",
  "temporary",
  "gradients",
]);

interface Peak {
  readonly moment: Moment;
  readonly bytes: number;
  readonly byPhase: ReadonlyMap<Moment["phase"], number>;
}

function peakOf(all: readonly Moment[]): Peak {
  const byPhase = new Map<Moment["phase"], number>();
  let moment: Moment = { phase: "load", parts: {} };
  let most = -1;
  for (const candidate of all) {
    const sum = momentBytes(candidate);
    byPhase.set(candidate.phase, Math.max(sum, byPhase.get(candidate.phase) ?? 0));
    if (sum > most) [moment, most] = [candidate, sum];
  }
  return { moment, bytes: most, byPhase };
}

function movingGib(moment: Moment): number {
  let sum = 0;
  for (const [part, value] of Object.entries(moment.parts)) if (moving.has(part as PartName)) sum += value;
  return sum / gibibyte;
}

const raised = (r: Range<Gib>, by: number): Range<Gib> => (by > 0 ? { ...r, high: gib(r.high + by) } : r);

interface Overheads {
  readonly context: Range<Gib>;
  readonly communicators: Range<Gib>;
  readonly fragmentation: Range<Gib>;
}

function overheads(run: FilledRun, card: Accelerator | null, moment: Moment): Overheads {
  const freed = movingGib(moment);
  return {
    context: contextGib(card),
    communicators: communicatorsGib(run),
    fragmentation: {
      low: gib(freed * fragmentationShare.low),
      likely: gib(freed * fragmentationShare.likely),
      high: gib(freed * fragmentationShare.high),
    },
  };
}

/** Parts that take memory and are in no sum: what is summed is a floor then, and proves no fit. */
const unsized = (run: FilledRun): boolean => !hasTokenShape(run.model);

/** Lets the interval of a run with unsized parts reach upwards: its likely value is a floor. */
const floorFactors = (run: FilledRun, factors: IntervalFactors): IntervalFactors =>
  unsized(run) ? { low: Math.min(1, factors.low), high: Math.max(factors.high, 2.5) } : factors;

function counters(
  run: FilledRun,
  card: Accelerator | null,
  allocated: Range<Gib>,
  over: Overheads,
): MemoryCounters {
  const { reservedOverAllocated } = run.profile.allocator;
  const fixed = together(over.context, over.communicators);
  const required = together(allocated, over.fragmentation, over.context, over.communicators);
  const fraction = run.profile.engineFraction.value;
  const usable = usableRange(card, run.memoryGib);
  if (run.method === "inference" && fraction !== null && usable !== null) {
    const taken = gib(Math.max(usable.likely * fraction - fixed.likely, allocated.likely));
    const reserved = {
      low: gib(Math.max(allocated.low, Math.min(taken, allocated.likely))),
      likely: taken,
      high: gib(Math.max(taken, allocated.high)),
    };
    return { allocated, reserved, device: together(reserved, fixed), required };
  }
  const room = usable === null ? Infinity : usable.likely - fixed.likely;
  const grown = Math.min(allocated.likely * reservedOverAllocated.value, room);
  const likely = Math.max(grown, allocated.likely + over.fragmentation.likely);
  const bounds = (counter: "reserved" | "device", middle: number): Range<Gib> =>
    around(middle, floorFactors(run, intervalFactors(run, counter)));
  const blocks = bounds("reserved", likely);
  const reserved: Range<Gib> = {
    low: gib(Math.max(allocated.low, Math.min(blocks.low, likely))),
    likely: gib(likely),
    high: gib(Math.max(allocated.high + over.fragmentation.high, blocks.high)),
  };
  const shown = bounds("device", likely + fixed.likely);
  const device: Range<Gib> = {
    low: gib(Math.max(reserved.low, shown.low)),
    likely: shown.likely,
    high: gib(Math.max(reserved.high + over.context.high + over.communicators.high, shown.high)),
  };
  return { allocated, reserved, device, required };
}

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
  if (run.model.vision !== null && run.method !== "inference") {
    warnings.push({ code: "vision-tower-frozen", params: { layers: run.model.vision.layers } });
  }
  return warnings;
}

export interface BudgetOptions {
  /** False leaves out `how`; no number changes. */
  readonly words?: boolean;
  /** True sizes every pipeline stage, not only the heaviest. */
  readonly ranks?: boolean;
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
  const learnt = learntFor(run, card);
  const size = (plain: readonly Moment[]): Sized => {
    const before = uncorrected(run, card, plain);
    return learnt === null ? before : corrected(run, before, plain, learnt);
  };
  const after = size(moments(run));
  const { factors, peak, possible, over } = after;
  const perRank =
    options.ranks === true ? unevenRanks(run, (stage) => size(momentsOf(run, stage)).perGpu) : null;
  const phases: PhaseMemory[] = [];
  for (const [phase, bytes] of peak.byPhase) {
    const range = around(bytes / gibibyte, factors);
    phases.push({ phase, allocated: phase === peak.moment.phase ? raised(range, possible) : range });
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

function uncorrected(run: FilledRun, card: Accelerator | null, all: readonly Moment[]): Sized {
  const factors = floorFactors(run, intervalFactors(run));
  const peak = peakOf(all);
  const possible = possibleNoSyncBytes(run) / gibibyte;
  const allocated = raised(around(peak.bytes / gibibyte, factors), possible);
  const over = overheads(run, card, peak.moment);
  return { factors, peak, possible, over, perGpu: counters(run, card, allocated, over) };
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

function corrected(run: FilledRun, before: Sized, plain: readonly Moment[], learnt: Learnt): Sized {
  const base = baseOf(before, plain);
  const { counters: perGpu, narrowing } = correctedCounters(before.perGpu, base, learnt, run);
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
