import { gib, type Gib } from "../../units/bytes.ts";
import type { Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type { MemoryCounters, PartName } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import type { IntervalFactors } from "../stack-profile.ts";
import { intervalFactors, lengthsVary, together } from "./interval.ts";
import { hasTokenShape } from "./model-shape.ts";
import { communicatorsGib, contextGib, fragmentationShare } from "./overhead.ts";
import type { Moment } from "./phases.ts";
import { usableRange } from "./usable.ts";
import { towerUnsized } from "./vision-tower.ts";

const moving: readonly PartName[] = ["activations", "logits", "gathered-layers", "temporary", "gradients"];

function movingGib({ parts }: Moment): number {
  let sum = 0;
  for (const part of moving) sum += parts[part] ?? 0;
  return sum / 2 ** 30;
}

export interface Overheads {
  readonly context: Range<Gib>;
  readonly communicators: Range<Gib>;
  readonly fragmentation: Range<Gib>;
  /** Blocks that the allocator keeps beside what is allocated: of what comes and goes every step, and of logits of varying length. */
  readonly kept: Gib;
  readonly keptOfVarying: Gib;
}

/** What a moment needs beside its tensors. */
export function overheads(run: FilledRun, card: Accelerator | null, moment: Moment): Overheads {
  const freed = movingGib(moment);
  const { keptOfMoving, keptOfVaryingLogits } = run.profile.allocator;
  return {
    kept: gib(Math.sqrt(freed) * keptOfMoving.value),
    keptOfVarying: gib(
      lengthsVary(run) ? ((moment.parts.logits ?? 0) / 2 ** 30) * keptOfVaryingLogits.value : 0,
    ),
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
export const unsized = (run: FilledRun): boolean => !hasTokenShape(run.model) || towerUnsized(run);

/** Lets the interval of a run with unsized parts reach upwards: its likely value is a floor. */
export const floorFactors = (run: FilledRun, factors: IntervalFactors): IntervalFactors =>
  unsized(run) ? { low: Math.min(1, factors.low), high: Math.max(factors.high, 2.5) } : factors;

/** Factors to the bounds of one counter. */
const factorsOf = (run: FilledRun, counter: "reserved" | "device"): IntervalFactors =>
  floorFactors(run, intervalFactors(run, counter));

/** The least device memory with which a run completes: tensors and all that stands beside them. */
export const requiredFor = (allocated: Range<Gib>, over: Overheads): Range<Gib> =>
  together(allocated, over.fragmentation, over.context, over.communicators);

/** The counters that tools show, and what the run needs at least. */
export function counters(
  run: FilledRun,
  card: Accelerator | null,
  allocated: Range<Gib>,
  over: Overheads,
): MemoryCounters {
  const fixed = together(over.context, over.communicators);
  const required = requiredFor(allocated, over);
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
  const grownBy = (kept: number): number =>
    Math.max(Math.min(allocated.likely + kept, room), allocated.likely + over.fragmentation.likely);
  const even = grownBy(over.kept);
  const likely = grownBy(over.kept + over.keptOfVarying);
  const blocks = factorsOf(run, "reserved");
  const reserved: Range<Gib> = {
    low: gib(Math.max(allocated.low, Math.min(even * blocks.low, likely))),
    likely: gib(likely),
    high: gib(Math.max(allocated.high + over.fragmentation.high, likely * blocks.high)),
  };
  const shown = factorsOf(run, "device");
  const seen = likely + fixed.likely;
  const device: Range<Gib> = {
    low: gib(Math.max(reserved.low, (even + fixed.likely) * shown.low)),
    likely: gib(seen),
    high: gib(Math.max(reserved.high + over.context.high + over.communicators.high, seen * shown.high)),
  };
  return { allocated, reserved, device, required };
}
