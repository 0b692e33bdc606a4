import {
  emptyReadings,
  type PilotReading,
  type RankPeaks,
  type Readings,
  type ReadingTool,
  type ReadingWarning,
} from "../domain/pilot-reading.ts";
import type { Part } from "./tally.ts";

/** Who names the file when several tools printed into it: the program that ran, then its engine, then monitors. */
const standing: Partial<Readonly<Record<ReadingTool, number>>> = {
  "hf-trainer": 4,
  deepspeed: 3,
  vllm: 4.5,
  "vllm bench serve": 4.5,
  "vllm bench throughput": 4.5,
  "vllm bench latency": 4.5,
  sglang: 4.5,
  "sglang bench serve": 4.5,
  tgi: 4.5,
  "accelerate-example": 3,
  "nvidia-smi": 2,
  "rocm-smi": 2,
  "amd-smi": 2,
  wandb: 2,
  mlflow: 2,
  "torch.cuda.memory_summary": 2,
  oom: 1,
  paste: 0,
};
const standingOf = (tool: ReadingTool): number => standing[tool] ?? 5;
const ran = 3;

const sized = (value: number | null): value is number => value !== null;
const largest = (values: readonly (number | null)[]): number | null => {
  const known = values.filter(sized);
  return known.length === 0 ? null : Math.max(...known);
};

/** The readings of one file (`typed`: short enough to be a message of a person): figures of the program that ran first, peaks the largest of all. */
export function combine(parts: readonly Part[], { typed = false } = {}): PilotReading {
  const ordered = [...parts].sort((a, b) => standingOf(b.tool) - standingOf(a.tool) || b.hits - a.hits);
  const program = ordered.some(({ tool }) => standingOf(tool) >= ran);
  const kept = ordered
    .map((part) => (part.tool === "paste" && program && !typed ? peaksOnly(part) : part))
    .filter((part) => part.tool !== "paste" || ordered.length === 1 || adds(part, ordered))
    .filter(({ tool }, index, all) => all.findIndex((other) => other.tool === tool) === index);
  const [main] = kept;
  if (main === undefined)
    return { tool: null, readings: emptyReadings, warnings: [{ code: "nothing-read", params: {} }] };

  const warnings = new Map<string, ReadingWarning>();
  for (const warning of kept.flatMap((part) => part.warnings))
    if (!warnings.has(warning.code)) warnings.set(warning.code, warning);
  if (kept.some(({ readings }) => peaksOf(readings).some(sized))) warnings.delete("no-memory");
  if (kept.length > 1)
    warnings.set("mixed", { code: "mixed", params: { tools: kept.map(({ tool }) => tool).join(", ") } });
  const readings = merged(kept.map((part) => part.readings));
  const judged = checked(readings);
  for (const warning of judged.warnings) warnings.set(warning.code, warning);
  return { tool: main.tool, readings: judged.readings, warnings: [...warnings.values()] };
}

const peaksOf = ({ peakAllocatedGib, peakReservedGib, peakDeviceGib }: Readings) =>
  [peakAllocatedGib, peakReservedGib, peakDeviceGib] as const;

/** Beside a program's own lines, a pace or a rate in prose may be of something else. */
const peaksOnly = (part: Part): Part => ({
  ...part,
  readings: {
    ...emptyReadings,
    peakAllocatedGib: part.readings.peakAllocatedGib,
    peakReservedGib: part.readings.peakReservedGib,
    peakDeviceGib: part.readings.peakDeviceGib,
  },
});

const adds = (part: Part, all: readonly Part[]): boolean =>
  (Object.keys(emptyReadings) as (keyof Readings)[]).some(
    (key) =>
      typeof part.readings[key] === "number" &&
      all.every((other) => other.tool === part.tool || other.readings[key] === null),
  );

function merged(all: readonly Readings[]): Readings {
  const first = <K extends keyof Readings>(key: K): Readings[K] =>
    (all.find((one) => one[key] !== null) ?? emptyReadings)[key];
  const versions = Object.assign({}, ...[...all].reverse().map((one) => one.versions ?? {})) as Record<
    string,
    string
  >;
  const known = Object.fromEntries(
    (Object.keys(emptyReadings) as (keyof Readings)[]).map((key) => [key, first(key)]),
  ) as unknown as Readings;
  return {
    ...known,
    peakAllocatedGib: largest(all.map((one) => one.peakAllocatedGib)),
    peakReservedGib: largest(all.map((one) => one.peakReservedGib)),
    peakDeviceGib: largest(all.map((one) => one.peakDeviceGib)),
    versions: Object.keys(versions).length === 0 ? null : versions,
    failures: all.flatMap((one) => one.failures),
    ranks: ranksOf(all.flatMap((one) => one.ranks)),
    details: Object.assign({}, ...[...all].reverse().map((one) => one.details)) as Record<string, number>,
  };
}

export function ranksOf(all: readonly RankPeaks[]): readonly RankPeaks[] {
  return [...new Set(all.map(({ rank }) => rank))]
    .sort((a, b) => a - b)
    .map((rank) => {
      const own = all.filter((one) => one.rank === rank);
      return {
        rank,
        peakAllocatedGib: largest(own.map((one) => one.peakAllocatedGib)),
        peakReservedGib: largest(own.map((one) => one.peakReservedGib)),
        peakDeviceGib: largest(own.map((one) => one.peakDeviceGib)),
      };
    });
}

/** Rounding of the printed sizes. */
const slack = 1.005;

function checked(readings: Readings): PilotReading {
  const warnings: ReadingWarning[] = [];
  let { peakReservedGib, tokensPerSecondTotal } = readings;
  const { peakAllocatedGib, peakDeviceGib, capacityGib, modelFlopsUtilisation: mfu, stepSeconds } = readings;
  const details = { ...readings.details };
  if (sized(peakReservedGib) && sized(peakAllocatedGib) && peakReservedGib * slack < peakAllocatedGib) {
    details["reservedAtAnotherMomentGib"] = peakReservedGib;
    peakReservedGib = null;
  }
  if (sized(mfu) && (mfu <= 0 || mfu > 1)) warnings.push({ code: "impossible", params: { mfu } });
  else if (sized(mfu) && (mfu > 0.65 || mfu < 0.05)) warnings.push({ code: "mfu-unlikely", params: { mfu } });
  const worst = largest([peakAllocatedGib, peakReservedGib, peakDeviceGib]);
  if (sized(worst) && sized(capacityGib) && worst > capacityGib * slack)
    warnings.push({ code: "above-card", params: { peak: worst, card: capacityGib } });
  const perStep = details["tokensPerStep"];
  if (tokensPerSecondTotal === null && perStep !== undefined && sized(stepSeconds) && stepSeconds > 0)
    tokensPerSecondTotal = perStep / stepSeconds;
  return { tool: null, readings: { ...readings, peakReservedGib, tokensPerSecondTotal, details }, warnings };
}
