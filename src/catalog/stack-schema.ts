import { z } from "zod";
import { factStatuses, methodGroups, parallelDimensions } from "../domain/stack-profile.ts";
import { methods, stackNames, strategies } from "../domain/run-spec.ts";

/** A line of a file at one commit: an address that says the same tomorrow. */
const pinnedLine = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/blob\/[0-9a-f]{40}\/\S+#L\d+$/;
/** Rows of the published runs, by the name of their source. */
const ownRows = /^catalog\/measurements\/memory\.jsonl#[\w-]+$/;

const fact = <T extends z.ZodType>(value: T) =>
  z
    .strictObject({
      value,
      status: z.enum(factStatuses),
      source: z.union([z.url({ protocol: /^https$/ }), z.string().regex(ownRows)]),
      note: z.string().min(1).exactOptional(),
    })
    .refine(({ status, source }) => status !== "read-in-code" || pinnedLine.test(source), {
      path: ["source"],
      error: "what was read in code names a line of a file at a commit",
    })
    .refine(
      ({ status, source }) => status !== "measured" || pinnedLine.test(source) || ownRows.test(source),
      {
        path: ["source"],
        error: "what was measured names the file that holds the figures",
      },
    );
const amount = fact(z.number().nonnegative());
const flag = fact(z.boolean());

const facts = {
  loss: z.strictObject({
    bytesPerLogit: amount,
    bytesPerLogit16: amount,
    bytesPerLogit16Autocast: amount,
    bytesPerLogitTriton: amount,
    bytesPerLogitFused: amount,
    fusedByDefault: flag,
    bytesPerLogitChosen: amount,
    bytesPerLogitCompiled: fact(z.number().nonnegative().nullable()),
    bytesPerLogitFusedCompiled: fact(z.number().nonnegative().nullable()),
    byVersion: z
      .array(
        z.strictObject({
          contains: z.string().min(3),
          bytesPerLogit: z.exactOptional(amount),
          bytesPerLogitTriton: z.exactOptional(amount),
          bytesPerLogitCompiled: z.exactOptional(amount),
        }),
      )
      .exactOptional(),
  }),
  supports: z.strictObject({
    strategies: fact(z.array(z.enum(strategies))),
    dimensions: fact(z.array(z.enum(parallelDimensions))),
    methods: fact(z.array(z.enum(methods))),
  }),
  quantisedBase: z.strictObject({
    upcastsToFp32: flag,
    adapters16Bit: flag,
    experts16Bit: flag,
    expertsUnsharded: flag,
    doubleQuant: fact(z.enum(["off", "default", "always"])),
    byVersion: z
      .array(
        z.strictObject({
          contains: z.string().min(1),
          upcastsToFp32: flag.exactOptional(),
          experts16Bit: flag.exactOptional(),
          expertsUnsharded: flag.exactOptional(),
        }),
      )
      .exactOptional(),
  }),
  weights: z.strictObject({ tiedHeadCopied: flag, endsReplicated: flag }),
  referenceDtype: fact(z.enum(["as-policy", "16-bit"])),
  evaluationBatch: fact(z.int().positive().nullable()),
  mixedPrecision: fact(z.enum(["fp32-weights", "master-copy"])),
  masterGradientBytes: amount,
  sharding: z.strictObject({
    fsdpVersion: fact(z.literal([1, 2])),
    frozenLayerInputSets: amount,
    noSyncGradients: fact(z.enum(["none", "trainable", "flat-parameters", "unknown"])),
    gatheredLayers: amount,
    reduceBytes: fact(z.literal([2, 4])),
    loadsQuantisedWhole: flag,
    pipelineKeepsGathered: flag,
    tensorSplitsSequence: flag,
  }),
  activations: z.strictObject({
    hiddenWidths: amount,
    trainedNormWidths: amount,
    gatedMlpWidths: amount,
    adapterInputs: amount,
    quantisedInputs: amount,
    selectiveKeeps: fact(z.enum(["every-second-product", "all-but-scores"])),
    recomputesByDefault: fact(z.boolean().nullable()),
    offloadsCheckpoints: flag,
    workspaceGib: amount,
  }),
  allocator: z.strictObject({
    keptOfMoving: amount,
    keptOfVaryingLogits: amount,
  }),
  engineFraction: fact(z.number().positive().max(1).nullable()),
};

const heading = { name: z.enum(stackNames), versions: z.string().min(1) };

/** The whole of a profile, once what it extends has been laid under it. */
export const stackSchema = z.strictObject({ ...heading, ...facts });

/** A file: the facts in which a stack differs from the one it extends. */
export const stackFileSchema = z.looseObject({ ...heading, extends: z.enum(stackNames).optional() });

const factors = z.strictObject({ low: z.number().positive().max(1), high: z.number().min(1) });

/** catalog/calibration/memory.yaml: factors of the 90 % interval, by what is known of a stack and by method. */
const intervals = z.strictObject({
  runs: z.int().nonnegative(),
  allocated: factors,
  reserved: factors,
  device: factors,
});
const byMethod = z.record(z.enum(methodGroups), intervals);
export const calibrationSchema = z.strictObject({
  date: z.string(),
  source: z.string(),
  method: z.string(),
  /** Stacks with published runs behind them, and for which methods. */
  known: z.partialRecord(z.enum(stackNames), z.partialRecord(z.enum(methodGroups), intervals)),
  read: byMethod,
  unknown: byMethod,
});
export type CalibrationFile = z.infer<typeof calibrationSchema>;

const share = z.strictObject({
  low: z.number().positive(),
  likely: z.number().positive(),
  high: z.number().positive(),
  rows: z.int().nonnegative(),
  sources: z.int().nonnegative(),
});

/** catalog/calibration/throughput.yaml: measured rate ÷ rate of the step model, by who runs it. */
export const throughputCalibrationSchema = z.strictObject({
  date: z.string(),
  source: z.string(),
  method: z.string(),
  tuned: share,
  usual: share,
  families: z.array(z.string()),
  unseen: z.number().min(1),
});
