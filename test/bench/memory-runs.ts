import { join } from "node:path";
import { readCatalogueFiles, type CatalogueFile } from "../../src/catalog/catalogue-files.ts";
import { loadCatalogue } from "../../src/catalog/load-catalogue.ts";
import { countedRuns, firstSeenRuns, loadMeasurements } from "../../src/catalog/load-measurements.ts";
import { loadStacks } from "../../src/catalog/load-stacks.ts";
import type { Accelerator } from "../../src/domain/accelerator.ts";
import type { Catalogue, CatalogueLookup } from "../../src/domain/catalogue.ts";
import type { FilledRun } from "../../src/domain/filled-run.ts";
import type { MeasuredRun } from "../../src/domain/measurement.ts";
import { fillRun } from "../../src/domain/planning/assumptions.ts";
import type { StackName } from "../../src/domain/run-spec.ts";
import type { StackProfile } from "../../src/domain/stack-profile.ts";

/** A published run with every default taken, ready to be sized. */
export interface Row {
  readonly measured: MeasuredRun;
  readonly run: FilledRun;
  readonly card: Accelerator | null;
}

export interface RowSet {
  readonly rows: readonly Row[];
  /** Published runs that could not be filled, with the first problem. */
  readonly refused: readonly string[];
  readonly files: readonly CatalogueFile[];
}

const catalogueFolder = join(import.meta.dirname, "..", "..", "catalog");

/** Exact ids only: the published rows name their model and card by id. */
function exactLookup(catalogue: Catalogue): CatalogueLookup {
  const models = new Map(
    catalogue.models.flatMap((m) => [m.id, ...m.aliases].map((name) => [name.toLowerCase(), m] as const)),
  );
  const cards = new Map(catalogue.accelerators.map((a) => [a.id, a] as const));
  return {
    resolveModel: () => ({ kind: "none", nearest: [] }),
    resolveAccelerator: () => ({ kind: "none", nearest: [] }),
    searchModels: () => [],
    searchAccelerators: () => [],
    machine: () => undefined,
    findNames: () => [],
    model: (id) => models.get(id.toLowerCase()),
    accelerator: (id) => cards.get(id),
  };
}

/** All published runs of one file, with calibrated profiles or, for the calibration itself, with bare ones. */
export function loadRows(options: { readonly calibrated: boolean; readonly firstSeen?: boolean }): RowSet {
  const files = readCatalogueFiles(catalogueFolder);
  const loaded = loadCatalogue(catalogueFolder, { cacheDir: null });
  if ("faults" in loaded) throw new Error(`catalogue has faults, first: ${JSON.stringify(loaded.faults[0])}`);
  const stacks: Readonly<Record<StackName, StackProfile>> = loadStacks(files, options).stacks;
  const lookup = exactLookup(loaded.catalogue);
  const { runs, faults } = loadMeasurements(files, options.firstSeen === true ? firstSeenRuns : countedRuns);
  if (faults.length > 0) throw new Error(`measurements have faults, first: ${JSON.stringify(faults[0])}`);
  const rows: Row[] = [];
  const refused: string[] = [];
  for (const measured of runs) {
    const outcome = fillRun(measured.spec, lookup, stacks);
    if ("problems" in outcome) {
      refused.push(`${measured.id}: ${JSON.stringify(outcome.problems[0])}`);
      continue;
    }
    const card =
      measured.spec.accelerator === undefined
        ? null
        : (lookup.accelerator(measured.spec.accelerator) ?? null);
    rows.push({ measured, run: outcome.run, card });
  }
  return { rows, refused, files };
}

/** The stack that a stack runs underneath, itself when it runs none: runs of one tell about the other. */
export function familyOf(files: readonly CatalogueFile[]): (stack: string) => string {
  const parents = new Map(
    files.flatMap(({ name, text }) => {
      const stack = /^stacks\/(?<stack>[\w-]+)\.yaml$/.exec(name)?.groups?.["stack"];
      const parent = /^extends: (?<parent>[\w-]+)$/m.exec(text)?.groups?.["parent"];
      return stack === undefined || parent === undefined || parent === "generic"
        ? []
        : [[stack, parent] as const];
    }),
  );
  const root = (stack: string): string => {
    const parent = parents.get(stack);
    return parent === undefined ? stack : root(parent);
  };
  return root;
}
