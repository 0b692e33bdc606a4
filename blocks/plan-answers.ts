import { exactly, scaleRange } from "../src/units/range.ts";
import { isPeriod, rentFor } from "../src/domain/planning/period-rent.ts";
import type { Answer, PlanAspect } from "../src/domain/conversation.ts";
import { partNames, type Lever, type Throughput } from "../src/domain/estimate.ts";
import type { Candidate, Plan } from "../src/domain/plan.ts";
import { fieldLabel, termWords } from "../src/i18n/field-words.ts";
import { capital, wordFor } from "../src/i18n/words-of.ts";
import { teamLine } from "./corrections.ts";
import { priceLines, windowLine } from "./details.ts";
import {
  briefCost, briefTime, capWords, configWords, costWords, reckonedRent, requiredWords, runningWords, timeWords,
} from "./facts.ts"; // prettier-ignore
import { wayOutWords } from "./infeasible.ts";
import { bold, link, type Line } from "./kit.ts";
import { partLines } from "./memory-part.ts";
import { todayLines } from "./timeline.ts";
import type { Scene } from "./view.ts";

const largest = (c: Candidate) => [...c.estimate.parts].sort((a, b) => b.gib.likely - a.gib.likely);

/** Under half a percent either way nobody would notice. */
function speedWords(slowdown: number | null, s: Scene): string {
  const { dominant } = s.m.answers;
  if (slowdown === null) return dominant.speedUnknown;
  if (slowdown > 1.005) return dominant.slower(s.f.percent(slowdown - 1));
  return slowdown < 0.995 ? dominant.faster(s.f.percent(1 / slowdown - 1)) : dominant.sameSpeed;
}

function leverLines(levers: readonly Lever[], s: Scene, most: number): Line[] {
  const { dominant } = s.m.answers;
  return levers.slice(0, most).map(({ change, gainGib, slowdown, sufficient }) => {
    const name = wordFor(s.m.answers.levers, change) ?? termWords(change, s);
    const speed = speedWords(slowdown, s);
    const said = dominant.lever(name, s.f.gib(gainGib), speed);
    return ["• ", sufficient === true ? `${said} (${dominant.enough})` : said];
  });
}

/** Memory by part of the peak phase, a part that was asked for first, then the three counters. */
export function memoryAnswer(plan: Plan, c: Candidate, topic: string | undefined, s: Scene): Line[] {
  const { memory, parts, phases } = s.m.answers;
  const { perGpu, peakPhase, usableGib } = c.estimate;
  const part = partNames.find((one) => one === topic);
  const named = largest(c).filter((p) => p.gib.likely >= 0.05);
  const likely = (r: { likely: number }): string => s.f.gib(r.likely);
  return [
    ...(part === undefined ? [] : partLines(plan, c, part, s)),
    [bold(memory.title(requiredWords(c, s), phases[peakPhase]))],
    [capital(named.map(({ part, gib }) => memory.part(parts[part], s.f.gib(gib.likely))).join(", ")), "."],
    [
      memory.counters(likely(perGpu.allocated), likely(perGpu.reserved), likely(perGpu.device)),
      usableGib === null ? "" : ` ${memory.usable(s.f.gib(usableGib))}`,
    ],
  ];
}

/** The largest part and what lowers it. */
export function dominantAnswer(c: Candidate, s: Scene): Line[] {
  const { dominant, parts } = s.m.answers;
  const [first, second] = largest(c);
  const total = c.estimate.perGpu.required.likely;
  if (first === undefined || total <= 0)
    return [[s.m.answers.memory.title(requiredWords(c, s), s.m.answers.phases[c.estimate.peakPhase])]];
  const share = s.f.percent(first.gib.likely / total);
  const levers = leverLines(c.estimate.levers ?? [], s, 3);
  const next =
    second === undefined
      ? ""
      : ` ${capital(s.m.answers.memory.part(parts[second.part], s.f.gib(second.gib.likely)))}.`;
  return [
    [bold(dominant.title(parts[first.part], s.f.gib(first.gib.likely), share)), next],
    ...(levers.length === 0 ? [[dominant.noLevers]] : [[dominant.levers], ...levers]),
  ];
}

function linkLines(c: Candidate, s: Scene): Line[] {
  return c.estimate.evidence.links.slice(0, 4).map(({ title, url, differs }): Line => {
    const note =
      differs.length === 0
        ? ""
        : `, ${s.m.answers.certainty.differs(differs.map((d) => fieldLabel(d, s)).join(", "))}`;
    return ["• ", link(title === "" ? url : title, url), note];
  });
}

