import type { ChartFigures } from "../domain/charting/chart-figures.ts";
import type { MemoryFigures } from "../domain/charting/memory-figures.ts";
import type { TradeOffFigures, TradeOffPoint } from "../domain/charting/trade-off-figures.ts";
import type { WindowBar, WindowFigures } from "../domain/charting/window-figures.ts";
import type { Hardware } from "../domain/plan.ts";
import type { Range } from "../units/range.ts";
import type { Wording } from "./messages.ts";
import { capital } from "./words-of.ts";

/** What the words of a chart need beside its figures. */
export interface ChartVoice extends Wording {
  /** A card by its id, as readers know it. */
  readonly card: (id: string) => string;
  /** Of the reader; null = UTC. */
  readonly timeZone: string | null;
}

export const hardwareWords = ({ accelerator, gpus, nodes }: Hardware, { m, card }: ChartVoice): string => {
  const cards = m.units.cards(gpus, card(accelerator));
  return nodes > 1 ? `${cards} ${m.units.onNodes(nodes)}` : cards;
};

/** An instant is said as finely as it is known: to the hour of a long window, to five minutes of a short one. [h] */
const fineness = (total: number): number => (total >= 48 ? 1 : total >= 4 ? 1 / 6 : 1 / 12);

/** An hour of a window, in the reader's own time; "before" never names a later moment than the one meant. */
export function instantAt(
  { at, total }: Pick<WindowFigures, "at" | "total">,
  hours: number,
  voice: ChartVoice,
  round: "nearest" | "before" = "nearest",
): string {
  const step = fineness(total.likely) * 3_600_000;
  const steps = (Date.parse(at) + hours * 3_600_000) / step;
  return instantWords(new Date((round === "before" ? Math.floor : Math.round)(steps) * step), voice);
}

/** Without its zone, which the start of the window names. */
const instantWords = (instant: Date, { f, timeZone }: ChartVoice): string =>
  unbroken(f.date(instant.toISOString(), { time: true, timeZone, bare: true }));

/** A date stays on its line. */
const unbroken = (text: string): string => text.replaceAll(" ", "\u00A0");

export const deadlineWords = (deadlineAt: string, voice: ChartVoice): string =>
  instantWords(new Date(deadlineAt), voice);

const exactly = ({ likely }: Range): Range => ({ low: likely, likely, high: likely });

/** Time of a point: hours of a job, or its rate. */
export const paceWords = (per: TradeOffFigures["per"], pace: Range, { m, f }: ChartVoice): string =>
  per === "job" ? f.hoursRange(pace) : m.charts.tradeOff.rate(f.rough(pace.likely));

export const costWords = (
  { per, currency }: Pick<TradeOffFigures, "per" | "currency">,
  cost: Range,
  { f }: ChartVoice,
): string => (per === "job" ? f.moneyRange : f.priceRange)(cost, currency);

export const barName = (
  { part }: Pick<WindowBar, "part">,
  { serving }: Pick<WindowFigures, "serving">,
  { m }: ChartVoice,
): string => (part === "steps" && serving ? m.charts.window.serve : m.stages.parts[part]);

function memoryWords(figures: MemoryFigures, voice: ChartVoice): string[] {
  const { m, f } = voice;
  const say = m.charts.memory;
  const peak = figures.phases.find(({ phase }) => phase === figures.peak);
  if (peak === undefined) return [];
  const parts = (peak.parts ?? []).map(({ part, gib }) =>
    m.answers.memory.part(m.answers.parts[part], f.gib(gib)),
  );
  const elsewhere = new Set(figures.phases.flatMap(({ parts: all }) => (all ?? []).map(({ part }) => part)));
  for (const { part } of peak.parts ?? []) elsewhere.delete(part);
  const others = [...elsewhere].flatMap((part) => {
    const most = figures.phases
      .flatMap(({ phase, parts: all }) =>
        (all ?? []).filter((one) => one.part === part).map(({ gib }) => ({ phase, gib })),
      )
      .sort((a, b) => b.gib - a.gib)[0];
    return most === undefined
      ? []
      : [
          say.elsewhere(
            m.answers.memory.part(m.answers.parts[part], f.gib(most.gib)),
            m.answers.phases[most.phase],
          ),
        ];
  });
  const phases = figures.phases.map(({ phase, required }) =>
    say.phase(m.answers.phases[phase], f.gib(required.likely)),
  );
  return [
    say.peak(hardwareWords(figures.on, voice), f.gibRange(peak.required), m.answers.phases[figures.peak]),
    figures.usableGib === null ? say.usableUnknown : say.usableIs(f.gib(figures.usableGib)),
    ...(figures.verdict === "unknown" ? [] : [say.verdicts[figures.verdict]]),
    ...(parts.length === 0 ? [] : [`${capital([...parts, ...others].join(", "))}.`]),
    say.phases(phases.join(", ")),
    ...(figures.floor ? [say.floor] : []),
  ];
}

