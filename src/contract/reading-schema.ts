import { z } from "zod";

const measured = z.number().nullable().describe("null = not in this file");

/** One file of `gpu-plan pilot read --json`. */
export const readingSchema = z.object({
  file: z.string(),
  tool: z.string().nullable(),
  readings: z.object({
    peakAllocatedGib: measured,
    peakReservedGib: measured,
    peakDeviceGib: measured,
    weightsGib: measured,
    kvCacheGib: measured,
    capacityGib: measured,
    stepSeconds: measured,
    tokensPerSecondTotal: measured,
    tokensPerSecondPerGpu: measured,
    modelFlopsUtilisation: measured.describe("A fraction, as logged"),
    runtimeSeconds: measured,
    steps: measured,
    tokensTotal: measured,
    microBatch: measured,
    gradientAccumulation: measured,
    globalBatch: measured,
    sequenceLength: measured,
    gpuName: z.string().nullable(),
    gpuCount: measured,
    outOfMemory: z
      .object({ requestedGib: measured, freeGib: measured, phase: z.string().nullable() })
      .nullable(),
    versions: z.record(z.string(), z.string()).nullable(),
  }),
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
});
