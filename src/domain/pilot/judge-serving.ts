import type { FilledRun } from "../filled-run.ts";
import type { PilotReading, ReadingTool } from "../pilot-reading.ts";
import type { Comparison, InconclusiveReason, Miss, PilotEvidence, PilotPrediction } from "./pilot.ts";
import { servingFigures, type ServingFigures } from "./serving-figures.ts";

const engines: readonly ReadingTool[] = ["vllm", "sglang", "tgi"];
/** Those that put a load on a running service; what was measured offline has no waits. */
const benchmarks: readonly ReadingTool[] = ["vllm bench serve", "sglang bench serve"];

/** Starts and benchmarks among the files, in the order in which they were posted: the first pair is before, the last after. */
export function servingRuns(files: readonly PilotEvidence[]): {
  readonly first: ServingFigures;
  readonly last: ServingFigures;
  /** The last start's own words. */
  readonly log: PilotReading | null;
  readonly starts: number;
  readonly benches: number;
} {
  const of = (tools: readonly ReadingTool[]) =>
    files.map(({ reading }) => reading).filter(({ tool }) => tool !== null && tools.includes(tool));
  const [starts, benches] = [of(engines), of(benchmarks)];
  return {
    first: servingFigures(starts[0] ?? null, benches[0] ?? null),
    last: servingFigures(starts.at(-1) ?? null, benches.at(-1) ?? null),
    log: starts.at(-1) ?? null,
    starts: starts.length,
    benches: benches.length,
  };
}

/** A load is the planned one within a quarter: benchmarks draw lengths at random. */
const LOAD = 0.25;

/** What of the benchmark's load is not the planned load; what it does not say is taken as planned. */
export function loadDifferences(
  figures: ServingFigures,
  { serving }: FilledRun,
): readonly InconclusiveReason[] {
  if (serving === null) return [];
  return (["concurrency", "promptTokens", "outputTokens"] as const).flatMap((field): InconclusiveReason[] => {
    const [measured, planned] = [figures[field], serving[field]];
    if (measured === null || !(planned > 0) || Math.abs(measured / planned - 1) <= LOAD) return [];
    return [
      {
        code: "other-settings",
        params: { field: `serving.${field}`, planned, measured: Math.round(measured) },
      },
    ];
  });
}

/** Start-up against the plan's weights and room for context; benchmark against its waits and rate. */
export function compareServing(
  figures: ServingFigures,
  predicted: PilotPrediction,
  gpus: number,
): readonly Comparison[] {
  const { serving } = predicted;
  const compared = (
    figure: Comparison["figure"],
    measured: number | null,
    range: Comparison["predicted"] | null,
    lower = false,
  ): readonly Comparison[] => {
    if (measured === null || range === null || !(range.likely > 0)) return [];
    const holds = measured >= range.low && (lower || measured <= range.high);
    return [
      {
        figure,
        measured,
        predicted: range,
        ratio: measured / range.likely,
        holds,
        bound: lower ? "at-least" : "exact",
      },
    ];
  };
  const needed = serving?.kvCacheTokens ?? null;
  const rate = figures.outputTokensPerSecond === null ? null : figures.outputTokensPerSecond / gpus;
  return [
    ...compared("weightsGib", figures.weightsGib, serving?.weightsGib ?? null),
    ...compared(
      "kvCacheTokens",
      figures.kvCacheTokens,
      needed === null ? null : { low: needed, likely: needed, high: needed },
      true,
    ),
    ...compared("ttftSeconds", figures.ttftSeconds, serving?.ttftSeconds ?? null),
    ...compared("tpotSeconds", figures.tpotSeconds, serving?.tpotSeconds ?? null),
    ...compared("tokensPerSecondPerGpu", rate, predicted.tokensPerSecondPerGpu),
  ];
}

/** Requests that had to give their room back, or were refused: the room for context is too small for this load. */
export const preemptedMiss = ({ preempted }: ServingFigures): readonly Miss[] =>
  preempted
    ? [
        {
          cause: "kv-cache",
          figure: "kvCacheTokens",
          direction: "below",
          measured: null,
          predicted: null,
          phase: "decode",
        },
      ]
    : [];

/** Rates under the same load scatter by so much from one start to the next; room for context by so much. */
const SAME_RATE = 0.1;
const SAME_ROOM = 0.05;

/**
 * A service came back when start-up and benchmark are shown of before and of after, no request failed after, weights and room
 * for context are the same within 5 %, and waits and rate no worse than by a tenth.
 */
export function restartReasons(
  before: ServingFigures | null,
  after: ServingFigures,
): readonly InconclusiveReason[] {
  const missing = (
    [
      ["start-before", before?.kvCacheTokens ?? before?.weightsGib],
      ["bench-before", before?.outputTokensPerSecond],
      ["start-after", after.kvCacheTokens ?? after.weightsGib],
      ["bench-after", after.outputTokensPerSecond],
    ] as const
  ).find(([, value]) => value === null || value === undefined)?.[0];
  if (missing !== undefined || before === null)
    return [{ code: "restart-not-shown", params: { missing: missing ?? "start-before" } }];
  if (after.failedRequests > 0) return [{ code: "requests-failed", params: { count: after.failedRequests } }];
  const worse = (field: keyof ServingFigures, away: (ratio: number) => boolean): InconclusiveReason[] => {
    const [was, is] = [before[field], after[field]];
    if (typeof was !== "number" || typeof is !== "number" || !(was > 0) || !away(is / was)) return [];
    return [{ code: "restart-differs", params: { field, before: was, after: is } }];
  };
  const room = (ratio: number): boolean => Math.abs(ratio - 1) > SAME_ROOM;
  return [
    ...worse("weightsGib", room),
    ...worse("kvCacheTokens", (ratio) => ratio < 1 - SAME_ROOM),
    ...worse("outputTokensPerSecond", (ratio) => ratio < 1 - SAME_RATE),
    ...worse("tpotSeconds", (ratio) => ratio > 1 + SAME_RATE),
  ];
}
