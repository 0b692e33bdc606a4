import type { Draft } from "./draft.ts";

/** "and the 70B?" in a thread about an 8B: the same family at that size, when the catalogue has it. */
export function siblingOf(draft: Draft, billions: number): string | null {
  const model = draft.context.current?.model;
  if (typeof model !== "string") return null;
  const other = model.replace(/(?<!\d)\d+(?:\.\d+)?b/iu, `${billions}B`);
  if (other === model) return null;
  const found = draft.context.lookup.resolveModel(other);
  return found.kind === "one" && found.match.id.toLowerCase() === other.toLowerCase() ? found.match.id : null;
}
