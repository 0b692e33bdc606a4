import { describe, expect, it } from "vitest";
import { parseRunSpec } from "../../../src/contract/parse-run-spec.ts";
import { judge } from "../../../src/domain/pilot/judge.ts";
import type { KitResult, PilotRun } from "../../../src/domain/pilot/pilot.ts";
import { specOfPilot } from "../../../src/domain/pilot/spec-of-pilot.ts";
import type { Plan } from "../../../src/domain/plan.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { emptyReadings } from "../../../src/domain/pilot-reading.ts";
import { planOf, real } from "../planning/support.ts";

const data = { tokens: 5e8 };
const base = { sequenceLength: 4096, packing: true, data } as const;
const plans: readonly (readonly [string, RunSpec])[] = [
  ["one card", { ...base, model: "meta-llama/Llama-3.1-8B", method: "lora", accelerator: "h100-sxm", gpus: 1, microBatch: 2, gradientAccumulation: 4 }],
  ["a copy on each of four", { ...base, model: "llama 3.1 8b", stack: "torchtune", method: "lora", accelerator: "h100-sxm", gpus: 4, microBatch: 2, gradientAccumulation: 4, parallel: { strategy: "ddp" } }],
  ["sharded over eight", { ...base, model: "Qwen/Qwen2.5-7B", method: "full", accelerator: "h100-sxm", gpus: 8, microBatch: 1, gradientAccumulation: 2, parallel: { strategy: "fsdp" } }],
  ["experts over sixteen, two machines", { ...base, model: "mistralai/Mixtral-8x7B-v0.1", method: "full", accelerator: "h200-sxm", gpus: 16, nodes: 2, microBatch: 1, parallel: { strategy: "fsdp" } }],
  ["QLoRA on a small card", { ...base, model: "Qwen/Qwen2.5-7B", stack: "unsloth", method: "qlora", accelerator: "rtx-4090", gpus: 1, microBatch: 1 }],
  ["a model of one's own", { ...base, model: { params_total: 1.2e9, num_layers: 24, hidden_size: 2048, intermediate_size: 5632, num_attention_heads: 16, num_key_value_heads: 8, vocab_size: 32000 }, method: "full", accelerator: "a100-sxm-80", gpus: 2, microBatch: 1, parallel: { strategy: "ddp" } }],
]; // prettier-ignore

const modelOf = ({ spec }: Plan) => {
  const found = typeof spec.model === "string" ? real.lookup.resolveModel(spec.model) : null;
  return found?.kind === "one" ? (real.lookup.model(found.match.id) ?? null) : null;
};

/** What a run of the kit brings back when everything is as predicted. */
function cameBack(spec: RunSpec, { stage, predicted }: PilotRun) {
  if (stage === undefined || predicted === undefined) throw new Error("not designed");
  const { gpus = 1, microBatch = 1, gradientAccumulation = 1, sequenceLength = 1 } = spec;
  const step = predicted.stepSeconds?.likely ?? 1;
  const result: KitResult = {
    run: stage,
    spec,
    warmUpSteps: 10,
    steps: Array.from({ length: 20 }, () => step),
    tokensPerStep: microBatch * gradientAccumulation * sequenceLength * gpus,
    longestSampleTokens: sequenceLength,
    restore: {
      newProcess: true,
      model: "restored",
      optimizer: "restored",
      schedule: "restored",
      randomState: "restored",
      dataPosition: "restored",
      lossBefore: 1,
      lossAfter: 1,
    },
  };
  const readings = {
    ...emptyReadings,
    gpuCount: gpus,
    microBatch,
    gradientAccumulation,
    sequenceLength,
    peakAllocatedGib: predicted.peakAllocatedGib.likely,
    stepSeconds: step,
    steps: 30,
  };
  const reading = { tool: "gpu-plan-pilot", readings, warnings: [] } as const;
  return { files: [{ name: "pilot-result.json", reading, result }], together: readings };
}

describe("the kit that is handed out, run as it is", () => {
  it.each(plans)("is judged as what was planned: %s", (_, spec) => {
    const plan = planOf(spec);
    const runs = plan.pilot.runs.filter(({ what }) => what !== "shortest-batches");
    expect(runs.length).toBeGreaterThan(1);
    for (const run of runs) {
      const handed = specOfPilot(plan, modelOf(plan), run.stage ?? "one-gpu-pilot");
      const parsed = parseRunSpec(JSON.parse(JSON.stringify(handed)));
      if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
      expect(handed).toMatchObject(run.settings ?? {});
      const verdict = judge(plan, cameBack(parsed.spec, run), real);
      const reasons = verdict.verdict === "inconclusive" ? verdict.reasons.map(({ code }) => code) : [];
      expect(
        reasons.filter((code) => code !== "baseline-missing"),
        run.what,
      ).toEqual([]);
      for (const { scope } of verdict.corrections)
        expect(scope.family).toBe(modelOf(plan)?.family ?? modelOf(plan)?.name ?? scope.family);
    }
  });

  it.each([
    ["of another shape", { num_layers: 36, params_total: undefined }, "other-model"],
    ["that contradicts itself", { num_layers: -3 }, "other-settings"],
  ])("is no longer the planned model: one %s", (_, over, code) => {
    const plan = planOf(plans[0]?.[1] ?? {});
    const handed = specOfPilot(plan, modelOf(plan), "one-gpu-pilot");
    const [run] = plan.pilot.runs;
    if (run === undefined || typeof handed.model !== "object") throw new Error("not designed");
    const changed = { ...handed, model: { ...handed.model, ...over } };
    expect(judge(plan, cameBack(changed, run), real)).toMatchObject({
      verdict: "inconclusive",
      reasons: [{ code }],
    });
  });
});
