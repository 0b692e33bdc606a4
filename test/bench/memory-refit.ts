import type { Fact, StackProfile } from "../../src/domain/stack-profile.ts";
import type { Row } from "./memory-runs.ts";
import { modelOf, scoreRow, type Score } from "./memory-score.ts";
import { groupBy, mean } from "./statistics.ts";

type Groups = "activations" | "sharding" | "loss" | "allocator";

/** A constant that residuals may have set, with the values a refit chooses from. */
interface Constant {
  readonly group: Groups;
  readonly key: string;
  readonly values: readonly number[];
}

const constants: readonly Constant[] = [
  { group: "activations", key: "hiddenWidths", values: [5, 6, 7, 8, 9, 10] },
  { group: "activations", key: "trainedNormWidths", values: [0, 2, 4, 6] },
  { group: "activations", key: "quantisedInputs", values: [0, 0.8, 1.6] },
  { group: "activations", key: "workspaceGib", values: [0.02, 0.1, 0.5] },
  { group: "sharding", key: "frozenLayerInputSets", values: [1, 2, 3] },
  { group: "sharding", key: "gatheredLayers", values: [1, 2, 3] },
  { group: "loss", key: "bytesPerLogit", values: [6, 8, 10, 12, 14] },
  { group: "loss", key: "bytesPerLogit16", values: [6, 8, 10] },
  { group: "loss", key: "bytesPerLogit16Autocast", values: [10, 14, 18] },
  { group: "allocator", key: "reservedOverAllocated", values: [1, 1.1, 1.2] },
];

const factOf = (profile: StackProfile, { group, key }: Constant): Fact<unknown> | undefined =>
  (profile[group] as unknown as Readonly<Record<string, Fact<unknown>>>)[key];

function withValue(profile: StackProfile, { group, key }: Constant, value: number): StackProfile {
  const facts = profile[group] as unknown as Readonly<Record<string, unknown>>;
  const fact = facts[key] as Fact<unknown>;
  return { ...profile, [group]: { ...facts, [key]: { ...fact, value } } };
}

/** Constants of a profile that no code says. */
const fittedIn = (profile: StackProfile): readonly Constant[] =>
  constants.filter((c) => factOf(profile, c)?.status === "inferred-from-residuals");

/** Version facts taken from residuals are dropped: what is left is what code says. */
function withoutVersions(profile: StackProfile): StackProfile {
  const { byVersion: _, ...loss } = profile.loss;
  return { ...profile, loss };
}

function missOf(rows: readonly Row[], profile: StackProfile): number {
  const stacks = groupBy(
    rows.flatMap((row) => scoreRow(row, profile) ?? []),
    (s) => s.row.run.stack,
  );
  return mean([...stacks.values()].map((scores) => mean(scores.map((s) => Math.abs(Math.log(s.ratio))))));
}

/** One round of coordinate descent from the profile's own values; the values left out never enter. */
function refit(start: StackProfile, rows: readonly Row[], fitted: readonly Constant[]): StackProfile {
  let best = start;
  let least = missOf(rows, best);
  for (const constant of fitted) {
    for (const value of constant.values) {
      const tried = withValue(best, constant, value);
      const miss = missOf(rows, tried);
      if (miss < least - 1e-6) [best, least] = [tried, miss];
    }
  }
  return best;
}

/** Every fitted constant at the middle of its range: a start that knows nothing of the residuals. */
const blank = (profile: StackProfile, fitted: readonly Constant[]): StackProfile =>
  fitted.reduce((p, c) => withValue(p, c, c.values[Math.floor(c.values.length / 2)] ?? 0), profile);

/** Rows of a stack can fit its constants when at least so many models are left. */
const fewestModels = 2;

/** Each model of each stack sized by constants fitted to the stack's other models, or by what `generic` holds when there are too few. */
export function modelLeftOut(rows: readonly Row[], generic: StackProfile): readonly Score[] {
  const measured = rows.filter((r) => r.measured.measured.gib !== null);
  return [...groupBy(measured, (r) => r.run.stack).values()].flatMap((ofStack) => {
    const own = ofStack[0]?.run.profile;
    if (own === undefined) return [];
    const profile = withoutVersions(own);
    const fitted = fittedIn(own);
    return [...groupBy(ofStack, modelOf).values()].flatMap((out) => {
      const left = ofStack.filter((r) => !out.includes(r));
      const few = new Set(left.map(modelOf)).size < fewestModels;
      const used = few
        ? fitted.reduce((p, c) => withValue(p, c, Number(factOf(generic, c)?.value)), profile)
        : refit(blank(profile, fitted), left, fitted);
      return out.flatMap((row) => scoreRow(row, used) ?? []);
    });
  });
}

/** Each stack sized by the generic profile, its constants fitted to the other stacks. */
export function stackLeftOut(rows: readonly Row[], generic: StackProfile): readonly Score[] {
  const measured = rows.filter((r) => r.measured.measured.gib !== null);
  const fitted = fittedIn(generic);
  return [...groupBy(measured, (r) => r.run.stack)].flatMap(([stack, out]) => {
    const left = measured.filter((r) => r.run.stack !== stack);
    const used = refit(blank(generic, fitted), left, fitted);
    return out.flatMap((row) => scoreRow(row, used) ?? []);
  });
}
