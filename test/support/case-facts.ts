import type { MessageReading } from "../../src/domain/conversation.ts";

/** A request and where the reading must carry each stated fact. */
export interface Case {
  readonly id: string;
  readonly text: string;
  readonly language: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  );

function carries(reading: MessageReading, path: string, wanted: unknown): boolean {
  const [head, ...rest] = path.split(".");
  if (head === "problems")
    return reading.problems.some((problem) => problem.path === rest[0] && problem.read === wanted);
  if (head === "premises") return reading.premises.some(({ code }) => code === wanted);
  if (head === "contradictions") return reading.contradictions.some(({ field }) => field === wanted);
  if (head === "unread") return reading.unread.includes(String(wanted));
  if (path === "context.claims")
    return (reading.context.claims ?? []).some((claim) => claim.includes(String(wanted)));
  const found = at(reading, path.split("."));
  return typeof wanted === "number" && typeof found === "number"
    ? Math.abs(found - wanted) < 1e-9
    : JSON.stringify(found) === JSON.stringify(wanted);
}

/** Every stated fact of a request, its language among them, and whether the reading has it. */
export const factsOf = (
  { facts, language }: Case,
  reading: MessageReading,
): readonly { readonly path: string; readonly wanted: unknown; readonly held: boolean }[] =>
  Object.entries({ ...facts, language }).map(([path, wanted]) => ({
    path,
    wanted,
    held: carries(reading, path, wanted),
  }));
