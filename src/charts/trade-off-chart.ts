import type { TradeOffFigures, TradeOffPoint } from "../domain/charting/trade-off-figures.ts";
import type { Range } from "../units/range.ts";
import {
  chartTitle,
  hardwareWords,
  paceWords,
  costWords,
  unplacedWords,
  type ChartVoice,
} from "../i18n/chart-words.ts";
import {
  chartWidth, inner, margin, paragraph, pixel, ruleLayer, size, textLayers, widthOf,
  type Box, type Drawing, type Layer, type Rule, type TextMark,
} from "./canvas.ts"; // prettier-ignore
import { ink } from "./palette.ts";
import { alongLine, placeLabels, type Labelled, type Soft } from "./place-labels.ts";
import { hourTicks, logarithmic, logTicks, type Scale } from "./scales.ts";

const plotHeight = 330;

interface Scales {
  readonly x: Scale;
  readonly y: Scale;
  readonly paces: readonly number[];
  readonly costs: readonly number[];
}

/** Bounds of all ranges, with room around them. */
function boundsOf(ranges: readonly Range[]): readonly [number, number] {
  const low = Math.min(...ranges.map((r) => r.low));
  const high = Math.max(...ranges.map((r) => r.high));
  const room = Math.max(1.12, (high / low) ** 0.06);
  return [low / room, high * room];
}

function scalesOf({ points, per }: TradeOffFigures, area: Box): Scales {
  const [fast, slow] = boundsOf(points.map(({ pace }) => pace));
  const [cheap, dear] = boundsOf(points.map(({ cost }) => cost));
  return {
    x: logarithmic(fast, slow, area.x, area.x + area.width),
    y: logarithmic(cheap, dear, area.y + area.height, area.y),
    paces: (per === "job" ? hourTicks : logTicks)(fast, slow, 6),
    costs: logTicks(cheap, dear, 6),
  };
}

function whiskersOf(points: readonly TradeOffPoint[], { x, y }: Scales): readonly Rule[] {
  return points.flatMap(({ pace, cost }) => [
    { x: x(pace.low), x2: x(pace.high), y: y(cost.likely), y2: y(cost.likely) },
    { x: x(pace.likely), x2: x(pace.likely), y: y(cost.low), y2: y(cost.high) },
  ]);
}

const thin = ({ x, x2, y, y2 }: Rule): Box => ({
  x: Math.min(x, x2) - 0.5,
  y: Math.min(y, y2) - 0.5,
  width: Math.abs(x2 - x) + 1,
  height: Math.abs(y2 - y) + 1,
});

/** The front as a row of small boxes, which labels keep clear of. */
function frontBoxes(points: readonly TradeOffPoint[], { x, y }: Scales): readonly Soft[] {
  const front = frontOf(points).map(({ pace, cost }) => ({ x: x(pace.likely), y: y(cost.likely) }));
  return front.slice(1).flatMap((to, i) => {
    const from = front[i] ?? to;
    return alongLine({ x: from.x, y: from.y, x2: to.x, y2: to.y }, 4).map((box) => ({ box, weight: 20 }));
  });
}

/** Chosen, on the front, beaten, and what does not fit: apart in shape and in filling, not in colour alone. */
function dotLayers(points: readonly TradeOffPoint[], { x, y }: Scales): readonly Layer[] {
  const kind = (of: readonly TradeOffPoint[], mark: Readonly<Record<string, unknown>>): Layer => ({
    data: { values: of.map(({ pace, cost }) => ({ x: x(pace.likely), y: y(cost.likely) })) },
    mark: { type: "point", opacity: 1, ...mark },
    encoding: { x: pixel("x"), y: pixel("y") },
  });
  const is = (test: (point: TradeOffPoint) => boolean): readonly TradeOffPoint[] => points.filter(test);
  return [
    kind(
      is((p) => !p.fits && !p.chosen),
      { shape: "cross", size: 60, angle: 45, fill: ink.line, stroke: ink.paper, strokeWidth: 0.5 },
    ),
    kind(
      is((p) => p.fits && !p.onFront && !p.chosen),
      { shape: "circle", size: 55, fill: ink.paper, stroke: ink.soft, strokeWidth: 1.6 },
    ),
    kind(
      is((p) => p.onFront && !p.chosen),
      { shape: "circle", size: 65, fill: ink.main, stroke: ink.paper, strokeWidth: 1 },
    ),
    kind(
      is((p) => p.chosen),
      { shape: "diamond", size: 150, fill: ink.accent, stroke: ink.paper, strokeWidth: 1.2 },
    ),
  ];
}

