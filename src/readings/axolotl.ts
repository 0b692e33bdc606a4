import { gibOf } from "./figures.ts";
import type { Flavour } from "./flavour.ts";
import { figureOf } from "./literals.ts";
import { match, type Match } from "./match.ts";
import type { Tally } from "./tally.ts";

const loaded = /Memory usage after model load (?<size>[\d.]+)\s?GB/iu;

/** Older versions: allocated, with what the allocator caches and what the driver shows beyond, at that instant. */
const instant =
  /(?:GPU|cuda) memory usage (?<when>[\w ]+?):\s*(?<size>[\d.]+)GB(?: \(\+(?<cache>[\d.]+)GB cache(?:, \+(?<misc>[\d.]+)GB misc)?\))?/iu;

const allocated = [
  "memory/max_allocated (GiB)",
  "memory/max_mem_allocated(gib)",
  "memory/max_mem_allocated (GiB)",
];
const active = ["memory/max_active (GiB)", "memory/max_mem_active(gib)", "memory/max_mem_active (GiB)"];
const reserved = [
  "memory/device_reserved (GiB)",
  "memory/device_mem_reserved(gib)",
  "memory/device_mem_reserved (GiB)",
];
const rate = "tokens/train_per_sec_per_gpu";

function readInstant(now: Match, t: Tally): void {
  const [held, cache, misc] = ["size", "cache", "misc"].map((name) => now.number(name));
  const size = held ?? null;
  if (size === null) return;
  t.warn("gb-is-gib");
  t.warn("instant");
  if (/load/iu.test(now.text("when") ?? "")) {
    t.most("weightsGib", gibOf(size, "GB"));
    t.warn("after-load");
    return;
  }
  t.warn("one-rank");
  t.detail("allocatedAtStepEndGib", gibOf(size, "GB"));
  if (typeof cache !== "number") return;
  t.peak("reserved", gibOf(size + cache, "GB"));
  if (typeof misc === "number") t.peak("device", gibOf(size + cache + misc, "GB"));
}

/**
 * axolotl on the Hugging Face trainer: three peaks of the main process, reset at each log, and a rate of trainable
 * tokens. Shape recalled, not read in its source.
 */
export const axolotl: Flavour = {
  tool: "axolotl",
  line({ text }, t) {
    const gib = match(text, loaded)?.number("size") ?? null;
    if (gib !== null) {
      t.most("weightsGib", gibOf(gib, "GB"));
      t.warn("gb-is-gib");
    }
    const now = match(text, instant);
    if (now !== null) readInstant(now, t);
    return now !== null || /\[axolotl[.\]]/u.test(text);
  },
  entry(entry, at, t) {
    const peak = figureOf(entry, ...allocated);
    const cached = figureOf(entry, ...reserved);
    const perGpu = figureOf(entry, rate);
    const total = figureOf(entry, "tokens/total");
    const trained = figureOf(entry, "tokens/trainable");
    t.peak("allocated", peak ?? figureOf(entry, ...active), at.rank);
    t.peak("reserved", cached, at.rank);
    if (peak !== null || cached !== null) {
      t.warn("reset-each-log");
      t.warn("one-rank");
      t.warn("reserved-not-device");
    }
    if (perGpu !== null) {
      t.sample("tokensPerSecondPerGpu", { step: at.step ?? t.hits() + 1, rank: at.rank }, perGpu);
      t.warn(
        "trained-tokens",
        total !== null && trained !== null && total > 0 ? { share: trained / total } : {},
      );
    }
    t.most("tokensTotal", total);
    t.detail("tokensTrained", trained);
    return peak !== null || cached !== null || perGpu !== null || total !== null;
  },
};
