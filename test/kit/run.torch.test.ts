import { cpSync, readdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { pilotResultSchema } from "../../src/contract/pilot-result-schema.ts";
import { gpuPlan, jsonLines } from "../cli/gpu-plan.ts";
import {
  kitFile,
  newFolder,
  resultIn,
  runKit,
  runPython,
  runRanks,
  textOf,
  tinyModel,
  tinyRun,
  withoutTorch,
  writeSpec,
  type PilotResult,
  type Ran,
} from "./run-kit.ts";

const short = ["--steps", "3", "--warm-up", "2"] as const;
const five = ["model", "optimizer", "schedule", "randomState", "dataPosition"] as const;

describe.skipIf(withoutTorch)("the kit, a run from load to restore", () => {
  let out: string;
  let ran: Ran;
  let result: PilotResult;
  beforeAll(async () => {
    out = newFolder();
    ran = await runKit(["--spec", writeSpec(out, tinyRun), "--out", out, ...short]);
    result = resultIn(out);
  });

  it("ends with a complete result of the contract's shape", () => {
    expect(ran).toMatchObject({ status: 0, err: "" });
    expect(result).toMatchObject({ ended: "complete", modelSource: "shape-only", failure: null });
    expect(result.machine).toMatchObject({
      gpuName: "CPU",
      gpus: 1,
      nodes: 1,
      platform: "cpu",
      driver: null,
    });
    expect(result.machine.versions).toHaveProperty("torch");
  });

  it("measures the steps after the warm-up and what they waited for", () => {
    expect([result.warmUpSteps, result.steps.length, result.dataSeconds?.length]).toEqual([2, 3, 3]);
    expect(result.dataWaitShare).toBeLessThan(1);
    for (const [i, seconds] of result.steps.entries())
      expect(seconds).toBeGreaterThanOrEqual(result.dataSeconds?.[i] ?? 0);
  });

  it("counts tokens of a whole step: 2 samples × 16 × 2 micro-batches, one label less a sample", () => {
    expect(result.tokens?.perStep).toEqual({ padded: 64, packed: 64, trained: 60 });
    expect([result.tokensPerStep, result.longestSampleTokens]).toEqual([64, 16]);
  });

  it("times every phase of the run", () => {
    const phases = result.ranks[0]?.phases?.map(({ phase }) => phase);
    expect(phases).toEqual([
      ...["load", "warm-up", "forward", "backward", "optimizer-step", "evaluation", "checkpoint-save"],
      ...["restore", "export"],
    ]);
    expect(result.ranks[0]?.phases?.every(({ seconds }) => (seconds ?? 0) > 0)).toBe(true);
  });

  it("counts no GPU memory where there is no GPU, rather than zero", () => {
    const counters = {
      peakAllocatedGib: null,
      peakReservedGib: null,
      peakDeviceGib: null,
      capacityGib: null,
    };
    expect(result.ranks[0]).toMatchObject(counters);
    expect(result.ranks[0]?.peakHostGib).toBeGreaterThan(0.05);
  });

  it("restores all five items in a new process, and the loss goes on", () => {
    expect(result.restore).toMatchObject({ newProcess: true, lossContinues: "restored" });
    for (const item of five) expect(result.restore?.[item]).toBe("restored");
    expect(result.restore?.lossAfter).toBeCloseTo(result.restore?.lossBefore ?? NaN, 5);
    expect(result.checkpointGib).toBeGreaterThan(0);
  });

  it("leaves journals and the result behind, no weights", () => {
    expect(readdirSync(out).sort()).toEqual([
      "expected-0.json",
      "journal-0.jsonl",
      "pilot-result.json",
      "spec.json",
    ]);
  });

  it("is read by gpu-plan pilot read", async () => {
    const { status, out: printed } = await gpuPlan([
      "pilot",
      "read",
      "--json",
      join(out, "pilot-result.json"),
    ]);
    expect(status).toBe(0);
    expect(jsonLines(printed)[0]).toMatchObject({
      tool: "gpu-plan-pilot",
      readings: { steps: 5, gpuName: "CPU", microBatch: 2, sequenceLength: 16 },
    });
  });

  it("would be valid, or absent, wherever its journal had broken off", async () => {
    const folder = newFolder();
    cpSync(out, folder, { recursive: true });
    const cuts = `
import sys, json, pathlib
sys.path.insert(0, ${JSON.stringify(dirname(kitFile))})
from gpu_plan_pilot import collect
folder = pathlib.Path(${JSON.stringify(folder)})
journal = folder / "journal-0.jsonl"
whole = journal.read_bytes()
for cut in range(0, len(whole), 61):
    journal.write_bytes(whole[:cut])
    print(json.dumps(collect(folder)))
`;
    const { out: printed, err } = await runPython(["-c", cuts]);
    expect(err).toBe("");
    const results = jsonLines(printed);
    const first = results.findIndex((found) => (found as object | null) !== null);
    expect(results.length).toBeGreaterThan(60);
    expect(first).toBeGreaterThan(10);
    for (const found of results.slice(first))
      expect(pilotResultSchema.safeParse(found).error).toBeUndefined();
    expect(results.at(first)).toMatchObject({ ended: "cut-off", steps: [] });
  });

  it("says it to a reader", () => {
    expect(ran.out).toMatch(/^Pilot run: complete\n/u);
    expect(ran.out).toMatch(/Steps: 3 after 2 of warm-up/u);
    expect(ran.out).toMatch(/Restored in a new process: model yes, optimizer yes/u);
  });
});

describe.skipIf(withoutTorch)("the kit, other runs", () => {
  it("trains adapters on samples of different length, in French", async () => {
    const out = newFolder();
    const data = join(out, "lengths.jsonl");
    writeFileSync(data, '{"length": 12}\n{"input_ids": [1, 2, 3, 4]}\n{"length": 900}\n');
    const spec = {
      ...tinyRun,
      method: "lora",
      lora: { rank: 2, targets: ["q", "up"] },
      precision: { weights: "bf16", compute: "bf16", mode: "autocast" },
      checkpointing: "full",
      packing: false,
      export: { merge: true },
      fusedLoss: true,
    };
    const ran = await runKit([
      ...["--spec", writeSpec(out, spec), "--out", out, "--data", data, "--lang", "fr", "--keep"],
      ...short,
    ]);
    const result = resultIn(out);
    expect(ran.status).toBe(0);
    expect(result.longestSampleTokens).toBe(16);
    expect(result.notApplied).toEqual(["fusedLoss"]);
    expect(result.tokens?.perStep.packed).toBeLessThan(result.tokens?.perStep.padded ?? 0);
    expect(five.map((item) => result.restore?.[item])).toEqual(five.map(() => "restored"));
    expect(ran.out).toMatch(/Reprise dans un nouveau processus.: modèle oui/u);
    expect(readdirSync(join(out, "checkpoint", "node-0"))).toContain("model.pt");
    // Adapters alone: 2 layers × (q: 2 × (32 + 32), up: 2 × (32 + 64)) × 4 bytes, and twice that of moments.
    expect((result.checkpointGib ?? 1) * 2 ** 20).toBeLessThan(60);
  });

  it("takes two processes together: both ranks, tokens of both", async () => {
    const out = newFolder();
    const runs = await runRanks(2, ["--spec", writeSpec(out, tinyRun), "--out", out, ...short]);
    const result = resultIn(out);
    expect(runs.map(({ status }) => status)).toEqual([0, 0]);
    expect(result.ranks.map(({ rank }) => rank)).toEqual([0, 1]);
    expect(result.tokens?.perStep).toEqual({ padded: 128, packed: 128, trained: 120 });
    expect(result).toMatchObject({ ended: "complete", run: "scaling-step" });
    expect(result.machine).toMatchObject({ gpus: 2, layout: "ddp", collectives: { library: "gloo" } });
    expect(five.map((item) => result.restore?.[item])).toEqual(five.map(() => "restored"));
    expect(result.restore?.newProcess).toBe(true);
  });

  it.each([
    [{ microBatch: 0 }, "microBatch: read 0, allowed: a whole number above 0"],
    [{ method: "inference" }, 'method: read "inference", allowed: pretrain, full, lora, qlora'],
    [{ parallel: { tensor: 2 } }, "parallel.tensor: read 2, allowed: 1"],
    [{ optimizer: "muon" }, 'optimizer: read "muon", allowed: adamw'],
    [{ model: "llama 3.1 8b" }, 'model: read "llama 3.1 8b"; its weights are not on this machine'],
    [{ model: { ...tinyModel, num_key_value_heads: 3 } }, "a divisor of 4"],
    [{ model: { ...tinyModel, num_experts: 8 } }, "model.num_experts: read 8"],
    [{ model: { num_layers: 2 } }, "lacks model.hidden_size, model.num_attention_heads, model.vocab_size"],
    [{ lora: { targets: ["wq"] }, method: "lora" }, "lora.targets: read"],
  ])("refuses %j before it starts anything", async (change, words) => {
    const out = newFolder();
    const { status, err } = await runKit([
      ...["--spec", writeSpec(out, { ...tinyRun, ...change }), "--out", join(out, "run")],
    ]);
    expect([status, err]).toEqual([2, expect.stringContaining(words)]);
    expect(readdirSync(out)).toEqual(["spec.json"]);
  });
});

describe.skipIf(withoutTorch)("what leaves the machine", () => {
  it("holds no secret, place, person or host, wherever they were planted", async () => {
    const out = newFolder();
    const planted = {
      HF_TOKEN: "hf_abcdefghijklmnopqrstuvwx",
      AWS_SECRET_ACCESS_KEY: "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY",
      DB_PASSWORD: "correct horse battery",
      HOME: "/home/ferdinand-k",
      USER: "ferdinand-k",
      HOSTNAME: "gpu-cave-07.example.org",
      GPU_PLAN_PILOT_IMAGE: "registry.example.org:5000/team/train:24.10",
    };
    const spec = {
      ...tinyRun,
      id: `of ferdinand-k on gpu-cave-07 with ${planted.HF_TOKEN} and correct horse battery`,
      model: { ...tinyModel, name: "/home/ferdinand-k/models/llama-tuned", [planted.HF_TOKEN]: 1 },
      modelRevision: "file:///srv/models/llama",
      dataRevision: `s3://team-bucket/${planted.AWS_SECRET_ACCESS_KEY}`,
      stackVersion: "see ferdinand@example.org at 10.20.30.40",
      save: { destination: "s3://team-bucket/out" },
      limits: { budget: { amount: 31_415, currency: "EUR" } },
    };
    const { status } = await runKit(
      ["--spec", writeSpec(out, spec), "--out", out, "--stage", "train", ...short],
      planted,
    );
    expect(status).toBe(0);
    await runKit(["--out", out, "--collect"], planted);
    const text = textOf(out);
    for (const secret of [
      ...Object.values(planted).slice(0, 4),
      ...["ferdinand", "gpu-cave-07", "example.org", "team-bucket", "10.20.30.40", "31415", "/srv", "/home"],
      ...[hostname(), out, process.cwd()],
    ])
      expect(text).not.toContain(secret);
    const result = resultIn(out);
    expect(result.spec.model).toMatchObject({ name: "llama-tuned", hidden_size: 32 });
    expect(result.machine.container).toBe("team/train:24.10");
  });
});
