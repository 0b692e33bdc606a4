import { scaleRange, type Range } from "../../units/range.ts";
import type { Candidate, Hardware, Plan } from "../plan.ts";
import { candidateShown } from "./memory-figures.ts";

export interface TradeOffPoint extends Hardware {
  /** Hours of the window, or tokens per second of all GPUs. */
  readonly pace: Range;
  /** Of the whole job, or per million tokens. */
  readonly cost: Range;
  readonly chosen: boolean;
  /** Nothing that fits is both cheaper and faster. */
  readonly onFront: boolean;
  readonly fits: boolean;
}

export interface Unplaced extends Hardware {
  readonly pace: Range | null;
  readonly why: "no-price" | "no-pace" | "other-currency";
}

/**
 * The candidates of a plan, time against cost. A job is placed by its hours and what they cost; where no hours follow
 * (a service, or an unknown amount of data) by its rate and what a million tokens cost.
 */
export interface TradeOffFigures {
  readonly chart: "cost";
  readonly per: "job" | "million-tokens";
  readonly currency: string;
  readonly points: readonly TradeOffPoint[];
  /** Candidates that have no place, and why. */
  readonly unplaced: readonly Unplaced[];
}

const hardware = ({ accelerator, gpus, nodes }: Candidate): Hardware => ({ accelerator, gpus, nodes });
const keyOf = ({ accelerator, gpus, nodes }: Hardware): string => `${accelerator}/${gpus}/${nodes}`;

/** Every candidate once; the chosen one first. */
function candidatesOf(plan: Plan): readonly Candidate[] {
  const { best, alternatives, infeasible } = plan;
  const relaxed = infeasible?.relaxations.map(({ candidate }) => candidate) ?? [];
  const all = [best, ...alternatives, ...(best === null ? [infeasible?.nearest ?? null, ...relaxed] : [])];
  const seen = new Map<string, Candidate>();
  for (const candidate of all)
    if (candidate !== null && !seen.has(keyOf(candidate))) seen.set(keyOf(candidate), candidate);
  return [...seen.values()];
}

/** What has a place on a scale: above nothing, and no more than anybody could spend or wait for. */
const positive = (r: Range | null | undefined): Range | null =>
  r !== null && r !== undefined && r.low >= 1e-6 && r.high <= 1e12 ? r : null;

function hoursOf(candidate: Candidate, plan: Plan): Range | null {
  const window = candidate === plan.best ? plan.window.total : candidate.window?.total;
  return positive(window) ?? positive(candidate.estimate.throughput?.hours);
}

/** Tokens of all GPUs a second. */
function rateOf({ estimate, gpus }: Candidate): Range | null {
  const { throughput } = estimate;
  if (throughput === undefined) return null;
  return positive(
    throughput.serving?.tokensPerSecondTotal ?? scaleRange(throughput.tokensPerSecondPerGpu, gpus),
  );
}

/** Every other that is no slower and no dearer, and better in one of both. */
function beaten(
  point: TradeOffPoint,
  all: readonly TradeOffPoint[],
  slower: (a: number, b: number) => boolean,
) {
  return all.some(
    (other) =>
      other.fits &&
      !slower(other.pace.likely, point.pace.likely) &&
      other.cost.likely <= point.cost.likely &&
      (slower(point.pace.likely, other.pace.likely) || other.cost.likely < point.cost.likely),
  );
}

/** Null when no candidate has both a time and a price. */
export function tradeOffFigures(plan: Plan): TradeOffFigures | null {
  const shown = candidateShown(plan);
  if (shown === null) return null;
  const all = candidatesOf(plan);
  const serves = plan.spec.method === "inference" && shown.estimate.throughput?.hours === undefined;
  const job =
    !serves && all.some((candidate) => hoursOf(candidate, plan) !== null && candidate.cost.total !== null);
  const paceOf = (candidate: Candidate): Range | null => (job ? hoursOf(candidate, plan) : rateOf(candidate));
  const costOf = ({ cost }: Candidate): Range | null => positive(job ? cost.total : cost.perMillionTokens);
  const priced = all.find((candidate) => costOf(candidate) !== null && paceOf(candidate) !== null);
  if (priced === undefined) return null;
  const { currency } = costOf(shown) === null ? priced.cost : shown.cost;

  const points: TradeOffPoint[] = [];
  const unplaced: Unplaced[] = [];
  for (const candidate of all) {
    const [pace, cost] = [paceOf(candidate), costOf(candidate)];
    if (pace !== null && cost !== null && candidate.cost.currency === currency) {
      points.push({
        ...hardware(candidate),
        pace,
        cost,
        chosen: candidate === plan.best,
        onFront: false,
        fits: candidate.estimate.verdict !== "does-not-fit",
      });
      continue;
    }
    const why = pace === null ? "no-pace" : cost === null ? "no-price" : "other-currency";
    unplaced.push({ ...hardware(candidate), pace, why });
  }
  const slower = (a: number, b: number): boolean => (job ? a > b : a < b);
  return {
    chart: "cost",
    per: job ? "job" : "million-tokens",
    currency,
    points: points.map((point) => ({ ...point, onFront: point.fits && !beaten(point, points, slower) })),
    unplaced,
  };
}
