import type { ComparedFigure } from "../../domain/planning/compare.ts";

/** Two plans, or one run on two cards, held side by side. */
export const compare = {
  title: (one: string, two: string) => `${one} against ${two}`,
  summary: (right: string, list: string) => `${right}: ${list}.`,
  faster: (times: string) => `${times}× as fast`,
  slower: (times: string) => `takes ${times}× as long`,
  fasterBy: (percent: string) => `${percent} faster`,
  slowerBy: (percent: string) => `takes ${percent} longer`,
  sameTime: "the same time",
  cheaper: (percent: string) => `${percent} cheaper`,
  dearer: (percent: string) => `${percent} more expensive`,
  sameCost: "the same cost",
  oneFormula:
    "The intervals overlap; both come from the same formulas, so which comes first is surer than either figure.",
  withinUncertainty: "The intervals overlap: this difference is within the uncertainty.",
  converted: (side: string, currency: string, date: string) =>
    `${side} is priced in ${currency}: converted at the reference rate of ${date}.`,
  difference: "Difference",
  line: "Line",
  same: "same",
  revision: (n: number) => `Rev. ${n}`,
  variant: "Variant",
  lines: {
    configuration: "Configuration",
    verdict: "Verdict",
    memory: "Memory per card",
    usable: "Usable per card",
    hours: "Rental window",
    "tokens-per-second": "Tokens/s in total",
    cost: "Cost",
    "per-hour": "Price per hour",
    "per-million-tokens": "Per million tokens",
    offer: "Offer",
  } satisfies Record<ComparedFigure | "configuration" | "verdict" | "offer", string>,
};
