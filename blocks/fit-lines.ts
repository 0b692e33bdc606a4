import { shortenToClause } from "./escape.ts";
import { dotted, lineText, type Line } from "./kit.ts";
import { asBold, phoneLines } from "./phone-lines.ts";

/** One row of a head: its forms from full to shortest; null = left out. */
export interface Row {
  readonly forms: readonly (Line | null)[];
  /** What is left of it before words have to be cut; without one, its shortest form. */
  readonly lastResort?: Line | null;
  /** Context text, smaller. */
  readonly small?: boolean;
}

type Rows<Name extends string> = Readonly<Record<Name, Row | null>>;
type Fitted<Name extends string> = Readonly<Record<Name, Line[]>>;

const measured = (line: Line): string =>
  lineText(
    line.map((span) => (typeof span === "object" && span.style === "bold" ? asBold(span.text) : span)),
  );

/** Shorter than any line of a phone. */
const oneLineLength = 40;

/**
 * Shortens rows, each time to the next form that takes fewer lines, in the given order, until all together take at most `most` lines
 * on a phone; words without an end are cut last. Rows named together in `flows` share a paragraph, " · " between
 * them. What is left out stands in the details. `others`: the same rows in other languages; they take the same forms, so
 * that no language is told less than another.
 */
export function fitLines<Name extends string>(
  rows: Rows<Name>,
  order: readonly Name[],
  most: number,
  flows: readonly (readonly Name[])[] = [],
  others: readonly Rows<Name>[] = [],
): Fitted<Name> {
  const names = Object.keys(rows) as Name[];
  const flowing = new Set(flows.flat());
  const paragraphs = [...flows, ...names.filter((name) => !flowing.has(name)).map((name) => [name])];
  const step = new Map<Name, number>();
  const cut = new Set<Name>();
  const resorted = new Set<Name>();
  const shownOf = (of: Rows<Name>, name: Name): Line | null => {
    const row = of[name];
    const least = resorted.has(name) ? row?.lastResort : undefined;
    const line = least === undefined ? (row?.forms[step.get(name) ?? 0] ?? null) : least;
    return line === null || !cut.has(name) ? line : [shortenToClause(lineText(line), oneLineLength)];
  };
  const heightOf = (of: Rows<Name>, group: readonly Name[]): number => {
    const text = measured(dotted(group.map((name) => shownOf(of, name))));
    const small = group.some((name) => of[name]?.small === true);
    return text === "" ? 0 : phoneLines(text, small ? "context" : "section");
  };
  const height = (): number =>
    Math.max(
      ...[rows, ...others].map((of) => paragraphs.reduce((sum, group) => sum + heightOf(of, group), 0)),
    );
  /** What stands alone skips a form that saves no line; in a flow every word less may save one further on. */
  const shortenOnce = (name: Name): void => {
    const now = step.get(name) ?? 0;
    const last = (rows[name]?.forms.length ?? 1) - 1;
    const before = height();
    for (let i = now + 1; i <= last; i += 1) {
      step.set(name, i);
      if (flowing.has(name) || height() < before) return;
    }
    step.set(name, now);
  };
  for (const name of [...order, ...order]) {
    if (height() <= most) break;
    shortenOnce(name);
  }
  /** What was shortened early may have room again after something longer was: one form each, the last named first. */
  const lengthened = (name: Name): boolean => {
    const now = step.get(name) ?? 0;
    if (now === 0) return false;
    step.set(name, now - 1);
    if (height() <= most) return true;
    step.set(name, now);
    return false;
  };
  const kept = [...new Set([...order].reverse())];
  while (kept.map(lengthened).includes(true));
  for (const name of order) {
    if (height() <= most) break;
    step.set(name, (rows[name]?.forms.length ?? 1) - 1);
  }
  for (const name of order) {
    if (height() <= most) break;
    resorted.add(name);
  }
  for (const name of [...order, ...names]) {
    if (height() <= most) break;
    cut.add(name);
  }
  return Object.fromEntries(
    names.map((name) => [name, [shownOf(rows, name)].filter((line) => line !== null)]),
  ) as Record<Name, Line[]>;
}
