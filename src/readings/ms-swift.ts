import { wordedSeconds } from "./figures.ts";
import type { Flavour } from "./flavour.ts";
import { figureOf } from "./literals.ts";
import { makeSinceTheStart } from "./since-the-start.ts";

const place = /^(?<step>\d+)\/(?<all>\d+)$/u;

/**
 * ms-swift's console and logging.jsonl: what the allocator reserved at most, and a speed that is the average since
 * the start, so steps come from the differences of the elapsed time. Shape checked against public runs and against
 * swift's megatron callback.
 */
export function makeMsSwift(): Flavour {
  const sinceTheStart = makeSinceTheStart();
  return {
    tool: "ms-swift",
    line: ({ text }) => /\[(?:INFO|WARNING):swift\]/u.test(text),
    entry(entry, { rank }, t) {
      const where = entry["global_step/max_steps"];
      const found = typeof where === "string" ? place.exec(where)?.groups : undefined;
      if (found === undefined) return false;
      const step = Number(found["step"]);
      t.most("steps", step);
      t.detail("stepsPlanned", Number(found["all"]));
      const reserved = figureOf(entry, "memory(GiB)");
      t.peak("reserved", reserved, rank);
      if (reserved !== null) t.warn("reserved-not-device");
      if (figureOf(entry, "train_speed(iter/s)", "train_speed(s/it)") !== null) t.warn("cumulative-rate");
      const elapsed = entry["elapsed_time"];
      const seconds = typeof elapsed === "string" ? wordedSeconds(elapsed) : null;
      if (seconds !== null) sinceTheStart.see({ step, seconds, tokens: null }, rank, t);
      return true;
    },
    end(t) {
      sinceTheStart.end(t);
    },
  };
}
