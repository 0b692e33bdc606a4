import { askedVariables, commented, gpusPerNode, jobScript, type Say } from "./job-script.ts";
import type { LaunchRequest } from "./launch-request.ts";
import type { Written } from "./launch-file.ts";
import { commandText } from "./quote.ts";

/** Hours as Slurm's HH:MM:SS, whole minutes upwards. */
function timeLimit(hours: number): string {
  const minutes = Math.max(1, Math.ceil(hours * 60));
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}:00`;
}

/** A batch script (`sbatch`): one task a node, five minutes of warning before the time ends. */
export function slurmFile(request: LaunchRequest, name: string, say: Say): Written {
  const spot = request.offer?.tier === "spot";
  const options = [
    `--job-name=${name}`,
    `--nodes=${request.nodes}`,
    "--ntasks-per-node=1",
    `--gres=gpu:${gpusPerNode(request)}`,
    ...(request.ramGib == null ? [] : [`--mem=${Math.ceil(request.ramGib)}G`]),
    ...(request.hours == null ? [] : [`--time=${timeLimit(request.hours)}`]),
    "--signal=TERM@300",
    `--output=${name}-%j.log`,
    ...(spot ? ["--requeue", "--open-mode=append"] : []),
  ];
  const setup = (request.setup ?? []).map((step) => `${commandText(step)}\n`).join("");
  const text = `#!/usr/bin/env bash
${options.map((option) => `#SBATCH ${option}\n`).join("")}${commented([say("gres-type"), say("partition")])}##SBATCH --partition=REPLACE_ME
set -euo pipefail
cd "$SLURM_SUBMIT_DIR"
export NODES="$SLURM_NNODES"
export MASTER_ADDR="$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)"
export MASTER_PORT="$((20000 + SLURM_JOB_ID % 20000))"
${setup}
on_node() {
set -euo pipefail
export NODE_RANK="$SLURM_NODEID" SCRATCH="\${SLURM_TMPDIR:-\${TMPDIR:-/tmp}}"
${jobScript(request, say)}}
export -f on_node
srun --kill-on-bad-exit=1 bash -c on_node
`;
  const given = askedVariables(request).map(({ name: variable }) => `${variable}=… `);
  return {
    fileName: `${name}.sbatch`,
    start: `${given.join("")}sbatch ${name}.sbatch`,
    text,
    open: [],
    notes: request.hours == null ? [] : ["window"],
  };
}
