import { numberOf } from "./figures.ts";

/** Named groups of a pattern found in a line. */
export interface Match {
  readonly number: (name: string) => number | null;
  readonly text: (name: string) => string | undefined;
}

export function match(text: string, pattern: RegExp): Match | null {
  const groups = pattern.exec(text)?.groups;
  return groups === undefined ? null : ofGroups(groups);
}

export function matches(text: string, pattern: RegExp): readonly Match[] {
  return [...text.matchAll(pattern)].map(({ groups = {} }) => ofGroups(groups));
}

const ofGroups = (groups: Readonly<Record<string, string | undefined>>): Match => ({
  number: (name) => numberOf(groups[name] ?? ""),
  text: (name) => groups[name],
});
