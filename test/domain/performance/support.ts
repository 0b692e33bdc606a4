import type { Accelerator } from "../../../src/domain/accelerator.ts";
import type { FilledRun } from "../../../src/domain/filled-run.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { fill, real } from "../planning/support.ts";

export const filled = (spec: RunSpec): FilledRun => fill(spec).run;

export function card(id: string): Accelerator {
  const found = real.lookup.accelerator(id);
  if (found === undefined) throw new Error(`no card ${id}`);
  return found;
}
