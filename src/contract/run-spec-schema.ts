import { z } from "zod";
import {
  acceleratorClasses,
  attentionKernels,
  budgetPeriods,
  checkpointings,
  computeDtypes,
  kernelNames,
  kvDtypes,
  loraTargetNames,
  methods,
  objectives,
  offerOptions,
  offloads,
  optimizers,
  platforms,
  rolloutEngines,
  precisionModes,
  preferences,
  stackNames,
  strategies,
  tasks,
  weightDtypes,
} from "../domain/run-spec.ts";

const text = z.string().max(500);
const count = z.int().positive();
const whole = z.int().nonnegative();
const positive = z.number().positive();
const notNegative = z.number().nonnegative();
const flag = z.boolean();

const parallel = z.object({
  strategy: z.enum(strategies).optional(),
  fsdpVersion: z.union([z.literal(1), z.literal(2)]).optional(),
  shardGroup: count.optional(),
  tensor: count.optional(),
  sequence: flag.optional(),
  pipeline: count.optional(),
  virtualStages: count.optional().describe("Interleaved pipeline: pieces of the model a rank"),
  context: count.optional(),
  expert: count.optional(),
  offload: z.enum(offloads).optional(),
});

const precision = z.object({
  weights: z.enum(weightDtypes).optional(),
  compute: z.enum(computeDtypes).optional(),
  mode: z.enum(precisionModes).optional(),
  masterWeights: flag.optional().describe("A separate fp32 copy of the trained weights"),
  groupSize: whole.optional().describe("0 = no groups"),
  optimizerStates: z.enum(weightDtypes).optional(),
  gradients: z.enum(weightDtypes).optional(),
});

const lora = z.object({
  rank: count.optional(),
  alpha: positive.optional(),
  rsLora: flag.optional(),
  dora: flag.optional(),
  targets: z
    .union([z.literal("attention"), z.literal("all-linear"), z.array(z.enum(loraTargetNames))])
    .optional(),
  includeHead: flag.optional(),
  trainEmbeddings: flag.optional(),
  precision: z.enum(["fp32", "bf16", "fp16"]).optional(),
});

const data = z.object({
  tokens: positive.optional().describe("Of one epoch"),
  samples: positive.optional(),
  tokensPerSample: positive.optional(),
  longestSample: positive.optional(),
  epochs: positive.optional(),
});

const rollout = z.object({
  generations: count.optional(),
  promptTokens: count.optional(),
  outputTokens: count.optional(),
  engine: z.enum(rolloutEngines).optional(),
  engineSleeps: flag.optional().describe("A colocated engine gives its memory back while the policy learns"),
  reference: flag.optional(),
  rewardParameters: notNegative.optional().describe("Of a reward model on the same GPUs"),
});

const serving = z.object({
  concurrency: count.optional(),
  promptTokens: whole.optional(),
  outputTokens: whole.optional(),
  kvPrecision: z.enum(kvDtypes).optional(),
  requestsPerSecond: positive.optional(),
  targets: z
    .object({
      ttftMs: positive.optional(),
      tokensPerSecondPerUser: positive.optional(),
      percentile: z.number().positive().max(100).optional(),
    })
    .optional(),
  traffic: z
    .object({
      peak: notNegative.optional(),
      average: notNegative.optional(),
      hoursPerDay: z.number().nonnegative().max(24).optional(),
    })
    .optional(),
});

