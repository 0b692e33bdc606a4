import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { launchers } from "../../src/domain/launch.ts";
import type { Candidate } from "../../src/domain/plan.ts";
import { methods, stackNames, type RunSpec } from "../../src/domain/run-spec.ts";
import { cardNames } from "../../src/export/card-names.ts";
import { jobOfPlan } from "../../src/export/job-of-plan.ts";
import { launchFile } from "../../src/export/launch-file.ts";
import { words } from "../../src/i18n/messages.ts";
import { catalogue } from "../catalog/real-catalogue.ts";
import { candidateFixture } from "../support/plan-fixture.ts";

const { notes } = words("en").launch;
const model = "meta-llama/Llama-3.1-8B";
const lora: RunSpec = {
  model,
  method: "lora",
  stack: "trl",
  optimizer: "adamw-8bit",
  lora: { rank: 32, targets: "attention" },
  sequenceLength: 4096,
  packing: true,
  data: { tokens: 8_192_000, epochs: 2 },
};
const spread = (over: Partial<Candidate> = {}): Candidate => {
  const candidate = candidateFixture({ accelerator: "h100-sxm", gpus: 16, nodes: 2, ...over });
  return {
    ...candidate,
    layout: { ...candidate.layout, strategy: "fsdp", microBatch: 2, gradientAccumulation: 4, ...over.layout },
  };
};
const shell = (spec: RunSpec, candidate: Candidate = spread()): string =>
  launchFile({ ...jobOfPlan(spec, candidate, null), launcher: "shell" }, (note) => notes[note]).text;

