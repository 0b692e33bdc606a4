import type { Fact, StackProfile } from "../../src/domain/stack-profile.ts";
import type { Row } from "./memory-runs.ts";
import { modelOf, scoreRow } from "./memory-score.ts";
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
  { group: "loss", key: "bytesPerLogit16Autocast", values: [10, 14, 16, 18, 20] },
  { group: "allocator", key: "keptOfMoving", values: [0.3, 0.6, 0.9, 1.2, 1.5] },
];

const factOf = (profile: StackProfile, { group, key }: Constant): Fact<unknown> | undefined =>
  (profile[group] as unknown as Readonly<Record<string, Fact<unknown>>>)[key];

function withValue(profile: StackProfile, { group, key }: Constant, value: number): StackProfile {
  const facts = profile[group] as unknown as Readonly<Record<string, unknown>>;
  const fact = facts[key] as Fact<unknown>;
  return { ...profile, [group]: { ...facts, [key]: { ...fact, value } } };
}

/** Constants of a profile that no code says. */
const learntIn = (profile: StackProfile): readonly Constant[] =>
  constants.filter((c) => {
    const fact = factOf(profile, c);
    return fact !== undefined && !codeSays(fact);
  });

/** Version facts that residuals said are dropped; those that code says stay. */
function withoutVersions(profile: StackProfile): StackProfile {
  const { byVersion = [], ...loss } = profile.loss;
  const said = byVersion.map((version) => ({
    contains: version.contains,
    ...Object.fromEntries(
      Object.entries(version).filter(([, fact]) => typeof fact === "object" && codeSays(fact)),
    ),
  }));
  return { ...profile, loss: { ...loss, byVersion: said } };
}

/** Values of fitted constants by name. */
type Values = ReadonlyMap<string, number>;
type Sized = (values: Values) => (row: Row) => StackProfile;

/** The profile with values for those constants that its own code does not say. */
const filledIn = (profile: StackProfile, values: Values, fitted: readonly Constant[]): StackProfile =>
  fitted.reduce((p, c) => {
    const fact = factOf(p, c);
    const value = values.get(c.key);
    return fact === undefined || codeSays(fact) || value === undefined ? p : withValue(p, c, value);
  }, profile);

/** Mean over stacks of the mean |ln(measured ÷ likely)|: no stack outweighs another. */
function missOf(rows: readonly Row[], profileOf: (row: Row) => StackProfile): number {
  const stacks = groupBy(
    rows.flatMap((row) => scoreRow(row, profileOf(row)) ?? []),
    (s) => s.row.run.stack,
  );
  return mean([...stacks.values()].map((scores) => mean(scores.map((s) => Math.abs(Math.log(s.ratio))))));
}

const middle = (c: Constant): number => c.values[Math.floor(c.values.length / 2)] ?? 0;

/** Two rounds of coordinate descent from the middle of each range: a start that knows nothing of the rows left out. */
function refit(rows: readonly Row[], sized: Sized, fitted: readonly Constant[]): Values {
  let best: Values = new Map(fitted.map((c) => [c.key, middle(c)]));
  let least = missOf(rows, sized(best));
  for (const constant of [...fitted, ...fitted]) {
    for (const value of constant.values) {
      if (value === best.get(constant.key)) continue;
      const tried = new Map(best).set(constant.key, value);
      const miss = missOf(rows, sized(tried));
      if (miss < least - 1e-6) [best, least] = [tried, miss];
    }
  }
  return best;
}

/** Rows of a stack can fit its constants when at least so many models are left. */
const fewestModels = 2;

/** Whether code or a manual says a fact; the rest was learnt from runs. */
const codeSays = (fact: Fact<unknown>): boolean =>
  fact.status === "read-in-code" || fact.status === "recalled";

const isFact = (value: unknown): value is Fact<unknown> =>
  typeof value === "object" && value !== null && "status" in value;

