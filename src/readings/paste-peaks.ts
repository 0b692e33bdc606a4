import { gibOf, numberOf } from "./figures.ts";
import type { Counter } from "./tally.ts";

/** A height, or a counter that shows nothing else. */
const peak =
  /(?<![A-Za-z])(?:peak(?:ed|s)?|max|pic|maximum|reach(?:ed|es)|hit|went up to|climb(?:s|ed) to|tops? out|mont(?:e|ait|ée?)|attei(?:nt|gnait|gne)|plafonn(?:e|ait)|grimp(?:e|ait)|nvidia-smi|rocm-smi|amd-smi|nvtop|max_memory_(?:allocated|reserved)|torch (?:says|said|reports?|shows?|sees|dit|affiche|annonce|voit))(?![A-Za-z])/iu;
const size =
  /(?<![\d/.,]|\d\s)(?<size>\d{1,3}(?:[ ,']\d{3})+(?=\s?Mi?[Bo])|\d+(?:[.,]\d+)?)\s?(?<unit>[MG]i?[Bo])(?![\w/])/gu;
/** Said of the largest, not of what stands at one moment. */
const height = /(?<![A-Za-z])(?:peak|max|pic|plus haut|highest)/iu;
/** A program that asks the driver or PyTorch: what it says is a figure of the run, also where nobody calls it a peak. */
const asked =
  /nvidia-smi|rocm-smi|amd-smi|nvtop|(?<![\w-])(?:py)?torch(?![\w-]|\s*(?:version|==?|v)?\s*\d+\.\d+(?!\S*\s?[GM]i?[Bo]))/iu;
/** PyTorch as one who says something, not as a version. */
const byTorch = /(?<![\w-])(?:py)?torch(?![\w-]|\s*(?:version|==?|v)?\s*\d+\.\d+(?!\S*\s?[GM]i?[Bo]))/iu;
const counters = [
  ["reserved", /r[ée]serv/iu],
  ["allocated", /alloc|allou/iu],
  ["device", /nvidia-smi|rocm-smi|amd-smi|nvtop|\bdevice\b/iu],
] as const;

/** Beside its counter people leave out the unit that another size of the line has: "allocated 32 GiB / reserved 38". */
const bareSize =
  /(?:r[ée]serv\w*|allou\w*|alloc\w*)\s*[:=]?\s*(?<size>\d{1,6}(?:[.,]\d+)?)(?![\d.,]*\d|\s?[GM]i?[Bo]|\s?%|\s?(?:s|steps?|tok\w*|pas|it)\b|\s?\/\s?(?:s|h|it|gpu)\b)|(?<![\w.,])(?<ahead>\d{1,6}(?:[.,]\d+)?)\s(?=r[ée]serv|allou|alloc)/giu;
/** Before the run trains. */
const early = /\b(?:load\w*|init\w*|before|start\w*|avant|chargement|d[ée]but|d[ée]marrage)\b/iu;
/** One figure for each of several processes, the counter said once. */
const ofOneOfMany = /(?:rank|rang|gpu|card|carte|device|node|noeud|n\u0153ud)\s?#?\d{1,4}\s*[:=]?\s*$/iu;

/** One size that a person says a counter showed. */
export interface SaidPeak {
  readonly counter: Counter;
  readonly gib: number;
  readonly unit: string;
  /** Nobody says which of PyTorch's counters; people read what it allocated. */
  readonly taken: boolean;
  /** Of one moment, by what is said. */
  readonly instant: boolean;
  /** Called a peak, or shown by a program that is asked; else merely told. */
  readonly high: boolean;
}

interface Place {
  readonly start: number;
  readonly end: number;
  readonly size: string;
  readonly unit: string;
}

/** The sizes of one line of prose, each by its own counter; one that names none is `unnamed` where it is called a peak. */
export function peaksIn(line: string): {
  readonly figures: readonly SaidPeak[];
  readonly unnamed: number | null;
  readonly negative: readonly number[];
} {
  // "rank 1 38.2 GiB" is one number and then another, not a number in groups.
  const text = line.replaceAll(/((?:rank|rang|gpu|card|carte)\s?#?\d{1,4})\s(?=\d)/giu, "$1:");
  const first = text.search(peak);
  const high = first >= 0 || asked.test(text);
  const from = asked.test(text) ? 0 : Math.max(0, first);
  const places = sizesIn(text).filter(({ start }) => start >= from);
  const figures: SaidPeak[] = [];
  const negative: number[] = [];
  let unnamed: number | null = null;
  for (const [index, { size: digits, unit, start }] of places.entries()) {
    const gib = gibOf(numberOf(digits) ?? Number.NaN, unit);
    if (gib === null) continue;
    if (/(?:^|[\s:=(])[-−]$/u.test(text.slice(0, start))) {
      negative.push(-Number(gib));
      continue;
    }
    const counter = counterOf(text, places, index);
    if (counter === null) {
      if (first >= 0 && start >= first) unnamed ??= gib;
      continue;
    }
    const { name, taken } = counter;
    if (!high && (name === "device" || early.test(text))) continue;
    figures.push({ counter: name, gib, unit, taken, high, instant: name === "device" && !height.test(text) });
  }
  return { figures, unnamed, negative };
}

function sizesIn(text: string): readonly Place[] {
  const whole = [...text.matchAll(size)].map(({ index, 0: all, groups = {} }): Place => {
    return { start: index, end: index + all.length, size: groups["size"] ?? "", unit: groups["unit"] ?? "" };
  });
  const [unit] = whole.map((place) => place.unit).filter((one) => one.startsWith("G"));
  if (unit === undefined) return whole;
  const bare = [...text.matchAll(bareSize)].flatMap(({ index, 0: all, groups = {} }): Place[] => {
    const digits = groups["size"] ?? groups["ahead"] ?? "";
    const start = index + all.lastIndexOf(digits);
    const end = start + digits.length;
    return whole.some((one) => start < one.end && end > one.start)
      ? []
      : [{ start, end, size: digits, unit }];
  });
  return [...whole, ...bare].sort((a, b) => a.start - b.start);
}

type Named = { readonly name: Counter } & Pick<SaidPeak, "taken">;

function named(part: string): readonly Named[] {
  const said = counters.filter(([, word]) => word.test(part)).map(([name]) => ({ name, taken: false }));
  return said.length === 0 && byTorch.test(part) ? [{ name: "allocated", taken: true }] : said;
}

/** The counter named last. */
function nearest(part: string): readonly Named[] {
  const at = (name: Counter): number => {
    const word = counters.find(([one]) => one === name)?.[1];
    return word === undefined
      ? -1
      : Math.max(...[...part.matchAll(new RegExp(word, "giu"))].map(({ index }) => index));
  };
  const said = named(part);
  return said.length < 2 ? said : [said.reduce((a, b) => (at(b.name) > at(a.name) ? b : a))];
}

/** Ends of what is said of one size; a comma within a number is none. */
const clauseEnds =
  /[;()|]|,(?=\s)|\s-\s|\s(?:et|and|while|whereas|but|against|vs\.?|versus|mais|contre|alors que|tandis que)\s/gu;

/** The clause around a place of the text. */
function clauseAt(text: string, at: number): { readonly start: number; readonly end: number } {
  const ends = [...text.matchAll(clauseEnds)].map(({ index }) => index);
  return {
    start: ends.filter((end) => end < at).at(-1) ?? 0,
    end: ends.find((end) => end >= at) ?? text.length,
  };
}

/**
 * The counter that the clause of a size names, when it has that size alone; else people name the counter before each
 * size or behind each: the words before the first size tell.
 */
function counterOf(
  text: string,
  sizes: readonly { readonly start: number; readonly end: number }[],
  index: number,
): Named | null {
  const { start, end } = clauseAt(text, sizes[index]?.start ?? 0);
  const within = named(text.slice(start, end));
  if (within.length === 1 && sizes.filter((one) => one.start >= start && one.end <= end).length === 1)
    return within[0] ?? null;
  const before = (i: number): string => text.slice(sizes[i - 1]?.end ?? 0, sizes[i]?.start);
  const behind = text.slice(sizes[index]?.end, sizes[index + 1]?.start);
  const leads = named(before(0)).length > 0;
  const own = leads ? nearest(before(index)) : named(behind);
  if (own.length === 1) return own[0] ?? null;
  const all = named(text);
  return own.length === 0 && all.length === 1 && ofOneOfMany.test(before(index)) ? (all[0] ?? null) : null;
}
