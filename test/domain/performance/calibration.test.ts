import { describe, expect, it } from "vitest";
import { achieved } from "../../../src/domain/performance/utilisation.ts";
import { practiceOf } from "../../../src/domain/performance/practice.ts";
import type { StackName } from "../../../src/domain/run-spec.ts";
import { baselineErrors, fitShare, judgedLeftOut } from "../../bench/throughput-fit.ts";
import { loadRateRows } from "../../bench/throughput-rows.ts";
import { groupBy, mean, median } from "../../bench/statistics.ts";
import { real } from "../planning/support.ts";

const { rows, refused } = loadRateRows();
const { generic, nemo } = real.catalogue.stacks;

describe("the calibration that is shipped", () => {
  it("is what the script makes of the published rows", () => {
    const { tuned, usual, families } = generic.throughput ?? {};
    expect(tuned).toEqual(fitShare(rows, "tuned"));
    expect(usual).toEqual(fitShare(rows, "usual"));
    expect(families).toEqual([...new Set(rows.map((r) => r.family))].sort());
  });

  it("leaves no published row out", () => {
    expect(refused).toEqual([]);
  });
});

describe("rates of sources that the fit never saw", () => {
  const judged = judgedLeftOut(rows);
  const base = baselineErrors(rows);
  const error = median(judged.map((j) => j.error));

  it("lie in the 90 % interval as often as it says", () => {
    const held = judged.filter((j) => j.inside).length / judged.length;
    expect(held).toBeGreaterThanOrEqual(0.87);
    expect(held).toBeLessThanOrEqual(0.95);
  });

  it("are missed by at most half of what a median of card, method and precision misses them by", () => {
    expect(error).toBeLessThanOrEqual(0.5 * median([...base.values()]));
    const medians = [...groupBy(judged, (j) => j.row.source).values()].map((own) => ({
      model: median(own.map((j) => j.error)),
      baseline: median(own.map((j) => base.get(j.row) ?? Number.NaN)),
    }));
    expect(mean(medians.map((m) => m.model))).toBeLessThanOrEqual(0.5 * mean(medians.map((m) => m.baseline)));
  });
});

describe("who runs it", () => {
  it.each([
    ["nemo", "flash", "tuned"],
    ["megatron", "sdpa", "tuned"],
    ["megatron", "eager", "usual"],
    ["trl", "flash", "usual"],
    ["torchtitan", "flash", "usual"],
    ["generic", "sdpa", "usual"],
  ] as const)("%s with %s attention is %s", (stack: StackName, attention, expected) => {
    expect(practiceOf({ stack, attention })).toBe(expected);
  });

  it("tuned recipes reach more of the step model, both less than all of it in the middle", () => {
    const share = (profile: typeof nemo) =>
      achieved({ stack: profile.name, attention: "flash", profile }, { architecture: "Hopper" });
    expect(share(nemo).likely).toBeGreaterThan(share(generic).likely);
    expect(share(nemo).likely).toBeLessThan(1);
  });

  it("a card family that nobody published gets the same middle and a wider interval", () => {
    const on = (architecture: string) =>
      achieved({ stack: "trl", attention: "sdpa", profile: generic }, { architecture });
    for (const strange of ["RDNA3 (Navi 31)", "CDNA3", "Turing (TU104)", "Blackwell (GB202)"]) {
      expect(on(strange).likely).toBe(on("Hopper").likely);
      expect(on(strange).low).toBeLessThan(on("Hopper").low);
      expect(on(strange).high).toBeGreaterThan(on("Hopper").high);
    }
  });

  it("without a calibration the interval is wider still", () => {
    const { throughput: _, ...bare } = generic;
    const share = achieved({ stack: "trl", attention: "sdpa", profile: bare }, { architecture: "Hopper" });
    expect(share.rows).toBe(0);
    expect(share.low).toBeLessThan(share.likely);
  });
});
