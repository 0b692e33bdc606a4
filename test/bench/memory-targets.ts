import type { Counter } from "./memory-calibration.ts";
import { coverageOf, errorsOf, scoresOf, verdictsOf } from "./memory-figures.ts";
import type { Judged } from "./memory-judged.ts";
import { percent } from "./statistics.ts";

/** One line of the table: what is asked, what is, whether it holds. */
export interface Target {
  readonly group: string;
  readonly name: string;
  readonly asked: string;
  readonly figure: string;
  readonly holds: boolean;
}

interface Limits {
  readonly error: number;
  readonly within20: number;
  readonly width: number;
}

/** Of the rows left out: a model of a known stack, a whole stack whose code was read. */
export const limits = {
  models: { error: 0.04, within20: 0.92, width: 0.25 },
  stacks: { error: 0.09, within20: 0.8, width: 0.6 },
} as const satisfies Record<string, Limits>;

const covers = { low: 0.87, high: 0.95 } as const;
const most = { falseFits: 1, falseRefusals: 0.05, tight: 0.25 } as const;

function errorTargets(group: string, judged: readonly Judged[], asked: Limits): readonly Target[] {
  const { pooled, byStack, within20 } = errorsOf(scoresOf(judged));
  const below = `≤ ${percent(asked.error, 0)}`;
  return [
    { name: "median error, pooled", asked: below, figure: percent(pooled), holds: pooled <= asked.error },
    {
      name: "median error, mean of per-stack medians",
      asked: below,
      figure: percent(byStack),
      holds: byStack <= asked.error,
    },
    {
      name: "rows within 20 %",
      asked: `≥ ${percent(asked.within20, 0)}`,
      figure: percent(within20),
      holds: within20 >= asked.within20,
    },
  ].map((target) => ({ group, ...target }));
}

function intervalTargets(
  group: string,
  judged: readonly Judged[],
  counter: Counter,
  asked: Limits,
): readonly Target[] {
  const { inside, of, width } = coverageOf(scoresOf(judged), counter);
  const share = inside / of;
  const coverage: Target = {
    group,
    name: `90 % interval of ${counter} holds`,
    asked: `${percent(covers.low, 0)} to ${percent(covers.high, 0)}`,
    figure: `${inside}/${of} = ${percent(share)}`,
    holds: share >= covers.low && share <= covers.high,
  };
  if (counter === "device") return [coverage];
  return [
    coverage,
    {
      group,
      name: `median width of ${counter}`,
      asked: `≤ ${percent(asked.width, 0)}`,
      figure: percent(width),
      holds: width <= asked.width,
    },
  ];
}

function verdictTargets(group: string, judged: readonly Judged[]): readonly Target[] {
  const { ran, ranOut, runs, outs, falseFitBound, falseRefusalBound } = verdictsOf(judged);
  const tight = ran.tight + ranOut.tight;
  return [
    {
      name: "“fits” said of runs that ran out of memory",
      asked: `≤ ${most.falseFits}`,
      figure: `${ranOut.fits}/${outs}, at most ${percent(falseFitBound)}`,
      holds: ranOut.fits <= most.falseFits,
    },
    {
      name: "“does not fit” said of runs that ran",
      asked: `≤ ${percent(most.falseRefusals, 0)}`,
      figure: `${ran["does-not-fit"]}/${runs}, at most ${percent(falseRefusalBound)}`,
      holds: ran["does-not-fit"] / runs <= most.falseRefusals,
    },
    {
      name: "“tight” said of all",
      asked: `≤ ${percent(most.tight, 0)}`,
      figure: `${tight}/${runs + outs} = ${percent(tight / (runs + outs))}`,
      holds: tight / (runs + outs) <= most.tight,
    },
  ].map((target) => ({ group, ...target }));
}

/** Everything that is asked of memory estimates, on rows left out. */
export const targetsOf = (
  left: Readonly<Record<keyof typeof limits, readonly Judged[]>>,
): readonly Target[] =>
  (["models", "stacks"] as const).flatMap((key) => {
    const group = key === "models" ? "model left out" : "stack left out";
    const judged = left[key];
    return [
      ...errorTargets(group, judged, limits[key]),
      ...(["allocated", "reserved", "device"] as const).flatMap((counter) =>
        intervalTargets(group, judged, counter, limits[key]),
      ),
      ...verdictTargets(group, judged),
    ];
  });

export const targetTable = (targets: readonly Target[]): readonly string[] =>
  targets.map(({ group, name, asked, figure, holds }) =>
    [group.padEnd(15), name.padEnd(44), asked.padEnd(14), figure.padEnd(26), holds ? "holds" : "MISSED"].join(
      " ",
    ),
  );
