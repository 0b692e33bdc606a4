import { describe, expect, it } from "vitest";
import type { Problem } from "../../../src/domain/problem.ts";
import type { RunSpec } from "../../../src/domain/run-spec.ts";
import { fillRun } from "../../../src/domain/planning/assumptions.ts";
import { lookup, stacks } from "./runs.ts";

const model = "eight-dense";

function problemsOf(fields: Readonly<Record<string, unknown>>): readonly Problem[] {
  const spec: RunSpec = { model, method: "full", ...fields };
  const outcome = fillRun(spec, lookup, stacks);
  return "problems" in outcome ? outcome.problems : [];
}

/** Nests a value under a dotted path. */
const at = (path: string, value: unknown): Readonly<Record<string, unknown>> =>
  path
    .split(".")
    .reverse()
    .reduce<unknown>((inner, key) => ({ [key]: inner }), value) as Readonly<Record<string, unknown>>;

const counts = [
  "gpus",
  "nodes",
  "sequenceLength",
  "microBatch",
  "gradientAccumulation",
  "runs",
  "lora.rank",
  "parallel.tensor",
  "parallel.pipeline",
  "parallel.context",
  "parallel.expert",
  "parallel.shardGroup",
  "serving.concurrency",
  "data.longestSample",
  "limits.maxGpus",
];

describe("a count that no run has is refused by its field, as read, with what is allowed", () => {
  const bad = [-1, 0, 0.5, 1e12, NaN, Infinity, -Infinity, "8", "eight", true, null, [], {}];
  it.each(counts.flatMap((path) => bad.map((value) => [path, value] as const)))("%s: %j", (path, value) => {
    const [problem, ...others] = problemsOf(at(path, value)).filter((p) => p.path === path);
    expect(others).toEqual([]);
    expect(problem?.code).toBe(typeof value === "number" ? "out-of-range" : "wrong-type");
    expect(problem?.read).toBe(
      typeof value === "number" ? String(value) : typeof value === "string" ? value : JSON.stringify(value),
    );
    expect(problem?.allowed?.length).toBeGreaterThan(0);
  });
});

describe("fields that exclude each other or the model", () => {
  it.each<[string, Readonly<Record<string, unknown>>, Partial<Problem>]>([
    [
      "GPUs that the parallel ranks do not divide",
      { gpus: 6, parallel: { tensor: 4 } },
      { path: "gpus", read: "6", allowed: ["4", "8"] },
    ],
    [
      "fewer GPUs than ranks",
      { gpus: 2, parallel: { tensor: 2, pipeline: 4 } },
      { path: "gpus", read: "2", allowed: ["8"] },
    ],
    [
      "nodes that do not divide the GPUs",
      { gpus: 8, nodes: 3 },
      { path: "nodes", read: "3", allowed: ["1", "2", "4", "8"] },
    ],
    [
      "one replica on many GPUs",
      { gpus: 4, parallel: { strategy: "single" } },
      { path: "parallel.strategy", read: "single", allowed: ["ddp", "zero1", "zero2", "fsdp", "zero3"] },
    ],
    [
      "pieces of stages that are not there",
      { gpus: 4, parallel: { virtualStages: 2 } },
      { path: "parallel.virtualStages", read: "2", allowed: ["1"] },
    ],
    [
      "more pieces than layers",
      { gpus: 4, parallel: { pipeline: 4, virtualStages: 16 } },
      { path: "parallel.virtualStages", read: "16" },
    ],
    [
      "tensor parallel above the heads",
      { gpus: 64, parallel: { tensor: 64 } },
      { path: "parallel.tensor", read: "64", allowed: ["1", "2", "4", "8", "16", "32"] },
    ],
    [
      "tensor parallel that does not divide the heads",
      { gpus: 3, parallel: { tensor: 3 } },
      { path: "parallel.tensor", read: "3", allowed: ["1", "2", "4", "8", "16", "32"] },
    ],
    [
      "training with more tensor ranks than key-value heads",
      { gpus: 16, parallel: { tensor: 16 } },
      { path: "parallel.tensor", read: "16", allowed: ["1", "2", "4", "8"] },
    ],
    [
      "more stages than layers",
      { gpus: 64, parallel: { pipeline: 64 } },
      { path: "parallel.pipeline", read: "64", allowed: ["1–32"] },
    ],
    [
      "expert parallel of a dense model",
      { gpus: 8, parallel: { expert: 4 } },
      { path: "parallel.expert", read: "4", allowed: ["1"] },
    ],
    [
      "a shard group that the replicas do not hold",
      { gpus: 8, parallel: { strategy: "fsdp", shardGroup: 3 } },
      { path: "parallel.shardGroup", read: "3", allowed: ["1", "2", "4", "8"] },
    ],
    [
      "a shard group of what does not shard",
      { gpus: 8, parallel: { strategy: "ddp", shardGroup: 4 } },
      {
        path: "parallel.shardGroup",
        read: "4",
        allowed: ["parallel.strategy=fsdp", "parallel.strategy=zero3"],
      },
    ],
    [
      "an FSDP version of another strategy",
      { gpus: 8, parallel: { strategy: "zero3", fsdpVersion: 2 } },
      { path: "parallel.fsdpVersion", read: "2", allowed: ["parallel.strategy=fsdp"] },
    ],
    [
      "a rank above the width",
      { method: "lora", lora: { rank: 5000 } },
      { path: "lora.rank", read: "5000", allowed: ["1–4096, whole"] },
    ],
    ["training in 4 bits", { precision: { weights: "nf4" } }, { path: "precision.weights", read: "nf4" }],
    [
      "QLoRA on 16-bit weights",
      { method: "qlora", precision: { weights: "bf16" } },
      { path: "precision.weights", read: "bf16" },
    ],
  ])("%s", (_, fields, expected) => {
    const problems = problemsOf(fields);
    expect(problems.map((p) => p.path)).toContain(expected.path);
    const problem = problems.find((p) => p.path === expected.path);
    expect(problem).toMatchObject(expected);
    expect(problem?.allowed?.length).toBeGreaterThan(0);
    expect(problem?.allowed).not.toContain(problem?.read);
  });

  it("what is allowed instead is taken", () => {
    for (const tensor of [1, 2, 4, 8]) expect(problemsOf({ gpus: 8, parallel: { tensor } })).toEqual([]);
    for (const nodes of [1, 2, 4, 8]) expect(problemsOf({ gpus: 8, nodes })).toEqual([]);
    for (const shardGroup of [1, 2, 4, 8])
      expect(problemsOf({ gpus: 8, parallel: { strategy: "fsdp", shardGroup } })).toEqual([]);
  });
});
