import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Plan, Reach } from "../../../src/domain/plan.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { applyChanges } from "../../../src/followup/apply-changes.ts";
import { planOf, real } from "./support.ts";

const parameters = (id: string | undefined): number =>
  id === undefined ? 0 : (real.lookup.model(id)?.parametersTotal ?? NaN);
const largestOf = (plan: Plan, of: Partial<Reach>): number =>
  parameters(
    plan.reach?.find(({ method, weights }) => method === of.method && weights === of.weights)?.largest?.model,
  );

const cards = ["rtx-3060-12gb", "rtx-4090", "l40s", "a100-80gb-sxm", "h200-sxm"] as const;
const machine = fc.record({ accelerator: fc.constantFrom(...cards), gpus: fc.constantFrom(1, 2, 4, 8) });

describe("how large a model a stated machine holds", { timeout: 120_000 }, () => {
  it("is what a plan of that very model says, and the next one does not surely fit", () => {
    fc.assert(
      fc.property(machine, fc.constantFrom("full", "lora", "qlora", "inference"), (on, method) => {
        const { reach = [] } = planOf({ ...on, method }, real);
        for (const { largest, beyond, weights } of reach) {
          const precision = weights === undefined ? {} : { precision: { weights } };
          const with_ = (model: string) => planOf({ ...on, method, model, ...precision }, real);
          if (largest !== null) {
            const { best } = with_(largest.model);
            expect(best?.estimate.verdict).toBe("fits");
            expect(best?.estimate.perGpu.required).toEqual(largest.required);
          }
          if (beyond !== null) expect(with_(beyond.model).best?.estimate.verdict).not.toBe("fits");
          expect(parameters(beyond?.model ?? largest?.model)).toBeGreaterThanOrEqual(
            parameters(largest?.model),
          );
        }
      }),
      { numRuns: 10, seed: 3 },
    );
  });

  it("never shrinks with more memory, shorter sequences or a lighter method", () => {
    const on = (accelerator: string, more: RunSpec = {}): Plan =>
      planOf({ accelerator, gpus: 1, ...more }, real);
    const sizes = cards.map((card) => largestOf(on(card), { method: "qlora" }));
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
    for (const card of cards) {
      const [full, lora, qlora] = (["full", "lora", "qlora"] as const).map((method) =>
        largestOf(on(card), { method }),
      );
      expect(lora).toBeGreaterThanOrEqual(full ?? 0);
      expect(qlora).toBeGreaterThanOrEqual(lora ?? 0);
      const long = on(card, { method: "lora", sequenceLength: 32_768 });
      expect(largestOf(long, { method: "lora" })).toBeLessThanOrEqual(lora ?? 0);
    }
  });

  it("is asked for a service with published and with 4-bit weights, unless its precision is stated", () => {
    const ways = (spec: RunSpec) => planOf(spec, real).reach?.map(({ method, weights }) => [method, weights]);
    expect(ways({ accelerator: "l40s", serving: { concurrency: 20 } })).toEqual([
      ["inference", undefined],
      ["inference", "awq4"],
    ]);
    expect(ways({ accelerator: "l40s", method: "inference", precision: { weights: "fp8" } })).toEqual([
      ["inference", undefined],
    ]);
  });

  it("stands for one card where no count is stated, and for nothing where no machine is", () => {
    const one = planOf({ accelerator: "l40s", method: "lora" }, real).reach?.[0];
    expect(one?.largest?.gpus).toBe(1);
    expect(planOf({ method: "lora" }, real).reach).toBeUndefined();
  });

  it("gives buttons that make a plan which fits", () => {
    const spec: RunSpec = { accelerator: "rtx-4090", gpus: 2 };
    const plan = planOf(spec, real);
    expect(plan.kind).toBe("needs-answer");
    const answers = plan.questions[0]?.answers ?? [];
    expect(answers).toHaveLength(3);
    for (const { changes } of answers) {
      expect(planOf(applyChanges(spec, changes), real).best?.estimate.verdict).toBe("fits");
    }
  });
});
