import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { gpuPlan, jsonLines } from "../cli/gpu-plan.ts";
import {
  ended,
  kitFile,
  newFolder,
  resultIn,
  runKit,
  startPython,
  tinyRun,
  withoutTorch,
  writeSpec,
} from "./run-kit.ts";

const journal = (folder: string): string => {
  const file = join(folder, "journal-0.jsonl");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
};
const stepsIn = (text: string): number => text.split('"event": "step"').length - 1;

async function until(done: () => boolean): Promise<void> {
  const patience = Date.now() + 60_000;
  while (!done()) {
    if (Date.now() > patience) throw new Error("it did not come so far");
    await wait(20);
  }
}

/** A run that would go on for hours, some steps in; the process that trains is a child of the one started. */
async function underWay(folder: string) {
  const endless = ["--spec", writeSpec(folder, tinyRun), "--out", folder, "--warm-up", "2"];
  const supervisor = startPython([kitFile, ...endless, "--steps", "1000000"]);
  const over = ended(supervisor);
  await until(() => stepsIn(journal(folder)) >= 6);
  const pid = supervisor.pid ?? 0;
  const [child = ""] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return { supervisor, over, training: Number(child) };
}

describe.skipIf(withoutTorch)("a run that is killed", () => {
  it("leaves a result that says so, with what it had measured", async () => {
    const folder = newFolder();
    const { over, training } = await underWay(folder);
    process.kill(training, "SIGKILL");
    expect((await over).status).toBe(1);
    const result = resultIn(folder);
    expect(result).toMatchObject({ ended: "killed", failure: { kind: "SIGKILL" }, restore: null });
    expect(result.steps.length).toBeGreaterThanOrEqual(4);
    expect(result.tokensPerStep).toBe(64);
  });

  it("stops by itself when its supervisor is killed, and --collect makes the result", async () => {
    const folder = newFolder();
    const { supervisor, over, training } = await underWay(folder);
    supervisor.kill("SIGKILL");
    await over;
    await until(() => !existsSync(`/proc/${training}`));
    expect(existsSync(join(folder, "pilot-result.json"))).toBe(false);
    expect((await runKit(["--collect", "--out", folder])).status).toBe(1);
    expect(resultIn(folder)).toMatchObject({ ended: "cut-off" });
  });

  it("says so when it was killed before it measured anything", async () => {
    expect(await runKit(["--collect", "--out", newFolder()])).toMatchObject({
      status: 1,
      err: expect.stringContaining("Nothing was measured yet") as unknown,
    });
  });
});

/** Makes one thing fail in the processes that the kit starts, from outside of it. */
function failingAt(folder: string, patch: string): Readonly<Record<string, string>> {
  const place = join(folder, "failing");
  mkdirSync(place);
  writeFileSync(
    join(place, "sitecustomize.py"),
    `import sys\nif "--stage" in sys.orig_argv:\n    import torch\n${patch.replaceAll(/^/gmu, "    ")}\n`,
  );
  return { PYTHONPATH: place };
}

const afterCalls = (name: string, calls: number, error: string): string => `
original, calls = ${name}, [0]
def failing(*args, **kwargs):
    calls[0] += 1
    if calls[0] > ${calls}:
        raise ${error}
    return original(*args, **kwargs)
${name} = failing`;

/** The process ends without a word in the middle of the call after so many. */
const killedAfter = (name: string, calls: number): string =>
  afterCalls(name, calls, "").replace("raise ", "__import__('os').kill(__import__('os').getpid(), 9)");

const cuda =
  "CUDA out of memory. Tried to allocate 1.50 GiB (GPU 0; 23.69 GiB total capacity; 21.02 GiB already allocated; 512.00 MiB free; 21.50 GiB reserved in total by PyTorch)";
const hip =
  "HIP out of memory. Tried to allocate 256.00 MiB. GPU 0 has a total capacity of 191.98 GiB of which 12.00 MiB is free.";

