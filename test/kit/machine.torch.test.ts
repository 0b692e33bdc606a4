import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { kitFile, newFolder, runPython, withoutTorch } from "./run-kit.ts";

/** What an expression of the kit's module gives, as JSON. */
async function inKit(code: string, env: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const opening = `
import json, os, sys, time
from pathlib import Path
sys.path.insert(0, ${JSON.stringify(dirname(kitFile))})
import gpu_plan_pilot as kit
`;
  const { status, out, err } = await runPython(["-c", `${opening}${code}`], env);
  expect([status, err]).toEqual([0, ""]);
  return JSON.parse(out);
}

/** Programs of this name and no other before those of the machine. */
function onPath(programs: Readonly<Record<string, string>>): { PATH: string } {
  const folder = newFolder();
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}`);
    chmodSync(join(folder, name), 0o755);
  }
  return { PATH: `${folder}:${process.env["PATH"] ?? ""}` };
}

const tab = (...rows: readonly string[][]): string => `${rows.map((row) => row.join("\t")).join("\n")}\n`;
const four = tab(
  ["", "\u001B[4mGPU0", "GPU1", "GPU2", "GPU3", "NIC0", "CPU Affinity", "NUMA Affinity\u001B[0m"],
  ["GPU0", " X ", "NV12", "SYS", "SYS", "PXB", "0-31", "0"],
  ["GPU1", "NV12", " X ", "SYS", "SYS", "SYS", "0-31", "0"],
  ["GPU2", "SYS", "SYS", " X ", "NV12", "SYS", "32-63", "1"],
  ["GPU3", "SYS", "SYS", "NV12", " X ", "SYS", "32-63", "1"],
  ["NIC0", "PXB", "SYS", "SYS", "SYS", " X ", "", ""],
);
const alone = tab(["", "GPU0", "NIC0", "CPU Affinity", "NUMA Affinity"], ["GPU0", " X ", "PXB", "0-15", "0"]);
const xgmi = `
============================ ROCm System Management Interface ============================
=============================== Link Type between two GPUs ===============================
       GPU0         GPU1         GPU2
GPU0   0            XGMI         PCIE
GPU1   XGMI         0            PCIE
GPU2   PCIE         PCIE         0
================================== End of ROCm SMI Log ===================================
`;

describe.skipIf(withoutTorch)("what the kit asks of the machine", () => {
  it("links are counted once a pair, network cards and headings are none, one card has none", async () => {
    const code = `print(json.dumps([kit.link_counts(text) for text in json.loads(os.environ["MATRICES"])]))`;
    const matrices = JSON.stringify([four, alone, xgmi, "", "No devices were found"]);
    expect(await inKit(code, { MATRICES: matrices })).toEqual([
      { NV12: 2, SYS: 4 },
      null,
      { XGMI: 1, PCIE: 2 },
      null,
      null,
    ]);
  });

  it("nvidia-smi is asked for the very GPU of the process; what it cannot say stays unknown", async () => {
    const smi = `case "$*" in
  *"-i GPU-b"*) echo "87, 612.40, 63" ;;
  *"-i 1"*) echo "0, [N/A], 41" ;;
  *"-i 2"*) echo "No devices were found" ;;
  *driver_version*) printf "570.86.15\\n570.86.15\\n" ;;
  *topo*) cat ${JSON.stringify(join(fileWith(four), "text"))} ;;
  *) exit 9 ;;
esac
`;
    const code = `
read = lambda gpu: kit.NvidiaSensor(gpu).read()
place = kit.visible_gpu(1, "GPU-a, GPU-b")
print(json.dumps([place, read(place), read("1"), read("2"), read("3"), kit.driver_of("cuda"), kit.topology_of("cuda")]))
`;
    expect(await inKit(code, onPath({ "nvidia-smi": smi }))).toEqual([
      "GPU-b",
      [87, 612.4, 63],
      [0, null, 41],
      null,
      null,
      "570.86.15",
      { NV12: 2, SYS: 4 },
    ]);
  });

  it("samples make a spread, and what was never seen is left out", async () => {
    const folder = fileWith("");
    const smi = `n=$(cat ${join(folder, "n")} 2>/dev/null || echo 0); echo $((n + 1)) > ${join(folder, "n")}
echo "$((50 + (n % 3) * 10)), [N/A], 60"
`;
    const code = `
kit.Sampler.SECONDS = 0.001
sampler = kit.Sampler(kit.NvidiaSensor("0"))
sampler.start()
end = time.time() + 20
while len(sampler._seen["utilisationPercent"]) < 6 and time.time() < end: time.sleep(0.01)
sampler.stop(); sampler.join()
print(json.dumps(sampler.summary()))
`;
    expect(await inKit(code, onPath({ "nvidia-smi": smi }))).toEqual({
      utilisationPercent: { median: 60, low: 50, high: 70 },
      temperatureCelsius: { median: 60, low: 60, high: 60 },
    });
  });

  it("AMD's files are those of the card by its place on the bus: percent, watts, degrees", async () => {
    const drm = newFolder();
    const card = (name: string, bus: string, files: Readonly<Record<string, string>>): void => {
      const device = join(drm, "bus", bus);
      mkdirSync(join(device, "hwmon", "hwmon7"), { recursive: true });
      for (const [file, text] of Object.entries(files)) writeFileSync(join(device, file), text);
      mkdirSync(join(drm, name));
      symlinkSync(device, join(drm, name, "device"));
    };
    card("card2", "0000:05:00.0", { gpu_busy_percent: "12\n", "hwmon/hwmon7/power1_input": "90000000\n" });
    card("card1", "0000:c1:00.0", {
      gpu_busy_percent: "98\n",
      "hwmon/hwmon7/power1_average": "545000000\n",
      "hwmon/hwmon7/temp1_input": "71500\n",
    });
    card("card0", "0000:01:00.0", {});
    mkdirSync(join(drm, "card1-DP-1"));
    const code = `
cards = kit.amd_cards(Path(${JSON.stringify(drm)}))
print(json.dumps([[card.parent.name for card in cards], *(kit.AmdSensor(card).read() for card in cards), kit.AmdSensor(Path(${JSON.stringify(join(drm, "card0", "device"))})).read()]))
`;
    expect(await inKit(code)).toEqual([["card2", "card1"], [12, 90, null], [98, 545, 71.5], null]);
  });

  it("without any of their programs everything is unknown", async () => {
    const code = `print(json.dumps([kit.NvidiaSensor("0").read(), kit.driver_of("cuda"), kit.topology_of("rocm"), kit.topology_of("cpu")]))`;
    expect(await inKit(code, { PATH: "/nonexistent" })).toEqual([null, null, null, null]);
  });
});

function fileWith(text: string): string {
  const folder = newFolder();
  writeFileSync(join(folder, "text"), text);
  return folder;
}
