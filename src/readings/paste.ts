import { gibOf, numberOf } from "./figures.ts";
import { match, matches } from "./match.ts";
import { makeTally, type Counter, type Tool } from "./tally.ts";

const pair =
  /(?<used>[\d.,]+)\s?(?<unit>[MG]i?[Bo])?\s*\/\s*(?<total>[\d.,]+)\s?(?<totalUnit>[MG]i?[Bo])\b/gu;
const pace = /(?<value>\d+(?:[.,]\d+)?)\s?(?<unit>s\/(?:it|step|pas)|it\/s|steps?\/s)\b/giu;
const rate =
  /(?<value>\d[\d.,\u0020]*\d|\d)\s?(?<scale>k)?\s?(?:tok(?:en)?s?|jetons?)\s?\/\s?s(?:ec)?(?<each>\s?\/\s?(?:gpu|card|carte)|\s(?:per|par) (?:gpu|card|carte))?/giu;
const utilisation = /\bmfu\b[\s:=≈~]*(?<percent>\d+(?:[.,]\d+)?)\s?%/iu;
const peak = /(?<![A-Za-z])(?:peak|max|pic|maximum)(?![a-z])/iu;
const size = /(?<![\d/.,])(?<size>\d+(?:[.,]\d+)?)\s?(?<unit>[MG]i?[Bo])(?![\w/])/gu;
const counters = [
  ["reserved", /r[ée]serv/iu],
  ["allocated", /alloc|allou/iu],
  ["device", /nvidia-smi|rocm-smi|amd-smi|nvtop|\bdevice\b/iu],
] as const;

const figuresOf = /\d.*(?:[GM]i?[Bo]|\/\s?s|\/it|\/pas|\/step|%)/u;

/** What people write between the lines of their logs; taken only where no tool says it. */
export const paste: Tool = () => {
  const t = makeTally("paste");
  let looks = 1_000_000;
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
          const value = found.number("value");
          if (value === null || value <= 0) continue;
          t.hit();
          t.sample(
            "stepSeconds",
            { step: looks },
            /^s/iu.test(found.text("unit") ?? "") && !/\/s$/u.test(found.text("unit") ?? "")
              ? value
              : 1 / value,
            "instant",
          );
        }
      for (const found of matches(text, rate)) {
        const value = numberOf((found.text("value") ?? "").replaceAll(/\s/gu, ""));
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
    },
    end() {
      if (t.hits() > 0) t.warn("human-figures");
      return t.end();
    },
  };

  function readPeaks(text: string): void {
    const from = text.search(peak);
    if (from < 0) return;
    const said = [...text.matchAll(size)].filter(({ index }) => index >= from);
    const places = said.map(({ index, 0: whole }) => ({ start: index, end: index + whole.length }));
    for (const [index, found] of said.entries()) {
      const gib = gibOf(numberOf(found.groups?.["size"] ?? "") ?? Number.NaN, found.groups?.["unit"] ?? "");
      if (gib === null || gib > 400) continue;
      const counter = counterOf(text, places, index);
      if (counter === null) continue;
      t.hit();
      t.peak(counter, gib);
      if (/^[MG][Bo]$/u.test(found.groups?.["unit"] ?? "")) t.warn("gb-is-gib");
    }
  }
};

const named = (part: string) => counters.filter(([, word]) => word.test(part)).map(([name]) => name);

/** People name the counter before each size or behind each: the words before the first size tell. */
function counterOf(
  text: string,
  sizes: readonly { readonly start: number; readonly end: number }[],
  index: number,
): Counter | null {
  const before = (i: number): string => text.slice(sizes[i - 1]?.end ?? 0, sizes[i]?.start);
  const behind = text.slice(sizes[index]?.end, sizes[index + 1]?.start);
  const leads = named(before(0)).length > 0;
  const own = named(leads ? before(index) : behind);
  return own.length === 1 ? (own[0] ?? null) : null;
}