describe.skipIf(withoutTorch)("a run that fails", () => {
  it.each([
    ["backward", "torch.Tensor.backward", 7, cuda, { requestedGib: 1.5, freeGib: 0.5 }],
    ["optimizer-step", "torch.optim.AdamW.step", 2, hip, { requestedGib: 0.25, freeGib: 12 / 1024 }],
    ["checkpoint-save", "torch.save", 0, cuda, { requestedGib: 1.5 }],
  ])(
    "for want of memory in %s writes where, and what was measured",
    async (phase, name, calls, words, sizes) => {
      const folder = newFolder();
      const env = failingAt(folder, afterCalls(name, calls, `RuntimeError(${JSON.stringify(words)})`));
      const args = ["--spec", writeSpec(folder, tinyRun), "--out", folder, "--steps", "3", "--warm-up", "2"];
      const ran = await runKit(args, env);
      expect([ran.status, ran.err]).toEqual([3, "Out of memory; the result says where.\n"]);
      const result = resultIn(folder);
      expect(result).toMatchObject({ ended: "out-of-memory", outOfMemory: { phase, rank: 0, ...sizes } });
      expect(result.warmUpSteps + result.steps.length).toBe({ backward: 3, "optimizer-step": 2 }[phase] ?? 5);
      const { out } = await gpuPlan(["pilot", "read", "--json", join(folder, "pilot-result.json")]);
      expect(jsonLines(out)[0]).toMatchObject({ readings: { outOfMemory: { phase } } });
    },
  );

  it("for any other reason keeps its kind and phase, never its words", async () => {
    const folder = newFolder();
    const error = 'ValueError("the password is swordfish")';
    const env = failingAt(folder, afterCalls("torch.Tensor.backward", 3, error));
    const args = ["--spec", writeSpec(folder, tinyRun), "--out", folder, "--steps", "3", "--warm-up", "1"];
    const ran = await runKit(args, env);
    expect([ran.status, ran.err]).toEqual([1, expect.stringContaining("swordfish")]);
    expect(resultIn(folder)).toMatchObject({
      ended: "failed",
      failure: { phase: "backward", kind: "ValueError", rank: 0 },
      outOfMemory: null,
    });
    expect(readFileSync(join(folder, "pilot-result.json"), "utf8")).not.toContain("swordfish");
  });
});

/** Two steps of warm-up and three that count, each of two micro-batches: what is called, after how many times, and what is left. */
const kills = [
  ["load", "torch.optim.AdamW.__init__", 0, { steps: 0, warmUp: 0 }],
  ["warm-up", "torch.Tensor.backward", 2, { steps: 0, warmUp: 1 }],
  ["forward", "torch.nn.functional.cross_entropy", 7, { steps: 1, warmUp: 2 }],
  ["backward", "torch.Tensor.backward", 7, { steps: 1, warmUp: 2 }],
  ["optimizer-step", "torch.optim.AdamW.step", 3, { steps: 1, warmUp: 2 }],
  ["evaluation", "torch.nn.functional.cross_entropy", 10, { steps: 3, warmUp: 2 }],
  ["checkpoint-save", "torch.save", 0, { steps: 3, warmUp: 2 }],
  ["restore", "torch.load", 0, { steps: 3, warmUp: 2 }],
] as const;

describe.skipIf(withoutTorch)("a run that is killed outright", () => {
  it.each(kills)(
    "in %s keeps what it had measured, and reads as a run that was killed",
    async (phase, name, calls, left) => {
      const folder = newFolder();
      const env = failingAt(folder, killedAfter(name, calls));
      const args = ["--spec", writeSpec(folder, tinyRun), "--out", folder, "--steps", "3", "--warm-up", "2"];
      expect((await runKit(args, env)).status).toBe(1);
      const result = resultIn(folder);
      expect(result).toMatchObject({ ended: "killed", failure: { kind: "SIGKILL" }, restore: null });
      expect([result.warmUpSteps, result.steps.length]).toEqual([left.warmUp, left.steps]);
      expect(result.failure?.phase).toBe(phase === "warm-up" ? "backward" : phase);
      const { out } = await gpuPlan(["pilot", "read", "--json", join(folder, "pilot-result.json")]);
      expect(jsonLines(out)[0]).toMatchObject({
        tool: "gpu-plan-pilot",
        readings: { outOfMemory: null, steps: left.steps + left.warmUp || null },
      });
    },
  );
});
