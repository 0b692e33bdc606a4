import type { LaunchNote } from "../domain/launch.ts";
import type { Candidate } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import type { Range } from "../units/range.ts";
import { cardNames } from "./card-names.ts";
import { frameworkJob } from "./framework-job.ts";
import type { LaunchRequest, Variable } from "./launch-request.ts";

/** A name of the hub: nothing that a command line or a URL could read as more. */
const hubName = /^[A-Za-z0-9][\w.-]*(?:\/[\w.-]+)?$/u;

/**
 * RAM of a node to ask for [GiB], whole: the upper end of the need, since a job is killed at its limit; what the machine
 * of the offer has where that is less, since asking for more would rule out that very machine.
 */
function ramToAsk({ high }: Range, machine: number | null): number {
  const need = Math.ceil(high);
  return machine === null ? need : Math.min(need, Math.floor(machine));
}

/**
 * The plan's own job on one candidate, with the command of the framework the run names. `cards` = those of one machine
 * of the offer, null when not known.
 */
export function jobOfPlan(
  spec: RunSpec,
  candidate: Candidate,
  cards: number | null,
): Omit<LaunchRequest, "launcher"> {
  const model = typeof spec.model === "string" ? spec.model : (spec.model?.name ?? "");
  const known = typeof spec.model === "string" && hubName.test(model);
  const rocm = cardNames(candidate.accelerator)?.rocm === true;
  const job = frameworkJob({ spec, candidate, model: known ? model : null, rocm });
  const asked: readonly Variable[] = known ? [] : [{ name: "MODEL", value: null, note: "model" }];
  const { offer, estimate, gpus, nodes } = candidate;
  const { window } = candidate;
  const notes: readonly LaunchNote[] = ["options-unchecked", ...(job.notes ?? [])];
  const serving = spec.method === "inference";
  return {
    name: `${model.split("/").at(-1) ?? ""}-${spec.method ?? "run"}`,
    accelerator: candidate.accelerator,
    gpus,
    nodes,
    offer: offer === null ? null : { ...offer, cards },
    ...(serving ? { keeps: false } : {}),
    hours: serving || window === undefined ? null : window.total.high,
    uploadTo: spec.save?.destination ?? null,
    ...(spec.save?.everyMinutes === undefined ? {} : { uploadEveryMinutes: spec.save.everyMinutes }),
    diskGib: estimate.host.diskGib.likely,
    ramGib: ramToAsk(estimate.host.ramGib, offer?.hostRamGib ?? null),
    secrets: known && model.includes("/") ? ["HF_TOKEN"] : [],
    ...job,
    variables: [...asked, ...(job.variables ?? [])],
    notes,
  };
}
