import type { Stage } from "../plan.ts";
import type { Chosen } from "./decide.ts";

/** Below this much rental a run on one node is only advised to take the stages: the pilot would cost as much. [h] */
const SMALL_RUN_HOURS = 6;

function isSmall(chosen: Chosen): boolean {
  const { window, run } = chosen.configuration;
  return run.nodes === 1 && window !== null && window.total.likely < SMALL_RUN_HOURS;
}

/** budget → pilot → scaling step → restore proof → reserve; nothing is proven by arithmetic but the first. */
export function stagesFor(best: Chosen | null): readonly Stage[] {
  if (best === null) {
    return [
      { stage: "budget", state: "next", why: "nothing-sized" },
      { stage: "one-gpu-pilot", state: "shut", why: "nothing-sized" },
      { stage: "scaling-step", state: "shut", why: "nothing-sized" },
      { stage: "restore-proof", state: "shut", why: "nothing-sized" },
      { stage: "reserve", state: "shut", why: "nothing-sized" },
    ];
  }
  const { run } = best.configuration;
  const serving = run.method === "inference";
  const small = isSmall(best);
  const gated = small ? "advised" : "shut";
  const many = run.gpus > 1;
  const copyFits = run.parallel.strategy === "single" || run.parallel.strategy === "ddp";
  return [
    { stage: "budget", state: "done", why: best.reason === "tight" ? "tight" : "fits" },
    {
      stage: "one-gpu-pilot",
      state: small ? "advised" : "next",
      why: small ? "small-run" : many && !copyFits ? "smallest-group" : "longest-batches",
    },
    {
      stage: "scaling-step",
      state: many ? gated : "not-needed",
      why: many ? "against-one-card" : "one-card",
    },
    {
      stage: "restore-proof",
      state: serving ? "not-needed" : gated,
      why: serving ? "serving" : "new-process",
    },
    { stage: "reserve", state: small ? "advised" : "shut", why: small ? "small-run" : "earlier-stages" },
  ];
}
