import type { Correction, CorrectionScope, MeasuredPoint } from "./correction.ts";
import { stableText } from "./digest.ts";

/** Memory of one run seen twice differs by a few hundredths; its pace by what shares the machine. */
const alike = {
  peakAllocatedGib: 1.1,
  peakReservedGib: 1.15,
  peakDeviceGib: 1.15,
  tokensPerSecondPerGpu: 1.3,
} as const;
type Seen = keyof typeof alike;
const figures = Object.keys(alike) as readonly Seen[];

/** Which end of two is the worse one to plan with. */
const worst = (figure: Seen, values: readonly number[]): number =>
  figure === "tokensPerSecondPerGpu" ? Math.min(...values) : Math.max(...values);

const agree = (figure: Seen, a: number, b: number): boolean => Math.max(a / b, b / a) <= alike[figure];

/** An earlier result of the very same settings that says something else. */
export interface Contradiction {
  readonly figure: Seen;
  readonly measured: number;
  readonly earlier: number;
  readonly by: string | null;
  readonly at: string | null;
  /** The two ran with versions that are known and not the same. */
  readonly otherVersions: boolean;
}

/** What a run showed of a figure; of one that ran out of memory, what it needed at least. */
const valueOf = (point: MeasuredPoint, figure: Seen): number | null =>
  point[figure] ?? (figure === "peakAllocatedGib" ? (point.allocatedAtLeastGib ?? null) : null);

/**
 * Where a result says otherwise than as many earlier ones of the same run, or more, as agree with it. Each earlier one is the
 * point that its own correction brought, signed and dated.
 */
export function contradictionsOf(
  point: MeasuredPoint,
  scope: CorrectionScope,
  {
    earlier,
    versions,
  }: { readonly earlier: readonly Correction[]; readonly versions: Correction["versions"] },
): readonly Contradiction[] {
  const spec = stableText(point.spec);
  const own = stableText(scope);
  const before = new Map<string, { readonly said: Correction; readonly point: MeasuredPoint }>();
  for (const said of earlier) {
    const brought = said.points.find(({ key }) => key === said.point);
    if (brought === undefined || brought.key === point.key) continue;
    if (stableText(said.scope) === own && stableText(brought.spec) === spec)
      before.set(brought.key, { said, point: brought });
  }
  return figures.flatMap((figure): Contradiction[] => {
    const measured = valueOf(point, figure);
    if (measured === null) return [];
    const seen = [...before.values()].flatMap(({ said, point: one }) => {
      const value = valueOf(one, figure);
      return value === null ? [] : [{ said, value }];
    });
    const against = seen.filter(({ value }) => !agree(figure, measured, value));
    const [first] = [...against].sort((a, b) => ((a.said.at ?? "") > (b.said.at ?? "") ? -1 : 1));
    if (first === undefined || seen.length - against.length + 1 > against.length) return [];
    const { author: by, at, versions: then } = first.said;
    const otherVersions = Object.entries(versions).some(
      ([name, version]) => then[name] !== undefined && then[name] !== version,
    );
    return [{ figure, measured, earlier: first.value, by, at, otherVersions }];
  });
}

/** Points of one run that contradict each other: what most of them say counts, else the worst, and less surely. */
export interface Agreed {
  readonly point: MeasuredPoint;
  /** ln, added to the scatter of its figures: how far apart its contradictions are. */
  readonly apart: Partial<Readonly<Record<Seen, number>>>;
}

/** Bounds of a 90 % interval lie so many standard deviations from its middle. */
const Z90 = 1.645;

export function agreedPoints(points: readonly MeasuredPoint[]): readonly Agreed[] {
  const runs = new Map<string, MeasuredPoint[]>();
  for (const point of points) {
    const spec = stableText(point.spec);
    runs.set(spec, [...(runs.get(spec) ?? []), point]);
  }
  return [...runs.values()].flatMap((run) => (run.length < 2 ? run.map(alone) : amongOne(run)));
}

const alone = (point: MeasuredPoint): Agreed => ({ point, apart: {} });

function amongOne(run: readonly MeasuredPoint[]): readonly Agreed[] {
  let kept: readonly Agreed[] = run.map(alone);
  for (const figure of figures) {
    const values = run.flatMap((point) => point[figure] ?? []);
    if (values.every((a) => values.every((b) => agree(figure, a, b)))) continue;
    const withIt = (value: number): number => values.filter((one) => agree(figure, one, value)).length;
    const most = Math.max(...values.map(withIt));
    const held = worst(
      figure,
      values.filter((value) => withIt(value) === most),
    );
    const settled = most > values.length - most;
    const apart = settled ? 0 : Math.log(Math.max(...values) / Math.min(...values)) / (2 * Z90);
    kept = kept.map(({ point, apart: known }): Agreed => {
      const value = point[figure];
      if (value === null) return { point, apart: known };
      return agree(figure, value, held)
        ? { point, apart: { ...known, [figure]: apart } }
        : { point: { ...point, [figure]: null }, apart: known };
    });
  }
  return kept.filter(({ point }) => hasFigures(point));
}

const hasFigures = (point: MeasuredPoint): boolean =>
  figures.some((figure) => point[figure] !== null) ||
  point.weightsGib !== null ||
  typeof point.allocatedAtLeastGib === "number";