/** How sure: the grade, the interval, no invented rate, and what would settle it. */
export function certaintyAnswer(c: Candidate, s: Scene): Line[] {
  const { certainty } = s.m.answers;
  return [
    [
      bold(certainty.title(s.m.head.evidence[c.estimate.evidence.grade])),
      " ",
      certainty.interval(requiredWords(c, s)),
    ],
    ...[teamLine(c, s)].filter((line) => line !== null),
    [certainty.noRate],
    [certainty.settle(certainty.pilot)],
    ...linkLines(c, s).slice(0, 2),
  ];
}

/** Where the figures come from; the price first when that was asked. */
export function sourceAnswer(c: Candidate, topic: string | undefined, s: Scene): Line[] {
  const links = linkLines(c, s);
  const team = teamLine(c, s);
  const titles: Line[] = [
    ...(team === null ? [] : [team]),
    ...(links.length > 0 ? [[bold(s.m.answers.source.title)]] : []),
    ...(links.length === 0 && team === null ? [[bold(s.m.answers.source.none)]] : []),
  ];
  const prices = priceLines(c, s);
  return topic === "price" && prices.length > 0 ? prices : [...titles, ...links, ...prices];
}

/** Tokens of every epoch; of samples as many as the plan's own time and rate make them. */
function trainedInAll({ spec }: Plan, hours: number | undefined, c: Candidate): number | null {
  const tokens = spec.data?.tokens;
  if (tokens !== undefined) return tokens * (spec.data?.epochs ?? 1);
  const rate = c.estimate.throughput?.tokensPerSecondPerGpu.likely;
  return hours === undefined || rate === undefined ? null : rate * c.gpus * hours * 3600;
}

/** Tokens over what all cards get through in an hour: the sum behind the duration. */
function reckonedLine(plan: Plan, c: Candidate, s: Scene): Line | null {
  const { throughput } = c.estimate;
  const all = trainedInAll(plan, throughput?.hours?.likely, c);
  if (throughput === undefined || all === null) return null;
  const rate = throughput.tokensPerSecondPerGpu.likely;
  const hours = all / (rate * c.gpus * 3600);
  return [
    s.m.answers.time.reckoned(
      s.f.tokens(all),
      s.f.number(c.gpus),
      s.f.rough(rate),
      s.f.hoursRange(exactly(hours)),
      s.f.percent(throughput.modelFlopsUtilisation.likely),
    ),
  ];
}

type StatedRate = NonNullable<Extract<Answer, { about: PlanAspect }>["statedRate"]>;

/** How long the plan's tokens take at a rate that somebody measured, beside the plan's own. */
export function atRateLines(
  plan: Plan,
  c: Candidate,
  { tokensPerSecond, gpus }: StatedRate,
  posted: boolean,
  s: Scene,
): Line[] {
  const { time } = s.m.answers;
  const { throughput } = c.estimate;
  const all = gpus === null ? tokensPerSecond : (tokensPerSecond / gpus) * c.gpus;
  const tokens = trainedInAll(plan, throughput?.hours?.likely, c);
  const rate = s.f.number(Math.round(all));
  const planned = throughput === undefined ? [] : [[plannedRate(throughput, c, s)]];
  const counts = posted ? [] : [[time.rateCounts]];
  if (tokens === null) return [[bold(time.rateOnly(rate))], ...planned, ...counts];
  return [
    [bold(time.atRate(rate, s.f.tokens(tokens), s.f.hoursRange(exactly(tokens / all / 3600))))],
    ...planned,
    ...counts,
  ];
}

function plannedRate(throughput: Throughput, c: Candidate, s: Scene): string {
  const { time } = s.m.answers;
  const rate = s.f.rough(throughput.tokensPerSecondPerGpu.likely * c.gpus);
  return throughput.hours === undefined
    ? time.plannedRate(rate)
    : time.planned(rate, s.f.hoursRange(throughput.hours));
}

