import type { FilledLora, FilledPrecision } from "../filled-run.ts";
import { quantisedBaseOf } from "../quantised-base.ts";
import type { Method, RunSpec } from "../run-spec.ts";
import type { StackProfile } from "../stack-profile.ts";
import type { Take } from "./serving-defaults.ts";

/** Adapters as stated, else of the usual rank on all linear layers, in fp32 unless the run or its stack keeps them in 16 bits. */
export function loraOf(
  spec: RunSpec,
  method: Method,
  precision: FilledPrecision,
  profile: StackProfile,
  take: Take,
): FilledLora | null {
  if (method !== "lora" && method !== "qlora" && method !== "gptq-lora") return null;
  const stated = spec.lora ?? {};
  const narrow = method === "qlora" && quantisedBaseOf({ ...spec, profile }).adapters16Bit;
  return {
    ...(stated.alpha === undefined ? {} : { alpha: stated.alpha }),
    rank: take("lora.rank", stated.rank, 16, "usual-rank"),
    rsLora: stated.rsLora ?? false,
    dora: stated.dora ?? false,
    targets: take("lora.targets", stated.targets, "all-linear", "usual-targets"),
    includeHead: stated.includeHead ?? false,
    trainEmbeddings: stated.trainEmbeddings ?? false,
    precision: stated.precision ?? (precision.mode === "pure" || narrow ? "bf16" : "fp32"),
  };
}
