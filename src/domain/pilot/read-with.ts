import type { ReadingWarning, ReadingWarningCode } from "../pilot-reading.ts";
import type { PilotEvidence } from "./pilot.ts";

/** What a reader says that bears on a verdict, the gravest first; units and shapes of files do not. */
const worthSaying: readonly ReadingWarningCode[] = [
  "instruction-in-log", "impossible", "truncated", "cut-short", "does-not-start", "host-memory-kill", "shared-memory-kill", "collective-timeout",
  "fragmentation", "capped", "cache-flushes", "allocation-retries", "above-card", "slows-down", "straggler", "preemptions", "failed-requests",
  "several-runs", "resumed", "warm-up-included", "whole-run-average", "wrong-rate", "cumulative-rate", "trained-tokens",
  "padded-tokens", "tokens-may-pad", "skipped-steps", "output-tokens", "input-and-output", "after-load", "one-rank",
  "rank-per-shard", "instant", "sampled", "percent-without-capacity", "mfu-unlikely", "loss-not-finite", "scaling-typed", "counter-unnamed", "counter-taken", "human-figures",
  "typed-gb",
]; // prettier-ignore

/** Once each. */
export function readWith(files: readonly PilotEvidence[]): readonly ReadingWarning[] {
  const said = files.flatMap(({ reading }) => reading.warnings);
  return worthSaying.flatMap((code) => said.find((warning) => warning.code === code) ?? []);
}
