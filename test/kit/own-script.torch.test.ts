import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { gpuPlan, jsonLines } from "../cli/gpu-plan.ts";
import { newFolder, resultIn, runPython, withoutTorch, type PilotResult, type Ran } from "./run-kit.ts";

const five = ["model", "optimizer", "schedule", "randomState", "dataPosition"] as const;
const run = {
  model: "meta-llama/Llama-3.1-8B",
  method: "lora",
  sequenceLength: 16,
  microBatch: 2,
  accelerator: "h100-sxm-80gb",
  gpus: 1,
};

const parts = `
import random, numpy, torch
torch.manual_seed(3)
model = torch.nn.Sequential(torch.nn.Embedding(100, 8), torch.nn.Dropout(0.1), torch.nn.Linear(8, 100))
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 0.99**step)

def batch_at(step):
    ids = torch.randint(0, 100, (2, 16), generator=torch.Generator().manual_seed(step))
    return {"input_ids": ids}

def train_on(batch):
    loss = torch.nn.functional.cross_entropy(model(batch["input_ids"]).flatten(0, 1), batch["input_ids"].flatten())
    loss.backward()
    optimizer.step()
    schedule.step()
    optimizer.zero_grad()
    return loss.item()

def write_checkpoint():
    state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "schedule": schedule.state_dict()}
    chance = [random.getstate(), numpy.random.get_state(), torch.get_rng_state()]
    torch.save({**state, "random": chance, "step": step}, "checkpoint.pt")
`;

/** Every line of it indented. */
const inside = (block: string): string => block.replaceAll(/^/gmu, "    ");

describe.skipIf(withoutTorch)("the three lines of the README in somebody's own script", () => {
  let folder: string;
  let trained: Ran;
  let resumed: Ran;
  let result: PilotResult;
  let opening: string;

  const script = async (name: string, text: string): Promise<Ran> => {
    writeFileSync(join(folder, name), text);
    return runPython([name], {}, folder);
  };

  beforeAll(async () => {
    folder = newFolder();
    writeFileSync(join(folder, "run.json"), JSON.stringify(run));
    const made = await gpuPlan(["pilot", "kit", "--spec", join(folder, "run.json"), "--out", folder]);
    expect(made.status, made.err).toBe(0);
    const readme = readFileSync(join(folder, "README.md"), "utf8");
    const block = /```python\n([\s\S]*?)```/u.exec(readme)?.[1]?.trimEnd().split("\n") ?? [];
    expect(block).toHaveLength(4);
    const [open = "", around = "", body = "", save = ""] = block;
    expect(body.trim()).toBe("...");
    opening = open;
    trained = await script(
      "train.py",
      `${parts}
${open}
for step in range(14):
    batch = batch_at(step)
${inside(around)}
        train_on(batch)
${save}
for following in range(step + 1, step + 4):
    pilot.loss(train_on(batch_at(following)))
`,
    );
    resumed = await script(
      "resume.py",
      `${parts}
${open.replace('"spec.json"', '"spec.json", resume=True')}
saved = torch.load("checkpoint.pt")
model.load_state_dict(saved["model"])
optimizer.load_state_dict(saved["optimizer"])
schedule.load_state_dict(saved["schedule"])
for put_back, chance in zip((random.setstate, numpy.random.set_state, torch.set_rng_state), saved["random"]):
    put_back(chance)
step = saved["step"]
pilot.restored(model=model, optimizer=optimizer, schedule=schedule, data_position=step)
for following in range(step + 1, step + 4):
    pilot.loss(train_on(batch_at(following)))
`,
    );
    result = resultIn(join(folder, "pilot-out"));
  });

  it("leave the script's own behaviour and exit status alone, and say what they saw at its end", () => {
    expect(trained).toMatchObject({ status: 0, err: "" });
    expect(resumed).toMatchObject({ status: 0, err: "" });
    expect(trained.out).toMatch(/^Pilot run: complete\n/u);
  });

  it("record steps, tokens and the save, and where the model came from", () => {
    expect(result).toMatchObject({ ended: "complete", modelSource: "own-script", run: "one-gpu-pilot" });
    expect([result.warmUpSteps, result.steps.length, result.tokensPerStep]).toEqual([10, 4, 32]);
    expect(result.checkpointWriteSeconds).toBeGreaterThan(0);
  });

  it("prove the restore in a new process, dropout and all", () => {
    expect(result.restore).toMatchObject({ newProcess: true, lossContinues: "restored" });
    expect(five.map((item) => result.restore?.[item])).toEqual(five.map(() => "restored"));
    expect(resumed.out).toMatch(/Restored in a new process: model yes/u);
  });

  it("are judged against a plan like the kit's own run", async () => {
    const plan = await gpuPlan(["plan", "--json", "--spec", join(folder, "run.json")]);
    writeFileSync(join(folder, "plan.json"), plan.out);
    const files = ["--plan", join(folder, "plan.json"), join(folder, "pilot-out", "pilot-result.json")];
    const judged = await gpuPlan(["pilot", "judge", "--json", ...files]);
    expect(judged.status, judged.err).toBe(0);
    expect(jsonLines(judged.out)[0]).toMatchObject({ verdict: "inconclusive", stage: "one-gpu-pilot" });
  });

  it("write down what ended the script, and let it end as it would have", async () => {
    const ran = await script(
      "fails.py",
      `${parts}
${opening.replace('"spec.json"', '"spec.json", out="failed-out"')}
with pilot.step(tokens=32):
    train_on(batch_at(0))
with pilot.step(tokens=32):
    raise KeyError("the password is swordfish")
`,
    );
    expect([ran.status, ran.err]).toEqual([1, expect.stringContaining("KeyError")]);
    const failed = resultIn(join(folder, "failed-out"));
    expect(failed).toMatchObject({ ended: "failed", failure: { kind: "KeyError" }, warmUpSteps: 1 });
    expect(readFileSync(join(folder, "failed-out", "pilot-result.json"), "utf8")).not.toContain("swordfish");
  });
});
