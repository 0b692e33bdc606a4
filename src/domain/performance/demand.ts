import { scaleRange } from "../../units/range.ts";
import type { Range } from "../../units/range.ts";
import type { Throughput } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import type { ServingSpec } from "../run-spec.ts";

/** Tokens per second at which an answer is read as it is written, when no rate is asked for. */
const READING_RATE = 20;
/** Seconds to the first token while none are asked for. */
const FIRST_TOKEN = 0.5;

/** Requests per second at the peak; null = not stated. */
export const peakRequests = ({ traffic, requestsPerSecond }: ServingSpec): number | null =>
  traffic?.peak ?? requestsPerSecond ?? null;

/** Little's law: requests at once = requests per second × (time to first token + output ÷ rate of one user). */
export function requestsAtOnce(serving: ServingSpec, outputTokens: number): number | null {
  const peak = peakRequests(serving);
  if (peak === null || !(peak > 0)) return null;
  const { ttftMs, tokensPerSecondPerUser } = serving.targets ?? {};
  const first = ttftMs === undefined ? FIRST_TOKEN : ttftMs / 1000;
  return Math.max(1, Math.ceil(peak * (first + outputTokens / (tokensPerSecondPerUser ?? READING_RATE))));
}

/** What is asked of a service beyond holding its requests. */
export const asksMore = ({ targets, traffic, requestsPerSecond }: ServingSpec): boolean =>
  targets?.ttftMs !== undefined ||
  targets?.tokensPerSecondPerUser !== undefined ||
  traffic?.peak !== undefined ||
  requestsPerSecond !== undefined;

/** What a service lacks of what is asked of it; null = it keeps all of it, going by likely values. */
export type Lack = "ttft" | "rate" | "traffic" | "unknown";

/** A target, what is offered of it, and whether less of it is better: seconds, tokens/s of a user, requests/s. */
export interface Demand {
  readonly what: Exclude<Lack, "unknown">;
  readonly is: Range;
  readonly asked: number;
}

function demandsOf(
  serving: ServingSpec & { readonly outputTokens: number },
  served: Served,
): readonly Demand[] {
  const { ttftMs, tokensPerSecondPerUser } = serving.targets ?? {};
  const peak = peakRequests(serving);
  const requests = scaleRange<number>(served.tokensPerSecondTotal, 1 / Math.max(1, serving.outputTokens));
  return [
    ...(ttftMs === undefined
      ? []
      : [{ what: "ttft" as const, is: served.ttftSeconds, asked: ttftMs / 1000 }]),
    ...(tokensPerSecondPerUser === undefined
      ? []
      : [{ what: "rate" as const, is: served.tokensPerSecondPerUser, asked: tokensPerSecondPerUser }]),
    ...(peak === null ? [] : [{ what: "traffic" as const, is: requests, asked: peak }]),
  ];
}

const missed = ({ what, asked }: Demand, value: number): boolean =>
  what === "ttft" ? value > asked : value < asked;

type Served = NonNullable<Throughput["serving"]>;

export function lacks(run: FilledRun, throughput: Throughput | null): Lack | null {
  const { serving } = run;
  const served = throughput?.serving;
  if (serving === null || !asksMore(serving)) return null;
  if (served === undefined) return "unknown";
  // As `demandsOf` has it, without making a list of it for each of thousands of configurations.
  const { ttftMs, tokensPerSecondPerUser } = serving.targets ?? {};
  const peak = peakRequests(serving);
  const output = 1 / Math.max(1, serving.outputTokens);
  if (ttftMs !== undefined && served.ttftSeconds.likely > ttftMs / 1000) return "ttft";
  if (tokensPerSecondPerUser !== undefined && served.tokensPerSecondPerUser.likely < tokensPerSecondPerUser)
    return "rate";
  return peak !== null && served.tokensPerSecondTotal.likely * output < peak ? "traffic" : null;
}

/** The first target that is missed by the likely value, or else only by the worse end of its interval. */
export function missOf(
  { serving }: FilledRun,
  throughput: Throughput | null,
  by: "likely" | "interval",
): Demand | null {
  const served = throughput?.serving;
  if (serving === null || served === undefined) return null;
  const worst = ({ what, is }: Demand): number => (what === "ttft" ? is.high : is.low);
  return (
    demandsOf(serving, served).find((one) => missed(one, by === "likely" ? one.is.likely : worst(one))) ??
    null
  );
}

/** Requests per second that a service gets through: tokens per second ÷ tokens of an answer. */
export function requestsServed(run: FilledRun, throughput: Throughput | null): Range | null {
  const total = throughput?.serving?.tokensPerSecondTotal;
  if (total === undefined || run.serving === null) return null;
  const each = Math.max(1, run.serving.outputTokens);
  return { low: total.low / each, likely: total.likely / each, high: total.high / each };
}
