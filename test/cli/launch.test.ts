import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { gpuPlan } from "./gpu-plan.ts";

let folder: string;
let planFile: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gpu-plan-launch-"));
  planFile = join(folder, "plan.json");
  writeFileSync(
    planFile,
    (await gpuPlan(["plan", "--json", "llama 3.1 8b lora r16, 4k, 8x h100 on aws, 50M tokens"])).out,
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("gpu-plan launch", () => {
  it("prints the file for the plan's offer, and what is still to be given beside it", async () => {
    const { status, out, err } = await gpuPlan(["launch", "--plan", planFile, "--launcher", "skypilot"]);
    expect(status).toBe(0);
    expect(parse(out)).toMatchObject({ resources: { accelerators: "H100:8", instance_type: "p5.48xlarge" } });
    expect(err).toMatch(/^Start it with: sky /u);
    expect(err).toContain("the digest of the image");
  });

  it("reads standard input, writes into a folder, and speaks French", async () => {
    const out = join(folder, "new/folder");
    const ran = await gpuPlan(["launch", "--launcher", "slurm", "--out", out, "--lang", "fr"], {
      input: readFileSync(planFile, "utf8"),
    });
    const path = join(out, "llama-3-1-8b-lora.sbatch");
    expect(ran).toMatchObject({ status: 0, out: `Écrit\u00A0: ${path}\n` });
    execFileSync("bash", ["-n", path]);
    expect(readFileSync(path, "utf8")).toMatch(/#SBATCH --time=\d+:\d\d:00/u);
  });

  it.each([
    [["--launcher", "nomad"], "", /nomad.*skypilot, dstack, slurm, kubernetes, shell/u],
    [["--launcher", "slurm"], "not json", /not a plan/u],
    [["--launcher", "slurm"], '{"kind":"recommendation"}', /not a plan.*spec/u],
    [["--launcher", "slurm"], '{"model":"llama 3.1 8b","method":"lora"}', /not a plan/u],
    [["--launcher", "slurm"], "{}", /not a plan/u],
    [[], "", /--launcher/u],
  ])("refuses %j with %j", async (args, input, message) => {
    const { status, out, err } = await gpuPlan(["launch", ...args], { input });
    expect([status, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
  });

  it("has nothing to launch for a plan that recommends nothing", async () => {
    const { out } = await gpuPlan([
      "plan",
      "--json",
      "llama 3.1 70b full fine-tune on 1x rtx 4090, 4k, 10M tokens",
    ]);
    const { status, err } = await gpuPlan(["launch", "--launcher", "shell"], { input: out });
    expect([status, err]).toEqual([2, "This plan recommends nothing, so there is nothing to launch.\n"]);
  });
});
