import type { Draft } from "./draft.ts";

const sizeInName = /(?<!\d)\d+(?:\.\d+)?b/iu;

/** "no, 8B": the model of the plan itself, where that is its size by name or by count. */
function isOwnSize({ context: { lookup } }: Draft, model: string, billions: number): boolean {
  const named = Number.parseFloat(sizeInName.exec(model)?.[0] ?? "");
  const counted = (lookup.model(model)?.parametersTotal ?? 0) / 1e9;
  return named === billions || Math.abs(counted / billions - 1) < 0.04;
}

/** "and the 70B?" in a thread about an 8B: the same family at that size, when the catalogue has it. */
export function siblingOf(draft: Draft, billions: number): string | null {
  const model = draft.context.current?.model;
  if (typeof model !== "string") return null;
  if (isOwnSize(draft, model, billions)) return model;
  const other = model.replace(sizeInName, `${billions}B`);
  if (other === model) return null;
  const found = draft.context.lookup.resolveModel(other);
  return found.kind === "one" && found.match.id.toLowerCase() === other.toLowerCase() ? found.match.id : null;
}
