import { askedVariables, jobScript, type Say } from "./job-script.ts";
import type { LaunchRequest } from "./launch-request.ts";
import type { Written } from "./launch-file.ts";
import { commandText } from "./quote.ts";

/** A script for machines that are already there, started on each of them. */
export function shellFile(request: LaunchRequest, name: string, say: Say): Written {
  const several = request.nodes > 1;
  const setup = (request.setup ?? []).map((step) => `${commandText(step)}\n`).join("");
  const text = `#!/usr/bin/env bash
set -euo pipefail
cd "$(dirname "\${BASH_SOURCE[0]}")"
export NODES=${request.nodes} NODE_RANK="\${NODE_RANK${several ? ":?" : ":-0"}}"
export MASTER_ADDR="\${MASTER_ADDR${several ? ":?" : ":-127.0.0.1"}}"
${setup}${jobScript(request, say)}`;
  const given = askedVariables(request).map(({ name: variable }) => `${variable}=… `);
  const place = several ? "NODE_RANK=0 MASTER_ADDR=… " : "";
  return {
    fileName: `${name}.sh`,
    start: `${place}${given.join("")}bash ${name}.sh`,
    text,
    open: [],
    notes: several ? ["start-each-node"] : [],
  };
}
