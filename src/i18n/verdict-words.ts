import type { Correction } from "../domain/pilot/correction.ts";
import { isNoResult } from "../domain/pilot/pilot.ts";
import type {
  Comparison,
  InconclusiveReason,
  Miss,
  NextStep,
  PilotParams,
  PilotVerdict,
} from "../domain/pilot/pilot.ts";
import type { ReadingWarning } from "../domain/pilot-reading.ts";
import type { ScalingVerdict } from "../domain/pilot/scaling-step.ts";
import { specialPhrase, termWords, valueWords, type Naming } from "./field-words.ts";
import type { Wording } from "./messages.ts";
import { capital, wordFor } from "./words-of.ts";

const isGib = (figure: string): boolean => figure.endsWith("Gib");

function comparedLine({ figure, measured, predicted, holds, bound }: Comparison, { m, f }: Wording): string {
  if (figure === "kvCacheTokens" && bound === "at-least")
    return m.pilot.atLeast(m.pilot.figures[figure], f.rough(measured), f.rough(predicted.low), holds);
  const { low, high } = predicted;
  // Outside by less than what rounding hides: then the figures say by how much.
  const alike = !holds && [low, high].some((bound) => f.rough(bound) === f.rough(measured));
  const plain = (n: number): string => (alike ? f.number(n, 2) : f.rough(n));
  const unit = isGib(figure) ? f.gibUnit : figure.endsWith("Seconds") ? "s" : null;
  const one = (n: number): string => (unit === null ? plain(n) : f.withUnit(plain(n), unit));
  return m.pilot.compared(m.pilot.figures[figure], one(measured), f.range(plain(low), one(high)), holds);
}

/** Step time and rate are one pace seen twice: the rate says it. One cause seen by several counters is one miss: the first says it. */
function onceEach(misses: readonly Miss[]): readonly Miss[] {
  const told = misses.some(({ figure }) => figure === "tokensPerSecondPerGpu")
    ? misses.filter(({ figure }) => figure !== "stepSeconds")
    : misses;
  return told.filter(
    ({ cause, direction, figure }, index) =>
      told.findIndex(
        (one) => one.cause === cause && (one.direction === direction || !isGib(one.figure) || !isGib(figure)),
      ) === index,
  );
}

function missLine(
  { cause, figure, measured, predicted, phase, direction, atLeastGib }: Miss,
  { m, f }: Wording,
): string {
  if (figure === "outOfMemory") {
    const ran = m.pilot.outOfMemory(phase === null ? null : m.answers.phases[phase]);
    return typeof atLeastGib === "number" ? `${ran} ${m.pilot.neededAtLeast(f.gib(atLeastGib))}` : ran;
  }
  if (figure === "kvCacheTokens" && measured === null) return m.pilot.preempted;
  const by =
    measured === null || predicted === null
      ? f.unknown
      : f.percent(Math.abs(measured / predicted.likely - 1));
  // A rate above its interval is a speed estimated too low, a step time above it one estimated too high.
  const low = figure.endsWith("Seconds") ? direction === "below" : direction === "above";
  return m.pilot.miss(by, wordFor(m.pilot.figures, figure) ?? null, m.pilot.causes[cause], low);
}

/** Two measurements of one rate differ by as much. */
const WORTH_OF_ONE = 1.03;

/** Efficiency against what was predicted and asked, what it costs and saves, which limit binds, and what was equal. */
function scalingLines(scaling: ScalingVerdict | undefined, { m, f }: Wording): readonly string[] {
  if (scaling === undefined) return [];
  const { efficiency, predicted, asked, gpus, from, timeRatio, costRatio, pays, binds, qualityShown } =
    scaling;
  const say = m.pilot.scaling;
  const expected = predicted === null ? null : f.percent(predicted);
  return [
    say.efficiency(gpus, from, f.percent(efficiency), expected, f.percent(asked)),
    ...(efficiency > WORTH_OF_ONE ? [say.aboveLinear] : []),
    say.worth(f.percent(timeRatio), f.percent(costRatio), pays),
    binds === "nothing" ? say.bindsNothing : say.binds(m.drops.bounds[binds]),
    qualityShown ? say.qualityShown : say.qualityTaken,
  ];
}

