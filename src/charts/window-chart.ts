import type { WindowBar, WindowFigures } from "../domain/charting/window-figures.ts";
import type { WindowPart } from "../domain/plan.ts";
import {
  barName,
  chartTitle,
  deadlineWords,
  endWords,
  hardwareWords,
  instantAt,
  startWords,
  type ChartVoice,
} from "../i18n/chart-words.ts";
import {
  boxOf, chartWidth, inner, margin, overlap, paragraph, rectLayer, ruleLayer, size, textLayers, widthOf,
  type Drawing, type Layer, type Rect, type Rule, type TextMark,
} from "./canvas.ts"; // prettier-ignore
import { ink, inkOn } from "./palette.ts";
import { linear, type Scale } from "./scales.ts";
import { timeTicks } from "./time-ticks.ts";

const row = { pitch: 24, bar: 16 } as const;
/** The least that is seen of a part. [px] */
const least = 2.5;

/** Work, proof of it, what surrounds it, and what is paid for without need: four lightnesses. */
const colours = {
  "start-up": ink.line, load: ink.line, "warm-up": ink.line, steps: ink.main, evaluation: ink.proof, checkpoints: ink.proof,
  "restore-proof": ink.proof, "export-upload": ink.line, slack: ink.spare, interruptions: ink.spare, "capacity-wait": ink.line, "billing-unit": ink.spare,
} as const satisfies Record<WindowPart["part"], string>; // prettier-ignore

/** A label in its bar where it fits there, else beside it: right, unless a line that matters passes there and left has room. */
function labelFor(text: string, rect: Rect, lines: readonly number[]): TextMark {
  const mark: TextMark = { text, x: rect.x + 6, y: rect.y + rect.height / 2, size: size.small };
  const width = widthOf(mark);
  if (width + 12 <= rect.width) return { ...mark, colour: inkOn(rect.colour) };
  const [before, after] = [rect.x - 5, rect.x + rect.width + 5];
  const right: TextMark = { ...mark, x: after, halo: true };
  const left: TextMark = { ...mark, x: Math.max(before, margin + width), align: "right", halo: true };
  const roomLeft = before - width >= margin;
  if (after + width > margin + inner) return left;
  return roomLeft && lines.some((line) => line > after - 3 && line < after + width + 3) ? left : right;
}

const rectOf = ({ part, from, hours }: WindowBar, y: number, x: Scale): Rect => ({
  x: x(from),
  y,
  width: Math.max(least, x(from + hours.likely) - x(from)),
  height: row.bar,
  colour: colours[part],
});

interface Moment {
  readonly hours: number;
  readonly text: string;
  readonly colour: string;
  readonly dash: readonly number[];
}

/** Instants that matter to whoever rents: when artefacts must be off, and the deadline. */
function momentsOf(figures: WindowFigures, until: number, voice: ChartVoice): readonly Moment[] {
  const say = voice.m.charts.window;
  const { at, artefactsOutBy, deadlineAt } = figures;
  const out: Moment[] =
    artefactsOutBy === null
      ? []
      : [
          {
            hours: artefactsOutBy,
            text: say.out(instantAt(figures, artefactsOutBy, voice, "before")),
            colour: ink.text,
            dash: [2, 2],
          },
        ];
  const deadline = deadlineAt === null ? null : (Date.parse(deadlineAt) - Date.parse(at)) / 3_600_000;
  if (deadline === null || deadline < 0 || deadline > until) return out;
  return [
    ...out,
    {
      hours: deadline,
      text: say.deadline(deadlineWords(deadlineAt ?? at, voice)),
      colour: ink.limit,
      dash: [5, 3],
    },
  ];
}

/** The hours that are drawn: the whole interval, and the deadline where it is not far beyond. */
function untilOf({ at, total, deadlineAt }: WindowFigures): number {
  const deadline = deadlineAt === null ? 0 : (Date.parse(deadlineAt) - Date.parse(at)) / 3_600_000;
  return Math.max(total.high, deadline <= 1.4 * total.high ? deadline : 0) * 1.01;
}

