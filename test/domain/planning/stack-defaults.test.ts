import { describe, expect, it } from "vitest";
import { fillRun } from "../../../src/domain/planning/assumptions.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { real } from "./support.ts";

function filled(spec: RunSpec) {
  const outcome = fillRun(spec, real.lookup, real.catalogue.stacks);
  if ("problems" in outcome) throw new Error(JSON.stringify(outcome.problems));
  return outcome;
}

const run: RunSpec = { model: "meta-llama/Llama-3.1-70B", method: "pretrain", gpus: 64 };

describe("what runs underneath", () => {
  it.each([
    [{ stackVersion: "NVIDIA NeMo Framework Release 25.04" }, "nemo"],
    [{ stack: "generic", stackVersion: "NVIDIA NEMO" }, "nemo"],
    [{ stack: "generic", stackVersion: "Megatron-LM core 0.12" }, "megatron"],
    [{ stack: "torchtitan", stackVersion: "nemo container 25.04" }, "torchtitan"],
    [{ stack: "generic", stackVersion: "PyTorch 2.6" }, "generic"],
    [{}, "generic"],
  ] as const)("%o is %s", (fields, stack) => {
    expect(filled({ ...run, ...fields }).run.stack).toBe(stack);
  });

  it.each([
    ["megatron", "none"],
    ["nemo", "none"],
    ["torchtitan", "full"],
    ["deepspeed", "full"],
  ] as const)("%s recomputes: %s, unless the run says otherwise", (stack, checkpointing) => {
    const { run: taken, assumptions } = filled({ ...run, stack });
    expect(taken.checkpointing).toBe(checkpointing);
    expect(assumptions.find((a) => a.field === "checkpointing")?.value).toBe(checkpointing);
    expect(filled({ ...run, stack, checkpointing: "full" }).run.checkpointing).toBe("full");
  });
});
