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

export function lacks(run: FilledRun, throughput: Throughput | null): Lack | null {
  const { serving } = run;
  const served = throughput?.serving;
  if (serving === null || !asksMore(serving)) return null;
  if (served === undefined) return "unknown";
  const { ttftMs, tokensPerSecondPerUser } = serving.targets ?? {};
  if (ttftMs !== undefined && served.ttftSeconds.likely * 1000 > ttftMs) return "ttft";
  if (tokensPerSecondPerUser !== undefined && served.tokensPerSecondPerUser.likely < tokensPerSecondPerUser)
    return "rate";
  const peak = peakRequests(serving);
  const most = served.tokensPerSecondTotal.likely / Math.max(1, serving.outputTokens);
  return peak !== null && most < peak ? "traffic" : null;
}

/** Requests per second that a service gets through: tokens per second ÷ tokens of an answer. */
export function requestsServed(run: FilledRun, throughput: Throughput | null): Range | null {
  const total = throughput?.serving?.tokensPerSecondTotal;
  if (total === undefined || run.serving === null) return null;
  const each = Math.max(1, run.serving.outputTokens);
  return { low: total.low / each, likely: total.likely / each, high: total.high / each };
}
