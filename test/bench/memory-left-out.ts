import { loadStacks } from "../../src/catalog/load-stacks.ts";
import { stackNames } from "../../src/domain/run-spec.ts";
import { methodGroups, type MemoryCalibration } from "../../src/domain/stack-profile.ts";
import { intervalsBy, knownIntervals, strangerIntervals } from "./memory-calibration.ts";
import { judgedModels, judgedStacks, scored, type Judged } from "./memory-judged.ts";
import { modelLeftOut, nobodyRead, stackLeftOut } from "./memory-refit.ts";
import { familyOf, loadRows, type Row, type RowSet } from "./memory-runs.ts";

/** Every published run, each time sized and bounded without what is left out. */
export interface LeftOut extends RowSet {
  /** Its model, the stack's own constants refitted to its other models. */
  readonly models: readonly Judged[];
  /** Its stack, sized by what the framework's code says. */
  readonly stacks: readonly Judged[];
  /** The stacks that run it or that it runs as well. */
  readonly families: readonly Judged[];
  /** Its stack, sized by the generic profile, as for a framework nobody has read. */
  readonly nobody: readonly Judged[];
  /** What catalog/calibration/memory.yaml holds, made of the same residuals. */
  readonly intervals: object;
}

/** What the file says of one stack and method; whether the stack is known is told by where it stands. */
const written = ({ runs, allocated, reserved, device }: MemoryCalibration): object => ({
  runs,
  allocated,
  reserved,
  device,
});

export function leaveOut(): LeftOut {
  const set = loadRows({ calibrated: false });
  const { rows, files } = set;
  const generic = loadStacks(files, { calibrated: false }).stacks.generic;
  const stackOf = (row: Row): string => row.run.stack;
  const family = familyOf(files);
  const models = modelLeftOut(rows, generic);
  const read = stackLeftOut(rows, generic, (stack) => stack);
  const nobody = nobodyRead(rows, generic);
  const ofModels = scored(models);
  const ofRead = scored(read);
  const ofNobody = scored(nobody);
  const known = stackNames.flatMap((stack) => {
    const methods = methodGroups.flatMap((method) => {
      const intervals = knownIntervals(ofModels, stack, method);
      return intervals === null ? [] : [[method, written(intervals)] as const];
    });
    return methods.length === 0 ? [] : [[stack, Object.fromEntries(methods)] as const];
  });
  return {
    ...set,
    models: judgedModels(models, read),
    stacks: judgedStacks(read, stackOf),
    families: judgedStacks(stackLeftOut(rows, generic, family), (row) => family(row.run.stack)),
    nobody: judgedStacks(nobody, stackOf),
    intervals: {
      known: Object.fromEntries(known),
      read: intervalsBy((method) => written(strangerIntervals(ofRead, method))),
      unknown: intervalsBy((method) => written(strangerIntervals(ofNobody, method))),
    },
  };
}
