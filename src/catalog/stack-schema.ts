import { z } from "zod";
import { methodGroups } from "../domain/stack-profile.ts";
import { stackNames } from "../domain/run-spec.ts";

const source = z.string().min(1);
const fact = <T extends z.ZodType>(value: T) => z.strictObject({ value, source });
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
    byVersion: z
      .array(
        z.strictObject({
          contains: z.string().min(3),
          bytesPerLogit: z.exactOptional(amount),
          bytesPerLogitTriton: z.exactOptional(amount),
        }),
      )
      .exactOptional(),
  }),
  quantisedBase: z.strictObject({ upcastsToFp32: flag }),
  weights: z.strictObject({ tiedHeadCopied: flag, endsReplicated: flag }),
  mixedPrecision: fact(z.enum(["fp32-weights", "master-copy"])),
  masterGradientBytes: amount,
  sharding: z.strictObject({
    fsdpVersion: fact(z.literal([1, 2])),
    frozenLayerInputSets: amount,
    noSyncGradients: fact(z.enum(["none", "trainable", "flat-parameters", "unknown"])),
    gatheredLayers: amount,
  }),
  activations: z.strictObject({
    hiddenWidths: amount,
    trainedNormWidths: amount,
    adapterInputs: amount,
    quantisedInputs: amount,
    workspaceGib: amount,
  }),
  allocator: z.strictObject({
    reservedOverAllocated: fact(z.number().min(1)),
    growth: fact(z.number().min(1)),
  }),
  engineFraction: fact(z.number().positive().max(1).nullable()),
};

const heading = { name: z.enum(stackNames), versions: z.string().min(1) };

/** The whole of a profile, once what it extends has been laid under it. */
export const stackSchema = z.strictObject({ ...heading, ...facts });

/** A file: the facts in which a stack differs from the one it extends. */
export const stackFileSchema = z.looseObject({ ...heading, extends: z.enum(stackNames).optional() });

const factors = z.strictObject({ low: z.number().positive().max(1), high: z.number().min(1) });

/** catalog/calibration/memory.yaml: factors of the 90 % interval, by stack known or unknown and by method. */
export const calibrationSchema = z.strictObject({
  date: z.string(),
  source: z.string(),
  method: z.string(),
  groups: z.array(
    z.strictObject({
      stack: z.enum(["known", "inherited", "unknown"]),
      method: z.enum(methodGroups),
      allocated: factors,
      runs: z.int().nonnegative(),
    }),
  ),
  /** Stacks with published runs behind them, and for which methods. */
  known: z.partialRecord(z.enum(stackNames), z.array(z.enum(methodGroups))),
});
export type CalibrationFile = z.infer<typeof calibrationSchema>;