/** A group of facts with those learnt from runs replaced by the generic profile's. */
function codeFacts(own: object, generic: object): object {
  const under = generic as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => {
      if (isFact(value)) return [key, codeSays(value) ? value : under[key]];
      const group = under[key];
      const nested =
        typeof value === "object" && value !== null && typeof group === "object" && group !== null;
      return [key, nested && !Array.isArray(value) ? codeFacts(value as object, group) : value];
    }),
  );
}

/** What a stack's profile would hold had none of its runs been published: its code's facts over the generic profile. */
export function readProfile(own: StackProfile, generic: StackProfile): StackProfile {
  const { calibration: _own, ...facts } = withoutVersions(own);
  return codeFacts(facts, withoutVersions(generic)) as StackProfile;
}

const readProfiles = (rows: readonly Row[], generic: StackProfile): ReadonlyMap<string, StackProfile> =>
  new Map(
    [...groupBy(rows, (r) => r.run.stack)].flatMap(([stack, [row]]) =>
      row === undefined ? [] : [[stack, readProfile(row.run.profile, generic)] as const],
    ),
  );

/** A run and the profile that nobody needed it, or its like, to make. */
export interface Unseen {
  readonly row: Row;
  readonly profile: StackProfile;
}

const isMeasured = (row: Row): boolean => row.measured.measured.gib !== null;

/** Each model of each stack sized by constants fitted to the stack's other models, or by what `generic` holds when there are too few. */
export function modelLeftOut(rows: readonly Row[], generic: StackProfile): readonly Unseen[] {
  return [...groupBy(rows, (r) => r.run.stack).values()].flatMap((ofStack) => {
    const own = ofStack[0]?.run.profile;
    if (own === undefined) return [];
    const profile = withoutVersions(own);
    const fitted = learntIn(own);
    const sized = (values: Values) => (): StackProfile => filledIn(profile, values, fitted);
    return [...groupBy(ofStack, modelOf).values()].flatMap((out) => {
      const left = ofStack.filter((r) => isMeasured(r) && !out.includes(r));
      const few = new Set(left.map(modelOf)).size < fewestModels;
      const values = few
        ? new Map(fitted.map((c) => [c.key, Number(factOf(generic, c)?.value)]))
        : refit(left, sized, fitted);
      return out.map((row) => ({ row, profile: sized(values)() }));
    });
  });
}

/** Groups of rows left out together, each with constants fitted to all measured rows outside it. */
function groupsLeftOut(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  profileOf: (row: Row) => StackProfile,
  fitted: readonly Constant[],
): readonly Unseen[] {
  const sized =
    (values: Values) =>
    (row: Row): StackProfile =>
      filledIn(profileOf(row), values, fitted);
  const measured = rows.filter(isMeasured);
  let ofAll: Values | null = null;
  return [...groupBy(rows, keyOf).values()].flatMap((out) => {
    const values = out.some(isMeasured)
      ? refit(
          measured.filter((r) => !out.includes(r)),
          sized,
          fitted,
        )
      : (ofAll ??= refit(measured, sized, fitted));
    return out.map((row) => ({ row, profile: sized(values)(row) }));
  });
}

/**
 * Each stack sized by what its framework's code says, the other constants fitted to the other stacks. Stacks of one family
 * (one runs the other underneath) may be left out together: the runs of one would tell about the other.
 */
export function stackLeftOut(
  rows: readonly Row[],
  generic: StackProfile,
  familyOf: (stack: string) => string,
): readonly Unseen[] {
  const profiles = readProfiles(rows, generic);
  const profileOf = (row: Row): StackProfile => profiles.get(row.run.stack) ?? generic;
  return groupsLeftOut(rows, (r) => familyOf(r.run.stack), profileOf, learntIn(generic));
}

/** Each stack sized by the generic profile alone, as a framework nobody has read would be; its constants fitted to the other stacks. */
export const nobodyRead = (rows: readonly Row[], generic: StackProfile): readonly Unseen[] =>
  groupsLeftOut(
    rows,
    (r) => r.run.stack,
    () => generic,
    learntIn(generic),
  );
