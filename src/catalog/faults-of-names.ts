import type { Fault } from "./fault.ts";
import type { Placed } from "./placed.ts";
import type { Path } from "./yaml-file.ts";

/** How names are compared: without case, accents, spaces and punctuation but the point inside a number. */
export const bareName = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/(?<!\d)\.|\.(?!\d)|[^\p{L}\p{N}/.]+/gu, "");

interface Named extends Placed<unknown> {
  readonly names: readonly { readonly path: Path; readonly name: string }[];
}

/** Ids and aliases that stand for two entries, or twice for one. */
export function faultsOfNames(entries: readonly Named[]): readonly Fault[] {
  const first = new Map<string, string>();
  const faults: Fault[] = [];
  for (const { file, path, names } of entries) {
    for (const { path: inside, name } of names) {
      const key = bareName(name);
      const fault = file.faultAt([...path, ...inside], { message: "stands for something already" });
      const taken = first.get(key);
      if (taken === undefined) first.set(key, `${file.file}:${fault.line}`);
      else faults.push({ ...fault, message: `is taken at ${taken}` });
    }
  }
  return faults;
}
