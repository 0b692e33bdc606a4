import { gibOf, numberOf } from "./figures.ts";
import { hung } from "./hang.ts";
import { match, matches } from "./match.ts";
import { peaksIn, type SaidPeak } from "./paste-peaks.ts";
import { makeTally, type Counter, type LineReader } from "./tally.ts";

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
  String.raw`(?<![\w.,])(?<value>${sign}(?:\d{1,3}(?:[.,\u0020]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)?)${exponent})\s?(?<scale>k)?\s?(?:tok(?:en)?s?|jetons?)\s?\/\s?s(?:ec)?(?<each>\s?\/\s?(?:gpu|card|carte)|\s(?:per|par) (?:gpu|card|carte))?`,
  "giu",
);
/** "On 2 GPUs", "4 cartes": how many took part in what is said next. */
const onGpus = /(?<![\w.,])(?<count>\d{1,4})\s?(?:x\s?)?(?:gpus?|cards?|cartes?)(?![\w/])/giu;
const utilisation = /\bmfu\b[\s:=≈~]*(?<percent>\d+(?:[.,]\d+)?)\s?%/iu;
/** What the run was, as people say it; one batch without "per card" or "in all" is of no known kind: see `bareBatch`. */
const settings = [
  ["microBatch", /\b(?:micro[- ]?(?:batch(?: size)?|lots?)\s*(?:de|of|=|:)?\s*(?<value>\d{1,5})|(?:batch(?: size)?|bs|lots?)\s*(?:de|of|=|:)?\s*(?<each>\d{1,5})\s?(?:par|per|\/)\s?(?:carte|card|gpu|device))\b/iu],
  ["globalBatch", /\b(?:(?:global|effective|total|overall) (?:batch(?: size)?|bs)|(?:taille de )?lot (?:global|effectif|total))\s*(?:de|of|=|:)?\s*(?<value>\d{1,6})\b|\b(?:batch(?: size)?|bs|lots?)\s*(?:de|of|=|:)?\s*(?<each>\d{1,6})\s(?:in (?:all|total)|overall|altogether|total|global(?:ly|ement)?|effectif|au total|en tout)(?![\w/])/iu],
  ["gradientAccumulation", /\b(?:(?:gradient )?accum(?:ulation)?(?: (?:steps|de gradients))?|ga)\s*(?:de|of|=|:|x|×)?\s*(?<value>\d{1,5})\b/iu],
  ["sequenceLength", /\b(?:s[ée]q(?:uences?)?(?:[ _-]len(?:gth)?)?|ctx|contexte?)\s*(?:de|of|at|à|=|:)?\s*(?<value>\d{1,3}(?:[ ,.]\d{3})+|\d{2,7}|\d{1,4}\s?k)\b/iu],
] as const; // prettier-ignore
/** "bs 2 x 8": micro-batch × accumulation. */
const product =
  /\b(?:batch(?: size)?|bs|lots?)\s*(?:de|of|=|:)?\s*(?<micro>\d{1,4})\s?[x×*]\s?(?<accumulation>\d{1,4})\b(?!\s?[x×*]|\s?(?:[A-Z]{1,4}\d|gpus?|cards?|cartes?))/iu;
const bareBatch =
  /(?<!micro[- ]?|global |effective |total |overall )\b(?:batch(?: size)?|bs|lots?)\s*(?:de|of|=|:)?\s*(?<value>\d{1,5})\b(?!\s?[x×*/.,]\s?\d)/iu;
const torch =
  /\b(?:py)?torch\s*(?:version|=|:|v)*\s*(?<version>\d\.\d{1,2}(?:\.\d+)?(?:\+\w+)?)(?![\w.]|\s?[GMT]i?[Bo]\b)/iu;
