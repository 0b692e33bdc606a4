import { z } from "zod";
import { tiers } from "../domain/offer.ts";
import { pilotStages } from "../domain/pilot/pilot.ts";
import { bindingLimits, candidateReasons, stageNames, unsupportedCodes } from "../domain/plan.ts";
import { estimateSchema } from "./estimate-schema.ts";
import {
  assumptionSchema,
  caveatSchema,
  changeSchema,
  paramsSchema,
  premiseSchema,
  rangeSchema,
  warningSchema,
} from "./output-parts.ts";
import { budgetPeriods } from "../domain/run-spec.ts";
import { billingUnits } from "../domain/terms.ts";
import { runSpecSchema } from "./run-spec-schema.ts";

const layoutSchema = runSpecSchema.shape.parallel.unwrap().extend({
  microBatch: z.number(),
  gradientAccumulation: z.number(),
});

const costSchema = z.object({
  total: rangeSchema.nullable(),
  currency: z.string(),
  perMillionTokens: rangeSchema.nullable(),
  perSuccessfulRun: rangeSchema.nullable(),
  perPeriod: z
    .object({
      period: z.enum(budgetPeriods),
      amount: rangeSchema,
      hoursPerDay: z.number(),
      capped: z.boolean(),
    })
    .optional(),
  storage: rangeSchema.optional().describe("Of the total: disks beside the machine"),
  egress: rangeSchema.optional().describe("Of the total: results sent elsewhere"),
  unknownParts: z.array(z.string()),
});

const spotSchema = z.object({
  taken: z.boolean().describe("The offer is a spot one"),
  spot: costSchema.nullable().describe("After interruptions"),
  spotHours: rangeSchema.nullable(),
  spotPerHour: z.number(),
  onDemand: costSchema.nullable(),
  onDemandHours: rangeSchema.nullable(),
  onDemandPerHour: z.number().nullable(),
  paysUpToPerDay: z.number().nullable().describe("Interruptions per day at which both cost the same"),
});

const serviceSchema = z.object({
  replicas: z.number().describe("Copies of the model"),
  usersPerReplica: z.number(),
  requestsPerSecond: rangeSchema.describe("That all copies get through"),
  scaleUpHours: rangeSchema.describe("Until a new machine answers"),
  replicasOnAverage: z.number().nullable(),
  perReplicaHour: z.number().nullable(),
});

const interruptionsSchema = z.object({
  perDay: rangeSchema.describe("Assumed, of the whole job"),
  count: rangeSchema,
  everyMinutes: z.number().describe("Between two saves"),
  chosen: z.boolean().describe("The interval was worked out, not stated"),
  saveHours: rangeSchema,
  lostHours: rangeSchema.describe("Work done again and restarts, billed"),
  waitHours: rangeSchema.describe("Waiting for a machine, not billed"),
});

const candidateSchema = z.object({
  accelerator: z.string(),
  gpus: z.number(),
  nodes: z.number(),
  layout: layoutSchema,
  estimate: estimateSchema,
  own: z
    .object({ kWh: rangeSchema.nullable().describe("Of the cards over the window, at their board power") })
    .optional()
    .describe("A machine of the asker's own: nothing is rented"),
  offer: z
    .object({
      provider: z.string(),
      instance: z.string(),
      region: z.string().nullable(),
      tier: z.enum(tiers),
      perHour: z.number().describe("For the whole job"),
      currency: z.string(),
      observedAt: z.string().nullable(),
      source: z.string(),
      ageDays: z.number().nullable(),
      hostRamGib: z.number().nullable().optional().describe("Per node; null = the offer does not say"),
      diskGib: z.number().nullable().optional(),
      gpusBilled: z.number().optional().describe("GPUs that are paid for, used or not"),
      singleCards: z
        .boolean()
        .optional()
        .describe("A sum of single-card prices: one machine is not verified"),
      paid: z
        .object({
          perGpuHour: z.number(),
          spread: z.number().describe("Farthest rental from their mean, as a share"),
          rentals: z.number(),
          whole: z.boolean().describe("All of the invoices is in it, storage and traffic as well"),
          by: z.string().nullable(),
          at: z.string().nullable(),
          listed: z.number().describe("Listed price per GPU and hour"),
        })
        .optional()
        .describe("The price is what the team paid before, per GPU and hour, excluding tax"),
      terms: z
        .object({
          billing: z.enum(billingUnits).nullable().describe("What running time is rounded up to"),
          minimumMinutes: z.number().nullable(),
          storagePerGbMonth: z.number().nullable(),
          includedGb: z.number(),
          egressPerGb: z.number().nullable(),
          egressFreeGb: z.number().describe("A month, of an account"),
          observedAt: z.string().nullable(),
          sources: z.array(z.string()),
        })
        .optional()
        .describe("What the provider bills beside the hour; null = not known"),
    })
    .nullable(),
  cost: costSchema,
  reason: z.enum(candidateReasons),
  finished: z
    .object({
      hours: z.number(),
      by: z.enum(["deadline", "budget"]),
      tokens: rangeSchema,
      cost: rangeSchema.nullable(),
    })
    .optional()
    .describe("Of a training of unknown length: what it gets through within the limits"),
  gain: z
    .object({
      speedup: z.number(),
      extra: z.number().describe("Likely cost less that of the best one"),
      per: z.enum(["job", "hour", "million-tokens"]),
      currency: z.string(),
      perHourGained: z.number().nullable(),
      worthIt: z.boolean().optional().describe("Against limits.valuePerHour"),
    })
    .optional()
    .describe("Against the best one, where faster"),
  service: serviceSchema.optional(),
  spot: spotSchema.optional().describe("Where spot is allowed and sold"),
  changes: z.array(changeSchema).optional(),
});

