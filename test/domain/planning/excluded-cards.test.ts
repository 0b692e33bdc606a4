import { describe, expect, it } from "vitest";
import { recommend } from "../../../src/domain/planning/recommend.ts";
import type { Limits, RunSpec } from "../../../src/domain/run-spec.ts";
import { planOf, real } from "./support.ts";

const run: RunSpec = { model: "meta-llama/Llama-3.1-8B", method: "lora", data: { tokens: 1e8, epochs: 1 } };
const with_ = (limits: Limits, accelerator?: string): RunSpec =>
  accelerator === undefined ? { ...run, limits } : { ...run, limits, accelerator };

function proposed(limits: Limits): readonly string[] {
  const plan = planOf(with_(limits));
  return [plan.best, ...plan.alternatives].flatMap((one) => one?.accelerator ?? []);
}

describe("a card that was ruled out", () => {
  it.each([
    ["an id", "l40s", /^l40s$/u],
    ["a family", "a100", /^a100-/u],
    ["a line of cards", "rtx", /^rtx-/u],
    ["a generation", "Blackwell", /^(?:g?b\d+|rtx-5|rtx-pro)/u],
    ["a name with a space", "RTX 5090", /^rtx-5090$/u],
  ])("is proposed nowhere, by %s: %s", (_by, word, ids) => {
    expect(proposed({}).some((id) => ids.test(id))).toBe(true);
    expect(proposed({ excludedAccelerators: [word] }).filter((id) => ids.test(id))).toEqual([]);
  });

  it("is not mistaken for one whose name begins alike", () => {
    const left = proposed({ excludedAccelerators: ["l4", "h20"] });
    expect(left).toEqual(expect.arrayContaining(["l40s", "h200-sxm"]));
  });

  it("and named all the same is refused for that, and offered back", () => {
    const { infeasible } = planOf(with_({ excludedAccelerators: ["l40s"] }, "l40s"));
    expect(infeasible?.because).toBe("excluded");
    expect(infeasible?.relaxations.map(({ change }) => change)).toContain("allow-excluded");
  });

  it("by a word that means no card is a problem, with the nearest names", () => {
    const outcome = recommend(with_({ excludedAccelerators: ["h1000"] }), real);
    expect("problems" in outcome ? outcome.problems : []).toMatchObject([
      { code: "unknown-accelerator", path: "limits.excludedAccelerators", read: "h1000" },
    ]);
  });
});