export function timeAnswer(plan: Plan, c: Candidate, topic: string | undefined, s: Scene): Line[] {
  const { time } = s.m.answers;
  const { throughput } = c.estimate;
  if (throughput === undefined) return [[bold(time.unknown)]];
  if (throughput.serving !== undefined)
    return [[bold(timeWords(c, plan, s)), "."], [time.bound[throughput.bound]]];
  const window = windowLine(plan, s);
  const sum = topic === "reckoned" ? reckonedLine(plan, c, s) : null;
  const title = throughput.hours === undefined ? time.unknown : time.title(s.f.hoursRange(throughput.hours));
  const { tokensPerSecondPerGpu, modelFlopsUtilisation, stepSeconds } = throughput;
  return [
    [bold(title)],
    [
      time.rate(s.f.rough(tokensPerSecondPerGpu.likely), s.f.percent(modelFlopsUtilisation.likely)),
      " ",
      time.step(s.f.rough(stepSeconds.likely)),
    ],
    ...(sum === null ? [] : [sum]),
    [time.bound[throughput.bound]],
    ...(window === null ? [] : [window]),
    ...todayLines(plan, c, s),
  ];
}

/** The cost in the unit asked for, then the rest. */
export function costAnswer(plan: Plan, c: Candidate, topic: string | undefined, s: Scene): Line[] {
  const { cost } = s.m.answers;
  const { total, perMillionTokens, perSuccessfulRun, currency } = c.cost;
  const { offer } = c;
  const cap = capWords(c, plan.spec, s);
  const epochs = plan.spec.data?.epochs ?? 1;
  const whole = total === null ? null : cost.title(costWords(c, s));
  const units: Readonly<Record<string, string | null>> = {
    total: whole === null || cap === null ? whole : `${whole} ${capital(cap)}.`,
    hour: offer === null ? null : cost.perHour(s.f.money(offer.perHour, offer.currency)),
    "gpu-hour": offer === null ? null : cost.perGpuHour(s.f.money(offer.perHour / c.gpus, offer.currency)),
    epoch: total === null ? null : cost.perEpoch(s.f.moneyRange(scaleRange(total, 1 / epochs), currency)),
    "million-tokens":
      perMillionTokens === null ? null : cost.perMillion(s.f.priceRange(perMillionTokens, currency)),
    run: perSuccessfulRun === null ? null : cost.perRun(s.f.moneyRange(perSuccessfulRun, currency)),
  };
  const period = topic !== undefined && isPeriod(topic) && topic !== "hour" ? rentFor(c, topic) : null;
  const running = runningWords(c, s);
  const first =
    (period === null ? units[topic ?? "total"] : reckonedRent(period, currency, s)) ??
    (total === null ? (running ?? units["million-tokens"] ?? units["hour"]) : whole) ??
    cost.unknown;
  const hours = plan.best === c ? plan.window.total : c.window?.total;
  const epoch: Line[] =
    topic === "epoch" && hours !== undefined && hours.likely > 0
      ? [[cost.hoursPerEpoch(s.f.hoursRange(scaleRange(hours, 1 / epochs)))]]
      : [];
  const rest = ["total", "million-tokens", "run"]
    .flatMap((unit) => units[unit] ?? [])
    .filter((words) => words !== first);
  const priced = priceLines(c, s).filter(([words]) => words !== first);
  return [[bold(first)], ...epoch, ...rest.map((line): Line => [line]), ...priced];
}

/** What to do if the pilot runs out of memory: levers first, then the larger cards. */
export function ifItDoesNotFitAnswer(plan: Plan, c: Candidate, s: Scene): Line[] {
  const { ifNot, dominant } = s.m.answers;
  const levers = leverLines(c.estimate.levers ?? [], s, 3);
  const largestThatFits = c.estimate.largestThatFits;
  const larger = plan.alternatives.find(
    (a) => a.estimate.verdict === "fits" && (a.estimate.usableGib ?? 0) > (c.estimate.usableGib ?? 0),
  );
  const stopped = plan.infeasible;
  const relaxed = stopped?.relaxations[0];
  return [
    [bold(ifNot.title)],
    ...(levers.length === 0 && larger === undefined && relaxed === undefined
      ? [[dominant.noLevers]]
      : levers),
    largestThatFits === undefined
      ? []
      : [
          ifNot.largest(
            largestThatFits.microBatch === 0 ? null : s.f.number(largestThatFits.microBatch),
            s.f.number(largestThatFits.sequenceLength),
          ),
        ],
    larger === undefined
      ? []
      : ["• ", [configWords(larger, s), briefTime(larger, plan, s), briefCost(larger, s)].join(", ")],
    relaxed === undefined || stopped === null ? [] : ["• ", wayOutWords(stopped, relaxed, "full", s)],
  ];
}
