import { emptyReadings, monitoringTools, type PilotReading, type Readings } from "../domain/pilot-reading.ts";
import { ranksOf } from "./combine.ts";

type Figure = { [K in keyof Readings]: Readings[K] extends number | null ? K : never }[keyof Readings];

/** Of several files of one run the rank that needs most, or is slowest, decides. */
const worst: Partial<Readonly<Record<Figure, "highest" | "lowest">>> = {
  peakAllocatedGib: "highest",
  peakReservedGib: "highest",
  peakDeviceGib: "highest",
  weightsGib: "highest",
  kvCacheGib: "lowest",
  capacityGib: "lowest",
  stepSeconds: "highest",
  tokensPerSecondPerGpu: "lowest",
  tokensPerSecondTotal: "lowest",
  runtimeSeconds: "highest",
};

/** Several files of one run, one per rank or one per tool, as one; the program that ran is believed before what watched it. */
export function acrossFiles(files: readonly PilotReading[]): Readings {
  const programs = files.filter(({ tool }) => !monitoringTools.has(tool));
  const monitors = files.filter(({ tool }) => monitoringTools.has(tool));
  const all = [...programs, ...monitors].map(({ readings }) => readings);
  const picked = Object.fromEntries(
    (Object.keys(emptyReadings) as (keyof Readings)[]).map((key) => [key, pick(key, all)]),
  ) as unknown as Readings;
  const shortfall = (one: Readings): number =>
    (one.outOfMemory?.requestedGib ?? 0) - (one.outOfMemory?.freeGib ?? 0);
  const failed = all.filter((one) => one.outOfMemory !== null).sort((a, b) => shortfall(b) - shortfall(a));
  const versions = Object.assign({}, ...[...all].reverse().map((one) => one.versions ?? {})) as Record<
    string,
    string
  >;
  return {
    ...picked,
    outOfMemory: failed[0]?.outOfMemory ?? null,
    failures: all.flatMap((one) => one.failures),
    ranks: ranksOf(all.flatMap((one) => one.ranks)),
    versions: Object.keys(versions).length === 0 ? null : versions,
    details: Object.assign({}, ...[...all].reverse().map((one) => one.details)) as Record<string, number>,
  };
}

function pick(key: keyof Readings, all: readonly Readings[]): unknown {
  const known = all.map((one) => one[key]).filter((value) => value !== null);
  const way = Object.hasOwn(worst, key) ? worst[key as Figure] : undefined;
  if (way === undefined) return known[0] ?? null;
  const numbers = known.filter((value) => typeof value === "number");
  if (numbers.length === 0) return null;
  return way === "highest" ? Math.max(...numbers) : Math.min(...numbers);
}