const relaxationsSchema = z.array(
  z.object({ change: z.string(), changes: z.array(changeSchema), candidate: candidateSchema }),
);

const infeasibleSchema = z.object({
  binding: z.enum(bindingLimits),
  shortBy: z.number().nullable(),
  unit: z.string().nullable(),
  miss: z
    .object({ what: z.enum(["ttft", "rate", "traffic"]), is: z.number(), asked: z.number() })
    .optional()
    .describe("Of latency: seconds to the first token, tokens/s of a user, or requests/s"),
  because: z.enum(unsupportedCodes).optional().describe("Of support: what the named card lacks"),
  nearest: candidateSchema.nullable(),
  relaxations: relaxationsSchema,
});

/** Output of `gpu-plan plan --json`. */
export const planSchema = z.object({
  kind: z.enum(["recommendation", "infeasible", "needs-answer"]),
  spec: runSpecSchema,
  assumptions: z.array(assumptionSchema),
  unread: z.array(z.string()),
  premises: z.array(premiseSchema),
  best: candidateSchema.nullable(),
  alternatives: z.array(candidateSchema),
  infeasible: infeasibleSchema.nullable(),
  ranOutOfMemoryAt: z
    .string()
    .optional()
    .describe("When a pilot of this very configuration ran out of memory"),
  stay: z.object({ nearest: candidateSchema, ways: relaxationsSchema }).optional(),
  questions: z
    .array(
      z.object({
        field: z.string(),
        why: z.string(),
        answers: z.array(
          z.object({
            value: z.unknown(),
            changes: z.array(changeSchema),
            effect: z.object({ code: z.string(), params: paramsSchema }),
          }),
        ),
      }),
    )
    .max(3),
  caveats: z.array(caveatSchema),
  stages: z.array(
    z.object({
      stage: z.enum(stageNames),
      state: z.enum(["done", "next", "shut", "not-needed", "advised"]),
      why: z.string(),
    }),
  ),
  window: z.object({
    parts: z.array(z.object({ part: z.string(), hours: rangeSchema })),
    total: rangeSchema,
    artefactsOutBy: z.number().optional(),
    interruptions: interruptionsSchema.optional().describe("On spot"),
  }),
  pilot: z.object({
    runs: z.array(
      z.object({
        what: z.string(),
        minutes: z.number(),
        gpus: z.number(),
        cost: rangeSchema.nullable(),
        currency: z.string(),
        stage: z.enum(pilotStages).optional(),
        settings: z
          .object({
            gpus: z.number(),
            microBatch: z.number(),
            gradientAccumulation: z.number(),
            sequenceLength: z.number(),
            concurrency: z.number().optional().describe("Users at once, of a service"),
          })
          .optional(),
        steps: z.number().optional().describe("After the warm-up"),
        predicted: z
          .object({
            peakAllocatedGib: rangeSchema,
            peakReservedGib: rangeSchema,
            peakDeviceGib: rangeSchema,
            stepSeconds: rangeSchema.nullable(),
            tokensPerSecondPerGpu: rangeSchema.nullable(),
            serving: z
              .object({
                weightsGib: rangeSchema,
                kvCacheTokens: z.number().describe("What the planned users need at once, of one replica"),
                ttftSeconds: rangeSchema,
                tpotSeconds: rangeSchema,
              })
              .optional(),
          })
          .optional(),
      }),
    ),
    passIf: z.array(z.object({ code: z.string(), params: paramsSchema })),
  }),
  warnings: z.array(warningSchema),
});
