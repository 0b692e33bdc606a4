import { csvCells } from "./csv.ts";
import { gibFromBytes, numberOf } from "./figures.ts";
import { match } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const bar =
  /\bEpoch (?<epoch>\d+):\s*\d{1,3}%\|[^|]{0,200}\|\s*(?<done>\d+)\/(?<all>\d+) \[[\d:]+<[\d:?]+,\s*(?<rate>[\d.,]+)(?<unit>s\/it|it\/s)/u;
const peak = /(?:^|\/)(?<counter>allocated|reserved)_bytes\.all\.peak$/u;

/**
 * Lightning: its bar counts batches and smooths their pace; the table of its CSV logger has the allocator's peaks of the
 * process that logs, in bytes, where its monitor of devices was on.
 */
export const lightning: Tool = () => {
  const t = makeTally("lightning");
  let columns: readonly { readonly at: number; readonly counter: "allocated" | "reserved" }[] = [];
  let width = 0;
  return {
    hits: t.hits,
    line({ text, rank }) {
      if (text.includes("_bytes.all.peak")) readHeader(text);
      else if (columns.length > 0) readRow(text, rank);
      if (!text.includes("Epoch ")) return;
      const found = match(text, bar);
      const [rate, done, all] = [found?.number("rate"), found?.number("done"), found?.number("all")];
      if (found === null || rate == null || done == null || all == null || rate <= 0 || done === 0) return;
      t.hit();
      const step = (found.number("epoch") ?? 0) * all + done;
      t.most("steps", step);
      t.sample("stepSeconds", { step, rank }, found.text("unit") === "s/it" ? rate : 1 / rate, "instant");
      t.warn("smoothed");
    },
    end() {
      if (t.hits() > 0 && !t.hasPeak("allocated")) t.warn("no-memory");
      return t.end();
    },
  };

  function readHeader(text: string): void {
    const cells = csvCells(text);
    width = cells.length;
    columns = cells.flatMap((cell, at) => {
      const counter = match(cell, peak)?.text("counter");
      return counter === "allocated" || counter === "reserved" ? [{ at, counter }] : [];
    });
  }

  function readRow(text: string, rank: number | null): void {
    const cells = csvCells(text);
    if (cells.length !== width) return;
    for (const { at, counter } of columns) {
      const bytes = numberOf(cells[at] ?? "");
      if (bytes === null || bytes <= 0) continue;
      t.hit();
      t.peak(counter, gibFromBytes(bytes), rank);
      t.warn("one-rank");
    }
  }
};
