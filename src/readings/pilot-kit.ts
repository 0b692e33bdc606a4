import { phases } from "../domain/estimate.ts";
import { figureOf, isEntry } from "./literals.ts";
import { makeTally, type Part } from "./tally.ts";

const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [];

/** The pilot kit's own result: its warm-up is already left out of its steps. */
export function pilotKitDocument(json: unknown): Part | null {
  if (!isEntry(json) || json["kit"] !== "gpu-plan-pilot") return null;
  const t = makeTally("gpu-plan-pilot");
  t.hit();
  const warm = figureOf(json, "warmUpSteps") ?? 0;
  const steps = list(json["steps"]).filter((value) => typeof value === "number");
  steps.forEach((seconds, index) => {
    t.sample("stepSeconds", { step: 1_000_000 + index }, seconds, "instant");
  });
  t.set("steps", warm + steps.length > 0 ? warm + steps.length : null);
  const perStep = figureOf(json, "tokensPerStep");
  t.detail("tokensPerStep", perStep);
  t.detail("longestSampleTokens", figureOf(json, "longestSampleTokens"));
  for (const name of [
    "validationSeconds",
    "checkpointWriteSeconds",
    "checkpointReadSeconds",
    "checkpointGib",
  ])
    t.detail(name, figureOf(json, name));

  for (const rank of list(json["ranks"]).filter(isEntry)) {
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
  return t.end();
}
