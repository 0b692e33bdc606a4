import { phases } from "../domain/estimate.ts";
import type { ReadingWarning } from "../domain/pilot-reading.ts";
import { figureOf, isEntry, type Entry } from "./literals.ts";
import { makeTally, unnumbered, type Part } from "./tally.ts";

const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [];

const inside = (value: unknown, key: string): Entry => {
  const below = isEntry(value) ? value[key] : null;
  return isEntry(below) ? below : {};
};
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

const highest = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b));
const lowest = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => Math.min(a, b));

/** The GPU that worked least, drew most and was hottest. */
const sensors = [
  { name: "utilisationPercent", of: "median", worst: lowest },
  { name: "powerWatts", of: "median", worst: highest },
  { name: "temperatureCelsius", of: "high", worst: highest },
] as const;

/** Time and peaks by phase, each of the rank where it is largest. */
function worstOfPhases(ranks: readonly Entry[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const phase of ranks.flatMap((rank) => list(rank["phases"]).filter(isEntry))) {
    const name = phase["phase"];
    if (typeof name !== "string" || !known.has(name)) continue;
    for (const figure of ["seconds", "peakAllocatedGib", "peakReservedGib", "peakDeviceGib"]) {
      const value = figureOf(phase, figure);
      const key = `${name}.${figure}`;
      if (value !== null) found.set(key, Math.max(value, found.get(key) ?? value));
    }
  }
  return found;
}

const known: ReadonlySet<string> = new Set([...phases, "warm-up"]);

/** The pilot kit's own result: its warm-up is already left out of its steps. */
export function pilotKitDocument(json: unknown): Part | null {
  if (!isEntry(json) || json["kit"] !== "gpu-plan-pilot") return null;
  const t = makeTally("gpu-plan-pilot");
  t.hit();
  const warm = figureOf(json, "warmUpSteps") ?? 0;
  const steps = list(json["steps"]).filter((value) => typeof value === "number");
  steps.forEach((seconds, index) => {
    t.sample("stepSeconds", { step: unnumbered + warm + index + 1 }, seconds, "instant");
  });
  t.set("steps", warm + steps.length > 0 ? warm + steps.length : null);
  const perStep = figureOf(json, "tokensPerStep");
  t.detail("tokensPerStep", perStep);
  t.detail("longestSampleTokens", figureOf(json, "longestSampleTokens"));
  for (const name of [
    "dataWaitShare",
    "validationSeconds",
    "checkpointWriteSeconds",
    "checkpointReadSeconds",
    "checkpointGib",
  ])
    t.detail(name, figureOf(json, name));

  const counted = inside(json["tokens"], "perStep");
  for (const kind of ["padded", "trained"]) t.detail(`${kind}TokensPerStep`, figureOf(counted, kind));

  const ranks = list(json["ranks"]).filter(isEntry);
  for (const [name, value] of worstOfPhases(ranks)) t.detail(name, value);
  t.detail("peakHostGib", highest(ranks.flatMap((rank) => figureOf(rank, "peakHostGib") ?? [])));
  for (const { name, of, worst } of sensors)
    t.detail(`${of}${capital(name)}`, worst(ranks.flatMap((rank) => figureOf(inside(rank, name), of) ?? [])));
  for (const rank of ranks) {
    const number = figureOf(rank, "rank") ?? 0;
    t.peak("allocated", figureOf(rank, "peakAllocatedGib"), number);
    t.peak("reserved", figureOf(rank, "peakReservedGib"), number);
    t.peak("device", figureOf(rank, "peakDeviceGib"), number);
    const card = figureOf(rank, "capacityGib");
    const known = t.known("capacityGib");
    if (card !== null && (typeof known !== "number" || card < known)) t.set("capacityGib", card);
  }
  const machine = isEntry(json["machine"]) ? json["machine"] : {};
  if (typeof machine["gpuName"] === "string") t.set("gpuName", machine["gpuName"]);
  t.set("gpuCount", figureOf(machine, "gpus"));
  if (typeof machine["driver"] === "string") t.version("driver", machine["driver"]);
  const versions = isEntry(machine["versions"]) ? machine["versions"] : {};
  for (const [name, version] of Object.entries(versions))
    if (typeof version === "string" && /^[\w.-]{1,40}$/u.test(name)) t.version(name, version);
  const spec = isEntry(json["spec"]) ? json["spec"] : {};
  t.set("microBatch", figureOf(spec, "microBatch"));
  t.set("gradientAccumulation", figureOf(spec, "gradientAccumulation"));
  t.set("sequenceLength", figureOf(spec, "sequenceLength"));
  const failure = json["outOfMemory"];
  if (isEntry(failure))
    t.failure({
      requestedGib: figureOf(failure, "requestedGib"),
      freeGib: figureOf(failure, "freeGib"),
      phase: phases.find((phase) => phase === failure["phase"]) ?? null,
      gpu: null,
      rank: figureOf(failure, "rank"),
      capacityGib: null,
      inUseGib: null,
      allocatedGib: null,
      reservedUnallocatedGib: null,
      privatePoolsGib: null,
      allowedGib: null,
    });
  const part = t.end();
  const waits = list(json["dataSeconds"]).filter((value) => typeof value === "number");
  return part === null ? null : { ...part, warnings: part.warnings.map((one) => waitingFor(one, waits)) };
}

/** Steps that grew slower by what their batches were waited for longer. */
function waitingFor(warning: ReadingWarning, waits: readonly number[]): ReadingWarning {
  const { from, to } = warning.params;
  if (warning.code !== "slows-down" || typeof from !== "number" || typeof to !== "number") return warning;
  const third = Math.floor(waits.length / 3);
  const middle = (values: readonly number[]): number =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const grown = middle(waits.slice(-third)) - middle(waits.slice(0, third));
  return third > 0 && grown > (to - from) / 2
    ? { ...warning, params: { ...warning.params, why: "data" } }
    : warning;
}
