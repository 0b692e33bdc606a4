import { readEvidence, type ReadEvidence } from "../app/read-evidence.ts";
import type { FileFault } from "../domain/pilot/dropped.ts";
import type { DroppedFile } from "./files.ts";

export interface Gathered {
  readonly files: readonly ReadEvidence[];
  /** What could not be opened, by its name. */
  readonly unopened: readonly { readonly name: string; readonly fault: FileFault }[];
}

/** Opens and reads files one after the other: none is held whole, and one that fails leaves the rest. */
export async function gather(dropped: readonly DroppedFile[]): Promise<Gathered> {
  const files: ReadEvidence[] = [];
  const unopened: { name: string; fault: FileFault }[] = [];
  for (const { name, open } of dropped) {
    const opened = await open();
    if ("fault" in opened) {
      unopened.push({ name, fault: opened.fault });
      continue;
    }
    try {
      files.push(await readEvidence(name, opened.bytes));
    } catch {
      unopened.push({ name, fault: "unreachable" });
    }
  }
  return { files, unopened };
}
