import { overlap, widthOf, type Box, type TextMark } from "./canvas.ts";

export interface Labelled {
  readonly x: number;
  readonly y: number;
  /** Lines of the label, from above. */
  readonly lines: readonly Pick<TextMark, "text" | "weight" | "colour">[];
  readonly size: number;
}

export interface Placed {
  readonly texts: readonly TextMark[];
  /** From the point to a label that does not touch it, or could be another's. */
  readonly leader: {
    readonly x: number;
    readonly y: number;
    readonly x2: number;
    readonly y2: number;
  } | null;
}

/** A line that a label may cover if it must, and how much that costs. */
export interface Soft {
  readonly box: Box;
  readonly weight: number;
}

const lineHeight = 1.2;
const distances = [0, 8, 18, 30, 44, 60, 80, 105, 135] as const;
const clearance = 8;
/** What a pixel away from its point costs a label, in pixels of a line that it hides. */
const pricePerPixel = 13;
/** What a pixel costs of another label or its line that a line to a label crosses. */
const priceOfCrossing = 60;
const leaderThickness = 3;

/** Directions that are tried, best first: beside, above and below, then aslant. */
const directions: readonly (readonly [number, number])[] = [
  [1, 0], [-1, 0], [0, -1], [0, 1], [0.8, -0.8], [0.8, 0.8], [-0.8, -0.8], [-0.8, 0.8],
]; // prettier-ignore

function boxAt(point: Labelled, [dx, dy]: readonly [number, number], distance: number): Box {
  const width = Math.max(...point.lines.map((line) => widthOf({ ...line, size: point.size })));
  const height = point.lines.length * point.size * lineHeight;
  const reach = clearance + distance;
  const x = point.x + dx * reach + (dx > 0 ? 0 : dx < 0 ? -width : -width / 2);
  const y = point.y + dy * reach + (dy > 0 ? 0 : dy < 0 ? -height : -height / 2);
  return { x, y, width, height };
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

const inside = (box: Box, area: Box): boolean =>
  box.x >= area.x &&
  box.y >= area.y &&
  box.x + box.width <= area.x + area.width &&
  box.y + box.height <= area.y + area.height;

const textsIn = ({ lines, size }: Labelled, box: Box): TextMark[] =>
  lines.map((line, i) => ({
    ...line,
    x: box.x,
    y: box.y + size * lineHeight * (i + 0.5),
    size,
    halo: true,
  }));

function leaderOf({ x, y }: Labelled, box: Box): NonNullable<Placed["leader"]> {
  const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high);
  return { x, y, x2: clamp(x, box.x, box.x + box.width), y2: clamp(y, box.y, box.y + box.height) };
}

type Line = NonNullable<Placed["leader"]>;

/** A line as a row of small boxes. */
export function alongLine({ x, y, x2, y2 }: Line, thickness: number): readonly Box[] {
  const pieces = Math.max(1, Math.ceil(Math.hypot(x2 - x, y2 - y) / thickness));
  return Array.from({ length: pieces }, (_, n) => ({
    x: x + ((x2 - x) * n) / pieces - thickness / 2,
    y: y + ((y2 - y) * n) / pieces - thickness / 2,
    width: thickness,
    height: thickness,
  }));
}

const covered = (box: Box, others: readonly Box[]): number =>
  others.reduce((sum, other) => sum + overlap(box, other), 0);

/** Pixels between two boxes; 0 = they touch. */
function gapBetween(a: Box, b: Box): number {
  const x = Math.max(0, a.x - (b.x + b.width), b.x - (a.x + a.width));
  const y = Math.max(0, a.y - (b.y + b.height), b.y - (a.y + a.height));
  return Math.hypot(x, y);
}

/** A label as near to another point as to its own, by so much, could be either's: a line leads to it then. [px] */
const SURELY_OWN = 3;

interface Choice {
  readonly box: Box;
  readonly leader: Line | null;
  readonly price: number;
}

/**
 * Labels beside their points, in the given order, each where it covers no point, no label and no edge, near its point
 * and hiding little of `soft` and of the lines that lead to labels. A label that finds no place is left out: null.
 */
export function placeLabels(
  points: readonly Labelled[],
  area: Box,
  soft: readonly Soft[],
): readonly (Placed | null)[] {
  const dots = points.map(({ x, y }) => ({ x: x - 6, y: y - 6, width: 12, height: 12 }));
  const taken: Box[] = [];
  const leaders: Box[] = [];

  const choiceAt = (
    point: Labelled,
    own: Box | undefined,
    direction: readonly [number, number],
    distance: number,
  ): Choice | null => {
    const box = boxAt(point, direction, distance);
    const room = grown(box, 1);
    if (!inside(box, area) || covered(room, [...dots, ...taken]) > 0) return null;
    const near = own === undefined ? 0 : gapBetween(box, own);
    const doubtful = dots.some((dot) => dot !== own && gapBetween(box, dot) < near + SURELY_OWN);
    const leader = distance > 0 || doubtful ? leaderOf(point, box) : null;
    const crossed =
      leader === null
        ? 0
        : alongLine(leader, leaderThickness).reduce(
            (sum, piece) => sum + covered(piece, [...taken, ...dots.filter((dot) => dot !== own)]),
            0,
          );
    const hidden = soft.reduce((sum, { box: line, weight }) => sum + weight * overlap(room, line), 0);
    const price = hidden + distance * pricePerPixel + (crossed + covered(room, leaders)) * priceOfCrossing;
    return { box, leader, price };
  };

  return points.map((point, i) => {
    let best: Choice | null = null;
    for (const distance of distances)
      for (const direction of directions) {
        const choice = choiceAt(point, dots[i], direction, distance);
        if (choice !== null && (best === null || choice.price < best.price)) best = choice;
      }
    if (best === null) return null;
    taken.push(best.box);
    if (best.leader !== null) leaders.push(...alongLine(best.leader, leaderThickness));
    return { texts: textsIn(point, best.box), leader: best.leader };
  });
}
