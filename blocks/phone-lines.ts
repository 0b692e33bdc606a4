/** Advance of a character in em, as DejaVu Sans draws it; Slack's own Lato is narrower, so this errs towards more lines. */
const thin = new Set("iljI.,:;·'’|!/ \u00a0\u202f");
const narrow = new Set('tfr()[]-“”"');
const wide = new Set("mwMWGOQD≈×%@→");
/** What a bold character is wider. */
const boldExtra = "\u200a";
const advance = (character: string): number =>
  character === boldExtra
    ? 0.05
    : thin.has(character)
      ? 0.33
      : narrow.has(character)
        ? 0.42
        : wide.has(character)
          ? 0.83
          : 0.62;

/** A text that is measured as bold. */
export const asBold = (text: string): string => text.replaceAll(/\S/gu, `$&${boldExtra}`);

const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + advance(character), 0);

/**
 * Em of one line on a phone 390 px wide: 320 px are left beside the avatar, at 15 px for sections and 13 px for
 * context.
 */
const perLine = { section: 20.7, context: 24.1 } as const;

/** Lines that a text takes on a phone; no-break spaces hold words together as they do there. */
export function phoneLines(text: string, kind: keyof typeof perLine): number {
  const width = perLine[kind];
  return text.split("\n").reduce((sum, line) => sum + wrapped(line, width), 0);
}

const space = advance(" ");

function wrapped(line: string, width: number): number {
  let lines = 1;
  let used = 0;
  for (const word of line.split(/[ \t]+/u)) {
    const size = widthOf(word);
    if (used > 0 && used + space + size > width) {
      lines += 1;
      used = 0;
    }
    if (size > width) {
      lines += Math.ceil(size / width) - 1;
      used = size % width;
    } else {
      used += (used > 0 ? space : 0) + size;
    }
  }
  return lines;
}
