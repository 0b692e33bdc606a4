/**
 * Characters of one line on a phone 390 px wide: about 310 px are left beside the avatar, at 15 px
 * for sections and 13 px for context. Counted, not measured: a guide that keeps messages short.
 */
const perLine = { section: 48, context: 58 } as const;

/** Lines that a text takes on a phone; no-break spaces hold words together as they do there. */
export function phoneLines(text: string, kind: keyof typeof perLine): number {
  const width = perLine[kind];
  return text.split("\n").reduce((sum, line) => sum + wrapped(line, width), 0);
}

function wrapped(line: string, width: number): number {
  let lines = 1;
  let used = 0;
  for (const word of line.split(/[ \t]+/u)) {
    const size = Array.from(word).length;
    if (used > 0 && used + 1 + size > width) {
      lines += 1;
      used = 0;
    }
    if (size > width) {
      lines += Math.ceil(size / width) - 1;
      used = size % width;
    } else {
      used += (used > 0 ? 1 : 0) + size;
    }
  }
  return lines;
}
