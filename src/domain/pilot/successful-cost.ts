import type { RentalWindow } from "../plan.ts";

export interface MeasuredCost {
  /** Of the whole window: load, evaluation, saves, restore and export as planned, steps as measured. [h] */
  readonly hours: number;
  readonly total: number;
  /** Over the runs that count: one in `successRate` of those that are paid. */
  readonly perSuccessfulRun: number;
  readonly perMillionTokens: number;
}

export interface CostAsked {
  readonly window: RentalWindow;
  /** Trained tokens of all runs. */
  readonly tokens: number;
  readonly runs: number;
  readonly gpus: number;
  readonly tokensPerSecondPerGpu: number;
  readonly pricePerHour: number;
  /** Share of runs that end with an artefact worth keeping, 0–1; 1 when nobody says. */
  readonly successRate?: number;
}

/** Parts of the window that a faster or slower step stretches with the steps. */
export const stretched: ReadonlySet<string> = new Set(["steps", "evaluation", "slack"]);

/**
 * Cost of an output from a measured rate, never from the steps alone: hours = tokens ÷ (rate × GPUs × 3,600) + everything else
 * of the window; cost = hours × price ÷ successful runs. Null when a rate or a number of tokens is not positive.
 */
export function successfulCost(asked: CostAsked): MeasuredCost | null {
  const { window, tokens, runs, gpus, tokensPerSecondPerGpu, pricePerHour, successRate = 1 } = asked;
  if (!(tokens > 0 && tokensPerSecondPerGpu > 0 && gpus > 0 && runs > 0 && successRate > 0)) return null;
  const steps = tokens / (tokensPerSecondPerGpu * gpus) / 3600;
  const planned = window.parts.find(({ part }) => part === "steps")?.hours.likely ?? steps;
  const longer = planned > 0 ? steps / planned : 1;
  const hours = window.parts.reduce(
    (sum, { part, hours: of }) =>
      sum + (part === "steps" ? steps : of.likely * (stretched.has(part) ? longer : 1)),
    window.parts.some(({ part }) => part === "steps") ? 0 : steps,
  );
  const total = hours * pricePerHour;
  return {
    hours,
    total,
    perSuccessfulRun: total / (runs * successRate),
    perMillionTokens: total / (tokens / 1e6),
  };
}
