import type { ReadingTool } from "../domain/pilot-reading.ts";
import type { LogLine } from "./line.ts";
import type { Entry } from "./literals.ts";
import type { Tally } from "./tally.ts";

/** Where a trainer's dictionary stands. */
export interface At {
  /** null = the log does not say. */
  readonly step: number | null;
  readonly rank: number | null;
}

/** A program built on the Hugging Face trainer: what it prints beside the trainer's own lines. */
export interface Flavour {
  readonly tool: ReadingTool;
  /** true = this line or dictionary is surely this program's. */
  readonly line: (line: LogLine, t: Tally) => boolean;
  readonly entry: (entry: Entry, at: At, t: Tally) => boolean;
  readonly end?: (t: Tally) => void;
}

export const never = (): boolean => false;