function axisOf(
  figures: WindowFigures,
  until: number,
  y: number,
  x: Scale,
  voice: ChartVoice,
): { marks: readonly TextMark[]; at: readonly number[] } {
  const { f, timeZone } = voice;
  const ticks = timeTicks(figures.at, until, timeZone, 6);
  const marks: TextMark[] = [];
  const daily = ticks.every(({ newDay }) => newDay);
  for (const { hours, newDay } of ticks) {
    const iso = new Date(Date.parse(figures.at) + hours * 3_600_000).toISOString();
    const day = f.date(iso, { time: true, timeZone, dayOnly: true });
    const clock = f.date(iso, { time: true, timeZone, clockOnly: true, bare: true });
    const mark: TextMark = {
      text: daily || newDay ? day : clock,
      x: x(hours),
      y,
      size: size.small,
      align: "center",
      colour: ink.soft,
      ...(newDay ? { weight: "bold" as const } : {}),
    };
    const half = widthOf(mark) / 2;
    const placed = { ...mark, x: Math.min(Math.max(mark.x, margin + half), margin + inner - half) };
    const clash = marks.findIndex((other) => overlap(grownBox(other), boxOf(placed)) > 0);
    if (clash === -1) marks.push(placed);
    else if (newDay && marks[clash]?.weight !== "bold") marks.splice(clash, 1, placed);
  }
  return { marks, at: ticks.map(({ hours }) => hours) };
}

const grownBox = (mark: TextMark) => {
  const box = boxOf(mark);
  return { ...box, x: box.x - 6, width: box.width + 12 };
};

/** The rented window as a timeline in the reader's own time: what follows what, and what must be done by when. */
export function windowChart(figures: WindowFigures, voice: ChartVoice): Drawing {
  const { m, f } = voice;
  const say = m.charts.window;
  const until = untilOf(figures);
  const x = linear(0, until, margin, margin + inner);
  const title = paragraph(chartTitle(figures, voice), margin, { size: size.title, weight: "bold" });
  const under = paragraph(
    [`${hardwareWords(figures.on, voice)}.`, startWords(figures, voice), endWords(figures, voice)].join(" "),
    title.bottom + 2,
    { colour: ink.soft },
  );
  const axisY = under.bottom + 16;
  const axis = axisOf(figures, until, axisY, x, voice);
  const top = axisY + 12;
  const rects = figures.bars.map((bar, i) => rectOf(bar, top + i * row.pitch, x));
  const moments = momentsOf(figures, until, voice);
  const lines = moments.map(({ hours }) => x(hours));
  const labels = rects.map((rect, i) => {
    const bar = figures.bars[i];
    const words = bar === undefined ? "" : `${barName(bar, figures, voice)} ${f.hours(bar.hours.likely)}`;
    return labelFor(words, rect, lines);
  });

  const { total } = figures;
  const wholeY = top + figures.bars.length * row.pitch + 6;
  const whole: Rect = { x: x(0), y: wholeY + 16, width: x(total.low) - x(0), height: 8, colour: ink.text };
  const unsure: Rect = { ...whole, x: x(total.low), width: x(total.high) - x(total.low), colour: ink.other };
  const wholeLabel: TextMark = {
    text: `${say.total} ${f.hoursRange(total)}`,
    x: margin,
    y: wholeY + 6,
    size: size.small,
    weight: "bold",
    halo: true,
  };
  const likely: Rule = {
    x: x(total.likely),
    x2: x(total.likely),
    y: whole.y - 3,
    y2: whole.y + whole.height + 3,
  };
  const bottom = whole.y + whole.height + 6;

  const momentMarks = moments.map(({ hours, text, colour }, i): TextMark => {
    const mark: TextMark = {
      text,
      x: x(hours),
      y: bottom + 10 + i * 17,
      size: size.small,
      colour,
      weight: "bold",
    };
    const half = widthOf(mark) / 2;
    return { ...mark, align: "center", x: Math.min(Math.max(mark.x, margin + half), margin + inner - half) };
  });
  const notes = paragraph([say.inside, say.unsure].join(" "), bottom + 8 + moments.length * 17, {
    size: size.small,
    colour: ink.soft,
  });

  const texts = [
    ...title.marks,
    ...under.marks,
    ...axis.marks,
    ...labels,
    wholeLabel,
    ...momentMarks,
    ...notes.marks,
  ];
  const layers: Layer[] = [
    ruleLayer(
      axis.at.map((hours) => ({ x: x(hours), x2: x(hours), y: axisY + 9, y2: bottom })),
      { stroke: ink.grid },
    ),
    ...moments.map(({ hours, colour, dash }, i) =>
      ruleLayer([{ x: x(hours), x2: x(hours), y: top - 3, y2: bottom + 2 + i * 17 }], {
        stroke: colour,
        strokeWidth: 1.3,
        strokeDash: [...dash],
      }),
    ),
    rectLayer(rects),
    rectLayer([unsure, whole]),
    ruleLayer([likely], { stroke: ink.paper, strokeWidth: 4.5 }),
    ruleLayer([likely], { stroke: ink.text, strokeWidth: 2 }),
    ...textLayers(texts),
  ];
  return { width: chartWidth, height: Math.ceil(notes.bottom + margin - 4), layers, texts };
}
