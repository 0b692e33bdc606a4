import type { StatementEvidence } from "../../domain/knowledge/article.ts";

export const knowledge = {
  /** How the statements before it are known. */
  evidence: {
    measured: "measured",
    maintainer: "maintainers’ word",
    arithmetic: "arithmetic",
    catalogue: "catalogue",
    recalled: "recalled, not read again",
    unknown: "not settled",
  } satisfies Record<Exclude<StatementEvidence, "check">, string>,
  known: (how: string) => ` (${how})`,
  check: "To check: ",
  plan: "Your plan: ",
  article: (title: string, date: string) => `Article “${title}”, checked ${date}`,
  sources: "sources: ",
  noSource: "no source beyond the engine’s own formulas",
  read: (date: string) => ` (read ${date})`,
  recalled: " (recalled)",
  next: "Next: ",
  cards: {
    perSecond: (figure: string) => `${figure} GB/s`,
    kib: (figure: string) => `${figure} KiB`,
    tflops: (figure: string) => `${figure} TFLOP/s`,
    others: (n: number) => `${n} more`,
  },
};
