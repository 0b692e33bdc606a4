import type { Launcher, LaunchNote, OpenPart } from "../../domain/launch.ts";

/** What stands in the comments of a launch file, one line each. */
const notes: Readonly<Record<LaunchNote, string>> = {
  start: "Start it with:",
  "start-each-node":
    "Start it on every machine, with NODE_RANK 0, 1, … and the address of the first as MASTER_ADDR.",
  scratch: "The disks of this machine are scratch: they go with it. Only what is copied to UPLOAD_TO stays.",
  "upload-destination":
    "where checkpoints and results go: s3://…, gs://…, host:path, or a path that outlives the machine",
  dataset: "the data set: a hub name or a path that every machine sees",
  model: "the model: a hub name or a path that every machine sees",
  "train-script": "the training script to start on every GPU",
  "framework-config": "the framework's own configuration for this model",
  "image-digest":
    "Replace the zeros with the digest of the image that was tested; a tag can move, a digest cannot.",
  "accelerator-unknown": "This tool's own name for the card is not known here: replace REPLACE_ME.",
  "provider-unknown": "This tool is not known to rent from the provider of the offer: choose where to run.",
  spot: "Spot: the machine can be taken back at short notice. Checkpoints come back from UPLOAD_TO; see that the framework resumes from them.",
  reserved: "The price is that of a reservation: name it to the launcher, or the list price is billed.",
  window: "The job is stopped at the end of the window that was planned at most.",
  partition: "Remove one # and name the partition, if the cluster has no default for GPUs.",
  "gres-type": "Sites name their cards themselves: if yours mixes them, write gpu:TYPE:COUNT.",
  fleet: "dstack needs a fleet with placement: cluster for several nodes.",
  "checkpoint-volume":
    "emptyDir goes with the pod: put a persistent volume claim here if the cluster has one.",
  "send-folder": "First: kubectl create configmap NAME-kit --from-file=. (NAME is that of the job below)",
  "options-unchecked":
    "The options are the framework's as documented; they were not run. A short first run checks them.",
  "optimizer-not-mapped": "The framework has no option known for this optimizer: set it by hand.",
  "parallel-by-hand": "Tensor, pipeline or context parallelism is set in the framework's own configuration.",
};

/** What is still to be given, named in a list. */
const open: Readonly<Record<OpenPart, string>> = {
  "upload-destination": "where the artefacts go (UPLOAD_TO)",
  dataset: "the data set (DATASET)",
  model: "the model (MODEL)",
  "train-script": "the training script (TRAIN_SCRIPT)",
  "framework-config": "the framework's configuration (FRAMEWORK_CONFIG)",
  "image-digest": "the digest of the image",
  accelerator: "the tool's name for the card",
  variable: "a variable of the job",
};

export const launch = {
  notes,
  open,
  tools: {
    skypilot: "SkyPilot",
    dstack: "dstack",
    slurm: "Slurm",
    kubernetes: "Kubernetes",
    shell: "plain shell",
  } satisfies Record<Launcher, string>,
  fileFor: (tool: string) => `Launch file (${tool})`,
  readComments: "What to check before it runs stands in its comments.",
  written: (file: string) => `Written: ${file}`,
  nothingToLaunch: "This plan recommends nothing, so there is nothing to launch.",
  unknownLauncher: (read: string, known: string) =>
    `--launcher ${read}: there is no such launcher. Known: ${known}.`,
  noSuchTool: (read: string, known: string) => `I write no launch file for “${read}”. I know: ${known}.`,
  cannotWrite: (path: string) => `Cannot write ${path}.`,
  stillOpen: (parts: string) => `To give before it starts: ${parts}.`,
};
