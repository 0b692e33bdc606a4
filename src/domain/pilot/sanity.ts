import type { Accelerator } from "../accelerator.ts";
import type { World } from "../catalogue.ts";
import { monitoringTools, type Readings } from "../pilot-reading.ts";
import type { InconclusiveReason, PilotEvidence } from "./pilot.ts";

/** Rounding of printed sizes. */
const SLACK = 1.01;

const impossible = (field: string, value: number, limit: number): InconclusiveReason => ({
  code: "impossible-value",
  params: { field, value, limit },
});

/**
 * Figures that no run can have: peaks above the card, shares above one, times and sizes that are not positive. A tool that
 * divides by another card's peak whatever the card (`mfuOfAnotherCard`) may print a share above one of an honest run.
 */
export function impossibleValues(
  readings: Readings,
  card: Accelerator | null,
  { mfuOfAnotherCard = false } = {},
): readonly InconclusiveReason[] {
  const sold = card === null ? null : card.sold / Math.max(1, card.devices);
  const room = readings.capacityGib ?? sold;
  const reasons: InconclusiveReason[] = [];
  for (const field of ["peakAllocatedGib", "peakReservedGib", "peakDeviceGib", "weightsGib"] as const) {
    const value = readings[field];
    if (value === null) continue;
    if (!(value >= 0) || !Number.isFinite(value)) reasons.push(impossible(field, value, 0));
    else if (room !== null && value > room * SLACK) reasons.push(impossible(field, value, room));
  }
  for (const field of [
    "stepSeconds",
    "tokensPerSecondTotal",
    "tokensPerSecondPerGpu",
    "runtimeSeconds",
    "steps",
  ] as const) {
    const value = readings[field];
    if (value !== null && (value < 0 || !Number.isFinite(value))) reasons.push(impossible(field, value, 0));
  }
  const mfu = readings.modelFlopsUtilisation;
  if (mfu !== null && mfu > 1 && !mfuOfAnotherCard) reasons.push(impossible("modelFlopsUtilisation", mfu, 1));
  return reasons;
}

/** What all files of one run must agree on. */
const shared = [
  "gpuName",
  "capacityGib",
  "gpuCount",
  "microBatch",
  "gradientAccumulation",
  "sequenceLength",
] as const;

/** Tools print one card under several names. */
function sameCard(a: string, b: string, lookup: World["lookup"]): boolean {
  const ids = [a, b].map((name) => {
    const found = lookup.resolveAccelerator(name);
    if (found.kind === "one") return [found.match, ...found.alternatives].map(({ id }) => id);
    return found.kind === "several" ? found.matches.map(({ id }) => id) : [];
  });
  return ids[0]?.some((id) => ids[1]?.includes(id)) ?? false;
}

/** What tools say of one card's memory differs by what the driver keeps for itself. */
const sameSize = (a: number, b: number): boolean => Math.abs(a / b - 1) < 0.1;

/** Two files that cannot be of one run: both are named with what each says. */
export function contradictions(
  files: readonly PilotEvidence[],
  lookup: World["lookup"],
): readonly InconclusiveReason[] {
  const reasons: InconclusiveReason[] = [];
  for (const field of shared) {
    const stated = files.flatMap(({ name, reading }) => {
      const value = reading.readings[field];
      // It sees the cards of one machine, at work or not.
      const partial = field === "gpuCount" && monitoringTools.has(reading.tool);
      return value === null || partial ? [] : [{ name, value }];
    });
    const [first] = stated;
    const odd = stated.find(
      ({ value }) =>
        value !== first?.value &&
        !(field === "gpuName" && sameCard(String(value), String(first?.value), lookup)) &&
        !(field === "capacityGib" && sameSize(Number(value), Number(first?.value))),
    );
    if (first === undefined || odd === undefined) continue;
    const [a, b] = [first, odd].sort((x, y) => (x.name < y.name ? -1 : 1));
    if (a === undefined || b === undefined) continue;
    reasons.push({
      code: "contradicting-files",
      params: { field, file: a.name, value: a.value, otherFile: b.name, otherValue: b.value },
    });
  }
  return reasons;
}
