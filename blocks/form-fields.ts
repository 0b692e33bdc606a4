import {
  kvDtypes,
  methods,
  offloads,
  optimizers,
  precisionModes,
  stackNames,
  strategies,
  type Method,
} from "../src/domain/run-spec.ts";
import type { RunSpec } from "../src/domain/run-spec.ts";
import { currencies } from "../src/units/money.ts";

/** Every field of the form: how it is entered, and where its value stands in a spec. */
export interface FormField {
  readonly kind: "text" | "select" | "search" | "checks";
  /** Dotted field of the spec; several names share one when the reading combines them. */
  readonly path: string;
  /** Of a select or checkboxes. */
  readonly options?: readonly string[];
  /** Changing it redraws the form. */
  readonly redraws?: true;
}

const servingStacks = new Set(["vllm", "sglang", "transformers"]);
export const trainingStacks = stackNames.filter((s) => s !== "vllm" && s !== "sglang");
export const servingStackNames = stackNames.filter((s) => servingStacks.has(s));
export const regions = ["eu", "us", "uk", "ca"] as const;
export const dataUnits = ["tokens-total", "tokens-epoch", "samples"] as const;

export const formFieldTable = {
  model: { kind: "search", path: "model", redraws: true },
  method: { kind: "select", path: "method", options: methods, redraws: true },
  sequenceLength: { kind: "text", path: "sequenceLength" },
  microBatch: { kind: "text", path: "microBatch" },
  gradientAccumulation: { kind: "text", path: "gradientAccumulation" },
  weights: {
    kind: "select",
    path: "precision.weights",
    options: ["bf16", "fp16", "fp32", "fp8", "int8", "nf4", "gptq4", "awq4"],
  },
  mode: { kind: "select", path: "precision.mode", options: precisionModes },
  optimizer: { kind: "select", path: "optimizer", options: optimizers },
  loraRank: { kind: "text", path: "lora.rank" },
  loraTargets: { kind: "select", path: "lora.targets", options: ["all-linear", "attention"] },
  dataSize: { kind: "text", path: "data.tokens" },
  dataUnit: { kind: "select", path: "data", options: dataUnits },
  epochs: { kind: "text", path: "data.epochs" },
  tokensPerSample: { kind: "text", path: "data.tokensPerSample" },
  longestSample: { kind: "text", path: "data.longestSample" },
  stack: { kind: "select", path: "stack", options: stackNames },
  cards: { kind: "search", path: "accelerator" },
  gpus: { kind: "text", path: "gpus" },
  strategy: { kind: "select", path: "parallel.strategy", options: strategies, redraws: true },
  tensor: { kind: "text", path: "parallel.tensor" },
  offload: { kind: "select", path: "parallel.offload", options: offloads },
  checkpointing: { kind: "select", path: "checkpointing", options: ["none", "full", "selective"] },
  fusedLoss: { kind: "checks", path: "fusedLoss", options: ["fusedLoss"] },
  packing: { kind: "select", path: "packing", options: ["yes", "no"] },
  region: { kind: "select", path: "limits.regions", options: regions },
  budget: { kind: "text", path: "limits.budget.amount" },
  currency: { kind: "select", path: "limits.budget.currency", options: currencies },
  deadline: { kind: "text", path: "limits.deadlineHours" },
  spot: { kind: "checks", path: "limits.spot", options: ["spot", "community"] },
  concurrency: { kind: "text", path: "serving.concurrency" },
  promptTokens: { kind: "text", path: "serving.promptTokens" },
  outputTokens: { kind: "text", path: "serving.outputTokens" },
  kvPrecision: { kind: "select", path: "serving.kvPrecision", options: kvDtypes },
  private: { kind: "checks", path: "", options: ["private"] },
} as const satisfies Readonly<Record<string, FormField>>;
export type FormFieldName = keyof typeof formFieldTable;

export const formFieldNames = Object.keys(formFieldTable) as FormFieldName[];

const prefix = "gp_block";
/** Stable while the edition stands, so that what is typed survives a redraw; a new edition shows new values. */
export const fieldBlockId = (name: FormFieldName, edition: number): string => `${prefix}|${name}|${edition}`;

export function fieldOfBlock(blockId: string): { name: FormFieldName; edition: number } | null {
  const [head, name, edition] = blockId.split("|");
  const known = formFieldNames.find((n) => n === name);
  return head !== prefix || known === undefined ? null : { name: known, edition: Number(edition ?? 0) };
}

const adapts = (method: Method): boolean => method === "lora" || method === "qlora" || method === "gptq-lora";

/** The fields that matter for the choices made so far, in the order they are asked. */
export function formFields(spec: RunSpec, more: boolean): FormFieldName[] {
  const method = spec.method ?? "lora";
  const limits: FormFieldName[] = ["cards", "gpus", "region", "budget", "currency", "deadline"];
  if (method === "inference") {
    const asked: FormFieldName[] = [
      "model",
      "method",
      "concurrency",
      "promptTokens",
      "outputTokens",
      "weights",
      "stack",
    ];
    return [...asked, ...limits, ...(more ? (["kvPrecision", "tensor", "spot"] as const) : []), "private"];
  }
  const run: FormFieldName[] = [
    "model", "method", "sequenceLength", "microBatch", "weights", "optimizer",
    ...(adapts(method) ? (["loraRank"] as const) : []), "dataSize", "dataUnit", "stack",
  ]; // prettier-ignore
  const unfolded: FormFieldName[] = [
    "gradientAccumulation", "mode", ...(adapts(method) ? (["loraTargets"] as const) : []), "epochs", "tokensPerSample",
    "longestSample", "packing", "checkpointing", "fusedLoss", "strategy",
    ...(spec.parallel?.strategy === undefined || spec.parallel.strategy === "single" ? [] : (["tensor", "offload"] as const)),
    "spot",
  ]; // prettier-ignore
  return [...run, ...limits, ...(more ? unfolded : []), "private"];
}
