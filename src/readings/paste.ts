import { gibOf, numberOf } from "./figures.ts";
import { match, matches } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const pair =
  /(?<used>[\d.,]+)\s?(?<unit>[MG]i?[Bo])?\s*\/\s*(?<total>[\d.,]+)\s?(?<totalUnit>[MG]i?[Bo])\b/gu;
const pace = /(?<value>\d+(?:[.,]\d+)?)\s?(?<unit>s\/(?:it|step|pas)|it\/s|steps?\/s)\b/giu;
const rate =
  /(?<value>\d[\d.,\u0020]*\d|\d)\s?(?<scale>k)?\s?(?:tok(?:en)?s?|jetons?)\s?\/\s?s(?:ec)?(?<each>\s?\/\s?(?:gpu|card|carte)|\s(?:per|par) (?:gpu|card|carte))?/giu;
const utilisation = /\bmfu\b[\s:=≈~]*(?<percent>\d+(?:[.,]\d+)?)\s?%/iu;
const peak = /(?:peak|max|pic|maximum)\b[^\d\n]{0,40}?(?<size>\d+(?:[.,]\d+)?)\s?(?<unit>[MG]i?[Bo])\b/giu;
const device = /nvidia-smi|rocm-smi|amd-smi|nvtop|\bdevice\b/iu;

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
    for (const found of matches(text, peak)) {
      const gib = gibOf(found.number("size") ?? Number.NaN, found.text("unit") ?? "");
      if (gib === null || gib > 400) continue;
      const counter = /r[ée]serv/iu.test(text)
        ? "reserved"
        : /alloc|allou/iu.test(text)
          ? "allocated"
          : device.test(text)
            ? "device"
            : null;
      if (counter === null) continue;
      t.hit();
      t.peak(counter, gib);
      if (/^[MG][Bo]$/u.test(found.text("unit") ?? "")) t.warn("gb-is-gib");
    }
  }
};
