import type { LaunchNote, OpenPart } from "../domain/launch.ts";
import type { LaunchRequest, Variable } from "./launch-request.ts";
import { checkedName, commandText, writtenFile, quoted } from "./quote.ts";

/** The words of a note in the reader's language. */
export type Say = (note: LaunchNote) => string;

export const digestPlaceholder = `sha256:${"0".repeat(64)}`;

/** An image by digest: all zeros is well formed and matches no image, so nothing unpinned ever starts. */
export const pinned = (repository: string): string => `${repository}@${digestPlaceholder}`;

export const gpusPerNode = (request: LaunchRequest): number => Math.ceil(request.gpus / request.nodes);

/** Where the artefacts go is a variable like the others: given in the file, or at the start. */
export const variablesOf = (request: LaunchRequest): readonly Variable[] => [
  ...(request.keeps === false
    ? []
    : [{ name: "UPLOAD_TO", value: request.uploadTo ?? null, note: "upload-destination" } as const]),
  ...(request.variables ?? []),
];

/** Variables that only the person can give. */
export const askedVariables = (request: LaunchRequest): readonly Variable[] =>
  variablesOf(request).filter(({ value }) => value === null);

const openByNote: Partial<Record<LaunchNote, OpenPart>> = {
  "upload-destination": "upload-destination",
  dataset: "dataset",
  model: "model",
  "train-script": "train-script",
  "framework-config": "framework-config",
};

export const openOf = (variable: Variable): OpenPart =>
  (variable.note === undefined ? undefined : openByNote[variable.note]) ?? "variable";

export const commented = (lines: readonly string[]): string => lines.map((line) => `# ${line}\n`).join("");

/** One `export`, or a check that ends the job at once with the reason. */
function variableLine(variable: Variable, say: Say): string {
  const name = checkedName(variable.name);
  if (variable.value !== null) return `export ${name}=${quoted(variable.value)}`;
  const why = variable.note === undefined ? name : say(variable.note);
  return `[ -n "\${${name}:-}" ] || { echo ${quoted(`${name}: ${why}`)} >&2; exit 64; }\nexport ${name}`;
}

/** The checkpoint folder, what was saved before, and copies out every few minutes and at the end, however it ends. */
function keeping(request: LaunchRequest, say: Say): string {
  const minutes = request.uploadEveryMinutes ?? (request.offer?.tier === "spot" ? 10 : 30);
  const folder = request.checkpointDir;
  const checkpoints =
    folder === undefined
      ? 'export CHECKPOINT_DIR="${CHECKPOINT_DIR:-$PWD/checkpoints}"'
      : `export CHECKPOINT_DIR=${quoted(folder)}`;
  return `${commented([say("scratch")])}${checkpoints}
mkdir -p "$CHECKPOINT_DIR"
kept="\${UPLOAD_TO%/}"
if [ "$NODES" -gt 1 ]; then kept="$kept/node-$NODE_RANK"; fi
case "$kept" in
  s3://*) tool=aws ;;
  gs://*) tool=gcloud ;;
  /*) tool=cp ;;
  *) tool=rsync ;;
esac
command -v "$tool" >/dev/null || { echo "UPLOAD_TO: $tool?" >&2; exit 69; }
copy() {
  case "$tool" in
    aws) aws s3 sync --only-show-errors "$1" "$2" ;;
    gcloud) gcloud storage rsync --recursive "$1" "$2" ;;
    cp) mkdir -p "$2" && cp -a "$1"/. "$2"/ ;;
    rsync) rsync -a "$1"/ "$2"/ ;;
  esac
}
upload() { copy "$CHECKPOINT_DIR" "$kept"; }
finish() {
  status=$?
  trap - EXIT
  kill "$uploads" 2>/dev/null || true
  upload || { echo "UPLOAD_TO: $kept?" >&2; [ "$status" -ne 0 ] || status=74; }
  exit "$status"
}
copy "$kept" "$CHECKPOINT_DIR" >/dev/null 2>&1 || true
(
  waited=0
  while sleep 15; do
    waited=$((waited + 15))
    [ "$waited" -lt ${Math.max(1, Math.round(minutes * 60))} ] || { waited=0; upload || true; }
  done
) >/dev/null 2>&1 &
uploads=$!
trap finish EXIT
`;
}

/**
 * The job on one node, the same under every launcher: variables, the state saved before, the steps, and the
 * checkpoints copied out. It needs NODES, NODE_RANK and MASTER_ADDR set. A step runs beside the shell, so that the
 * signal of a machine taken back reaches it at once.
 */
export function jobScript(request: LaunchRequest, say: Say): string {
  const files = (request.files ?? []).map(({ name, text }) => `${writtenFile(name, text)}\n`).join("");
  const steps = request.steps.map((step) => `run ${commandText(step)}\n`).join("\n");
  const variables = variablesOf(request).map((variable) => `${variableLine(variable, say)}\n`);
  return `export GPUS_PER_NODE=${gpusPerNode(request)}
export MASTER_PORT="\${MASTER_PORT:-29500}"
${variables.join("")}export HF_HOME="\${HF_HOME:-\${SCRATCH:-\${TMPDIR:-/tmp}}/hf}"
mkdir -p "$HF_HOME"

${request.keeps === false ? "" : keeping(request, say)}child=
run() { "$@" & child=$!; wait "$child"; }
trap 'kill -TERM "$child" 2>/dev/null || true; wait "$child" 2>/dev/null || true; exit 143' INT TERM

${files}${steps}`;
}
