import type { Accelerator } from "../accelerator.ts";
import type { World } from "../catalogue.ts";
import type { FilledRun } from "../filled-run.ts";
import { evidenceGrades } from "../provenance.ts";
import type { Evidence } from "../provenance.ts";

export const knownStack = (run: Pick<FilledRun, "stack">): boolean => run.stack !== "generic";

/** The strongest evidence behind a run's figures on a card. */
export function evidenceOf(run: FilledRun, _card: Accelerator | null, _world: World): Evidence {
  return { grade: knownStack(run) ? "stack" : "generic", links: [] };
}

/** 0 = strongest. */
export function gradeRank(run: FilledRun, card: Accelerator, world: World): number {
  return evidenceGrades.indexOf(evidenceOf(run, card, world).grade);
}
