import { gibFromBytes, gibOf } from "./figures.ts";
import { figureOf, type Entry } from "./literals.ts";
import { match, matches } from "./match.ts";
import { makeTally, type Tool } from "./tally.ts";

const head = /PyTorch (?:CUDA|HIP|XPU|ROCm)? ?memory summary, device ID (?<device>\d+)/u;
const events = /(?:CUDA|HIP) OOMs:\s*(?<failed>\d+)\s*\|\s*(?:cuda|hip)Malloc retries:\s*(?<retries>\d+)/u;
const row =
  /\|\s*(?<name>Allocated memory|Active memory|Requested memory|GPU reserved memory)\s*\|(?<cells>.*)$/u;
const cell = /(?<size>\d+)\s*(?<unit>[KMGT]?i?B)\b/gu;

/** A line without any of these says nothing here. */
const signs = ["memory", "OOMs", "_bytes.all.peak"] as const;

/** torch.cuda.memory_summary(): the second column is the peak, each cell with a unit of its own; MB are MiB. */
export const memorySummary: Tool = () => {
  const t = makeTally("torch.cuda.memory_summary");
  let device: number | null = null;
  return {
    signs,
    hits: t.hits,
    line({ text, entries }) {
      const begins = match(text, head);
      if (begins !== null) {
        t.hit();
        device = begins.number("device");
      }
      const counts = match(text, events);
      if (counts !== null) {
        t.hit();
        t.detail("cudaOoms", counts.number("failed"));
        const retries = counts.number("retries") ?? 0;
        t.detail("mallocRetries", retries);
        if (retries > 0) t.warn("allocation-retries", { count: retries });
      }
      for (const entry of entries) readStats(entry);
      const found = match(text, row);
      if (found === null) return;
      const peak = matches(found.text("cells") ?? "", cell)[1];
      if (peak === undefined) return;
      t.hit();
      t.warn("unit-per-cell");
      t.warn("one-rank");
      const unit = peak.text("unit") ?? "";
      if (/^[KMGT]B$/u.test(unit)) t.warn("mb-is-mib");
      const gib = gibOf(peak.number("size") ?? Number.NaN, unit);
      switch (found.text("name") ?? "") {
        case "Allocated memory":
          t.peak("allocated", gib, device);
          break;
        case "GPU reserved memory":
          t.peak("reserved", gib, device);
          t.warn("reserved-not-device");
          break;
        case "Requested memory":
          t.detail("peakRequestedGib", gib);
          break;
        default:
      }
    },
    end: () => t.end(),
  };

  /** `torch.cuda.memory_stats()` as a dictionary: bytes. */
  function readStats(entry: Entry): void {
    const allocated = figureOf(entry, "allocated_bytes.all.peak");
    const reserved = figureOf(entry, "reserved_bytes.all.peak");
    if (allocated === null && reserved === null) return;
    t.hit();
    t.peak("allocated", allocated === null ? null : gibFromBytes(allocated), device);
    t.peak("reserved", reserved === null ? null : gibFromBytes(reserved), device);
    t.warn("one-rank");
    t.warn("reserved-not-device");
    const retries = figureOf(entry, "num_alloc_retries") ?? 0;
    if (retries > 0) t.warn("allocation-retries", { count: retries });
  }
};