function labelOf(
  point: TradeOffPoint,
  figures: TradeOffFigures,
  { x, y }: Scales,
  voice: ChartVoice,
): Labelled {
  const { m } = voice;
  // The nodes are in the words beside the picture: here room is short.
  const name = m.units.cards(point.gpus, voice.card(point.accelerator));
  const lines: Labelled["lines"] = point.chosen
    ? [
        { text: `${name}, ${m.charts.tradeOff.chosen}`, weight: "bold", colour: ink.accent },
        {
          text: `${paceWords(figures.per, only(point.pace), voice)}, ${costWords(figures, only(point.cost), voice)}`,
          colour: ink.accent,
        },
      ]
    : [
        {
          text: name,
          colour: point.onFront ? ink.main : ink.soft,
          ...(point.onFront ? { weight: "bold" as const } : {}),
        },
      ];
  return {
    x: x(point.pace.likely),
    y: y(point.cost.likely),
    lines,
    size: point.chosen ? size.text : size.small,
  };
}
const only = ({ likely }: Range): Range => ({ low: likely, likely, high: likely });

/** The front from one end to the other. */
const frontOf = (points: readonly TradeOffPoint[]): readonly TradeOffPoint[] =>
  points.filter(({ onFront }) => onFront).sort((a, b) => a.pace.likely - b.pace.likely);

function frontLayer(points: readonly TradeOffPoint[], { x, y }: Scales): Layer {
  const front = frontOf(points);
  return {
    data: { values: front.map(({ pace, cost }) => ({ x: x(pace.likely), y: y(cost.likely) })) },
    mark: { type: "line", stroke: ink.main, strokeWidth: 2, opacity: 0.45 },
    encoding: { x: pixel("x"), y: pixel("y"), order: { field: "x", type: "quantitative" } },
  };
}

