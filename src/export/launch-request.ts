import type { Launcher, LaunchNote } from "../domain/launch.ts";
import type { Tier } from "../domain/offer.ts";

/** A word of a command: text that is quoted whatever it holds, or shell of this program's own (`"$NODE_RANK"`). */
export type Word = string | { readonly shell: string };
export type Command = readonly Word[];

/** An environment variable of the job; `value: null` = the person gives it at the start, and nothing runs before. */
export interface Variable {
  readonly name: string;
  readonly value: string | null;
  readonly note?: LaunchNote;
}

/** A small file that the job writes beside itself before it starts; never with secrets in it. */
export interface JobFile {
  readonly name: string;
  readonly text: string;
}

export interface LaunchOffer {
  readonly provider: string;
  readonly instance: string;
  readonly region: string | null;
  readonly tier: Tier;
  /** Cards of one machine; null = not known. More than the job uses are paid for all the same. */
  readonly cards?: number | null;
}

/**
 * What to run where. Steps run in order on every node, with NODES, NODE_RANK, GPUS_PER_NODE, MASTER_ADDR, MASTER_PORT,
 * CHECKPOINT_DIR and UPLOAD_TO in their environment whatever the launcher.
 */
export interface LaunchRequest {
  readonly launcher: Launcher;
  /** Anything; each tool gets a name that it takes. */
  readonly name: string;
  /** Catalogue id; null = not known. */
  readonly accelerator: string | null;
  /** Of the whole job. */
  readonly gpus: number;
  readonly nodes: number;
  readonly offer?: LaunchOffer | null;
  /** Repository of the image, without tag; null = no image. */
  readonly image?: string | null;
  /** Once a machine, before anything else. */
  readonly setup?: readonly Command[];
  readonly files?: readonly JobFile[];
  readonly steps: readonly Command[];
  readonly variables?: readonly Variable[];
  /** Names of secrets that the job reads; their values never stand in the file. */
  readonly secrets?: readonly string[];
  /** A port that the job serves on. */
  readonly port?: number;
  /** Longest time the job may take [h]; null = as long as it likes. */
  readonly hours?: number | null;
  /** Default: `checkpoints` in the working folder. */
  readonly checkpointDir?: string;
  /** s3://…, gs://…, a path or host:path; null = asked for at the start. */
  readonly uploadTo?: string | null;
  readonly uploadEveryMinutes?: number;
  /** False for a server: it writes nothing that must outlive it. */
  readonly keeps?: boolean;
  /** Whether the folder that holds the launch file goes along (a kit of scripts). */
  readonly sendsFolder?: boolean;
  readonly diskGib?: number | null;
  readonly ramGib?: number | null;
  readonly notes?: readonly LaunchNote[];
}
