import type { Accelerator } from "../accelerator.ts";
import type { CatalogueLookup } from "../catalogue.ts";
import type { MessageReading } from "../conversation.ts";
import type { Finding, FindingCode, ReportCode } from "../finding.ts";
import type { ModelArchitecture } from "../model-architecture.ts";
import type { Candidate, Plan } from "../plan.ts";
import { resolveModel } from "../planning/resolve-model.ts";
import type { Method, RunSpec } from "../run-spec.ts";
import type { ParamValue } from "../caveat.ts";

/** A message, the run that it is about and what was sized for it. */
export interface Situation {
  readonly reading: MessageReading;
  /** What the person said of the run, here and before. */
  readonly stated: RunSpec;
  /** As sized; as stated when nothing could be. */
  readonly spec: RunSpec;
  readonly plan: Plan | null;
  /** The configuration that was asked about. */
  readonly candidate: Candidate | null;
  readonly model: ModelArchitecture | null;
  readonly card: Accelerator | null;
  readonly lookup: CatalogueLookup;
  /** All GPUs of the job, 1 when nobody said. */
  readonly gpus: number;
  readonly nodes: number;
  readonly method: Method | null;
}

/** `current` = the run of the thread, to which the message adds. */
export function situationOf(
  reading: MessageReading,
  plan: Plan | null,
  lookup: CatalogueLookup,
  current: RunSpec | null = null,
): Situation {
  const stated: RunSpec = { ...current, ...reading.understood };
  const spec = plan?.spec ?? stated;
  const resolved = spec.model === undefined ? null : resolveModel(spec.model, lookup);
  const accelerator = stated.accelerator ?? spec.accelerator;
  const candidate = plan?.infeasible?.nearest ?? plan?.best ?? null;
  const card = accelerator === undefined ? undefined : lookup.accelerator(accelerator);
  return {
    reading,
    stated,
    spec,
    plan,
    candidate,
    model: resolved === null || "problems" in resolved ? null : resolved.model,
    // Of an accelerator with software of its own nothing that follows holds.
    card: card !== undefined && (card.platform === "cuda" || card.platform === "rocm") ? card : null,
    lookup,
    gpus: stated.gpus ?? spec.gpus ?? candidate?.gpus ?? 1,
    nodes: stated.nodes ?? spec.nodes ?? 1,
    method: stated.method ?? spec.method ?? null,
  };
}

export const finding = (code: FindingCode, params: Readonly<Record<string, ParamValue>> = {}): Finding => ({
  code,
  params,
});

export const told = ({ reading }: Situation, ...codes: readonly ReportCode[]): boolean =>
  codes.some((code) => reading.context.reports?.includes(code) === true);

export const failedWith = ({ reading }: Situation, ...kinds: readonly string[]): boolean =>
  reading.context.failure !== undefined && kinds.includes(reading.context.failure.kind);

export const ranOut = (s: Situation): boolean => failedWith(s, "out-of-memory");

export const failedAt = ({ reading }: Situation): string | null => reading.context.failure?.phase ?? null;

export const seen = ({ reading }: Situation, name: string): number | null =>
  reading.context.observed?.[name] ?? null;

export const trains = ({ method }: Situation): boolean => method !== null && method !== "inference";
export const trainsAll = ({ stated }: Situation): boolean =>
  stated.method === "full" || stated.method === "pretrain";
export const adapts = ({ method }: Situation): boolean =>
  method === "lora" || method === "qlora" || method === "gptq-lora";

/** Bytes of one card as sold. */
export const soldBytes = ({ card }: Situation): number | null => (card === null ? null : card.sold * 1e9);

/** Host memory as people call it: 16 GiB are "16 GB", 1,024 "1 TB". */
export function hostBytes({ reading }: Situation): number | null {
  const ram = reading.context.hostRamGib;
  if (ram === undefined) return null;
  return ram % 1024 === 0 ? (ram / 1024) * 1e12 : ram * 1e9;
}

/** Bytes of the weights in 16 bits, and of a 4-bit base with its scales. */
export const weightsBytes = (model: ModelArchitecture): number => model.parametersTotal * 2;
export const fourBitBytes = (model: ModelArchitecture): number => model.parametersTotal * 0.56;

export const nameOf = (s: Situation): string | null => (s.model === null ? null : s.model.id);

/** Whole groups that machines are sold in: 1, 2, 4, 8, then eights. */
export const wholeGroup = (cards: number): number =>
  [1, 2, 4, 8].find((n) => n >= cards) ?? Math.ceil(cards / 8) * 8;

/** Share of a card that weights and states may fill before activations, gathered layers and the context. */
export const stateShare = 0.85;
