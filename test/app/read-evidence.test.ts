import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { readEvidence } from "../../src/app/read-evidence.ts";

const kit = {
  kit: "gpu-plan-pilot",
  version: 1,
  run: "one-gpu-pilot",
  spec: { model: "llama-3.1-8b", method: "lora", microBatch: 2 },
  startedAt: "2026-11-30T10:00:00Z",
  machine: {
    gpuName: "NVIDIA H100 80GB HBM3",
    gpus: 1,
    nodes: 1,
    driver: null,
    versions: { torch: "2.9.1" },
  },
  warmUpSteps: 2,
  steps: [1.5, 1.4],
  tokensPerStep: 8192,
  longestSampleTokens: 4096,
  ranks: [{ rank: 0, peakAllocatedGib: 30, peakReservedGib: 33, peakDeviceGib: 35, capacityGib: 79.6 }],
  validationSeconds: null,
  checkpointWriteSeconds: null,
  checkpointReadSeconds: null,
  checkpointGib: null,
  outOfMemory: null,
  restore: null,
};

async function* inPieces(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const read = (text: string | Uint8Array) =>
  readEvidence("result.json", inPieces(typeof text === "string" ? Buffer.from(text) : text));

it.each([
  ["on one line", JSON.stringify(kit)],
  ["indented, after a blank line and a mark", `\uFEFF\n${JSON.stringify(kit, null, 2)}\n`],
  ["compressed", gzipSync(JSON.stringify(kit))],
])("the kit's document comes whole, %s", async (_how, written) => {
  const { evidence, problems } = await read(written);
  expect(problems).toEqual([]);
  expect(evidence.result).toMatchObject({ run: "one-gpu-pilot", steps: [1.5, 1.4], spec: { microBatch: 2 } });
  expect(evidence.reading).toMatchObject({ tool: "gpu-plan-pilot", readings: { peakDeviceGib: 35 } });
});

it("a document of the kit that cannot be used says which fields", async () => {
  const { evidence, problems } = await read(
    JSON.stringify({ ...kit, steps: [-1], run: "one-gpu", ranks: [] }),
  );
  expect(evidence.result).toBeNull();
  expect(problems).toMatchObject([
    {
      code: "unknown-value",
      path: "run",
      read: "one-gpu",
      allowed: ["one-gpu-pilot", "scaling-step", "restore-proof"],
    },
    { code: "out-of-range", path: "steps.0", read: "-1", allowed: ["≥ 0"] },
    { code: "out-of-range", path: "ranks", allowed: ["≥ 1"] },
  ]);
});

it.each([
  ["a log", "step 1 loss 2.0\n{'loss': 1.2}\n"],
  ["another tool's document", JSON.stringify({ log_history: [] })],
  ["nothing", ""],
])("%s is no document of the kit", async (_what, text) => {
  expect(await read(text)).toMatchObject({ evidence: { name: "result.json", result: null }, problems: [] });
});

it("a document of the kit that was cut short is said to be", async () => {
  expect(await read(JSON.stringify(kit).slice(0, 300))).toMatchObject({
    evidence: { name: "result.json", result: null },
    problems: [{ code: "cut-off" }],
  });
});

it("a document larger than any the kit writes is not kept in memory", async () => {
  const huge = `{"kit":"gpu-plan-pilot","steps":[\n${"1,\n".repeat(600_000)}1]}`;
  const { evidence } = await readEvidence("huge.json", inPieces(Buffer.from(huge), 65_536));
  expect(evidence.result).toBeNull();
});
