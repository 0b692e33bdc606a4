import { z } from "zod";
import { phases } from "../domain/estimate.ts";
import { runSpecSchema } from "./run-spec-schema.ts";

const seconds = z.number().nonnegative();
const gib = z.number().nonnegative();
const count = z.int().nonnegative();
const checked = z.enum(["restored", "differs", "not-checked"]);

const rankSchema = z.object({
  rank: count,
  peakAllocatedGib: gib.nullable(),
  peakReservedGib: gib.nullable(),
  peakDeviceGib: gib.nullable().describe("Of the whole device, other libraries and the context included"),
  capacityGib: gib.nullable().describe("As the driver reports it"),
});

/** What the pilot kit writes and `POST /api/pilots/{token}` takes: one short run, measured, never interpreted. */
export const pilotResultSchema = z.object({
  kit: z.literal("gpu-plan-pilot"),
  version: z.int().positive().max(1_000),
  run: z.enum(["one-gpu-pilot", "scaling-step", "restore-proof"]),
  spec: runSpecSchema,
  startedAt: z.iso.datetime({ offset: true }),
  machine: z.object({
    gpuName: z.string().max(200),
    gpus: z.int().positive().max(100_000),
    nodes: z.int().positive().max(10_000),
    driver: z.string().max(200).nullable(),
    versions: z.record(z.string().max(100), z.string().max(200)),
  }),
  warmUpSteps: count,
  steps: z.array(seconds).max(100_000).describe("Seconds of each step after the warm-up, in order"),
  dataSeconds: z.array(seconds).max(100_000).optional().describe("Of each step, spent waiting for data"),
  tokensPerStep: z.number().positive().nullable().describe("Over all GPUs, padding left out"),
  longestSampleTokens: z.number().positive().nullable(),
  ranks: z.array(rankSchema).min(1).max(100_000),
  validationSeconds: seconds.nullable(),
  checkpointWriteSeconds: seconds.nullable(),
  checkpointReadSeconds: seconds.nullable(),
  checkpointGib: gib.nullable(),
  outOfMemory: z
    .object({ phase: z.enum(phases).nullable(), requestedGib: gib.nullable(), freeGib: gib.nullable() })
    .nullable(),
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
    })
    .nullable(),
});
