import { describe, expect, it } from "vitest";
import type { Hardware, Plan } from "../../../src/domain/plan.ts";
import { changeSpec } from "../../../src/domain/planning/change-spec.ts";
import { recommend } from "../../../src/domain/planning/recommend.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { planOf, real } from "./support.ts";

const data = { tokens: 2e8, epochs: 1 };
const L8 = "meta-llama/Llama-3.1-8B";
const L70 = "meta-llama/Llama-3.1-70B";

function after(spec: RunSpec, held: Hardware): Plan {
  const plan = recommend(spec, real, held);
  if ("problems" in plan) throw new Error(JSON.stringify(plan.problems));
  return plan;
}

const hardwareOf = ({ best }: Plan): Hardware => {
  if (best === null) throw new Error("the first plan has no machine");
  return { accelerator: best.accelerator, gpus: best.gpus, nodes: best.nodes };
};

/** A run, then what is asked of it next. */
const grows: readonly (readonly [string, RunSpec, RunSpec])[] = [
  ["twice the context", { model: L8, method: "lora", sequenceLength: 4096, microBatch: 2, data }, { sequenceLength: 8192 }],
  ["four times the micro-batch", { model: L8, method: "lora", sequenceLength: 4096, microBatch: 2, data }, { microBatch: 8 }],
  ["full instead of LoRA", { model: L8, method: "lora", data }, { method: "full" }],
  ["a long context in QLoRA", { model: L70, method: "qlora", sequenceLength: 2048, data }, { sequenceLength: 65536 }],
  ["ten times the users", { model: L8, method: "inference", serving: { concurrency: 10 } }, { serving: { concurrency: 100 } }],
]; // prettier-ignore

describe("the machine of the revision before", { timeout: 30_000 }, () => {
  it.each(grows)("%s: every way to stay there surely fits there, and changes neither goal nor cards", (_n, spec, more) => {
    const held = hardwareOf(planOf(spec));
    const { stay } = after({ ...spec, ...more }, held);
    expect(stay).toBeDefined();
    expect(stay?.nearest).toMatchObject({ accelerator: held.accelerator, gpus: held.gpus });
    expect(stay?.nearest.estimate.verdict).not.toBe("fits");
    for (const { changes, candidate } of stay?.ways ?? []) {
      expect(candidate).toMatchObject({ accelerator: held.accelerator, gpus: held.gpus });
      expect(candidate.estimate.verdict).toBe("fits");
      expect(changes.map(({ field }) => field)).not.toContain("method");
      const kept = planOf(changeSpec({ ...spec, ...more }, changes)).best;
      expect(kept).toMatchObject({ accelerator: held.accelerator, gpus: held.gpus, estimate: { verdict: "fits" } });
    }
    const costs = (stay?.ways ?? []).map((w) => w.candidate.cost.total?.likely ?? 0);
    expect(costs).toEqual([...costs].sort((a, b) => a - b));
  }); // prettier-ignore

  it.each<readonly [string, RunSpec]>([
    ["the run shrinks", { sequenceLength: 512 }],
    ["the asker names another card", { accelerator: "h100-sxm" }],
    ["the asker names another count", { gpus: 4 }],
  ])("nothing is said of it when %s", (_name, change) => {
    const spec: RunSpec = { model: L8, method: "lora", data };
    expect(after({ ...spec, ...change }, hardwareOf(planOf(spec))).stay).toBeUndefined();
  });

  it.each<readonly [string, RunSpec]>([
    ["training", { model: L8, method: "lora", accelerator: "rtx-4090", gpus: 1, sequenceLength: 3072, microBatch: 1, data }],
    ["serving", { model: L8, method: "inference", accelerator: "rtx-4090", gpus: 1, sequenceLength: 8192, serving: { concurrency: 8 } }],
  ])("is that of a first plan where it is tight (%s): what makes it fit there is known", (_name, spec) => {
    const { best, stay } = planOf(spec);
    expect(best?.estimate.verdict).toBe("tight");
    expect(stay?.nearest).toMatchObject({ accelerator: best?.accelerator, gpus: best?.gpus });
    const [way] = stay?.ways ?? [];
    expect(planOf(changeSpec(spec, way?.changes ?? [])).best?.estimate.verdict).toBe("fits");
  }); // prettier-ignore

  it("a first plan that fits knows of none", () => {
    expect(planOf({ model: L8, method: "full", data })).not.toHaveProperty("stay");
  });
});
