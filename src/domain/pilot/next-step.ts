import type { Plan } from "../plan.ts";
import type {
  InconclusiveCode,
  InconclusiveReason,
  Miss,
  NextCode,
  NextStep,
  PilotRun,
  PilotStage,
} from "./pilot.ts";
import type { ScalingVerdict } from "./scaling-step.ts";

type Ending =
  | { readonly verdict: "confirmed" }
  | { readonly verdict: "off"; readonly misses: readonly Miss[] }
  | {
      readonly verdict: "inconclusive";
      readonly reasons: readonly InconclusiveReason[];
      /** Another number of GPUs than planned, with the smallest group measured before. */
      readonly between?: boolean;
    };

const price = ({ cost, minutes, gpus }: PilotRun): number => cost?.likely ?? 1e6 + minutes * gpus;

/** The cheapest designed run of a stage. */
export function cheapestOf(plan: Plan, stage: PilotStage): PilotRun | null {
  const own = plan.pilot.runs.filter((run) => run.stage === stage && run.what !== "shortest-batches");
  return own.reduce<PilotRun | null>(
    (best, run) => (best === null || price(run) < price(best) ? run : best),
    null,
  );
}

/** What to do about the reason that leads; a rerun unless files alone settle it. */
const answers: Partial<Readonly<Record<InconclusiveCode, NextCode>>> = {
  "nothing-planned": "make-it-fit",
  "nothing-read": "check-files",
  "impossible-value": "check-files",
  "implausible-peak": "check-files",
  "below-weights": "check-files",
  "loss-not-finite": "fix-loss",
  "batch-unnamed": "say-which-batch",
  "pace-contradicts": "check-files",
  "contradicts-earlier": "settle-contradiction",
  "contradicting-files": "check-files",
  "other-card": "plan-other-card",
  "too-few-steps": "rerun-longer",
  "steps-not-shown": "post-steps",
  "longest-batch-not-seen": "rerun-longest",
  "memory-not-shown": "post-memory",
  "no-comparable-figure": "post-memory",
  "speed-not-shown": "post-steps",
  "baseline-missing": "run-baseline",
  "baseline-differs": "run-baseline",
  "scaling-not-shown": "run-scaling-step",
  "restore-not-shown": "run-restore-proof",
  "restore-item-missing": "run-restore-proof",
  "restore-item-differs": "fix-restore",
  "restore-same-process": "run-restore-proof",
  "loss-jumped": "fix-restore",
  "loss-not-shown": "run-restore-proof",
  "restart-not-shown": "run-restore-proof",
  "restart-differs": "fix-restore",
  "requests-failed": "fix-restore",
};
const needNoRun: ReadonlySet<NextCode> = new Set([
  "check-files",
  "plan-again",
  "plan-other-card",
  "post-memory",
  "post-steps",
  "say-which-batch",
]);

/** Cards that share the work badly: feed them when they wait for data, keep them where they pay all the same, else take fewer. */
function afterWeakScaling({ binds, pays, efficiency, asked, gpus }: ScalingVerdict): NextStep {
  const code: NextCode = binds === "input" ? "change-bound" : pays ? "keep-cards" : "one-card-fewer";
  return { code, params: { efficiency, asked, gpus }, run: null };
}

/** After a verdict: the next stage, a better plan, or the cheapest run that would settle what is open. */
export function nextAfter(
  plan: Plan,
  stage: PilotStage,
  ending: Ending,
  scaling: ScalingVerdict | null = null,
): NextStep {
  if (ending.verdict === "inconclusive") {
    const step = ending.between === true ? cheapestOf(plan, "scaling-step") : null;
    if (step !== null) return { code: "run-scaling-step", params: {}, run: step };
    const [first] = ending.reasons;
    if (first?.code === "failed-elsewhere" && first.params["how"] === "collective-timeout")
      return { code: "find-hang", params: {}, run: null };
    const code = answers[first?.code ?? "nothing-read"] ?? "rerun-pilot";
    const of = code === "run-baseline" ? "one-gpu-pilot" : stage;
    return { code, params: {}, run: needNoRun.has(code) ? null : cheapestOf(plan, of) };
  }
  if (ending.verdict === "off" && scaling !== null && !scaling.passes) return afterWeakScaling(scaling);
  if (ending.verdict === "off") return { code: "plan-again", params: {}, run: null };
  const step = cheapestOf(plan, "scaling-step");
  if (stage === "one-gpu-pilot" && step !== null) return { code: "run-scaling-step", params: {}, run: step };
  if (stage === "restore-proof") return { code: "reserve", params: {}, run: null };
  return { code: "run-restore-proof", params: {}, run: cheapestOf(plan, "restore-proof") };
}

/** A card that nobody knows cannot be planned: the planned one has to be tried. */
export const nextAfterUnknownCard = (plan: Plan, stage: PilotStage): NextStep => ({
  code: "rerun-pilot",
  params: {},
  run: cheapestOf(plan, stage),
});