/** A factor that is one, or GiB that are none, to what is printed. */
export const corrects = ({ cause, effect }: Pick<Correction, "cause" | "effect">): boolean =>
  cause === "device" ? Math.abs(effect.likely) >= 0.05 : Math.abs(effect.likely - 1) >= 0.005;

/** One cause and its most likely correction: a factor, of the device GiB to add. */
export const correctionWords = (
  { cause, effect }: Pick<Correction, "cause" | "effect">,
  { m, f }: Wording,
): string =>
  m.pilot.corrections[cause](cause === "device" ? f.gib(effect.likely) : f.number(effect.likely, 2));

function learntLine(corrections: readonly Correction[], w: Wording): readonly string[] {
  if (corrections.length === 0) return [];
  const told = corrections.filter(corrects).map((one) => correctionWords(one, w));
  const points = Math.max(...corrections.map((c) => c.points.length));
  return [told.length === 0 ? w.m.pilot.learntNothing(points) : w.m.pilot.learnt(w.f.list(told), points)];
}

const asNamed: Naming = { model: (id) => id, card: (id) => id, showAmounts: false };

/** A setting's value by name; a group of them as it was compared, without the signs of its notation. */
function settingWords(field: string | null, value: string, w: Wording): string {
  if (value.startsWith("{"))
    return value.replaceAll(/[{}"]/gu, "").replaceAll(":", " ").replaceAll(",", ", ");
  return field === null
    ? termWords(value, w)
    : (specialPhrase(field, value, w) ?? valueWords(field, value, w, asNamed));
}

/** Keys whose values are names of files or codes that the sentence itself puts into words. */
const asTheyAre: ReadonlySet<string> = new Set(["item", "missing", "how", "file", "otherFile", "cause"]);

/** What a reason names, as a person reads it: figures with their unit, fields and their values by name. */
function reasonParams({ code, params }: InconclusiveReason, w: Wording): PilotParams {
  const { m, f } = w;
  const field = typeof params["field"] === "string" ? params["field"] : null;
  const named = (key: string): string | null =>
    wordFor(m.pilot.figures, key) ?? wordFor(m.readings.labels, key) ?? wordFor(m.fields.labels, key) ?? null;
  const shown = ([key, value]: readonly [string, string | number]): readonly [string, string | number] => {
    if (asTheyAre.has(key) || (key === "field" && code === "restart-differs")) return [key, value];
    if (key === "times" && typeof value === "number") return [key, f.number(value, 2)];
    if (key === "field") return [key, named(String(value)) ?? value];
    if (typeof value !== "number") return [key, settingWords(field, value, w)];
    if (field === null) return [key, f.number(value)];
    if (isGib(field)) return [key, f.gib(value)];
    if (field === "modelFlopsUtilisation") return [key, f.percent(value)];
    return [key, field.endsWith("Seconds") ? `${f.rough(value)} s` : f.rough(value)];
  };
  return Object.fromEntries(Object.entries(params).map(shown));
}

const mostWarnings = 4;

/** Warnings whose matter the verdict itself names. */
const namedBy: Partial<Readonly<Record<InconclusiveReason["code"], ReadingWarning["code"]>>> = {
  "impossible-value": "above-card",
  "loss-not-finite": "loss-not-finite",
};
const named = (verdict: PilotVerdict) =>
  verdict.verdict === "inconclusive" ? verdict.reasons.map(({ code }) => namedBy[code]) : [];

/** What the readers said that bears on the verdict; the gravest first. */
export const readWithWords = (verdict: PilotVerdict, { m }: Wording): readonly string[] =>
  (verdict.readWith ?? [])
    .filter(({ code }) => !named(verdict).includes(code))
    .slice(0, mostWarnings)
    .map(({ code, params }) => m.readings.warnings[code](params));

function nextLine({ code, run }: NextStep, { m, f }: Wording): string {
  if (run === null) return m.pilot.next[code];
  const cost = run.cost === null ? null : f.moneyRange(run.cost, run.currency);
  return `${m.pilot.next[code]} ${m.pilot.nextRun(run.minutes, run.gpus, cost)}`;
}

function whyLines(verdict: PilotVerdict, w: Wording): readonly string[] {
  const { reasons, nothingKept } = w.m.pilot;
  switch (verdict.verdict) {
    case "confirmed":
      return [];
    case "off":
      return onceEach(verdict.misses).map((miss) => missLine(miss, w));
    case "inconclusive":
      return [
        ...verdict.reasons.map((reason) => reasons[reason.code](reasonParams(reason, w))),
        ...(isNoResult(verdict) ? [nothingKept] : []),
      ];
  }
}

/** What the driver sees beyond what PyTorch counts, where one result has both: two counters, no contradiction. */
function gapLine({ measured }: PilotVerdict, { m, f }: Wording): readonly string[] {
  const { peakAllocatedGib, peakReservedGib, peakDeviceGib, outOfMemory } = measured;
  const counted = peakReservedGib ?? peakAllocatedGib;
  if (counted === null || peakDeviceGib === null || outOfMemory !== null) return [];
  const name = m.pilot.figures[peakReservedGib === null ? "peakAllocatedGib" : "peakReservedGib"];
  const gap = f.gib(Math.abs(peakDeviceGib - counted));
  return [peakDeviceGib >= counted ? m.pilot.gap(gap, name) : m.pilot.gapBelow(gap, name)];
}

/** Both values, what could explain it, and how the plan counts until it is settled. */
function contradictionLines({ contradicts = [] }: PilotVerdict, { m, f }: Wording): readonly string[] {
  if (contradicts.length === 0) return [];
  const one = (figure: string, value: number): string => (isGib(figure) ? f.gib(value) : f.rough(value));
  const memory = contradicts.some(({ figure }) => isGib(figure));
  return [
    ...contradicts.map(({ figure, measured, earlier }) =>
      m.pilot.contradicts(m.pilot.figures[figure], one(figure, measured), one(figure, earlier)),
    ),
    contradicts.some(({ otherVersions }) => otherVersions)
      ? m.pilot.contradictionVersions
      : memory
        ? m.pilot.contradictionMemory
        : m.pilot.contradictionPace,
    m.pilot.contradictionCounts,
  ];
}

const headLine = ({ verdict, stage }: PilotVerdict, { m }: Wording): string =>
  m.pilot.head(m.pilot.verdicts[verdict], m.pilot.stages[stage]);

/** A verdict in few words and without amounts: what, why, what next. */
export const verdictBriefly = (verdict: PilotVerdict, w: Wording): string =>
  [headLine(verdict, w), ...whyLines(verdict, w), w.m.pilot.next[verdict.next.code]].join(" ");

/** A verdict as a terminal or a thread reads it: what, why, what it taught, what next. */
export function verdictInWords(verdict: PilotVerdict, w: Wording): string {
  return [
    headLine(verdict, w),
    ...whyLines(verdict, w),
    ...contradictionLines(verdict, w),
    ...scalingLines(verdict.scaling, w),
    ...(verdict.verdict === "inconclusive" && verdict.offered !== null && verdict.comparisons.length > 0
      ? [w.m.pilot.asItself]
      : []),
    ...verdict.comparisons.map((c) => capital(comparedLine(c, w))),
    ...(isNoResult(verdict) ? [] : gapLine(verdict, w)),
    ...learntLine(verdict.corrections, w),
    ...readWithWords(verdict, w),
    nextLine(verdict.next, w),
  ].join("\n");
}
