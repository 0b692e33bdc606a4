import type { Finding, FindingCode, ReportCode } from "../finding.ts";
import { finding, seen, told, type Situation } from "./situation.ts";

type Advise = (s: Situation) => readonly Finding[];
const none: readonly Finding[] = [];

/** Errors of the software or the machine around a run, whatever the run: each with the test that tells its cause. */
const errors: readonly (readonly [ReportCode, FindingCode])[] = [
  ["kernel-image", "kernel-image"],
  ["missing-library", "missing-library"],
  ["undefined-symbol", "undefined-symbol"],
  ["package-missing", "package-missing"],
  ["nccl-error", "nccl-error"],
  ["device-fault", "device-fault"],
  ["device-mismatch", "device-mismatch"],
  ["compile-failed", "compile-failed"],
  ["bf16-refused", "bf16-refused"],
  ["time-limit", "time-limit"],
  ["cache-preempted", "cache-preempted"],
  ["input-bound", "input-bound"],
];
export const errorReports: ReadonlySet<ReportCode> = new Set(errors.map(([report]) => report));

const reported: Advise = (s) => {
  const first = errors.find(([report]) => told(s, report));
  if (first === undefined) return none;
  const flash = s.reading.context.reports?.includes("flash-attention") === true;
  return [
    finding(first[1], { card: s.card?.id ?? null, flash, nodes: s.nodes > 1 || told(s, "more-nodes") }),
  ];
};

/** FLOPs of a step with all activations recomputed over those without: one forward pass more, 8N against 6N a token. */
const recomputation = 8 / 6;

/**
 * A step that grew longer from one figure to another. With more cards at the same batch per card the work grew too:
 * efficiency = time before ÷ time after, and what is gained is that times the growth.
 */
const slowdown: Advise = (s) => {
  const [before, after] = [seen(s, "stepSecondsBefore"), seen(s, "stepSecondsAfter")];
  if (before === null || after === null || before <= 0 || after <= before * 1.02) return none;
  const grew = seen(s, "cardsGrewBy") ?? (told(s, "more-nodes") ? 2 : null);
  const strategy = s.stated.parallel?.strategy;
  const recomputed = s.reading.understood.checkpointing !== undefined;
  const efficiency = before / after;
  return [
    finding("step-slowdown", {
      before,
      after,
      factor: after / before,
      nodes: told(s, "more-nodes"),
      grew: recomputed ? null : grew,
      efficiency: grew === null || recomputed ? null : efficiency,
      gained: grew === null || recomputed ? null : efficiency * grew,
      added: after - before,
      sharded: strategy === "fsdp" || strategy === "zero3",
      recomputation: recomputed ? recomputation : null,
    }),
  ];
};

export const environmentAdvice: readonly Advise[] = [reported, slowdown];
