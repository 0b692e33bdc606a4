import { z } from "zod";

const measured = z.number().nullable().describe("null = not in this file");

const failure = z.object({
  requestedGib: measured,
  freeGib: measured,
  phase: z.string().nullable(),
  gpu: measured,
  rank: measured,
  capacityGib: measured,
  inUseGib: measured,
  allocatedGib: measured,
  reservedUnallocatedGib: measured,
  privatePoolsGib: measured,
  allowedGib: measured.describe("A cap set by the program, not the card"),
});

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
    outOfMemory: failure.nullable().describe("The failure that counts"),
    versions: z.record(z.string(), z.string()).nullable(),
    failures: z.array(failure).describe("Every failed allocation, in order"),
    ranks: z.array(
      z.object({
        rank: z.number().describe("Rank, or index of the device"),
        peakAllocatedGib: measured,
        peakReservedGib: measured,
        peakDeviceGib: measured,
      }),
    ),
    details: z.record(z.string(), z.number()).describe("Further figures, each with its unit in its name"),
  }),
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
});
