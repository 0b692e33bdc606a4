import type { Launcher, LaunchFile, LaunchNote, OpenPart } from "../domain/launch.ts";
import { dstackFile } from "./dstack.ts";
import { askedVariables, commented, openOf, type Say } from "./job-script.ts";
import { kubernetesFile } from "./kubernetes.ts";
import type { LaunchRequest } from "./launch-request.ts";
import { nameOf, oneLine } from "./quote.ts";
import { shellFile } from "./shell.ts";
import { skypilotFile } from "./skypilot.ts";
import { slurmFile } from "./slurm.ts";

/** What the writer of one tool hands back. */
export interface Written {
  readonly fileName: string;
  /** How a person starts it, as a command line. */
  readonly start: string;
  readonly text: string;
  readonly open: readonly OpenPart[];
  readonly notes: readonly LaunchNote[];
}

const writers = {
  skypilot: skypilotFile,
  dstack: dstackFile,
  slurm: slurmFile,
  kubernetes: kubernetesFile,
  shell: shellFile,
} satisfies Record<Launcher, (request: LaunchRequest, name: string, say: Say) => Written>;

/** "8 × h100-sxm, 1 node: aws p5.48xlarge, eu-north-1, spot": facts, in names that every language shares. */
function summary({ gpus, accelerator, nodes, offer }: LaunchRequest): string {
  const machines = nodes > 1 ? ` / ${nodes}` : "";
  const cards = `${gpus} × ${accelerator ?? "?"}${machines}`;
  if (offer == null) return cards;
  return `${cards}: ${[`${offer.provider} ${offer.instance}`, offer.region, offer.tier].filter((part) => part !== null).join(", ")}`;
}

/**
 * One job as the file that a launcher takes. Texts of the request may hold anything: they reach a shell quoted, a YAML
 * parser through its own writer, and a comment as one line. `say` words the notes.
 * Throws when gpus or nodes is no positive integer, or a variable has a name that no shell takes.
 */
export function launchFile(request: LaunchRequest, say: Say): LaunchFile {
  for (const count of [request.gpus, request.nodes])
    if (!Number.isInteger(count) || count < 1) throw new Error(`not a count of machines: ${count}`);
  const name = nameOf(request.name);
  const words: Say = (note) => oneLine(say(note));
  const written = writers[request.launcher](request, name, words);
  const { tier } = request.offer ?? { tier: null };
  const head = [
    oneLine(summary(request)),
    `${words("start")} ${written.start}`,
    ...(tier === "reserved" ? [words("reserved")] : []),
    ...[...written.notes, ...(request.notes ?? [])].map(words),
  ];
  const [first = "", ...rest] = written.text.split("\n");
  const shebang = first.startsWith("#!");
  // Options of sbatch must stand before the first command, comments between them are fine.
  const text = shebang
    ? [first, commented(head).trimEnd(), ...rest].join("\n")
    : commented(head) + written.text;
  return {
    fileName: written.fileName,
    text: text.endsWith("\n") ? text : `${text}\n`,
    start: written.start,
    open: [...new Set([...written.open, ...askedVariables(request).map(openOf)])],
  };
}
