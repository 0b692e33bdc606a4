import type { StackName } from "../domain/run-spec.ts";
import {
  methodGroups,
  type IntervalFactors,
  type MemoryCalibration,
  type MethodGroup,
} from "../domain/stack-profile.ts";
import type { CalibrationFile } from "./stack-schema.ts";

type Intervals = CalibrationFile["read"][MethodGroup];

/** Identical specs differ by 8–10 % between library versions: what a stack that runs another adds to the other's interval. */
const versions: IntervalFactors = { low: 0.92, high: 1.1 };

/** The interval of the stack underneath, widened; never wider than what the stack's code alone would give. */
const inherited = (parent: IntervalFactors, read: IntervalFactors): IntervalFactors => ({
  low: Math.max(parent.low * versions.low, read.low),
  high: Math.min(parent.high * versions.high, read.high),
});

function ofMethod(
  name: StackName,
  parents: readonly StackName[],
  method: MethodGroup,
  file: CalibrationFile,
): MemoryCalibration {
  const own = file.known[name]?.[method];
  if (own !== undefined) return { known: true, ...own };
  const read: Intervals = (name === "generic" ? file.unknown : file.read)[method];
  const parent = parents.flatMap((p) => file.known[p]?.[method] ?? [])[0];
  if (parent === undefined) return { known: false, ...read };
  return {
    known: false,
    runs: parent.runs,
    allocated: inherited(parent.allocated, read.allocated),
    reserved: inherited(parent.reserved, read.reserved),
    device: inherited(parent.device, read.device),
  };
}

/**
 * Intervals of a stack by method, from what is known best: its own runs, the runs of the stack it runs underneath (`parents`,
 * nearest first), its code alone; for the generic profile, nothing.
 */
export const calibrationOf = (
  name: StackName,
  parents: readonly StackName[],
  file: CalibrationFile,
): Record<MethodGroup, MemoryCalibration> =>
  Object.fromEntries(methodGroups.map((method) => [method, ofMethod(name, parents, method, file)])) as Record<
    MethodGroup,
    MemoryCalibration
  >;
