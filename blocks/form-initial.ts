import type { Language } from "../src/domain/conversation.ts";
import type { RunSpec } from "../src/domain/run-spec.ts";
import type { FormFieldName } from "./form-fields.ts";

/** A number as a person would type it back: no grouping, the decimal sign of the language. */
function typedNumber(n: number | undefined, language: Language): string | undefined {
  if (n === undefined || !Number.isFinite(n)) return undefined;
  const text = n >= 1e6 && n % 1e5 === 0 && n < 1e9 ? `${n / 1e6}M` : String(n);
  return language === "fr" ? text.replace(".", ",") : text;
}

const flag = (value: boolean | undefined, yes: string, no?: string): string | undefined =>
  value === undefined ? undefined : value ? yes : no;

function dataUnit({ data }: RunSpec): string | undefined {
  if (data?.tokens !== undefined) return "tokens-epoch";
  return data?.samples === undefined ? undefined : "samples";
}

/** What each field shows for a spec; undefined = empty, so that its placeholder names the default. */
export function initialValues(
  spec: RunSpec,
  language: Language,
): Readonly<Partial<Record<FormFieldName, string | undefined>>> {
  const n = (value: number | undefined): string | undefined => typedNumber(value, language);
  const { lora, precision, parallel, data, limits, serving } = spec;
  const offers = [flag(limits?.spot, "spot"), flag(limits?.community, "community")].filter(
    (x) => x !== undefined,
  );
  const targets = lora?.targets;
  return {
    model: typeof spec.model === "string" ? spec.model : spec.model?.name,
    method: spec.method,
    sequenceLength: n(spec.sequenceLength),
    microBatch: n(spec.microBatch),
    gradientAccumulation: n(spec.gradientAccumulation),
    weights: precision?.weights,
    mode: precision?.mode,
    optimizer: spec.optimizer,
    loraRank: n(lora?.rank),
    loraTargets: typeof targets === "string" ? targets : undefined,
    dataSize: n(data?.tokens ?? data?.samples),
    dataUnit: dataUnit(spec),
    epochs: n(data?.epochs),
    tokensPerSample: n(data?.tokensPerSample),
    longestSample: n(data?.longestSample),
    stack: spec.stack,
    cards: spec.accelerator,
    gpus: n(spec.gpus),
    strategy: parallel?.strategy,
    tensor: n(parallel?.tensor),
    offload: parallel?.offload,
    checkpointing: spec.checkpointing,
    fusedLoss: flag(spec.fusedLoss, "fusedLoss"),
    packing: flag(spec.packing, "yes", "no"),
    region: limits?.regions?.[0],
    budget: n(limits?.budget?.amount),
    currency: limits?.budget?.currency ?? "EUR",
    deadline: n(limits?.deadlineHours),
    spot: offers.length === 0 ? undefined : offers.join(","),
    concurrency: n(serving?.concurrency),
    promptTokens: n(serving?.promptTokens),
    outputTokens: n(serving?.outputTokens),
    kvPrecision: serving?.kvPrecision,
  };
}
