import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseRunSpec } from "../../src/contract/parse-run-spec.ts";
import { launchers } from "../../src/domain/launch.ts";
import { fieldsOfArchitecture } from "../../src/domain/fields-of-architecture.ts";
import { architectureFromFields } from "../../src/domain/architecture-from-fields.ts";
import { real } from "../domain/planning/support.ts";
import { gpuPlan } from "./gpu-plan.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pilot-kit-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const run = {
  model: "llama 3.1 8b",
  method: "lora",
  accelerator: "h100-sxm",
  sequenceLength: 4096,
  data: { tokens: 2e8 },
  limits: { budget: { amount: 31_415, currency: "EUR" } },
  save: { destination: "s3://team-bucket/out" },
};
let written = 0;
async function kit(spec: unknown, ...args: readonly string[]) {
  const file = join(folder, `spec-${(written += 1)}.json`);
  const out = join(folder, `kit-${written}`);
  writeFileSync(file, typeof spec === "string" ? spec : JSON.stringify(spec));
  const ran = await gpuPlan(["pilot", "kit", "--spec", file, "--out", out, ...args]);
  const read = (name: string): string => readFileSync(join(out, name), "utf8");
  return { ...ran, out: ran.out, folder: out, read };
}

describe("gpu-plan pilot kit", () => {
  it("writes the kit as it is, the run, a launch file and how to use them", async () => {
    const { status, folder: out, read } = await kit(run);
    expect(status).toBe(0);
    const [script = ""] = readdirSync(out).filter((name) => name.endsWith(".sh"));
    expect(readdirSync(out).sort()).toEqual(["README.md", "gpu_plan_pilot.py", script, "spec.json"].sort());
    expect(read("gpu_plan_pilot.py")).toBe(readFileSync("src/kit/gpu_plan_pilot.py", "utf8"));
    execFileSync("bash", ["-n", join(out, script)]);
    expect(read(script)).toContain("python3 gpu_plan_pilot.py");
    expect(read("README.md")).toContain(`bash ${script}`);
  });

  it("takes the run of a plan as plan --json prints it", async () => {
    const file = join(folder, "of-plan.json");
    writeFileSync(file, JSON.stringify(run));
    const planned = await gpuPlan(["plan", "--json", "--spec", file]);
    const [ofPlan, ofRun] = [await kit(planned.out), await kit(run)];
    expect(ofPlan.status).toBe(0);
    expect(JSON.parse(ofPlan.read("spec.json"))).toEqual(JSON.parse(ofRun.read("spec.json")));
  });

  it.each([["an object of something else", { results: [], version: 2 }], ["a run without a model", { gpus: 2 }], ["nothing", {}]])(
    "refuses what holds no run: %s", async (_what, spec) => {
      const { status, out, err } = await kit(spec);
      expect([status, out]).toEqual([2, ""]);
      expect(err).toMatch(/--spec: no run that can be tried/u);
    },
  ); // prettier-ignore

  it("writes a run with its shape and defaults that the contract takes, and nothing about money or places", async () => {
    const { read } = await kit(run);
    const spec = JSON.parse(read("spec.json")) as Record<string, unknown>;
    expect(parseRunSpec(spec)).toMatchObject({ warnings: [] });
    expect(spec).toMatchObject({
      accelerator: "h100-sxm",
      gpus: 1,
      method: "lora",
      microBatch: 1,
      optimizer: "adamw",
    });
    expect(spec["model"]).toMatchObject({
      name: "meta-llama/Llama-3.1-8B",
      num_layers: 32,
      hidden_size: 4096,
      num_attention_heads: 32,
      num_key_value_heads: 8,
      intermediate_size: 14_336,
      vocab_size: 128_256,
    });
    for (const kept of ["31415", "team-bucket", "limits"]) expect(read("spec.json")).not.toContain(kept);
  });

  it.each([
    ["one-gpu-pilot", { gpus: 1, parallel: { strategy: "single" } }, "python3 gpu_plan_pilot.py"],
    ["scaling-step", { gpus: 4, parallel: { strategy: "ddp" } }, "torchrun --standalone"],
  ])("of four cards with DDP takes for a %s %j", async (name, spec, start) => {
    const four = { ...run, gpus: 4, parallel: { strategy: "ddp" } };
    const { folder: out, read } = await kit(four, "--run", name);
    expect(JSON.parse(read("spec.json"))).toMatchObject(spec);
    const script = read(readdirSync(out).find((file) => file.endsWith(".sh")) ?? "").replaceAll(
      /[\s\\]+/gu,
      " ",
    );
    expect(script).toContain(start);
    expect(script).toContain(`--run ${name}`);
  });

  it("takes the smallest group of a run whose state is sharded, as the plan designs it", async () => {
    const { read } = await kit({ ...run, method: "full", gpus: 8, parallel: { strategy: "fsdp" } });
    expect(JSON.parse(read("spec.json"))).toMatchObject({ gpus: 4, parallel: { strategy: "fsdp" } });
  });

  it.each(launchers)("starts it with %s, and says what is still to be given", async (launcher) => {
    const { status, folder: out, read, err } = await kit(run, "--launcher", launcher, "--lang", "fr");
    const ours = ["gpu_plan_pilot.py", "spec.json", "README.md"];
    const [launch = ""] = readdirSync(out).filter((name) => !ours.includes(name));
    expect(status).toBe(0);
    expect(read(launch)).toContain("gpu_plan_pilot.py");
    expect(read("README.md")).toMatch(/^# Essai pilote/u);
    const stays = launcher === "shell" || launcher === "slurm";
    expect(/UPLOAD_TO/u.test(err)).toBe(!stays);
    if (launcher === "skypilot") expect(parse(read(launch))).toMatchObject({ workdir: "." });
  });

  it("says how to post to an address that was given, and where the result lies", async () => {
    const { read } = await kit(run, "--post", "https://bot.example.org/");
    expect(read("README.md")).toMatch(/--collect --post https:\/\/bot\.example\.org\n/u);
    expect(read("README.md")).toContain("gpu-plan pilot read pilot-out/pilot-result.json");
    const { read: plain } = await kit(run);
    expect(plain("README.md")).not.toContain("GPU_PLAN_PILOT_TOKEN");
  });

  it.each(["http://bot.example.org", "https://bot.example.org/?token=abc", "https://me:pw@bot.example.org", "bot", "ftp://127.0.0.1"])(
    "writes no file that holds the address %s, and does not repeat it",
    async (address) => {
      const { status, out, err } = await kit(run, "--post", address);
      expect([status, out]).toEqual([2, ""]);
      expect(err).toMatch(/--post.*https/u);
      expect(err).not.toContain(address);
    },
  ); // prettier-ignore

  it.each([
    ["{", [], /JSON/u],
    [{ ...run, microBatch: 0 }, [], /Micro-batch: 0/u],
    [run, ["--launcher", "nomad"], /nomad.*skypilot, dstack, slurm, kubernetes, shell/u],
    [run, ["--run", "party"], /party.*one-gpu-pilot, scaling-step, restore-proof/u],
    [{ model: "llama 3.1 8b", method: "inference" }, [], /vllm bench serve/u],
    [{ ...run, model: "no such model at all" }, [], /no such model/u],
  ])("refuses %j with %j", async (spec, args, words) => {
    const { status, out, err } = await kit(spec, ...args);
    expect([status, out]).toEqual([2, ""]);
    expect(err).toMatch(words);
  });
});

describe("a model as fields of data", () => {
  const dense = real.catalogue.models.filter((m) => m.class === "dense-decoder" && m.shape !== null);
  it.each(dense.slice(0, 40).map((model) => [model.id, model] as const))(
    "%s reads back as it was",
    (_, model) => {
      const read = architectureFromFields(fieldsOfArchitecture(model), "model");
      const { shape, parametersTotal } = "model" in read ? read.model : { shape: null, parametersTotal: 0 };
      const widths = (of: typeof shape) => [
      of?.layers, of?.hiddenSize, of?.intermediateSize, of?.attentionHeads, of?.keyValueHeads, of?.headDim,
      of?.vocabularySize, of?.tiedEmbeddings, of?.mlp.gated, of?.norm.kind, of?.attention.qkvBias,
    ]; // prettier-ignore
      expect(widths(shape)).toEqual(widths(model.shape));
      expect(parametersTotal).toBe(model.parametersTotal);
    },
  );
});
