import { parsePilotResult } from "../contract/parse-pilot-result.ts";
import type { KitResult, PilotEvidence } from "../domain/pilot/pilot.ts";
import type { Problem } from "../domain/problem.ts";
import { looseJson } from "../readings/loose-json.ts";
import { readPilotFile, type Bytes } from "./read-pilot-file.ts";

/** A document of the kit is read whole up to this many characters; nothing else is kept. */
const longestDocument = 2 ** 20;

/** One file as evidence. `problems`: it says that it is the kit's, and cannot be used as such. */
export interface ReadEvidence {
  readonly evidence: PilotEvidence;
  readonly problems: readonly Problem[];
  /** The whole text where it is short enough to be a message of a person; else null. */
  readonly words: string | null;
}

/** Lines and characters of what a person types or pastes into a message. */
const longestMessage = { lines: 40, characters: 4_000 } as const;

/** What a file that came back from a pilot says. Rejects when its bytes stop coming, never for its content. */
export async function readEvidence(name: string, source: Bytes): Promise<ReadEvidence> {
  let document: string[] | null = [];
  let length = 0;
  let words: string[] | null = [];
  let spoken = 0;
  const reading = await readPilotFile(source, (raw) => {
    spoken += raw.length + 1;
    words?.push(raw);
    if ((words?.length ?? 0) > longestMessage.lines || spoken > longestMessage.characters) words = null;
    if (document === null) return;
    length += raw.length + 1;
    const opens = document.length > 0 || raw.trim() === "" || raw.trimStart().startsWith("{");
    if (length > longestDocument || !opens) document = null;
    else if (document.length > 0 || raw.trim() !== "") document.push(raw);
  });
  const { result, problems } = ofKit(document);
  return {
    evidence: { name, reading, result },
    problems,
    words: (words as string[] | null)?.join("\n") ?? null,
  };
}

const kitMark = /"kit"\s*:\s*"gpu-plan-pilot"/u;

function ofKit(document: readonly string[] | null): {
  readonly result: KitResult | null;
  readonly problems: readonly Problem[];
} {
  const nothing = { result: null, problems: [] };
  if (document === null || document.length === 0) return nothing;
  const text = document.join("\n");
  const json = looseJson(text.replace(/^\uFEFF/u, ""));
  // A result of the kit that breaks off would be judged by half a run.
  if (json === undefined && kitMark.test(text))
    return { result: null, problems: [{ code: "cut-off", path: "", read: "" }] };
  if (typeof json !== "object" || json === null || !("kit" in json) || json.kit !== "gpu-plan-pilot")
    return nothing;
  const read = parsePilotResult(json);
  if ("problems" in read) return { result: null, problems: read.problems };
  return { result: read.result as KitResult, problems: [] };
}
