import type { Readings } from "../pilot-reading.ts";
import type { AsRun } from "./match.ts";
import type { InconclusiveReason, PilotEvidence } from "./pilot.ts";

/** After ten of warm-up, so many steps show a steady peak and a steady pace. */
const LEAST_STEPS = 10;
const WARM_UP = 10;

const reason = (
  code: InconclusiveReason["code"],
  params: InconclusiveReason["params"] = {},
): InconclusiveReason => ({ code, params });

/** Why the run is too short, or saw too little, to confirm anything. */
export function shortcomings(
  files: readonly PilotEvidence[],
  readings: Readings,
  as: AsRun,
): readonly InconclusiveReason[] {
  const reasons: InconclusiveReason[] = [];
  const kit = files.find(({ result }) => result !== null)?.result ?? null;
  if (as.run.method === "inference") return reasons;
  const counted =
    kit === null ? (readings.steps === null ? null : readings.steps - WARM_UP) : kit.steps.length;
  if (counted === null) reasons.push(reason("steps-not-shown", { least: LEAST_STEPS }));
  else if (counted < LEAST_STEPS)
    reasons.push(reason("too-few-steps", { steps: Math.max(0, counted), least: LEAST_STEPS }));
  const { packing, sequenceLength, data } = as.run;
  if (!packing) {
    const needed = Math.min(sequenceLength, data?.longestSample ?? sequenceLength);
    const seen = kit?.longestSampleTokens ?? readings.details["longestSampleTokens"] ?? null;
    if (seen === null || seen < needed * 0.99)
      reasons.push(reason("longest-batch-not-seen", seen === null ? { needed } : { needed, seen }));
  }
  return reasons;
}
