import type { CandidateOffer } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import type { Launcher } from "../domain/launch.ts";
import { cardNames } from "./card-names.ts";
import type { Command, LaunchRequest, Word } from "./launch-request.ts";
import { rendezvous } from "./frameworks/torchrun.ts";

export const kitFileName = "gpu_plan_pilot.py";
export const pilotRuns = ["one-gpu-pilot", "scaling-step", "restore-proof"] as const;
export const specFileName = "spec.json";
export const outFolder = "pilot-out";

/** Launchers whose working folder is still there when the job is over. */
const staysInPlace = (launcher: Launcher): boolean => launcher === "shell" || launcher === "slurm";

/** The pilot kit on the cards of its run; `offer` = where those cards are rented, null when not known. */
export function jobOfPilot(
  spec: RunSpec,
  { launcher, run, offer, cards }: PilotJob,
): Omit<LaunchRequest, "launcher"> {
  const { gpus = 1, nodes = 1, accelerator = null } = spec;
  const stays = staysInPlace(launcher);
  const out: Word = stays ? outFolder : { shell: '"$CHECKPOINT_DIR"' };
  const start: Command =
    gpus === 1
      ? ["python3"]
      : nodes === 1
        ? ["torchrun", "--standalone", { shell: '--nproc_per_node="$GPUS_PER_NODE"' }]
        : ["torchrun", ...rendezvous];
  const rocm = accelerator !== null && cardNames(accelerator)?.rocm === true;
  return {
    name: `pilot-${spec.id ?? nameOfModel(spec)}`,
    accelerator,
    gpus,
    nodes,
    offer: offer === null ? null : { ...offer, cards },
    image: rocm ? "docker.io/rocm/pytorch" : "docker.io/pytorch/pytorch",
    sendsFolder: true,
    keeps: !stays,
    hours: 1,
    steps: [[...start, kitFileName, "--spec", specFileName, "--run", run, "--out", out]],
  };
}

export interface PilotJob {
  readonly launcher: Launcher;
  readonly run: (typeof pilotRuns)[number];
  readonly offer: CandidateOffer | null;
  /** Of one machine of the offer; null = not known. */
  readonly cards: number | null;
}

function nameOfModel({ model, method }: RunSpec): string {
  const name = typeof model === "string" ? model : (model?.name ?? "");
  return `${name.split("/").at(-1) ?? ""}-${method ?? "run"}`;
}
