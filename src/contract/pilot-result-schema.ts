import { z } from "zod";
import { phases } from "../domain/estimate.ts";
import { runSpecSchema } from "./run-spec-schema.ts";

const seconds = z.number().nonnegative();
const gib = z.number().nonnegative();
const count = z.int().nonnegative();
const checked = z.enum(["restored", "differs", "not-checked"]);

const text = (longest: number) => z.string().max(longest);
const share = z.number().min(0).max(1);
const fromRank = { rank: count.optional() };

const peaks = {
  peakAllocatedGib: gib.nullable(),
  peakReservedGib: gib.nullable(),
  peakDeviceGib: gib.nullable().describe("Of the whole device, other libraries and the context included"),
};

const spread = z.object({ median: z.number(), low: z.number(), high: z.number() });

const rankSchema = z.object({
  rank: count,
  ...peaks,
  capacityGib: gib.nullable().describe("As the driver reports it"),
  peakHostGib: gib.nullable().optional().describe("Resident memory of the process"),
  phases: z
    .array(z.object({ phase: z.enum([...phases, "warm-up"]), seconds: seconds.nullable(), ...peaks }))
    .max(phases.length + 1)
    .optional()
    .describe("Seconds of a phase of the step: the median over the steps after the warm-up"),
  utilisationPercent: spread.nullable().optional(),
  powerWatts: spread.nullable().optional(),
  temperatureCelsius: spread.nullable().optional(),
  binding: z
    .object({ cpus: text(200).nullable(), numaNodes: text(200).nullable() })
    .nullable()
    .optional()
    .describe("CPUs and NUMA nodes that the process may use, as the kernel lists them"),
});

const machineSchema = z.object({
  gpuName: text(200),
  gpus: z.int().positive().max(100_000),
  nodes: z.int().positive().max(10_000),
  driver: text(200).nullable(),
  versions: z.record(text(100), text(200)),
  platform: z.enum(["cuda", "rocm", "cpu"]).optional(),
  topology: z.record(text(40), count).nullable().optional().describe("Pairs of GPUs by kind of link"),
  collectives: z
    .object({ library: text(40), version: text(100).nullable(), transports: z.array(text(100)).max(50) })
    .nullable()
    .optional()
    .describe("The library of the collectives, and what it says it went over"),
  container: text(200).nullable().optional().describe("Image without its registry"),
  layout: text(40).nullable().optional(),
});

const tokenCounts = z.object({
  padded: z.number().positive(),
  packed: z.number().positive().describe("Padding left out"),
  trained: z.number().nonnegative().describe("With a label"),
});

/** What the pilot kit writes and `POST /api/pilots/{token}` takes: one short run, measured, never interpreted. */
export const pilotResultSchema = z.object({
  kit: z.literal("gpu-plan-pilot"),
  version: z.int().positive().max(1_000),
  run: z.enum(["one-gpu-pilot", "scaling-step", "restore-proof"]),
  spec: runSpecSchema,
  startedAt: z.iso.datetime({ offset: true }),
  ended: z.enum(["complete", "out-of-memory", "killed", "failed", "cut-off"]).optional(),
  modelSource: z
    .enum(["weights", "shape-only", "own-script"])
    .optional()
    .describe("shape-only: random weights of the model's shape"),
  modelRevision: text(200).nullable().optional(),
  dataRevision: text(200).nullable().optional(),
  notApplied: z.array(text(100)).max(50).optional().describe("Fields of the spec that this run did not use"),
  machine: machineSchema,
  warmUpSteps: count,
  steps: z.array(seconds).max(100_000).describe("Seconds of each step after the warm-up, in order"),
  dataSeconds: z.array(seconds).max(100_000).optional().describe("Of each step, spent waiting for data"),
  dataWaitShare: share.optional(),
  tokens: z
    .object({ perStep: tokenCounts, perSecond: tokenCounts.nullable() })
    .optional()
    .describe("Over all GPUs, after the warm-up"),
  tokensPerStep: z.number().positive().nullable().describe("Over all GPUs, padding left out"),
  longestSampleTokens: z.number().positive().nullable(),
  ranks: z.array(rankSchema).min(1).max(100_000),
  validationSeconds: seconds.nullable(),
  checkpointWriteSeconds: seconds.nullable(),
  checkpointReadSeconds: seconds.nullable(),
  checkpointGib: gib.nullable(),
  outOfMemory: z
    .object({
      phase: z.enum(phases).nullable(),
      requestedGib: gib.nullable(),
      freeGib: gib.nullable(),
      ...fromRank,
    })
    .nullable(),
  failure: z
    .object({ phase: z.enum(phases).nullable(), kind: text(100), ...fromRank })
    .nullable()
    .optional()
    .describe("Anything but memory; the kind of the error or the signal, never its words"),
  restore: z
    .object({
      newProcess: z.boolean(),
      model: checked,
      optimizer: checked,
      schedule: checked,
      randomState: checked,
      dataPosition: checked,
      lossBefore: z.number().nullable(),
      lossAfter: z.number().nullable(),
      lossContinues: checked.optional(),
      lossTolerance: share.optional().describe("As a share of the loss before"),
    })
    .nullable(),
});
