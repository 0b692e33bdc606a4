import type { StackName } from "./run-spec.ts";

/** What a training or serving framework does to memory; each fact cites a source. Grown by the memory rooms. */
export interface StackProfile {
  readonly name: StackName;
  readonly versions: string;
}
