import { looseJson } from "./loose-json.ts";
import { amdSmiDocument } from "./amd-smi.ts";
import { pilotKitDocument } from "./pilot-kit.ts";
import { rocmSmiDocument } from "./rocm-smi.ts";
import type { Part } from "./tally.ts";
import { trainerDocument } from "./trainer-document.ts";
import { vllmBenchDocument, vllmOfflineDocument } from "./vllm-bench.ts";
import { wandbDocument } from "./wandb.ts";

const readers = [
  pilotKitDocument,
  trainerDocument,
  vllmBenchDocument,
  vllmOfflineDocument,
  rocmSmiDocument,
  amdSmiDocument,
  wandbDocument,
] as const;

/** What a whole file of JSON says; null = it is none, or none that is known. */
export function readDocument(text: string): { readonly part: Part; readonly truncated: boolean } | null {
  const whole = looseJson(text);
  const json = whole ?? looseJson(closed(text));
  if (json === undefined) return null;
  const part = readers.map((read) => read(json)).find((found) => found !== null);
  return part === undefined ? null : { part, truncated: whole === undefined };
}

/** Cut-off JSON up to its last whole value, with what was open closed. */
function closed(text: string): string {
  const open: string[] = [];
  let quoted = false;
  let cut = 0;
  let openAtCut = "";
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted) {
      if (character === "\\") i += 1;
      else if (character === '"') quoted = false;
      continue;
    }
    if (character === '"') quoted = true;
    else if (character === "{" || character === "[") open.push(character === "{" ? "}" : "]");
    else if (character === "}" || character === "]") open.pop();
    if (character === "," || character === "}" || character === "]") {
      cut = character === "," ? i : i + 1;
      openAtCut = [...open].reverse().join("");
    }
  }
  return text.slice(0, cut) + openAtCut;
}