describe("a plan's own job", () => {
  const cases = stackNames.flatMap((stack) => methods.map((method) => ({ stack, method })));
  it.each(cases)("is shell that bash reads and YAML that parses: $stack, $method", ({ stack, method }) => {
    for (const launcher of launchers) {
      for (const named of [model, "../$(touch owned)\n'", { name: "my 'own' model" }]) {
        const job = jobOfPlan({ ...lora, stack, method, model: named }, spread(), 8);
        const { text } = launchFile({ ...job, launcher }, (note) => notes[note]);
        if (launcher === "shell" || launcher === "slurm") execFileSync("bash", ["-n"], { input: text });
        else for (const document of parseAllDocuments(text)) expect(document.errors).toEqual([]);
        expect(text).not.toContain("touch owned");
      }
    }
  });

  it("asks for no more memory than the machine of the offer has, and for an image wherever it is to run", () => {
    const offer = { ...spread().offer, provider: "vultr", hostRamGib: 64 } as Candidate["offer"];
    const { estimate } = spread();
    const host = { ...estimate.host, ramGib: { low: 20, likely: 160, high: 300 } };
    const job = jobOfPlan(lora, spread({ offer, estimate: { ...estimate, host } }), 8);
    expect(job.ramGib).toBe(64);
    const dstack = launchFile({ ...job, launcher: "dstack" }, (note) => notes[note]).text;
    expect(parse(dstack)).toMatchObject({ resources: { memory: "64GB.." } });
    const amd = jobOfPlan(lora, spread({ accelerator: "mi300x", offer }), 8);
    const sky = launchFile({ ...amd, launcher: "skypilot" }, (note) => notes[note]).text;
    expect(sky).toContain("docker:docker.io/rocm/pytorch");
  });

  it.each([
    ["the upper end of the need", 400, 300.2, 301],
    ["what the machine has where that is less", 256.7, 300.2, 256],
    ["the upper end where the machine is not known", null, 300.2, 301],
    ["less than likely only of a machine too small", 100, 300.2, 100],
  ])("asks for %s", (_, hostRamGib, high, asked) => {
    const offer = { ...spread().offer, hostRamGib } as Candidate["offer"];
    const { estimate } = spread();
    const host = { ...estimate.host, ramGib: { low: 20, likely: 160.6, high } };
    const job = jobOfPlan(lora, spread({ offer, estimate: { ...estimate, host } }), 8);
    expect(job.ramGib).toBe(asked);
    const slurm = launchFile({ ...job, launcher: "slurm" }, (note) => notes[note]).text;
    expect(slurm).toContain(`--mem=${String(asked)}G`);
  });

  it("starts TRL's script over all nodes with the planned batch, length, adapters and steps", () => {
    const text = shell(lora);
    // 2 epochs × 8,192,000 tokens ÷ (2 × 4 × 16 replicas × 4,096) = 31.25 steps
    for (const word of [
      "accelerate launch", "--num_machines=2", "--num_processes=16", '--machine_rank "$NODE_RANK"', "--use_fsdp",
      "-m trl.scripts.sft", `--model_name_or_path=${model}`, "--per_device_train_batch_size=2",
      "--gradient_accumulation_steps=4", "--max_steps=32", "--max_length=4096", "--lora_r=32",
      "--lora_target_modules q_proj k_proj v_proj o_proj", "--optim=adamw_8bit", '--output_dir="$CHECKPOINT_DIR"',
    ]) expect(text).toContain(word); // prettier-ignore
  });

  it("says so where an optimizer or a way of splitting has no option, and passes none", () => {
    const text = shell({ ...lora, optimizer: "muon" }, spread({ layout: { ...spread().layout, tensor: 2 } }));
    expect(text).not.toContain("--optim");
    expect(text).toContain(notes["optimizer-not-mapped"]);
    expect(text).toContain(notes["parallel-by-hand"]);
  });

  it("writes ZeRO's settings as planned", () => {
    const layout = { ...spread().layout, strategy: "zero3", offload: "optimizer" } as const;
    const text = shell({ ...lora, method: "full", stack: "deepspeed" }, spread({ layout }));
    const settings: unknown = JSON.parse(
      /\{\n[\s\S]*?\n\}\n/u.exec(text.slice(text.indexOf("deepspeed.json")))?.[0] ?? "",
    );
    expect(settings).toMatchObject({
      train_micro_batch_size_per_gpu: 2,
      gradient_accumulation_steps: 4,
      bf16: { enabled: true },
      zero_optimization: { stage: 3, offload_optimizer: { device: "cpu" } },
    });
  });

  it("writes axolotl's configuration as YAML that names the run", () => {
    const text = shell({ ...lora, stack: "axolotl", method: "qlora" });
    const config = /axolotl\.yaml <<'END_OF_FILE'\n([\s\S]*?)\nEND_OF_FILE/u.exec(text)?.[1] ?? "";
    expect(parse(config)).toMatchObject({
      base_model: model, adapter: "qlora", load_in_4bit: true, sequence_len: 4096, micro_batch_size: 2,
      gradient_accumulation_steps: 4, lora_r: 32, lora_target_modules: ["q_proj", "k_proj", "v_proj", "o_proj"],
    }); // prettier-ignore
  });

  it("serves with vLLM as laid out, and asks for no place to keep things", () => {
    const layout = { ...spread().layout, tensor: 4, strategy: "single" } as const;
    const spec: RunSpec = {
      model, method: "inference", stack: "vllm",
      serving: { concurrency: 32, promptTokens: 2000, outputTokens: 500, kvPrecision: "fp8" },
    }; // prettier-ignore
    const text = shell(spec, spread({ gpus: 4, nodes: 1, layout }));
    for (const word of [
      `vllm serve ${model}`,
      "--tensor-parallel-size=4",
      "--max-model-len=2500",
      "--max-num-seqs=32",
      "--kv-cache-dtype=fp8",
    ])
      expect(text).toContain(word);
    expect(text).not.toContain("UPLOAD_TO");
  });
});

describe("cards", () => {
  it("every card of the catalogue has an entry, even where a tool's name for it is not known", () => {
    const missing = catalogue.accelerators.filter(({ id }) => cardNames(id) === null);
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it("goes by the vendor's own device plugin", () => {
    for (const { id, vendor } of catalogue.accelerators) {
      const resource = cardNames(id)?.resource ?? "";
      if (vendor === "nvidia") expect(resource, id).toBe("nvidia.com/gpu");
      else if (vendor === "amd") expect(resource, id).toBe("amd.com/gpu");
      else expect(resource, id).toMatch(/^(?:habana\.ai|google\.com|aws\.amazon\.com)\//u);
    }
  });
});
