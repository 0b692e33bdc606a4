/** What a reading looks at of a long paste: where the person writes, and the lines in between that state something. */
const most = { whole: 8000, head: 3000, tail: 2500, line: 400 } as const;

/** Lines of logs, traces and configuration files that say what ran, with what, and how it ended. */
const telling =
  /error|exception|out of memory|oom|killed|traceback|failed|timeout|nan\b|allocat|cuda|rocm|nccl|gpu|memory|mib|gib|^\s*(?:-\s*)?["']?--?[\w-]{2,40}["']?[\s=:]|^\s*(?:-\s*)?["']?[a-z][\w./-]{1,40}["']?\s*[:=]\s*\S|\?\s*$/iu;

const numberless = (line: string): string => line.replaceAll(/\d+(?:\.\d+)?/gu, "#").slice(0, 80);

/** Every step of a log reads like the one before: a shape of a line is looked at twice. */
const repeats = 2;

interface Condensed {
  readonly text: string;
  /** Lines that were not looked at. */
  readonly left: readonly string[];
}

/** A paste of any length as one that is read in full; short texts stay as they are. */
export function condense(text: string): Condensed {
  if (text.length <= most.whole) return { text, left: [] };
  const from = text.lastIndexOf("\n", most.head) + 1 || most.head;
  const to = text.indexOf("\n", text.length - most.tail);
  const until = to < 0 ? text.length - most.tail : to;
  const kept: string[] = [];
  const left: string[] = [];
  const seen = new Map<string, number>();
  let room = most.whole - from - (text.length - until);
  for (const line of text.slice(from, until).split("\n")) {
    const shape = numberless(line);
    const times = (seen.get(shape) ?? 0) + 1;
    seen.set(shape, times);
    const wanted = line.length <= most.line && line.length < room && times <= repeats && telling.test(line);
    if (wanted) room -= line.length + 1;
    (wanted ? kept : left).push(line);
  }
  return { text: `${text.slice(0, from)}${kept.join("\n")}${text.slice(until)}`, left };
}
