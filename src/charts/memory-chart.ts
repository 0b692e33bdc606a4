import type { MemoryFigures, PhaseBar } from "../domain/charting/memory-figures.ts";
import type { PartName, Phase } from "../domain/estimate.ts";
import { chartTitle, hardwareWords, type ChartVoice } from "../i18n/chart-words.ts";
import {
  inner, margin, paragraph, rectLayer, ruleLayer, size, textLayers, widthOf, chartWidth,
  type Drawing, type Layer, type Rect, type Rule, type TextMark,
} from "./canvas.ts"; // prettier-ignore
import { colourOf, groupOf, groups, ink, inkOn, type Group } from "./palette.ts";
import { linear, roundTicks, type Scale } from "./scales.ts";

const bar = { plain: 14, peak: 22, label: 17, gap: 9 } as const;

interface Segment {
  readonly group: Group;
  readonly from: number;
  readonly gib: number;
}

function segmentsOf({ parts, required }: PhaseBar): readonly Segment[] {
  if (parts === null) return [{ group: "other", from: 0, gib: required.likely }];
  let from = 0;
  return groups.flatMap((group) => {
    const gib = parts.reduce((sum, one) => sum + (groupOf(one.part) === group ? one.gib : 0), 0);
    if (gib <= 0) return [];
    const segment = { group, from, gib };
    from += gib;
    return [segment];
  });
}

/** What the colours mean, and how much of each the peak holds; what only another phase holds is told with that phase. */
function keyOf(
  { phases, peak }: MemoryFigures,
  { m, f }: ChartVoice,
): readonly { group: Group; text: string }[] {
  const amounts = new Map<PartName, { gib: number; phase: Phase }>();
  for (const { phase, parts } of phases)
    for (const { part, gib } of parts ?? []) {
      const known = amounts.get(part);
      if (known?.phase === peak) continue;
      if (phase === peak || gib > (known?.gib ?? 0)) amounts.set(part, { gib, phase });
    }
  return groups.flatMap((group) => {
    const of = [...amounts].filter(([part]) => groupOf(part) === group);
    const [first] = of;
    if (first === undefined) return [];
    const names = of.map(([part]) => m.answers.parts[part]).join(", ");
    const name = group === "other" && of.length > 1 ? m.charts.memory.other : names;
    const phase = of.some(([, one]) => one.phase === peak) ? null : m.answers.phases[first[1].phase];
    const gib = f.gib(of.reduce((sum, [, one]) => sum + one.gib, 0));
    const amount = phase === null ? gib : m.charts.memory.elsewhere(gib, phase);
    return [{ group, text: m.answers.memory.part(name, amount) }];
  });
}

const swatch = { side: 11, gap: 6, row: 18, column: 18 } as const;

/** Two columns where the words leave room, else one. */
function keyLayers(
  figures: MemoryFigures,
  top: number,
  voice: ChartVoice,
): { readonly rects: readonly Rect[]; readonly texts: readonly TextMark[]; readonly bottom: number } {
  const entries = keyOf(figures, voice);
  const half = Math.ceil(entries.length / 2);
  const widest = (of: typeof entries): number =>
    Math.max(0, ...of.map(({ text }) => widthOf({ text, size: size.small }))) + swatch.side + swatch.gap;
  const left = widest(entries.slice(0, half)) + swatch.column;
  const second = Math.max(left, inner / 2);
  const rows = second + widest(entries.slice(half)) <= inner ? half : entries.length;
  const place = (i: number): { x: number; y: number } => ({
    x: margin + (i < rows ? 0 : second),
    y: top + (i % rows) * swatch.row + swatch.row / 2,
  });
  return {
    rects: entries.map(({ group }, i) => {
      const { x, y } = place(i);
      return { x, y: y - swatch.side / 2, width: swatch.side, height: swatch.side, colour: colourOf(group) };
    }),
    texts: entries.map(({ text }, i) => {
      const { x, y } = place(i);
      return { text, x: x + swatch.side + swatch.gap, y, size: size.small };
    }),
    bottom: top + rows * swatch.row,
  };
}

interface Rows {
  readonly rects: readonly Rect[];
  readonly whiskers: readonly Rule[];
  readonly texts: readonly TextMark[];
  readonly bottom: number;
}

function rowsOf(figures: MemoryFigures, top: number, x: Scale, { m, f }: ChartVoice): Rows {
  const rects: Rect[] = [];
  const whiskers: Rule[] = [];
  const texts: TextMark[] = [];
  let y = top;
  for (const phase of figures.phases) {
    const isPeak = phase.phase === figures.peak;
    const height = isPeak ? bar.peak : bar.plain;
    const weight = isPeak ? "bold" : "normal";
    const name = m.answers.phases[phase.phase];
    const amount = isPeak ? f.gibRange(phase.required) : f.gib(phase.required.likely);
    const label: TextMark = { text: name, x: margin, y: y + bar.label / 2, weight, halo: true };
    texts.push(label, {
      ...label,
      text: amount,
      x: margin + widthOf(label) + 7,
      ...(isPeak ? {} : { colour: ink.soft }),
    });
    y += bar.label;
    for (const { group, from, gib } of segmentsOf(phase)) {
      const [left, right] = [x(from), x(from + gib)];
      const colour = colourOf(group);
      rects.push({ x: left, y, width: Math.max(right - left, 0.5), height, colour });
      const inside: TextMark = {
        text: f.rough(gib),
        x: (left + right) / 2,
        y: y + height / 2,
        align: "center",
        size: size.small,
        colour: inkOn(colour),
      };
      if (isPeak && widthOf(inside) + 6 < right - left) texts.push(inside);
    }
    const { low, high } = phase.required;
    const middle = y + height / 2;
    whiskers.push({ x: x(low), x2: x(high), y: middle, y2: middle });
    for (const end of [low, high]) whiskers.push({ x: x(end), x2: x(end), y: middle - 4, y2: middle + 4 });
    y += height + bar.gap;
  }
  return { rects, whiskers, texts, bottom: y - bar.gap };
}