const limits = z.object({
  budget: z
    .object({
      amount: positive,
      currency: z.string().max(10),
      tax: z.enum(["excluded", "included"]).optional(),
      per: z.enum(budgetPeriods).optional(),
    })
    .optional(),
  deadlineHours: positive.optional(),
  startHours: notNegative.optional(),
  valuePerHour: notNegative.optional(),
  providers: z.array(text).optional(),
  excludedProviders: z.array(text).optional(),
  regions: z.array(text).optional(),
  residency: text.optional(),
  platforms: z.array(z.enum(platforms)).optional(),
  classes: z.array(z.enum(acceleratorClasses)).optional(),
  excludedAccelerators: z
    .array(text)
    .optional()
    .describe("Ids, names, families (a100, rtx) or generations (hopper) of cards never to propose"),
  spot: flag.optional(),
  community: flag.optional(),
  maxGpus: count.optional(),
  prefer: z.enum(preferences).optional(),
  among: z
    .array(z.object({ accelerator: text, gpus: count.optional() }))
    .min(1)
    .max(8)
    .optional(),
  options: z.array(z.enum(offerOptions)).optional(),
  prices: z
    .array(z.object({ accelerator: text, perGpuHour: positive, currency: text }))
    .max(8)
    .optional()
    .describe("Prices that the asker has: they stand in place of the listed ones of these cards"),
});

const purchase = z.object({
  currency: z.string().max(10).optional(),
  hoursPerMonth: z.number().positive().max(744).optional(),
  pricePerCard: positive.optional(),
  hostPerCard: notNegative.optional(),
  years: z.number().positive().max(20).optional(),
  resaleShare: z.number().nonnegative().max(1).optional(),
  perKwh: notNegative.optional(),
  pue: z.number().min(1).max(5).optional(),
  hostingPerMonth: notNegative.optional().describe("For the whole machine"),
  peoplePerMonth: notNegative.optional(),
});

/** The run as asked. Keys that it does not know are dropped here and warned about by `parseRunSpec`. */
export const runSpecSchema = z.object({
  id: text.optional(),
  model: z
    .union([z.string().max(200), z.looseObject({ name: text.optional() })])
    .optional()
    .describe("Catalogue id or alias, or a model of one's own as fields of data"),
  modelRevision: text.optional(),
  dataRevision: text.optional(),
  method: z.enum(methods).optional(),
  objective: z.enum(objectives).optional(),
  stack: z.enum(stackNames).optional(),
  stackVersion: text.optional(),
  task: z.enum(tasks).optional(),
  kernels: z.array(z.enum(kernelNames)).optional(),
  accelerator: z.string().min(1).max(200).optional().describe("Catalogue id or alias"),
  owned: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe("Card of machines that the asker has: nothing is rented where it is the one"),
  memoryGib: positive.optional().describe("A bare usable size per GPU"),
  gpus: count.optional().describe("All GPUs of the job"),
  nodes: count.optional(),
  parallel: parallel.optional(),
  activationOffload: flag.optional(),
  precision: precision.optional(),
  optimizer: z.enum(optimizers).optional(),
  optimizerInBackward: flag.optional(),
  lora: lora.optional(),
  sequenceLength: count.optional(),
  packing: flag.optional(),
  microBatch: count.optional().describe("Samples per data-parallel replica and forward pass"),
  gradientAccumulation: count.optional(),
  checkpointing: z.enum(checkpointings).optional(),
  attention: z.enum(attentionKernels).optional(),
  fusedLoss: flag.optional(),
  compile: flag.optional(),
  data: data.optional(),
  runs: count.optional(),
  validation: z
    .object({
      everySteps: positive.optional(),
      samples: positive.optional(),
      batch: count.optional(),
      generation: flag.optional(),
    })
    .optional(),
  save: z
    .object({
      everyMinutes: positive.optional(),
      keep: whole.optional(),
      destination: text.optional(),
      uploadMbps: positive.optional(),
      asynchronous: flag.optional(),
    })
    .optional(),
  export: z.object({ merge: flag.optional() }).optional(),
  serving: serving.optional(),
  rollout: rollout.optional(),
  vision: z
    .object({
      trained: flag.optional().describe("The vision tower is trained too"),
      images: count.optional().describe("Of one sample; their tokens are part of sequenceLength"),
      imageSize: count.optional().describe("Side of a square image in pixels"),
    })
    .optional(),
  current: z
    .object({
      accelerator: text.optional(),
      gpus: count.optional(),
      hours: notNegative.optional(),
      peakGib: notNegative.optional(),
    })
    .optional(),
  limits: limits.optional(),
  purchase: purchase.optional().describe("What owning the machines would take, without tax"),
});
