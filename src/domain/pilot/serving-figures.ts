import type { FilledRun } from "../filled-run.ts";
import type { PilotReading } from "../pilot-reading.ts";

/** What a serving engine says when it starts and what its benchmark says under load; null = not in these files. */
export interface ServingFigures {
  /** Per GPU. [GiB] */
  readonly weightsGib: number | null;
  /** Room for context, of one replica. [tokens] */
  readonly kvCacheTokens: number | null;
  /** The load of the benchmark. */
  readonly concurrency: number | null;
  readonly promptTokens: number | null;
  readonly outputTokens: number | null;
  readonly ttftSeconds: number | null;
  readonly tpotSeconds: number | null;
  /** Of the whole service. */
  readonly outputTokensPerSecond: number | null;
  readonly failedRequests: number;
  readonly preempted: boolean;
  readonly refusedToStart: boolean;
}

const seconds = (ms: number | undefined): number | null => (ms === undefined ? null : ms / 1000);
const each = (all: number | undefined, requests: number | undefined): number | null =>
  all === undefined || requests === undefined || !(requests > 0) ? null : all / requests;

/** One start (a vLLM log), one benchmark, or both, as figures. */
export function servingFigures(start: PilotReading | null, bench: PilotReading | null): ServingFigures {
  const [started, load] = [start?.readings ?? null, bench?.readings.details ?? {}];
  const failed = bench?.warnings.find(({ code }) => code === "failed-requests")?.params["count"];
  const said = (code: PilotReading["warnings"][number]["code"]): boolean =>
    start?.warnings.some((warning) => warning.code === code) ?? false;
  return {
    weightsGib: started?.weightsGib ?? null,
    kvCacheTokens: started?.details["kvCacheTokens"] ?? null,
    concurrency: load["maxConcurrency"] ?? null,
    promptTokens: each(load["inputTokens"], load["requests"]),
    outputTokens: each(load["outputTokens"], load["requests"]),
    ttftSeconds: seconds(load["medianTTFTMs"] ?? load["meanTTFTMs"]),
    tpotSeconds: seconds(load["medianTPOTMs"] ?? load["meanTPOTMs"]),
    outputTokensPerSecond: load["outputTokensPerSecond"] ?? null,
    failedRequests: typeof failed === "number" ? failed : 0,
    preempted: said("preemptions"),
    refusedToStart: said("does-not-start"),
  };
}

/** Tokens of context that the planned users need at once on one replica: ⌈users ÷ replicas⌉ × (prompt + output). */
export function neededKvTokens(run: FilledRun): number | null {
  const { serving, gpus, parallel } = run;
  if (serving === null) return null;
  const replicas = Math.max(1, Math.floor(gpus / (parallel.tensor * parallel.pipeline)));
  return Math.ceil(serving.concurrency / replicas) * (serving.promptTokens + serving.outputTokens);
}
