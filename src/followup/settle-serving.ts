import { usualOutputTokens } from "../domain/planning/serving-defaults.ts";
import { has, type Draft, type Pending } from "./draft.ts";
import { fold } from "./normalize.ts";
import { known, numeric, pendingOf, put } from "./put-fact.ts";

/** Traffic is one value: what was stated before stays beside what is stated now. */
function settleTraffic(draft: Draft): void {
  const factor = pendingOf(draft, "traffic-factor")[0];
  const stated = pendingOf(draft, "traffic-average")[0];
  const times = factor === undefined || stated === undefined ? undefined : { ...factor, value: Number((numeric(factor) * numeric(stated)).toPrecision(3)) }; // prettier-ignore
  const peak = pendingOf(draft, "traffic-peak")[0] ?? times;
  const average = pendingOf(draft, "traffic-average")[0];
  const hours = pendingOf(draft, "traffic-hours")[0];
  const source = peak ?? average ?? hours;
  if (source === undefined) return;
  if (peak === undefined && average !== undefined && draft.context.current?.serving?.traffic?.peak === undefined && !has(draft, "serving.concurrency")) {
    draft.assumed.push({ field: "serving.traffic.average", value: numeric(average), why: "average-as-peak" });
    put(draft, source, "serving.traffic", { peak: numeric(average), average: numeric(average), ...(hours === undefined ? {} : { hoursPerDay: numeric(hours) }) });
    return;
  } // prettier-ignore
  put(draft, source, "serving.traffic", {
    ...draft.context.current?.serving?.traffic,
    ...(peak === undefined ? {} : { peak: numeric(peak) }),
    ...(average === undefined ? {} : { average: numeric(average) }),
    ...(hours === undefined ? {} : { hoursPerDay: numeric(hours) }),
  });
}

/** A speed that names nobody is each user's where a service is asked for; anywhere else it was observed. */
function wishedSpeed(draft: Draft, method: string | null): Pending | undefined {
  const wished = pendingOf(draft, "speed-wished")[0];
  if (wished === undefined) return undefined;
  if ((method ?? draft.context.current?.method) !== "inference") {
    draft.observed["tokensPerSecond"] = numeric(wished);
    return undefined;
  }
  const field = "serving.targets.tokensPerSecondPerUser";
  draft.assumed.push({ field, value: numeric(wished), why: "speed-of-each-user" });
  return wished;
}

/** A rate of all requests together is shared by those at once, else so many answers a second; a training has it only as a measurement. */
function settleTotalRate(draft: Draft, method: string | null): void {
  const wished = pendingOf(draft, "total-wished")[0];
  if (wished === undefined) return;
  if ((method ?? draft.context.current?.method) !== "inference") {
    draft.observed["tokensPerSecond"] = numeric(wished);
    return;
  }
  if (has(draft, "serving.requestsPerSecond")) return;
  const atOnce = known(draft, "serving.concurrency", 0);
  if (atOnce > 0) {
    const value = Number((numeric(wished) / atOnce).toPrecision(3));
    draft.assumed.push({ field: "serving.targets.tokensPerSecondPerUser", value, why: "total-rate-over-requests" }); // prettier-ignore
    draft.pending.push({ ...wished, kind: "speed-per-user", value });
    return;
  }
  const each = known(draft, "serving.outputTokens", usualOutputTokens);
  const requests = Number((numeric(wished) / Math.max(1, each)).toPrecision(3));
  draft.assumed.push({ field: "serving.requestsPerSecond", value: requests, why: "total-rate-as-requests" }); // prettier-ignore
  put(draft, wished, "serving.requestsPerSecond", requests);
}

const together =
  /concurren|simultan|parallel|in[- ]flight|at once|at (?:a|the same) time|en meme temps|a la fois/u;

/** Of the time of a whole answer, what the first token may take. [ms] */
const firstShare = (ms: number): number => Math.min(1000, ms / 4);

/** "Answered within 4 s": the tokens of an answer in what its first one leaves, as rate of each user. */
function settleWhole(
  draft: Draft,
  method: string | null,
): { readonly ttft: Pending; readonly speed: Pending } | null {
  const whole = pendingOf(draft, "whole-answer")[0];
  if (whole === undefined || (method ?? draft.context.current?.method) !== "inference") return null;
  const tokens = known(draft, "serving.outputTokens", usualOutputTokens);
  const first = pendingOf(draft, "ttft")[0] ?? { ...whole, value: firstShare(numeric(whole)) };
  const left = (numeric(whole) - numeric(first)) / 1000;
  if (left <= 0) return null;
  const value = Number((tokens / left).toPrecision(3));
  draft.assumed.push({ field: "serving.targets.tokensPerSecondPerUser", value, why: "whole-answer-time" });
  return { ttft: first, speed: { ...whole, value } };
}

/** "150 employees, say 10 at once": of people and of requests at once, the requests count. */
function settleAtOnce(draft: Draft): void {
  const isCount = ({ field }: Draft["facts"][number]): boolean => field === "serving.concurrency";
  const said = draft.facts.filter(isCount);
  const atOnce = said.filter(({ where }) => together.test(fold(where)));
  if (atOnce.length === 0 || atOnce.length === said.length) return;
  for (const fact of said) if (!atOnce.includes(fact)) draft.facts.splice(draft.facts.indexOf(fact), 1);
}

/** "8k prompts": of a service their length, of a training their number. */
function settlePrompts(draft: Draft, method: string | null): void {
  const stated = pendingOf(draft, "prompts-or-samples")[0];
  if (stated === undefined) return;
  const speaksOfService =
    draft.facts.some(({ field }) => field.startsWith("serving.")) ||
    draft.pending.some(({ kind }) => /^(?:ttft|traffic|whole-answer|speed-per-user|percentile)/u.test(kind));
  const serves =
    (method ?? draft.context.current?.method ?? (speaksOfService ? "inference" : "")) === "inference";
  const field = serves ? "serving.promptTokens" : "data.samples";
  if (!has(draft, field)) put(draft, stated, field, numeric(stated));
}

/** Targets and traffic of a service, once it is known to be one; a target stated before stays beside a new one. */
export function settleServing(draft: Draft, method: string | null): void {
  settlePrompts(draft, method);
  settleAtOnce(draft);
  settleTraffic(draft);
  settleTotalRate(draft, method);
  const whole = settleWhole(draft, method);
  const ttft = whole?.ttft ?? pendingOf(draft, "ttft")[0];
  const speed = pendingOf(draft, "speed-per-user")[0] ?? wishedSpeed(draft, method) ?? whole?.speed;
  const source = ttft ?? speed;
  const before = draft.context.current?.serving?.targets;
  const percentile = pendingOf(draft, "percentile")[0];
  // "p99 instead": of the aim that stands.
  const settled = source ?? (before === undefined ? undefined : percentile);
  if (settled === undefined) return;
  put(draft, settled, "serving.targets", {
    ...before,
    ...(ttft === undefined ? {} : { ttftMs: numeric(ttft) }),
    ...(speed === undefined ? {} : { tokensPerSecondPerUser: numeric(speed) }),
    ...(percentile === undefined ? {} : { percentile: numeric(percentile) }),
  });
}