/** Memory by part for each phase, as bars against what software can use of the card. */
export function memoryChart(figures: MemoryFigures, voice: ChartVoice): Drawing {
  const { m, f } = voice;
  const say = m.charts.memory;
  const { usableGib, phases } = figures;
  const most = Math.max(
    usableGib ?? 0,
    ...phases.map(({ required }) => required.high),
    ...phases.flatMap((phase) => segmentsOf(phase).map(({ from, gib }) => from + gib)),
  );
  const x = linear(0, most * 1.02, margin, margin + inner);

  const title = paragraph(chartTitle(figures, voice), margin, { size: size.title, weight: "bold" });
  const verdict = figures.verdict === "unknown" ? "" : say.verdicts[figures.verdict];
  const under = paragraph(
    [hardwareWords(figures.on, voice), usableGib === null ? say.usableUnknown : verdict]
      .filter((part) => part !== "")
      .join(". "),
    title.bottom + 2,
    { colour: ink.soft },
  );
  const limitY = under.bottom + 14;
  const limitLabel = usableGib === null ? null : say.usable(f.gib(usableGib));
  const rows = rowsOf(figures, limitY + (limitLabel === null ? 0 : 14), x, voice);
  const axisY = rows.bottom + 14;
  const ticks = roundTicks(most * 1.02, 5);
  const axis = ticks.map((tick, i): TextMark => ({
    text: i === ticks.length - 1 ? f.gib(tick) : f.rough(tick),
    x: x(tick),
    y: axisY,
    size: size.small,
    colour: ink.soft,
    align: i === 0 ? "left" : "center",
  }));
  const keyTitle = paragraph(say.atPeak(m.answers.phases[figures.peak]), axisY + 16, {
    size: size.small,
    weight: "bold",
  });
  const key = keyLayers(figures, keyTitle.bottom + 3, voice);
  const notes = paragraph(
    [
      say.whiskers,
      ...(phases.some(({ parts }) => parts === null) ? [say.wholeOnly] : []),
      ...(figures.floor ? [say.floor] : []),
    ].join(" "),
    key.bottom + 8,
    {
      size: size.small,
      colour: ink.soft,
    },
  );

  const limit = usableGib === null ? null : x(usableGib);
  const bottom = rows.bottom + 4;
  const limitText: TextMark[] =
    limit === null || limitLabel === null
      ? []
      : [
          {
            text: limitLabel,
            y: limitY,
            weight: "bold",
            size: size.small,
            colour: ink.limit,
            ...besideLimit(limit, limitLabel),
          },
        ];
  const texts = [
    ...title.marks,
    ...under.marks,
    ...limitText,
    ...rows.texts,
    ...keepApart(axis),
    ...keyTitle.marks,
    ...key.texts,
    ...notes.marks,
  ];
  const layers: Layer[] = [
    ...(limit === null
      ? []
      : [
          rectLayer([
            {
              x: limit,
              y: limitY + 8,
              width: margin + inner - limit,
              height: bottom - limitY - 8,
              colour: ink.beyond,
            },
          ]),
        ]),
    ruleLayer(
      ticks.map((tick) => ({ x: x(tick), x2: x(tick), y: limitY + 12, y2: bottom })),
      { stroke: ink.grid },
    ),
    rectLayer(rows.rects, { stroke: ink.paper, strokeWidth: 0.8 }),
    rectLayer(key.rects),
    ...(limit === null
      ? []
      : [
          ruleLayer([{ x: limit, x2: limit, y: limitY + 8, y2: bottom }], {
            stroke: ink.limit,
            strokeWidth: 1.5,
            strokeDash: [5, 3],
          }),
        ]),
    ruleLayer(rows.whiskers, { stroke: ink.paper, strokeWidth: 3 }),
    ruleLayer(rows.whiskers, { stroke: ink.text, strokeWidth: 1.2 }),
    ...textLayers(texts),
  ];
  return { width: chartWidth, height: Math.ceil(notes.bottom + margin - 4), layers, texts };
}

/** The label of the limit stands left of its line, or right of it where there is no room. */
function besideLimit(limit: number, text: string): Pick<TextMark, "x" | "align"> {
  const width = widthOf({ text, size: size.small, weight: "bold" });
  if (limit + 6 < margin + inner && limit + width / 2 < margin + inner && limit - width / 2 > margin)
    return { x: limit, align: "center" };
  return limit - width > margin
    ? { x: Math.min(limit + 2, margin + inner), align: "right" }
    : { x: margin, align: "left" };
}

/** Labels of an axis that would touch the one before are left out; its last one has the unit and stays. */
function keepApart(axis: readonly TextMark[]): readonly TextMark[] {
  const last = axis.at(-1);
  if (last === undefined) return [];
  const end = Math.min(last.x + widthOf(last) / 2, margin + inner);
  const unit: TextMark = { ...last, x: end, align: axis.length === 1 ? "left" : "right" };
  const start = end - widthOf(unit) - 8;
  return [
    ...axis.slice(0, -1).filter((mark) => mark.x + widthOf(mark) < start),
    { ...unit, x: axis.length === 1 ? last.x : end },
  ];
}