function tradeOffWords(figures: TradeOffFigures, voice: ChartVoice): string[] {
  const say = voice.m.charts.tradeOff;
  const { points, unplaced, per } = figures;
  const brief = (point: TradeOffPoint): string => {
    const [pace, cost] = [exactly(point.pace), exactly(point.cost)];
    const words = say.point(
      hardwareWords(point, voice),
      paceWords(per, pace, voice),
      costWords(figures, cost, voice),
    );
    return point.fits ? words : say.doesNotFit(words);
  };
  const chosen = points.find((point) => point.chosen);
  const others = points.filter((point) => !point.chosen);
  const front = points.filter(({ onFront }) => onFront);
  return [
    chosen === undefined
      ? say.noneChosen
      : say.isChosen(
          say.point(
            hardwareWords(chosen, voice),
            paceWords(per, chosen.pace, voice),
            costWords(figures, chosen.cost, voice),
          ),
        ),
    ...(others.length === 0 ? [] : [say.others(others.map(brief).join(say.between))]),
    ...(front.length === 0
      ? []
      : [say.frontIs(voice.f.list(front.map((point) => hardwareWords(point, voice))))]),
    ...(unplaced.length === 0 ? [] : [say.unplaced(unplacedWords(figures, voice))]),
  ];
}

export const unplacedWords = ({ unplaced }: TradeOffFigures, voice: ChartVoice): string =>
  unplaced
    .map((one) => {
      const { because, why } = voice.m.charts.tradeOff;
      return because(hardwareWords(one, voice), why[one.why]);
    })
    .join(", ");

export function startWords({ at, reserved }: WindowFigures, { m, f, timeZone }: ChartVoice): string {
  const { supposed, reserved: asReserved } = m.charts.window;
  return (reserved ? asReserved : supposed)(unbroken(f.date(at, { time: true, timeZone })));
}

export const endWords = (figures: WindowFigures, voice: ChartVoice): string =>
  voice.m.charts.window.ends(
    instantAt(figures, figures.total.likely, voice),
    instantAt(figures, figures.total.low, voice),
    instantAt(figures, figures.total.high, voice),
  );

function windowWords(figures: WindowFigures, voice: ChartVoice): string[] {
  const { m, f } = voice;
  const say = m.charts.window;
  const bars = figures.bars.map((bar) => `${barName(bar, figures, voice)} ${f.hours(bar.hours.likely)}`);
  return [
    `${hardwareWords(figures.on, voice)}${m.units.colon}${f.hoursRange(figures.total)}.`,
    startWords(figures, voice),
    endWords(figures, voice),
    ...(figures.artefactsOutBy === null
      ? []
      : [say.outBy(instantAt(figures, figures.artefactsOutBy, voice, "before"))]),
    ...(figures.deadlineAt === null ? [] : [say.deadlineIs(deadlineWords(figures.deadlineAt, voice))]),
    say.bars(bars.join(", ")),
  ];
}

/** What a chart shows, as sentences: the reply in the thread, and what is read to who does not see the picture. */
export function chartWords(figures: ChartFigures, voice: ChartVoice): readonly string[] {
  switch (figures.chart) {
    case "memory":
      return memoryWords(figures, voice);
    case "cost":
      return tradeOffWords(figures, voice);
    case "window":
      return windowWords(figures, voice);
  }
}

/** Slack keeps this many characters of a picture's description. */
const longestAlt = 1_000;

/** The description of a picture: its title and its sentences, as many as Slack keeps. */
export function altText(figures: ChartFigures, voice: ChartVoice): string {
  let text = `${chartTitle(figures, voice)}.`;
  for (const sentence of chartWords(figures, voice)) {
    if (text.length + sentence.length + 1 > longestAlt) break;
    text = `${text} ${sentence}`;
  }
  return text;
}

export function chartTitle(figures: ChartFigures, { m }: ChartVoice): string {
  switch (figures.chart) {
    case "memory":
      return m.charts.memory.title;
    case "cost":
      return m.charts.tradeOff.title[figures.per];
    case "window":
      return m.charts.window.title;
  }
}