/** Time against cost of a plan's candidates: the front, the chosen one, and how sure each place is. */
export function tradeOffChart(figures: TradeOffFigures, voice: ChartVoice): Drawing {
  const { m, f } = voice;
  const say = m.charts.tradeOff;
  const axes = say.axes[figures.per];
  const title = paragraph(chartTitle(figures, voice), margin, { size: size.title, weight: "bold" });
  const up = paragraph(`↑ ${axes.cost}`, title.bottom + 4, { size: size.small, colour: ink.soft });
  const area: Box = { x: margin, y: up.bottom + 6, width: inner, height: plotHeight };
  const scales = scalesOf(figures, area);
  const bottom = area.y + area.height;

  const order = [...figures.points].sort(
    (a, b) => Number(b.chosen) - Number(a.chosen) || Number(b.onFront) - Number(a.onFront),
  );
  const whiskers = whiskersOf(order, scales);
  // A label stands above its line: of the topmost there may be no room for it.
  const costTicks = scales.costs
    .filter((cost) => scales.y(cost) - 16 > area.y)
    .map((cost): TextMark => ({
      text: f.amountAbout(cost, figures.currency),
      x: margin,
      y: scales.y(cost) - 8,
      size: size.small,
      colour: ink.soft,
    }));
  const paceTicks = scales.paces.map((pace): TextMark => ({
    text: figures.per === "job" ? f.hours(pace) : f.rough(pace),
    x: scales.x(pace),
    y: bottom + 11,
    size: size.small,
    colour: ink.soft,
    align: "center",
  }));
  const column = Math.max(0, ...costTicks.map(widthOf)) + 8;
  const room: Box = {
    ...area,
    x: area.x + column,
    width: area.width - column,
    y: area.y + 2,
    height: area.height - 4,
  };
  const labels = placeLabels(
    order.map((point) => labelOf(point, figures, scales, voice)),
    room,
    [
      ...whiskers.map((rule) => ({ box: thin(rule), weight: 1 })),
      ...whiskersOf(
        order.filter(({ chosen }) => chosen),
        scales,
      ).map((rule) => ({ box: thin(rule), weight: 3 })),
      ...frontBoxes(figures.points, scales),
    ],
  );
  const unnamed = order.filter((_, i) => labels[i] === null);
  const right = paragraph(`${axes.pace} →`, bottom + 20, { size: size.small, colour: ink.soft });
  const rightMarks = right.marks.map((mark) => ({ ...mark, x: margin + inner, align: "right" as const }));
  const notes = [
    ...frontNote(figures, voice),
    `${m.charts.memory.whiskers} ${say.logarithmic}`,
    ...(unnamed.length === 0
      ? []
      : [say.others(unnamed.map((point) => hardwareWords(point, voice)).join(", "))]),
    ...(figures.unplaced.length === 0 ? [] : [say.unplaced(unplacedWords(figures, voice))]),
  ];
  const below = paragraph(notes.join(" "), right.bottom + 8, { size: size.small, colour: ink.soft });

  const texts = [
    ...title.marks,
    ...up.marks,
    ...costTicks,
    ...within(paceTicks),
    ...rightMarks,
    ...labels.flatMap((placed) => placed?.texts ?? []),
    ...below.marks,
  ];
  const layers: Layer[] = [
    ruleLayer(
      scales.costs.map((cost) => ({ x: margin, x2: margin + inner, y: scales.y(cost), y2: scales.y(cost) })),
      { stroke: ink.grid },
    ),
    ruleLayer(
      scales.paces.map((pace) => ({ x: scales.x(pace), x2: scales.x(pace), y: area.y, y2: bottom })),
      { stroke: ink.grid },
    ),
    ruleLayer([{ x: margin, x2: margin + inner, y: bottom, y2: bottom }], { stroke: ink.line }),
    ruleLayer(
      whiskersOf(
        order.filter(({ chosen }) => !chosen),
        scales,
      ),
      { stroke: ink.line, strokeWidth: 1, opacity: 0.5 },
    ),
    ruleLayer(
      whiskersOf(
        order.filter(({ chosen }) => chosen),
        scales,
      ),
      { stroke: ink.accent, strokeWidth: 1.6, opacity: 0.75 },
    ),
    frontLayer(figures.points, scales),
    ruleLayer(
      labels.flatMap((placed) => placed?.leader ?? []),
      { stroke: ink.soft, strokeWidth: 0.8 },
    ),
    ...dotLayers(order, scales),
    ...textLayers(texts),
  ];
  return { width: chartWidth, height: Math.ceil(below.bottom + margin - 4), layers, texts };
}

/** What the line says; of a single point there is none to draw. */
function frontNote({ points }: TradeOffFigures, voice: ChartVoice): readonly string[] {
  const say = voice.m.charts.tradeOff;
  const [first, second] = frontOf(points);
  if (first === undefined) return [];
  return [second === undefined ? say.frontIs(hardwareWords(first, voice)) : say.front];
}

/** Labels of the axis that stay on the picture and apart from each other. */
function within(marks: readonly TextMark[]): readonly TextMark[] {
  const kept: TextMark[] = [];
  let end = margin - 8;
  for (const mark of marks) {
    const half = widthOf(mark) / 2;
    const x = Math.min(Math.max(mark.x, margin + half), margin + inner - half);
    if (x - half < end + 8) continue;
    kept.push({ ...mark, x });
    end = x + half;
  }
  return kept;
}
