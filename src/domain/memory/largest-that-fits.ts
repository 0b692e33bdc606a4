import type { Range } from "../../units/range.ts";
import type { Accelerator } from "../accelerator.ts";
import type { FilledRun } from "../filled-run.ts";
import { requiredMemory } from "./budget.ts";
import { ranOutOn } from "./floors.ts";

interface Look {
  readonly n: number;
  readonly size: number;
}

/** Looks without halving the bracket after which the line is given up for one halving. */
const patience = 6;

/** Where to look next between two bounds: where the line through the last two looks meets the room, else half-way. */
function nextLook(last: Look, before: Look | null, room: number, bounds: Bounds, patient: boolean): number {
  const { below, above, most } = bounds;
  const rise = before === null ? 0 : (last.size - before.size) / (last.n - before.n);
  const meets = Math.floor(last.n + (room - last.size) / rise);
  if (patient && rise > 0 && Number.isFinite(meets)) return meets;
  if (above > most) return 4 * Math.max(1, below);
  return Math.floor(patient ? Math.sqrt(Math.max(1, below) * above) : (below + above) / 2);
}

/** `below` fits or is 0, `above` does not fit or is beyond the most. */
interface Bounds {
  readonly below: number;
  readonly above: number;
  readonly most: number;
}

/**
 * Largest n in [1, most] whose size is within the room; 0 when 1 is not. The size must not fall with n. Starts from what is
 * asked and follows the line through the last two looks: sizes are the largest of a few straight lines.
 */
export function largestWithin(most: number, room: number, size: (n: number) => number, start = 1): number {
  let bounds: Bounds = { below: 0, above: most + 1, most };
  let before: Look | null = null;
  let n = Math.min(most, Math.max(1, start));
  let slow = 0;
  for (;;) {
    const last: Look = { n, size: size(n) };
    const width = bounds.above - bounds.below;
    bounds = last.size <= room ? { ...bounds, below: n } : { ...bounds, above: n };
    const { below, above } = bounds;
    if (above - below <= 1) return below;
    slow = above - below > width / 2 ? slow + 1 : 0;
    const patient = slow < patience;
    if (!patient) slow = 0;
    n = Math.min(above - 1, Math.max(below + 1, nextLook(last, before, room, bounds, patient)));
    before = last;
  }
}

/**
 * The largest micro-batch at the run's length that surely fits (`required.high` ≤ usable), and the longest length at its micro-batch.
 * Null where not even one token does, and for serving. `required` is that of the run as it is, where it was summed already.
 * Nothing fits that is as large as what a pilot saw run out of memory on this card.
 */
export function largestThatFits(
  run: FilledRun,
  card: Accelerator | null,
  usable: number,
  required?: Range,
): { readonly microBatch: number; readonly sequenceLength: number } | null {
  if (run.method === "inference") return null;
  const needs = (as: FilledRun, summed?: Range): number =>
    ranOutOn(as, card) ? Infinity : (summed ?? requiredMemory(as, card)).high;
  const asked = needs(run, required);
  const microBatch = largestWithin(
    4096,
    usable,
    (n) => (n === run.microBatch ? asked : needs({ ...run, microBatch: n })),
    run.microBatch,
  );
  const length = run.memoryTokens === run.sequenceLength ? run.memoryTokens : 0;
  const sequenceLength = largestWithin(
    run.model.shape?.maxPositions ?? 1_048_576,
    usable,
    (n) => (n === length ? asked : needs({ ...run, sequenceLength: n, memoryTokens: n })),
    run.memoryTokens,
  );
  return sequenceLength === 0 ? null : { microBatch, sequenceLength };
}
