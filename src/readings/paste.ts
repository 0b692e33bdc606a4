import { gibOf, numberOf } from "./figures.ts";
import { match, matches } from "./match.ts";
import { makeTally, type Counter, type Tool } from "./tally.ts";

const pair =
  /(?<used>[\d.,]+)\s?(?<unit>[MG]i?[Bo])?\s*\/\s*(?<total>[\d.,]+)\s?(?<totalUnit>[MG]i?[Bo])\b/gu;
/** A sign stands before its number and behind nothing of a word: the dash of "2-3 s/it" is none. */
const sign = String.raw`(?:(?<![^\s:=(])[-−])?`;
const exponent = String.raw`(?:e[+-]?\d{1,3})?`;
const pace = new RegExp(
  String.raw`(?<value>${sign}\d+(?:[.,]\d+)?${exponent})\s?(?<unit>m?s\s?(?:\/|per |par )\s?(?:it(?:er(?:ation)?)?|step|pas)|it\/s|steps?\/s|pas\/s)\b`,
  "giu",
);
const rate = new RegExp(
  String.raw`(?<value>${sign}(?:\d[\d.,\u0020]*\d|\d)${exponent})\s?(?<scale>k)?\s?(?:tok(?:en)?s?|jetons?)\s?\/\s?s(?:ec)?(?<each>\s?\/\s?(?:gpu|card|carte)|\s(?:per|par) (?:gpu|card|carte))?`,
  "giu",
);
const utilisation = /\bmfu\b[\s:=≈~]*(?<percent>\d+(?:[.,]\d+)?)\s?%/iu;
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

/** What the run was, as people say it; one batch without "per card" is of no known kind. */
const settings = [
  ["microBatch", /\b(?:micro[- ]?(?:batch(?: size)?|lots?)\s*(?:de|of|=|:)?\s*(?<value>\d{1,5})|(?:batch(?: size)?|bs|lots?)\s*(?:de|of|=|:)?\s*(?<each>\d{1,5})\s?(?:par|per|\/)\s?(?:carte|card|gpu|device))\b/iu],
  ["gradientAccumulation", /\b(?:(?:gradient )?accum(?:ulation)?(?: (?:steps|de gradients))?|ga)\s*(?:de|of|=|:|x|×)?\s*(?<value>\d{1,5})\b/iu],
  ["sequenceLength", /\b(?:s[ée]q(?:uences?)?(?:[ _-]len(?:gth)?)?|ctx|contexte?)\s*(?:de|of|at|à|=|:)?\s*(?<value>\d{1,3}(?:[ ,.]\d{3})+|\d{2,7}|\d{1,4}\s?k)\b/iu],
] as const; // prettier-ignore
/** "bs 2 x 8": micro-batch × accumulation. */
const product =
  /\b(?:batch(?: size)?|bs|lots?)\s*(?:de|of|=|:)?\s*(?<micro>\d{1,4})\s?[x×*]\s?(?<accumulation>\d{1,4})\b(?!\s?[x×*]|\s?(?:[A-Z]{1,4}\d|gpus?|cards?|cartes?))/iu;
const torch =
  /\b(?:py)?torch\s*(?:version|=|:|v)*\s*(?<version>\d\.\d{1,2}(?:\.\d+)?(?:\+\w+)?)(?![\w.]|\s?[GMT]i?[Bo]\b)/iu;
