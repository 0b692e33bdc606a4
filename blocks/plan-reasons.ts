import type { Candidate, Plan } from "../src/domain/plan.ts";
import { defaultsLine, readLine } from "./assumption-lines.ts";
import { hostLine, priceLines } from "./details.ts";
import { briefCost, briefTime, configWords, requiredWords } from "./facts.ts";
import { bold, type Line } from "./kit.ts";
import type { Scene } from "./view.ts";

/** Why this configuration stands, and which one comes next. */
export function whyThisAnswer(plan: Plan, c: Candidate, s: Scene): Line[] {
  const { whyThis } = s.m.answers;
  const config = configWords(c, s);
  const { usableGib } = c.estimate;
  const usable = usableGib === null ? s.m.units.unknown : s.f.gib(usableGib);
  const named = plan.spec.accelerator === c.accelerator;
  const why = named
    ? whyThis.named(config)
    : c.reason === "smallest-that-fits"
      ? whyThis.smallest(config, requiredWords(c, s), usable)
      : whyThis.because(config, s.m.head.reasons[c.reason]);
  const next = plan.alternatives[0];
  return [
    [bold(why)],
    ...(next === undefined
      ? []
      : [[whyThis.next(configWords(next, s), `${briefTime(next, plan, s)}, ${briefCost(next, s)}`)]]),
    ...priceLines(c, s).slice(0, 1),
  ];
}

/** What nobody stated; with `values` also what was. */
export function assumedAnswer(plan: Plan, topic: string | undefined, s: Scene): Line[] {
  const { assumed } = s.m.answers;
  const stated = topic === "values" ? readLine(plan, null, s) : null;
  const defaults = defaultsLine(plan, null, s);
  return [...(stated === null ? [] : [stated]), defaults ?? [bold(assumed.none)], [assumed.change]];
}

/** Useful tokens per second: per GPU and in total, with the step. */
export function speedAnswer(c: Candidate, s: Scene): Line[] {
  const { speed, time } = s.m.answers;
  const { throughput } = c.estimate;
  if (throughput === undefined) return [[bold(speed.unknown)]];
  const { serving, tokensPerSecondPerGpu: rate, modelFlopsUtilisation, stepSeconds, bound } = throughput;
  if (serving !== undefined) return [[bold(`${briefTime(c, null, s)}.`)], [time.bound[bound]]];
  return [
    [bold(speed.title(s.f.rough(rate.likely), s.f.rough(rate.likely * c.gpus)))],
    [speed.interval(s.f.rough(rate.low), s.f.rough(rate.high))],
    [speed.step(s.f.rough(stepSeconds.likely), s.f.percent(modelFlopsUtilisation.likely))],
    [time.bound[bound]],
  ];
}

/** RAM and disk of the machine around the cards. */
export const hostAnswer = (c: Candidate, s: Scene): Line[] => [hostLine(c, s)];
