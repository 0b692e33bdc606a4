import type { Gib } from "../../units/bytes.ts";
import type { Range } from "../../units/range.ts";
import { partNames, type Estimate, type PartName, type Phase, type Verdict } from "../estimate.ts";
import type { Candidate, Hardware, Plan } from "../plan.ts";

export interface PhaseBar {
  readonly phase: Phase;
  /** What the phase needs of a GPU. [GiB] */
  readonly required: Range;
  /** Likely GiB by part, in the order of `partNames`; null = known as a whole only. */
  readonly parts: readonly { readonly part: PartName; readonly gib: number }[] | null;
}

/** Memory of one GPU, the fullest rank, phase by phase, against what software can use of it. */
export interface MemoryFigures {
  readonly chart: "memory";
  readonly on: Hardware;
  readonly phases: readonly PhaseBar[];
  readonly peak: Phase;
  /** Null = no card is known. [GiB] */
  readonly usableGib: number | null;
  readonly verdict: Verdict;
  /** Some part is not sized: every bar is a floor. */
  readonly floor: boolean;
}

/** What the process holds whatever it computes: the same in every phase. */
const standing: ReadonlySet<PartName> = new Set(["context", "communicators"]);

const listed = (parts: Readonly<Partial<Record<PartName, Gib>>>): NonNullable<PhaseBar["parts"]> =>
  partNames.flatMap((part) => {
    const amount = parts[part];
    return amount === undefined || amount <= 0 ? [] : [{ part, gib: amount }];
  });

const raised = (r: Range, by: number): Range => ({
  low: r.low + by,
  likely: r.likely + by,
  high: r.high + by,
});

function barsOf({ phases, parts, perGpu, peakPhase }: Estimate): PhaseBar[] {
  const beside = parts.reduce((sum, { part, gib }) => sum + (standing.has(part) ? gib.likely : 0), 0);
  return phases.map(({ phase, allocated, parts: known }) => {
    if (phase === peakPhase) {
      const byName = Object.fromEntries(parts.map(({ part, gib }) => [part, gib.likely]));
      return { phase, required: perGpu.required, parts: listed(byName) };
    }
    if (known === undefined) return { phase, required: raised(allocated, beside), parts: null };
    const split = listed(known);
    const likely = split.reduce((sum, { gib }) => sum + gib, 0);
    return { phase, required: raised(allocated, likely - allocated.likely), parts: split };
  });
}

/** As the estimate says; where it names a phase that it does not size, the largest that it does. */
function peakOf({ phases, peakPhase }: Estimate): Phase {
  if (phases.some(({ phase }) => phase === peakPhase)) return peakPhase;
  const [largest] = [...phases].sort((a, b) => b.allocated.likely - a.allocated.likely);
  return largest?.phase ?? peakPhase;
}

/** The candidate that a plan speaks of: the chosen one, else the nearest that failed. */
export const candidateShown = ({ best, infeasible }: Plan): Candidate | null =>
  best ?? infeasible?.nearest ?? null;

/** No card holds more; beyond it a figure is a slip. [GiB] */
const mostGib = 1e9;

/** Null when nothing is sized. */
export function memoryFigures(plan: Plan): MemoryFigures | null {
  const candidate = candidateShown(plan);
  if (candidate === null || candidate.estimate.phases.length === 0) return null;
  const { accelerator, gpus, nodes, estimate } = candidate;
  const bars = barsOf(estimate);
  if (!bars.every(({ required }) => required.high > 0 && required.high <= mostGib)) return null;
  return {
    chart: "memory",
    on: { accelerator, gpus, nodes },
    phases: bars,
    peak: peakOf(estimate),
    usableGib: estimate.usableGib,
    verdict: estimate.verdict,
    floor: [...plan.caveats, ...estimate.caveats].some(({ code }) => code === "lower-bound-only"),
  };
}
