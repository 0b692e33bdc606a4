import { shorten } from "./escape.ts";
import { lineText, type Line } from "./kit.ts";
import { phoneLines } from "./phone-lines.ts";

/** One row of a head: its forms from full to shortest; null = left out. */
export interface Row {
  readonly forms: readonly (Line | null)[];
  /** Context text, smaller. */
  readonly small?: boolean;
}

/** Shorter than any line of a phone. */
const oneLineLength = 44;

type Fitted<Name extends string> = Readonly<Record<Name, Line[]>>;

const rowHeight = (line: Line | null, small = false): number =>
  line === null ? 0 : phoneLines(lineText(line), small ? "context" : "section");

/**
 * Shortens rows, each time to the next form that takes fewer lines, in the given order, until all together take at most `most` lines
 * on a phone; words without an end are cut last. What is left out stands in the details.
 */
export function fitLines<Name extends string>(
  rows: Readonly<Record<Name, Row | null>>,
  order: readonly Name[],
  most: number,
): Fitted<Name> {
  const names = Object.keys(rows) as Name[];
  const step = new Map<Name, number>();
  const current = (name: Name): Line | null => rows[name]?.forms[step.get(name) ?? 0] ?? null;
  const height = (): number =>
    names.reduce((sum, name) => sum + rowHeight(current(name), rows[name]?.small), 0);
  for (const name of order) {
    if (height() <= most) break;
    const forms = rows[name]?.forms ?? [];
    const now = step.get(name) ?? 0;
    const size = rowHeight(forms[now] ?? null, rows[name]?.small);
    const next = forms.findIndex((form, i) => i > now && rowHeight(form, rows[name]?.small) < size);
    if (next > now) step.set(name, next);
  }
  const cut = new Set<Name>();
  const shown = (name: Name): Line | null => {
    const line = current(name);
    return line === null || !cut.has(name) ? line : [shorten(lineText(line), oneLineLength)];
  };
  const shownHeight = (): number =>
    names.reduce((sum, name) => sum + rowHeight(shown(name), rows[name]?.small), 0);
  for (const name of [...order, ...names]) {
    if (shownHeight() <= most) break;
    cut.add(name);
  }
  return Object.fromEntries(names.map((name) => [name, [shown(name)].filter((l) => l !== null)])) as Record<
    Name,
    Line[]
  >;
}
