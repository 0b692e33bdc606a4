import type { z } from "zod";
import type { Oddity } from "./check-accelerator.ts";
import { checkEntry } from "./check-entry.ts";
import type { Fault } from "./fault.ts";
import type { Placed } from "./placed.ts";
import type { Path, YamlFile } from "./yaml-file.ts";

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The files of a catalogue and what was found wrong with them so far. */
export interface Reading {
  readonly faults: Fault[];
  readonly files: readonly YamlFile[];
}

export const inFolder = (reading: Reading, folder: string) =>
  reading.files.filter((f) => f.file.startsWith(`${folder}/`));

/** The entries under one key of a file; other keys of the file are faults unless `beside` names them. */
export function entriesOf<T>(
  reading: Reading,
  file: YamlFile,
  key: string,
  schema: z.ZodType<T>,
  beside: readonly string[] = [],
): readonly Placed<T>[] {
  if (file.value === null) return [];
  const top = isObject(file.value) ? file.value : {};
  for (const other of Object.keys(top).filter((k) => k !== key && !beside.includes(k))) {
    reading.faults.push(
      file.faultAt([other], { message: "unknown key", allowed: [key, ...beside], read: "" }, true),
    );
  }
  const list = top[key];
  if (!Array.isArray(list)) {
    reading.faults.push(file.faultAt([key], { message: "is missing or no list", allowed: ["list"] }));
    return [];
  }
  return list.flatMap((value: unknown, i): readonly Placed<T>[] => {
    const path: Path = [key, i];
    const read = checkEntry(schema, value, file, path);
    if ("value" in read) return [{ entry: read.value, file, path }];
    reading.faults.push(...read.faults);
    return [];
  });
}

export function whole<T>(reading: Reading, name: string, schema: z.ZodType<T>): Placed<T> | null {
  const file = reading.files.find((f) => f.file === name);
  if (file === undefined) {
    reading.faults.push({ file: name, line: 1, column: 1, field: "(file)", read: "", message: "is missing" });
    return null;
  }
  if (file.faults.length > 0) return null;
  const read = checkEntry(schema, file.value, file, []);
  if ("value" in read) return { entry: read.value, file, path: [] };
  reading.faults.push(...read.faults);
  return null;
}

export const addOddities = (reading: Reading, placed: Placed<unknown>, oddities: readonly Oddity[]) => {
  for (const { path, message, allowed } of oddities) {
    reading.faults.push(
      placed.file.faultAt([...placed.path, ...path], {
        message,
        ...(allowed === undefined ? {} : { allowed }),
      }),
    );
  }
};
