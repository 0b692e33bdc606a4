import type { FilledRun } from "../filled-run.ts";

/**
 * Who runs it. `tuned`: recipes that the card's maker tuned step by step; `usual`: everybody else. Published rows of
 * framework authors and of independent users reach the same share of the step model once launches are counted, so they
 * are one kind; a first run lies in the lower half of it.
 */
export type Practice = "tuned" | "usual";

const tunedStacks: ReadonlySet<string> = new Set(["megatron", "nemo"]);

/** By stack; a run with unfused attention is older than those recipes. */
export const practiceOf = (run: Pick<FilledRun, "stack" | "attention">): Practice =>
  tunedStacks.has(run.stack) && run.attention !== "eager" ? "tuned" : "usual";
