/** Tools that a launch file is written for. */
export const launchers = ["skypilot", "dstack", "slurm", "kubernetes", "shell"] as const;
export type Launcher = (typeof launchers)[number];

/** What a launch file says beside its lines, worded in i18n. */
export const launchNotes = [
  "start", "start-each-node", "scratch", "upload-destination", "dataset", "model", "train-script", "framework-config",
  "image-digest", "accelerator-unknown", "provider-unknown", "spot", "reserved", "window", "partition", "gres-type",
  "fleet", "checkpoint-volume", "send-folder", "options-unchecked", "optimizer-not-mapped", "parallel-by-hand",
] as const; // prettier-ignore
export type LaunchNote = (typeof launchNotes)[number];

/** The file that a launcher takes. */
export interface LaunchFile {
  readonly fileName: string;
  readonly text: string;
  readonly start: string;
  /** What the person must give or replace before it starts; empty = ready. */
  readonly open: readonly OpenPart[];
}

/** What the person must give before the file can be started. */
export const openParts = [
  "upload-destination", "dataset", "model", "train-script", "framework-config", "image-digest", "accelerator",
  "variable",
] as const; // prettier-ignore
export type OpenPart = (typeof openParts)[number];
