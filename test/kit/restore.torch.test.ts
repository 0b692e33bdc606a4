import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import {
  kitFile,
  newFolder,
  resultIn,
  runKit,
  runPython,
  tinyRun,
  withoutTorch,
  writeSpec,
  type PilotResult,
} from "./run-kit.ts";

/** The file of each item in a checkpoint, and how to change one value of it, in Python. */
const items = {
  model: ["model.pt", "value['layers.1.mlp.up.weight'][3, 5] += 1e-6"],
  optimizer: ["optimizer.pt", "value['state'][0]['exp_avg'].view(-1)[7] += 1e-9"],
  schedule: ["schedule-0.pt", "value['last_epoch'] += 1"],
  randomState: ["random-0.pt", "value[1][104] ^= 1"],
  dataPosition: ["data-0.pt", "value += 1"],
} as const;
type Item = keyof typeof items;
const all = Object.keys(items) as Item[];

const steps = ["--steps", "2", "--warm-up", "1"] as const;
const inCheckpoint = (folder: string, item: Item): string =>
  join(folder, "checkpoint", "node-0", items[item][0]);

/** Restores in each folder, each in a process of its own; torch is loaded once for all of them. */
async function restoreIn(...folders: readonly string[]): Promise<readonly PilotResult[]> {
  const forks = `
import os, sys, pathlib, torch
sys.path.insert(0, ${JSON.stringify(dirname(kitFile))})
import gpu_plan_pilot as kit
for folder in sys.argv[1:]:
    args = ["--spec", folder + "/spec.json", "--out", folder, "--stage", "restore"]
    child = os.fork()
    if child == 0:
        os._exit(kit.main(args))
    assert os.waitpid(child, 0)[1] == 0
    kit.collect(pathlib.Path(folder))
`;
  const { status, err } = await runPython(["-c", forks, ...folders]);
  expect([status, err.replaceAll(/A part of the checkpoint cannot be read.*\n/gu, "")]).toEqual([0, ""]);
  return folders.map(resultIn);
}

describe.skipIf(withoutTorch)("the proof of restore", () => {
  let trained: string;
  beforeAll(async () => {
    trained = newFolder();
    await runKit([
      ...["--spec", writeSpec(trained, tinyRun), "--out", trained, "--stage", "train"],
      ...steps,
    ]);
  });

  const copy = (): string => {
    const folder = newFolder();
    cpSync(trained, folder, { recursive: true });
    return folder;
  };

  /** Changes one item in each folder, all in one process. */
  const change = async (cases: readonly { folder: string; item: Item }[]): Promise<void> => {
    const changes = cases.map(({ folder, item }) => {
      const file = inCheckpoint(folder, item);
      return `value = torch.load('${file}'); ${items[item][1]}; torch.save(value, '${file}')`;
    });
    const code = ["import torch", ...changes].join("\n");
    expect(await runPython(["-c", code])).toMatchObject({ status: 0 });
  };
  const broken = {
    missing: (file: string) => {
      rmSync(file);
    },
    "cut short": (file: string) => {
      truncateSync(file, 100);
    },
    empty: (file: string) => {
      truncateSync(file, 0);
    },
  } as const;
  const ways = Object.keys(broken) as (keyof typeof broken)[];

  const answersOf = ({ restore }: PilotResult) => all.map((item) => `${item} ${restore?.[item]}`);
  const onlyBad = (bad: Item) => all.map((item) => `${item} ${item === bad ? "differs" : "restored"}`);

  it("catches one changed value of any item, and nothing else", async () => {
    const folders = all.map(copy);
    await change(all.map((item, i) => ({ item, folder: folders[i] ?? "" })));
    const results = await restoreIn(...folders);
    expect(results.map(answersOf)).toEqual(all.map(onlyBad));
    expect(results.map(({ restore }) => restore?.newProcess)).toEqual(all.map(() => true));
  });

  it("catches any item that is missing or damaged, and nothing else", async () => {
    const cases = all.flatMap((item) => ways.map((way) => ({ item, way, folder: copy() })));
    for (const { item, way, folder } of cases) broken[way](inCheckpoint(folder, item));
    const results = await restoreIn(...cases.map(({ folder }) => folder));
    expect(results.map(answersOf)).toEqual(cases.map(({ item }) => onlyBad(item)));
  });

  it("proves nothing where nobody kept what it should be, and sees a loss that does not go on", async () => {
    const [forgotten, jumped] = [copy(), copy()];
    rmSync(join(forgotten, "expected-0.json"));
    const kept = join(jumped, "expected-0.json");
    const expected = JSON.parse(readFileSync(kept, "utf8")) as { losses: number[] };
    writeFileSync(kept, JSON.stringify({ ...expected, losses: expected.losses.map((loss) => loss * 1.05) }));
    const [nothing, other] = await restoreIn(forgotten, jumped);
    expect(nothing?.restore).toMatchObject({
      newProcess: false,
      lossBefore: null,
      lossContinues: "not-checked",
    });
    expect(all.map((item) => nothing?.restore?.[item])).toEqual(all.map(() => "not-checked"));
    expect(other?.restore?.lossContinues).toBe("differs");
  });
});
