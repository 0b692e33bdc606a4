import type { TopLevelSpec } from "vega-lite";
import type { Weight } from "./fonts.ts";
import { fonts, fontFamily } from "./fonts.ts";
import { ink } from "./palette.ts";

/** As wide as a phone; nothing is set smaller than what is read there. [px] */
export const chartWidth = 420;
export const margin = 16;
export const inner = chartWidth - 2 * margin;
export const size = { title: 18, text: 13.5, small: 12 } as const;
const lineHeight = 1.25;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface TextMark {
  readonly text: string;
  /** Left end, right end or middle of the text. */
  readonly x: number;
  /** Middle of the letters. */
  readonly y: number;
  readonly align?: "left" | "center" | "right";
  readonly size?: number;
  readonly weight?: Weight;
  readonly colour?: string;
  /** Paper around the letters, where lines pass behind. */
  readonly halo?: boolean;
}

export const widthOf = ({
  text,
  size: points = size.text,
  weight = "normal",
}: Pick<TextMark, "text" | "size" | "weight">) => fonts().widthOf(text, points, weight);

/** The place that a text takes. */
export function boxOf(mark: TextMark): Box {
  const width = widthOf(mark);
  const height = (mark.size ?? size.text) * lineHeight;
  const shift = mark.align === "right" ? width : mark.align === "center" ? width / 2 : 0;
  return { x: mark.x - shift, y: mark.y - height / 2, width, height };
}

export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y));

/** A sentence in lines no wider than `width`; no-break spaces hold. */
export function wrapped(
  text: string,
  width: number,
  style: Pick<TextMark, "size" | "weight"> = {},
): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && widthOf({ ...style, text: joined }) <= width) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}

/** Lines of one paragraph from the left margin, and where the next thing may begin. */
export function paragraph(
  text: string,
  top: number,
  style: Pick<TextMark, "size" | "weight" | "colour"> = {},
): { readonly marks: readonly TextMark[]; readonly bottom: number } {
  const step = (style.size ?? size.text) * lineHeight;
  const lines = wrapped(text, inner, style);
  const marks = lines.map((line, i) => ({ ...style, text: line, x: margin, y: top + step * (i + 0.5) }));
  return { marks, bottom: top + step * lines.length };
}

export interface Layer {
  readonly data: { readonly values: readonly Readonly<Record<string, unknown>>[] };
  readonly mark: Readonly<Record<string, unknown>>;
  readonly encoding: Readonly<Record<string, unknown>>;
}

/** A position in pixels of the picture. */
export const pixel = (field: string): Readonly<Record<string, unknown>> => ({
  field,
  type: "quantitative",
  scale: null,
  axis: null,
});

export const asIs = (field: string): Readonly<Record<string, unknown>> => ({
  field,
  type: "nominal",
  scale: null,
});

/** Texts as layers: alignment, size and weight belong to a mark, so one layer for each kind. */
export function textLayers(marks: readonly TextMark[]): readonly Layer[] {
  const kinds = new Map<string, TextMark[]>();
  for (const mark of marks) {
    const kind = JSON.stringify([mark.align, mark.size, mark.weight, mark.halo]);
    kinds.set(kind, [...(kinds.get(kind) ?? []), mark]);
  }
  return [...kinds.values()].flatMap((same): Layer[] => {
    const [first] = same;
    if (first === undefined) return [];
    const values = same.map(({ text, x, y, colour = ink.text }) => ({ text, x, y, colour }));
    const style = {
      type: "text",
      align: first.align ?? "left",
      baseline: "middle",
      font: fontFamily,
      fontSize: first.size ?? size.text,
      fontWeight: first.weight === "bold" ? 600 : 400,
    };
    const encoding = { x: pixel("x"), y: pixel("y"), text: asIs("text"), color: asIs("colour") };
    const halo = { ...style, stroke: ink.paper, strokeWidth: 3.5, strokeJoin: "round" };
    const behind: Layer[] = first.halo === true ? [{ data: { values }, mark: halo, encoding }] : [];
    return [...behind, { data: { values }, mark: style, encoding }];
  });
}

export interface Rect extends Box {
  readonly colour: string;
}
/** Filled rectangles. */
export const rectLayer = (rects: readonly Rect[], style: Readonly<Record<string, unknown>> = {}): Layer => ({
  data: {
    values: rects.map(({ x, y, width, height, colour }) => ({ x, y, x2: x + width, y2: y + height, colour })),
  },
  mark: { type: "rect", ...style },
  encoding: { x: pixel("x"), x2: { field: "x2" }, y: pixel("y"), y2: { field: "y2" }, color: asIs("colour") },
});

export interface Rule {
  readonly x: number;
  readonly y: number;
  readonly x2: number;
  readonly y2: number;
}
export const ruleLayer = (rules: readonly Rule[], style: Readonly<Record<string, unknown>>): Layer => ({
  data: { values: rules.map((rule) => ({ ...rule })) },
  mark: { type: "rule", ...style },
  encoding: { x: pixel("x"), x2: { field: "x2" }, y: pixel("y"), y2: { field: "y2" } },
});

/** One picture: its layers from back to front. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly layers: readonly Layer[];
  /** Every text that is on it, for whoever checks that none is cut off or covered. */
  readonly texts: readonly TextMark[];
}

export function toSpec({ width, height, layers }: Drawing): TopLevelSpec {
  return {
    width,
    height,
    padding: 0,
    autosize: { type: "none" },
    background: ink.paper,
    layer: layers,
    config: { view: { stroke: null }, axis: null },
  } as unknown as TopLevelSpec;
}
