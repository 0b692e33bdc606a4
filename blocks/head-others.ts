import type { Candidate, Gain, Plan } from "../src/domain/plan.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { briefCost, briefTime, configWords, costWords, shortVerdict } from "./facts.ts";
import type { Row } from "./fit-lines.ts";
import type { Line } from "./kit.ts";
import type { Scene } from "./view.ts";

/** How much more a faster one costs: of the whole job, or an hour of a service, or a million tokens. */
function moreWords({ extra, per, currency }: Gain, s: Scene): string {
  const { faster } = s.m.head;
  if (per === "million-tokens") return faster.moreAMillion(s.f.amountAbout(extra, currency));
  return (per === "hour" ? faster.moreAnHour : faster.more)(s.f.amountAbout(extra, currency));
}

function lessWords({ extra, per, currency }: Gain, s: Scene): string {
  return s.m.head.faster.lessOf[per](s.f.amountAbout(-extra, currency));
}

function gainedWords({ perHourGained, currency, worthIt }: Gain, s: Scene): string {
  const { faster } = s.m.head;
  if (perHourGained === null) return "";
  const amount = s.f.amountAbout(perHourGained, currency);
  return worthIt === undefined
    ? faster.anHourGained(amount)
    : (worthIt ? faster.anHourWorth : faster.anHourTooDear)(amount);
}

/** The second line: what is faster, said by what it costs. */
export function fasterWords(c: Candidate, facts: string, s: Scene): string | null {
  const { faster } = s.m.head;
  if (c.reason === "most-within-limits") return faster.most(facts);
  if (c.reason === "cheaper-and-faster") return faster.cheaper(facts);
  if (c.reason === "faster-same-price") return faster.same(facts);
  if (c.gain === undefined) return null;
  if (c.reason === "faster-for-less") return faster.less(lessWords(c.gain, s), facts);
  if (c.reason !== "faster-for-more") return null;
  return faster.dearer(s.f.rough(c.gain.speedup), moreWords(c.gain, s), gainedWords(c.gain, s), facts);
}

const mostAgainst = 3;

/** The others of a choice that the asker named, each in a few words. */
export function againstRow(plan: Plan, s: Scene): Row | null {
  const others = plan.alternatives.filter(({ asked }) => asked === true).slice(0, mostAgainst);
  if (others.length === 0) return null;
  const sellers = plan.spec.limits?.among === undefined;
  const verdictOf = (c: Candidate): string[] => (c.estimate.verdict === "fits" ? [] : [shortVerdict(c, s)]);
  const said = (figuresOf: (c: Candidate) => readonly string[]): Line => [
    s.m.head.against(
      others
        .map((c) =>
          [
            sellers
              ? s.m.head.at(configWords(c, s), termWords(c.offer?.provider ?? "", s))
              : configWords(c, s),
            ...(c.estimate.verdict === "does-not-fit" ? [] : figuresOf(c)),
            ...verdictOf(c),
          ].join(", "),
        )
        .join(s.m.assumptions.separator),
    ),
  ];
  return {
    forms: [
      said((c) => [briefTime(c, plan, s), briefCost(c, s)]),
      said((c) => [briefTime(c, plan, s)]),
      null,
    ],
  };
}

export function fasterRow(plan: Plan, s: Scene): Row | null {
  const faster = plan.alternatives.find((c) => fasterWords(c, "", s) !== null && c.asked !== true);
  if (faster === undefined) return null;
  const said = (...facts: string[]): Line[] => {
    const words = fasterWords(faster, facts.join(", "), s);
    return words === null ? [] : [[words]];
  };
  const [config, time] = [configWords(faster, s), briefTime(faster, plan, s)];
  const cards = s.m.units.cards(faster.gpus, s.names.card(faster.accelerator));
  return {
    forms: [
      ...said(config, time, costWords(faster, s)),
      ...said(config, time, briefCost(faster, s)),
      ...said(config, time),
      ...said(cards, time),
      null,
    ],
  };
}
