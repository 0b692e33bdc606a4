import { z } from "zod";
import { partNames, phases } from "../domain/estimate.ts";
import {
  assumptionSchema,
  caveatSchema,
  evidenceSchema,
  rangeSchema,
  warningSchema,
} from "./output-parts.ts";

const countersSchema = z.object({
  allocated: rangeSchema.describe("Peak of tensors"),
  reserved: rangeSchema.describe("Blocks of the allocator"),
  device: rangeSchema.describe("What nvidia-smi or rocm-smi would show"),
  required: rangeSchema.describe("The least device memory with which the run completes"),
});

/** One line of `gpu-plan estimate --json`; memory in GiB (2^30), per GPU, worst rank. */
export const estimateSchema = z.object({
  id: z.string().nullable().optional(),
  perGpu: countersSchema,
  perRank: z
    .array(countersSchema.extend({ stage: z.number().describe("Pipeline stage, from 1") }))
    .optional(),
  phases: z.array(
    z.object({
      phase: z.enum(phases),
      allocated: rangeSchema,
      parts: z
        .partialRecord(z.enum(partNames), z.number())
        .optional()
        .describe(
          "Likely GiB of every part in this phase, what the process holds beside its tensors included",
        ),
    }),
  ),
  peakPhase: z.enum(phases).optional(),
  parts: z.array(
    z.object({ part: z.enum(partNames), gib: rangeSchema, how: z.string().optional(), source: z.string() }),
  ),
  usableGib: z.number().nullable(),
  verdict: z.enum(["fits", "does-not-fit", "tight", "unknown"]),
  trainableParameters: z.number().optional(),
  largestThatFits: z.object({ microBatch: z.number(), sequenceLength: z.number() }).optional(),
  levers: z
    .array(
      z.object({
        change: z.string(),
        gainGib: z.number(),
        slowdown: z.number().nullable(),
        sufficient: z
          .boolean()
          .optional()
          .describe("Alone it makes the run fit; absent where it fits already"),
      }),
    )
    .optional(),
  host: z.object({ ramGib: rangeSchema, diskGib: rangeSchema }),
  throughput: z
    .object({
      tokensPerSecondPerGpu: rangeSchema,
      modelFlopsUtilisation: rangeSchema.describe("Share of the dense peak of the compute precision"),
      stepSeconds: rangeSchema,
      generationSeconds: rangeSchema
        .optional()
        .describe("GRPO: part of stepSeconds in which the completions are written"),
      hours: rangeSchema.optional(),
      hoursPerEpoch: rangeSchema.optional(),
      bound: z.enum(["compute", "memory", "communication", "input"]),
      serving: z
        .object({
          tokensPerSecondPerUser: rangeSchema,
          ttftSeconds: rangeSchema,
          tokensPerSecondTotal: rangeSchema,
        })
        .optional(),
    })
    .optional(),
  evidence: evidenceSchema,
  assumptions: z.array(assumptionSchema),
  caveats: z.array(caveatSchema),
  warnings: z.array(warningSchema),
});
