import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidate, Plan } from "../../../src/domain/plan.ts";
import { recommend } from "../../../src/domain/planning/recommend.ts";
import type { NamedOption, RunSpec } from "../../../src/domain/run-spec.ts";
import { planOf, real } from "./support.ts";

const run: RunSpec = {
  model: "Qwen/Qwen2.5-14B",
  method: "lora",
  sequenceLength: 8192,
  data: { tokens: 3e7, epochs: 1 },
};
const choosing = (among: readonly NamedOption[], spec = run): Plan =>
  planOf({ ...spec, limits: { ...spec.limits, among } }, real);
const machine = ({ accelerator, gpus }: Candidate): string => `${gpus} ${accelerator}`;
const named = ({ best, alternatives }: Plan): readonly string[] =>
  [...(best === null ? [] : [best]), ...alternatives.filter(({ asked }) => asked === true)].map(machine);

const options: fc.Arbitrary<readonly NamedOption[]> = fc.uniqueArray(
  fc.record({
    accelerator: fc.constantFrom("l40s", "h100-sxm", "a100-80gb-sxm", "rtx-4090", "h200-sxm", "mi300x"),
    gpus: fc.constantFrom(1, 2, 4, 8),
  }),
  { minLength: 2, maxLength: 4, selector: ({ accelerator, gpus }) => `${gpus} ${accelerator}` },
);

describe("a choice between machines that were named", { timeout: 120_000 }, () => {
  it("takes one of them and says how each of the others would do, whatever their order", () => {
    fc.assert(
      fc.property(options, (among) => {
        const plan = choosing(among);
        if (plan.best === null) return;
        expect([...named(plan)].sort()).toEqual(among.map((o) => `${o.gpus} ${o.accelerator}`).sort());
        const turned = choosing([...among].reverse());
        expect(turned.best).toEqual(plan.best);
        expect(turned.alternatives.filter((c) => c.asked !== true)).toEqual(
          plan.alternatives.filter((c) => c.asked !== true),
        );
      }),
      { numRuns: 12, seed: 7 },
    );
  });

  it("says of each what it would be alone", () => {
    const among = [
      { accelerator: "l40s", gpus: 2 },
      { accelerator: "h100-sxm", gpus: 1 },
    ];
    const plan = choosing(among);
    for (const one of [plan.best, ...plan.alternatives.filter(({ asked }) => asked === true)]) {
      const alone = planOf({ ...run, accelerator: one?.accelerator, gpus: one?.gpus } as RunSpec, real);
      expect(one?.cost.total).toEqual(alone.best?.cost.total);
      expect(one?.estimate.perGpu).toEqual(alone.best?.estimate.perGpu);
    }
  });

  it("prefers what surely fits to what may not, and names what does not", () => {
    const plan = choosing(
      [
        { accelerator: "rtx-4090", gpus: 1 },
        { accelerator: "l40s", gpus: 2 },
        { accelerator: "h100-sxm", gpus: 1 },
      ],
      { ...run, sequenceLength: 9216 },
    );
    expect(plan.best && machine(plan.best)).toBe("1 h100-sxm");
    expect(plan.alternatives.slice(0, 2).map((c) => [machine(c), c.estimate.verdict])).toEqual([
      ["1 rtx-4090", "does-not-fit"],
      ["2 l40s", "tight"],
    ]);
  });

  it("without counts takes as many of each as the run needs", () => {
    const plan = choosing([{ accelerator: "l40s" }, { accelerator: "h100-sxm" }], { ...run, method: "full" });
    expect(new Set(named(plan).map((one) => one.split(" ")[1]))).toEqual(new Set(["l40s", "h100-sxm"]));
    expect(plan.best?.gpus).toBeGreaterThan(1);
  });

  it("keeps to them where none fits, and a stated card goes before them", () => {
    const small = choosing(
      [
        { accelerator: "rtx-4090", gpus: 1 },
        { accelerator: "l40s", gpus: 1 },
      ],
      {
        ...run,
        method: "full",
      },
    );
    expect(small.kind).toBe("infeasible");
    expect(["rtx-4090", "l40s"]).toContain(small.infeasible?.nearest?.accelerator);
    const stated = choosing([{ accelerator: "l40s", gpus: 2 }], { ...run, accelerator: "h100-sxm" });
    expect(stated.best?.accelerator).toBe("h100-sxm");
  });

  it("names the field of a card that nobody knows, with the nearest", () => {
    const outcome = recommend({ ...run, limits: { among: [{ accelerator: "h1000" }] } }, real);
    expect(outcome).toMatchObject({
      problems: [{ code: "unknown-accelerator", path: "limits.among", read: "h1000" }],
    });
  });
});

describe("a choice between sellers that were named", { timeout: 60_000 }, () => {
  const spec: RunSpec = {
    model: "meta-llama/Llama-3.1-8B",
    method: "lora",
    data: { tokens: 1e8, epochs: 1 },
  };
  it("says what the choice at each of them would be, as it would be alone", () => {
    const plan = planOf({ ...spec, limits: { providers: ["runpod", "aws"] } }, real);
    const [other] = plan.alternatives.filter(({ asked }) => asked === true);
    const sellers = [plan.best, other].map((c) => c?.offer?.provider);
    expect([...sellers].sort()).toEqual(["aws", "runpod"]);
    const alone = planOf({ ...spec, limits: { providers: [other?.offer?.provider ?? ""] } }, real).best;
    expect([other?.accelerator, other?.gpus, other?.cost.total]).toEqual([
      alone?.accelerator,
      alone?.gpus,
      alone?.cost.total,
    ]);
  });

  it("says nothing of it where one seller is named", () => {
    const plan = planOf({ ...spec, limits: { providers: ["runpod"] } }, real);
    expect(plan.alternatives.filter(({ asked }) => asked === true)).toEqual([]);
  });
});
