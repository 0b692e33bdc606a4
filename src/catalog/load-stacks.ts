import type { z } from "zod";
import { stackNames, type StackName } from "../domain/run-spec.ts";
import type { StackProfile, ThroughputCalibration } from "../domain/stack-profile.ts";
import type { CatalogueFile } from "./catalogue-files.ts";
import { checkEntry } from "./check-entry.ts";
import type { Fault } from "./fault.ts";
import { calibrationOf } from "./memory-calibration.ts";
import {
  calibrationSchema,
  stackFileSchema,
  stackSchema,
  throughputCalibrationSchema,
} from "./stack-schema.ts";
import { readYaml, type YamlFile } from "./yaml-file.ts";

export interface LoadedStacks {
  readonly stacks: Readonly<Record<StackName, StackProfile>>;
  readonly faults: readonly Fault[];
}

type Fields = Readonly<Record<string, unknown>>;

interface StackFile {
  readonly yaml: YamlFile;
  readonly name: StackName;
  readonly extends: StackName | undefined;
  readonly fields: Fields;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !("source" in value);

/** Lays the child's facts over the parent's, group by group. */
function overlay(parent: Fields, child: Fields): Fields {
  const merged: Record<string, unknown> = { ...parent };
  for (const [key, value] of Object.entries(child)) {
    const under = merged[key];
    merged[key] = isFields(value) && isFields(under) ? overlay(under, value) : value;
  }
  return merged;
}

function readFiles(files: readonly CatalogueFile[], faults: Fault[]): ReadonlyMap<StackName, StackFile> {
  const found = new Map<StackName, StackFile>();
  for (const { name, text } of files) {
    if (!/^stacks\/[^/]+\.ya?ml$/.test(name)) continue;
    const yaml = readYaml(name, text);
    faults.push(...yaml.faults);
    const read = checkEntry(stackFileSchema, yaml.value, yaml, []);
    if ("faults" in read) {
      faults.push(...read.faults);
      continue;
    }
    const { extends: parent, ...fields } = read.value;
    found.set(read.value.name, { yaml, name: read.value.name, extends: parent, fields });
  }
  return found;
}

function resolve(file: StackFile, files: ReadonlyMap<StackName, StackFile>, depth = 0): Fields {
  const parent = file.extends === undefined ? undefined : files.get(file.extends);
  return parent === undefined || depth > 4
    ? file.fields
    : overlay(resolve(parent, files, depth + 1), file.fields);
}

/** What a stack runs underneath, nearest first. */
function parentsOf(
  file: StackFile,
  files: ReadonlyMap<StackName, StackFile>,
  depth = 0,
): readonly StackName[] {
  const parent = file.extends === undefined ? undefined : files.get(file.extends);
  return parent === undefined || depth > 4 ? [] : [parent.name, ...parentsOf(parent, files, depth + 1)];
}

function readCalibration<T>(
  name: string,
  schema: z.ZodType<T>,
  files: readonly CatalogueFile[],
  faults: Fault[],
): T | null {
  const found = files.find((f) => f.name === `calibration/${name}.yaml`);
  if (found === undefined) return null;
  const yaml = readYaml(found.name, found.text);
  const read = checkEntry(schema, yaml.value, yaml, []);
  if ("value" in read) return read.value;
  faults.push(...yaml.faults, ...read.faults);
  return null;
}

function throughputOf(files: readonly CatalogueFile[], faults: Fault[]): ThroughputCalibration | undefined {
  const read = readCalibration("throughput", throughputCalibrationSchema, files, faults);
  if (read === null) return undefined;
  const { tuned, usual, families, unseen } = read;
  return { tuned, usual, families, unseen };
}

export interface StackOptions {
  /** False leaves the calibration out: what the calibration itself needs. */
  readonly calibrated?: boolean;
}

/** `stacks/*.yaml`, each over the one it extends, with the intervals of `calibration/*.yaml`; every fault with its place. */
export function loadStacks(files: readonly CatalogueFile[], options: StackOptions = {}): LoadedStacks {
  const faults: Fault[] = [];
  const profiles = readFiles(files, faults);
  const calibrated = options.calibrated !== false;
  const calibration = calibrated ? readCalibration("memory", calibrationSchema, files, faults) : null;
  const throughput = calibrated ? throughputOf(files, faults) : undefined;
  const stacks: Partial<Record<StackName, StackProfile>> = {};
  for (const name of stackNames) {
    const file = profiles.get(name);
    if (file === undefined) {
      faults.push({
        file: `stacks/${name}.yaml`,
        line: 1,
        column: 1,
        field: "name",
        read: "",
        message: "no profile for this stack",
      });
      continue;
    }
    const read = checkEntry(stackSchema, resolve(file, profiles), file.yaml, []);
    if ("faults" in read) {
      faults.push(...read.faults);
      continue;
    }
    const factors =
      calibration === null ? undefined : calibrationOf(name, parentsOf(file, profiles), calibration);
    stacks[name] = {
      ...read.value,
      ...(factors === undefined ? {} : { calibration: factors }),
      ...(throughput === undefined ? {} : { throughput }),
    };
  }
  return { stacks: stacks as Record<StackName, StackProfile>, faults };
}
