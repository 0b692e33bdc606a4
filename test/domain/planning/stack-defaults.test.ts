import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { fill } from "./support.ts";

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
    expect(fill({ ...run, ...fields }).run.stack).toBe(stack);
  });

  it.each([
    ["megatron", "none"],
    ["nemo", "none"],
    ["torchtitan", "full"],
    ["deepspeed", "full"],
  ] as const)("%s recomputes: %s, unless the run says otherwise", (stack, checkpointing) => {
    const { run: taken, assumptions } = fill({ ...run, stack });
    expect(taken.checkpointing).toBe(checkpointing);
    expect(assumptions.find((a) => a.field === "checkpointing")?.value).toBe(checkpointing);
    expect(fill({ ...run, stack, checkpointing: "full" }).run.checkpointing).toBe("full");
  });
});

describe("a training of unstated kind", () => {
  it.each([
    [{ tokens: 1e12 }, "pretrain"],
    [{ tokens: 5e9, epochs: 4 }, "pretrain"],
    [{ tokens: 2e8, epochs: 3 }, "lora"],
    [undefined, "lora"],
  ] as const)("on %o is %s", (data, method) => {
    const { run: taken, assumptions } = fill({ model: "meta-llama/Llama-3.1-8B", ...(data && { data }) });
    expect(taken.method).toBe(method);
    expect(assumptions.find((a) => a.field === "method")?.value).toBe(method);
    expect(fill({ model: "meta-llama/Llama-3.1-8B", method: "full", ...(data && { data }) }).run.method).toBe(
      "full",
    );
  });
});