const steps =
  /(?<![\w.,:/×-])(?<before>\d{1,3}(?:[ ,.\u00A0\u202F]\d{3})+|\d{1,7})\s+(?:optimi[sz]er |training |optimizer )?(?:steps?|iterations?|it[ée]rations?|pas|[ée]tapes?)(?![\w\/-]|\s*(?:\/|per |par )\s?s)|\b(?:(?:number of|nombre d[e'’]\s?)\s*(?:steps?|iterations?|it[ée]rations?|pas|[ée]tapes?)|(?:total |max )?steps?|nb (?:de )?pas)\s*(?::|=|de|of|is|était)?\s*(?<after>\d{1,7})\b(?!\s?(?:ms|s|%|\/))/iu;
const machine =
  /(?<![\d.,])(?<count>\d{1,4})\s?[x×]\s?(?<name>(?:(?:NVIDIA|AMD|Instinct|GeForce|RTX|Tesla)\s)*[A-Z]{1,4}\d{2,4}[A-Z]{0,4}\b)/u;

const figuresOf = /\d.*(?:[GM]i?[Bo]|\/\s?s|\/it|\/pas|\/step|%)/u;

/** What people write between the lines of their logs; taken only where no tool says it. */
export const paste: Tool = () => {
  const t = makeTally("paste");
  let looks = 1_000_000;
  let unnamed: number | null = null;
  return {
    hits: t.hits,
    line({ text }) {
      if (text.length > 2_000 || !figuresOf.test(text) || /\d+\/\d+ \[/u.test(text)) return;
      looks += 1;
      for (const found of matches(text, pair)) {
        const unit = found.text("totalUnit") ?? "";
        const used = gibOf(found.number("used") ?? Number.NaN, found.text("unit") ?? unit);
        const total = gibOf(found.number("total") ?? Number.NaN, unit);
        if (used === null || total === null || !(used <= total) || total < 4 || total > 400) continue;
        t.hit();
        t.peak("device", used);
        t.set("capacityGib", total);
        t.warn("instant");
      }
      if (!text.includes("%|"))
        for (const found of matches(text, pace)) {
          const value = signed(found.text("value"));
          if (value === null || value === 0) continue;
          t.hit();
          t.sample("stepSeconds", { step: looks }, secondsOf(value, found.text("unit") ?? ""), "instant");
        }
      for (const found of matches(text, rate)) {
        const value = signed(found.text("value"));
        if (value === null) continue;
        t.hit();
        const scaled = found.text("scale") === undefined ? value : value * 1000;
        t.sample(
          found.text("each") === undefined ? "tokensPerSecondTotal" : "tokensPerSecondPerGpu",
          { step: looks },
          scaled,
          "instant",
        );
      }
      const percent = match(text, utilisation)?.number("percent") ?? null;
      if (percent !== null) {
        t.hit();
        t.set("modelFlopsUtilisation", percent / 100);
      }
      readPeaks(text);
      if (t.hits() > 0) readSettings(text);
    },
    end() {
      if (t.hits() > 0) t.warn("human-figures");
      if (unnamed !== null && !counters.some(([name]) => t.hasPeak(name)))
        t.warn("counter-unnamed", { gib: unnamed });
      return t.end();
    },
  };

  /** Said beside figures that were taken, and only once. */
  function readSettings(text: string): void {
    const both = match(text, product);
    t.first("microBatch", both?.number("micro"));
    t.first("gradientAccumulation", both?.number("accumulation"));
    if (t.hits() > 0) t.version("torch", match(text, torch)?.text("version"));
    for (const [name, pattern] of settings) {
      const found = match(text, pattern);
      const said = found?.text("value") ?? found?.text("each");
      const value = said === undefined ? null : numberOf(said.replaceAll(" ", ""));
      t.first(name, value === null ? null : /k$/iu.test(said ?? "") ? value * 1.024 : value);
    }
    const ran = match(text, steps);
    const count = ran?.text("before") ?? ran?.text("after");
    t.first("steps", count === undefined ? null : numberOf(count.replaceAll(/[ ,.\u00A0\u202F]/gu, "")));
    const cards = match(text, machine);
    t.first("gpuCount", cards?.number("count"));
    t.first("gpuName", cards?.text("name"));
  }

  function readPeaks(text: string): void {
    const first = text.search(peak);
    const from = asked.test(text) ? 0 : first;
    if (from < 0) return;
    const said = [...text.matchAll(size)].filter(({ index }) => index >= from);
    const places = said.map(({ index, 0: whole }) => ({ start: index, end: index + whole.length }));
    for (const [index, found] of said.entries()) {
      const gib = gibOf(numberOf(found.groups?.["size"] ?? "") ?? Number.NaN, found.groups?.["unit"] ?? "");
      if (gib === null) continue;
      const counter = counterOf(text, places, index);
      if (counter === null) {
        if (first >= 0 && found.index >= first && unnamed === null) unnamed = gib;
        continue;
      }
      t.hit();
      t.peak(counter.name, gib);
      if (counter.taken) t.warn("counter-taken", { gib });
      if (counter.name === "device" && !height.test(text)) t.warn("instant");
      if (/^[MG][Bo]$/u.test(found.groups?.["unit"] ?? "")) {
        t.warn("gb-is-gib");
        if (/^G/u.test(found.groups?.["unit"] ?? "")) t.warn("typed-gb", { gib });
      }
    }
  }
};

const signed = (text = ""): number | null => numberOf(text.replaceAll(/\s/gu, "").replace("−", "-"));

/** Seconds a step, whichever way round and in which unit the pace is said. */
function secondsOf(value: number, unit: string): number {
  if (/\/s$/u.test(unit)) return 1 / value;
  return unit.toLowerCase().startsWith("ms") ? value / 1000 : value;
}

/** `taken`: nobody says which of PyTorch's counters; people read what it allocated. */
interface Named {
  readonly name: Counter;
  readonly taken: boolean;
}

function named(part: string): readonly Named[] {
  const said = counters.filter(([, word]) => word.test(part)).map(([name]) => ({ name, taken: false }));
  return said.length === 0 && byTorch.test(part) ? [{ name: "allocated", taken: true }] : said;
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
  const own = named(leads ? before(index) : behind);
  return own.length === 1 ? (own[0] ?? null) : null;
}
