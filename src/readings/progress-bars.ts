import { clockSeconds } from "./figures.ts";
import { matches } from "./match.ts";
import type { Sample } from "./steady.ts";

const bar =
  /(?<label>[A-Za-z][^|%\]]{0,80}?)?\s*\d{1,3}%\|[^|]{0,200}\|\s*(?<done>\d+)\/(?<all>\d+)\s*\[(?<elapsed>[\d:]+)<(?:[\d:?]+)(?:,\s*(?<rate>[\d.,]+?)\s?(?<unit>s\/(?:it|step|batch|iter)|(?:it|steps?|batch|iter)\/s))?[,\]\s]/giu;
/** Bars of preparing, loading, evaluating and saving count something else. */
const otherWork =
  /load|map|token|download|fetch|generat|sav|filter|pack|drop|shuffl|convert|process|eval|valid|predict|test|captur|render|compil|merg|quant|group|split|sort|add|warm/iu;

interface Seen {
  readonly samples: Sample[];
  /** Steps that were done when the bar appeared, each time it did. */
  readonly starts: number[];
  longestSeconds: number;
  done: number;
}

/** tqdm's bars, told apart by what they count to; seconds a step whichever way round the rate is printed. */
export function makeBars() {
  const byTotal = new Map<number, Seen>();
  let last: number | null = null;
  return {
    /** Steps done according to the last bar seen. */
    last: (): number | null => last,
    read(text: string, rank: number | null): void {
      if (!text.includes("%|")) return;
      for (const found of matches(text, bar)) {
        const label = found.text("label") ?? "";
        const [all, done] = [found.number("all"), found.number("done")];
        if (all === null || done === null || (otherWork.test(label) && !/\bloss\b|\bsteps?\b/iu.test(label)))
          continue;
        const seen = byTotal.get(all) ?? { samples: [], starts: [], longestSeconds: 0, done: 0 };
        byTotal.set(all, seen);
        const seconds = clockSeconds(found.text("elapsed") ?? "") ?? 0;
        if (seconds === 0 && found.number("rate") === null) seen.starts.push(done + 1);
        seen.longestSeconds = Math.max(seen.longestSeconds, seconds);
        seen.done = Math.max(seen.done, done);
        last = done;
        const rate = found.number("rate");
        if (rate === null || rate <= 0 || done === 0) continue;
        const value =
          /^s/iu.test(found.text("unit") ?? "") && !/\/s$/iu.test(found.text("unit") ?? "") ? rate : 1 / rate;
        seen.samples.push({ step: done, value, rank });
      }
    },
    /** The bar of training: the one that counts to the planned steps, else the one that ran longest. */
    training(planned: number | null): Readonly<Seen> | null {
      if (planned !== null) return byTotal.get(planned) ?? null;
      return [...byTotal.values()].sort((a, b) => b.longestSeconds - a.longestSeconds)[0] ?? null;
    },
  };
}
