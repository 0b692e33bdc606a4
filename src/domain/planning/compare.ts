import { convert, currencies } from "../../units/money.ts";
import type { ExchangeRates } from "../../units/money.ts";
import { scaleRange } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import { blockedBy } from "../plan.ts";
import type { Blocked, Candidate, Plan, RentalWindow } from "../plan.ts";
import type { Limits, RunSpec } from "../run-spec.ts";

/** A card, and what was said of it beside its name. */
export interface MachineName {
  readonly accelerator: string;
  readonly gpus?: number;
  readonly nodes?: number;
  readonly limits?: Pick<Limits, "spot" | "community" | "providers" | "regions">;
}

/** What one side of a comparison is called. */
export type SideName =
  | { readonly kind: "revision"; readonly number: number }
  | { readonly kind: "variant" }
  | ({ readonly kind: "card" } & MachineName)
  | { readonly kind: "plan"; readonly spec: Pick<RunSpec, "model" | "method"> };

/** One plan as it is held against another: what it proposes, or what comes closest and what rules it out. */
export interface ComparedSide {
  readonly name: SideName;
  readonly candidate: Candidate | null;
  readonly window: RentalWindow | null;
  readonly blocked: Blocked | null;
}

export const comparedFigures = [
  "memory", "usable", "hours", "tokens-per-second", "cost", "per-hour", "per-million-tokens",
] as const; // prettier-ignore
export type ComparedFigure = (typeof comparedFigures)[number];

/** One figure of both sides; null = not known on that side. */
export interface FigureLine {
  readonly figure: ComparedFigure;
  readonly left: Range | null;
  readonly right: Range | null;
  /** Right minus left, of the likely values, in the figure's unit; null = one of them is not known. */
  readonly difference: number | null;
  /** Right divided by left, of the likely values. */
  readonly ratio: number | null;
  /** The intervals have no value in common: the difference is more than uncertainty. */
  readonly apart: boolean;
}

export interface Comparison {
  readonly left: ComparedSide;
  readonly right: ComparedSide;
  /** Currency that both sides are said in; null where no rate is known between them, and money is then not subtracted. */
  readonly currency: string | null;
  /** The right side was priced in another currency: its money is said at the rate of that day. */
  readonly converted?: { readonly from: string; readonly date: string };
  readonly figures: readonly FigureLine[];
}

export const sideOf = (name: SideName, plan: Plan): ComparedSide => ({
  name,
  candidate: plan.best ?? plan.infeasible?.nearest ?? null,
  window: plan.best !== null && plan.window.total.likely > 0 ? plan.window : null,
  blocked: plan.infeasible === null ? null : blockedBy(plan.infeasible),
});

export const sideOfCandidate = (name: SideName, candidate: Candidate): ComparedSide => ({
  name,
  candidate,
  window: candidate.window ?? null,
  blocked: null,
});

const alone = (value: number | null | undefined): Range | null =>
  value === null || value === undefined ? null : { low: value, likely: value, high: value };

/** Tokens per second of the whole job: [tokens/s per GPU] × GPUs, or what a server gives all its users. */
function rate({ candidate }: ComparedSide): Range | null {
  const throughput = candidate?.estimate.throughput;
  if (candidate === null || throughput === undefined) return null;
  if (throughput.serving !== undefined) return throughput.serving.tokensPerSecondTotal;
  const { low, likely, high } = throughput.tokensPerSecondPerGpu;
  const { gpus } = candidate;
  return { low: low * gpus, likely: likely * gpus, high: high * gpus };
}

const readers: Readonly<Record<ComparedFigure, (side: ComparedSide) => Range | null>> = {
  memory: ({ candidate }) => candidate?.estimate.perGpu.required ?? null,
  usable: ({ candidate }) => alone(candidate?.estimate.usableGib),
  hours: ({ candidate, window }) => window?.total ?? candidate?.estimate.throughput?.hours ?? null,
  "tokens-per-second": rate,
  cost: ({ candidate }) => candidate?.cost.total ?? null,
  "per-hour": ({ candidate }) => alone(candidate?.offer?.perHour),
  "per-million-tokens": ({ candidate }) => candidate?.cost.perMillionTokens ?? null,
};

const inMoney: ReadonlySet<ComparedFigure> = new Set(["cost", "per-hour", "per-million-tokens"]);

const currencyOf = ({ candidate }: ComparedSide): string | null =>
  candidate === null ? null : (candidate.offer?.currency ?? candidate.cost.currency);

function lineOf(
  figure: ComparedFigure,
  left: Range | null,
  right: Range | null,
  sameUnit: boolean,
): FigureLine {
  const comparable = left !== null && right !== null && sameUnit;
  return {
    figure,
    left,
    right,
    difference: comparable ? right.likely - left.likely : null,
    ratio: comparable && left.likely > 0 ? right.likely / left.likely : null,
    apart: comparable && (right.low > left.high || right.high < left.low),
  };
}

/** How many units of the left side's currency one of the right side's is worth; null = not known. */
function rateBetween(to: string, from: string, rates: ExchangeRates | null): number | null {
  const [known, own] = [currencies.find((c) => c === from), currencies.find((c) => c === to)];
  if (rates === null || known === undefined || own === undefined) return null;
  return convert({ amount: 1, currency: known }, own, rates)?.amount ?? null;
}

/** Two plans side by side; a figure that neither side knows is left out, an unknown one is null and never zero. */
export function comparePlans(
  left: ComparedSide,
  right: ComparedSide,
  rates: ExchangeRates | null = null,
): Comparison {
  const [currency, other] = [currencyOf(left), currencyOf(right)];
  const rate =
    currency === null || other === null ? null : currency === other ? 1 : rateBetween(currency, other, rates);
  const figures = comparedFigures.flatMap((figure) => {
    const [a, stated] = [readers[figure](left), readers[figure](right)];
    const b = stated !== null && inMoney.has(figure) && rate !== null ? scaleRange(stated, rate) : stated;
    return a === null && b === null ? [] : [lineOf(figure, a, b, rate !== null || !inMoney.has(figure))];
  });
  return {
    left,
    right,
    currency: rate === null ? null : currency,
    ...(rate === null || other === null || currency === other || rates === null
      ? {}
      : { converted: { from: other, date: rates.date } }),
    figures,
  };
}