const steps =
  /(?<![\w.,:/×-])(?<before>\d{1,3}(?:[ ,.\u00A0\u202F]\d{3})+|\d{1,7})\s+(?:optimi[sz]er |training |optimizer )?(?:steps?|iterations?|it[ée]rations?|pas|[ée]tapes?)(?![\w\/-]|\s*(?:\/|per |par )\s?s)|\b(?:(?:number of|nombre d[e'’]\s?)\s*(?:steps?|iterations?|it[ée]rations?|pas|[ée]tapes?)|(?:total |max )?steps?|nb (?:de )?pas)\s*(?::|=|de|of|is|était)?\s*(?<after>\d{1,7})\b(?!\s?(?:ms|s|%|\/))/iu;
const machine =
  /(?<![\d.,])(?<count>\d{1,4})\s?[x×]\s?(?<name>(?:(?:NVIDIA|AMD|Instinct|GeForce|RTX|Tesla)\s)*[A-Z]{1,4}\d{2,4}[A-Z]{0,4}\b)/u;

const counters: readonly Counter[] = ["allocated", "reserved", "device"];

/** Lines of what a person types or pastes into a message. */
const longestMessage = 40;

const figuresOf = /\d.*(?:[GM]i?[Bo]|\/\s?s|\/it|\/pas|\/step|%)/u;

/** What people write between the lines of their logs; taken only where no tool says it. `alone`: no tool printed anything. */
export const paste = (alone: () => boolean): LineReader => {
  const t = makeTally("paste");
  let looks = 1_000_000;
  let unnamed: number | null = null;
  let lines = 0;
  let stopped = false;
  const beside: SaidPeak[] = [];
  /** Total rate on so many GPUs, where one line gives several. */
  const series = new Map<number, number>();
  return {
    hits: t.hits,
    line({ text }) {
      if (text.trim() !== "") lines += 1;
      if (text.length <= 2_000 && hung(text)) stopped = true;
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
      const counts = matches(text, onGpus).map((found) => found.number("count") ?? 1);
      const apart = new Set(counts).size > 1;
      for (const [index, found] of [...matches(text, rate)].entries()) {
        if (apart) {
          const [rated, gpus] = [signed(found.text("value")), counts[index]];
          if (rated !== null && gpus !== undefined) series.set(gpus, rated);
          continue;
        }
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
      if (t.hits() > 0 || beside.length > 0 || unnamed !== null) readSettings(text);
    },
    end() {
      warnOfSeries();
      if (alone() && lines <= longestMessage && stopped) {
        t.hit();
        t.warn("collective-timeout");
      }
      // In a message of a few lines what PyTorch holds is told as the result, where nothing is called a peak.
      if (alone() && lines <= longestMessage && !counters.some((name) => t.hasPeak(name)))
        beside.forEach(take);
      if (alone() && lines <= longestMessage && unnamed !== null) t.hit();
      if (t.hits() > 0) t.warn("human-figures");
      if (unnamed !== null && !counters.some((name) => t.hasPeak(name)))
        t.warn("counter-unnamed", { gib: unnamed });
      return t.end();
    },
  };

  /** Several runs in one line are no figure of one run: what they say of each other is told, and nothing judged. */
  function warnOfSeries(): void {
    const [from, gpus] = [Math.min(...series.keys()), Math.max(...series.keys())];
    const [alone, all] = [series.get(from), series.get(gpus)];
    if (alone === undefined || all === undefined || from === gpus || !(alone > 0)) return;
    t.hit();
    t.warn("scaling-typed", { from, gpus, share: (all / gpus / (alone / from)) * 100 });
  }

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
    const bare = match(text, bareBatch)?.number("value");
    if (
      alone() &&
      t.known("microBatch") === null &&
      t.known("globalBatch") === null &&
      t.detailOf("bareBatch") === null
    )
      t.detail("bareBatch", bare);
    const ran = match(text, steps);
    const count = ran?.text("before") ?? ran?.text("after");
    t.first("steps", count === undefined ? null : numberOf(count.replaceAll(/[ ,.\u00A0\u202F]/gu, "")));
    const cards = match(text, machine);
    t.first("gpuCount", cards?.number("count"));
    t.first("gpuName", cards?.text("name"));
  }

  function readPeaks(text: string): void {
    const { figures, unnamed: bare, negative } = peaksIn(text);
    if (bare !== null && unnamed === null) unnamed = bare;
    for (const value of negative) {
      t.hit();
      t.warn("impossible", { value });
    }
    for (const figure of figures) {
      if (!figure.high) {
        beside.push(figure);
        continue;
      }
      take(figure);
    }
  }

  function take({ counter, gib, taken, instant, unit }: SaidPeak): void {
    t.hit();
    t.peak(counter, gib);
    if (taken) t.warn("counter-taken", { gib });
    if (instant) t.warn("instant");
    if (!/^[MG][Bo]$/u.test(unit)) return;
    t.warn("gb-is-gib");
    if (unit.startsWith("G")) t.warn("typed-gb", { gib });
  }
};

const signed = (text = ""): number | null => numberOf(text.replaceAll(/\s/gu, "").replace("−", "-"));

/** Seconds a step, whichever way round and in which unit the pace is said. */
function secondsOf(value: number, unit: string): number {
  if (/\/s$/u.test(unit)) return 1 / value;
  return unit.toLowerCase().startsWith("ms") ? value / 1000 : value;
}
