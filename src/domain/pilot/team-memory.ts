import type { Range } from "../../units/range.ts";
import type { CatalogueLookup } from "../catalogue.ts";
import type { Plan } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import {
  correctionCauses,
  type Correction,
  type CorrectionCause,
  type CorrectionScope,
  type MeasuredPoint,
} from "./correction.ts";
import { stableText } from "./digest.ts";
import { measuredIn, pricesIn, type Lesson } from "./paid-price.ts";

const isWithdrawn = ({ withdrawn }: Correction): boolean => withdrawn !== undefined && withdrawn !== null;

/**
 * What stands: nobody withdrew it. Later results carry the points of earlier ones along; a point whose own result was withdrawn
 * leaves them too, unless the same result stands elsewhere.
 */
export function standingOf(corrections: readonly Correction[]): readonly Correction[] {
  const stands = corrections.filter((one) => !isWithdrawn(one));
  const brought = (all: readonly Correction[]): ReadonlySet<string> =>
    new Set(
      all.flatMap(({ point, scope }) => (point === undefined ? [] : [`${point} ${stableText(scope)}`])),
    );
  const [gone, kept] = [brought(corrections.filter(isWithdrawn)), brought(stands)];
  return stands.flatMap((correction) => {
    const points = correction.points.filter(({ key }) => {
      const name = `${key} ${stableText(correction.scope)}`;
      return !gone.has(name) || kept.has(name);
    });
    return points.length === 0 ? [] : [{ ...correction, points }];
  });
}

/** What stands of all that a workspace learnt. */
export const standingLessons = (lessons: readonly Lesson[]): readonly Lesson[] => [
  ...standingOf(measuredIn(lessons)),
  ...pricesIn(lessons),
];

/** Its author, or an approver: anybody but the plan's owner until a team names some. */
export function mayWithdraw(
  { author }: Pick<Lesson, "author">,
  by: string,
  { owner, approvers = [] }: { readonly owner: string | null; readonly approvers?: readonly string[] },
): boolean {
  if (author === by) return true;
  return by !== owner && (approvers.length === 0 || approvers.includes(by));
}

/** What a team has measured for one scope. */
export interface MeasuredHere {
  readonly scope: CorrectionScope;
  readonly points: readonly MeasuredPoint[];
  readonly authors: readonly string[];
  /** ISO instant of the newest; null = not known. */
  readonly at: string | null;
  /** As the newest result prints them. */
  readonly versions: Readonly<Record<string, string>>;
  readonly effects: readonly { readonly cause: CorrectionCause; readonly effect: Range }[];
}

/** By scope, the newest first. */
export function measuredHere(corrections: readonly Correction[]): readonly MeasuredHere[] {
  const scopes = new Map<string, Correction[]>();
  for (const correction of standingOf(corrections)) {
    const key = stableText(correction.scope);
    scopes.set(key, [...(scopes.get(key) ?? []), correction]);
  }
  return [...scopes.values()]
    .flatMap((of): MeasuredHere[] => {
      const byDate = [...of].sort((a, b) => ((a.at ?? "") < (b.at ?? "") ? -1 : 1));
      const newest = byDate.at(-1);
      if (newest === undefined) return [];
      const effects = correctionCauses.flatMap((cause) => {
        const last = byDate.findLast((one) => one.cause === cause);
        return last === undefined ? [] : [{ cause, effect: last.effect }];
      });
      const points = [...new Map(of.flatMap((one) => one.points).map((p) => [p.key, p])).values()];
      const authors = [...new Set(byDate.flatMap(({ author }) => author ?? []))];
      const { scope, at, versions } = newest;
      return [{ scope, points, authors, at, versions, effects }];
    })
    .sort((a, b) => ((a.at ?? "") > (b.at ?? "") ? -1 : 1));
}

type Named = Pick<CatalogueLookup, "model">;

function familyOf(model: RunSpec["model"], lookup: Named): string | null {
  if (typeof model === "string") {
    const known = lookup.model(model);
    return known === undefined ? model : (known.family ?? known.name);
  }
  return typeof model?.name === "string" ? model.name : null;
}

/** Sizes as people say them: 8B is 8.03B. */
const NEAR = 0.08;

function hasSize({ spec: { model } }: MeasuredPoint, parameters: number, lookup: Named): boolean {
  const total = typeof model === "string" ? lookup.model(model)?.parametersTotal : model?.["params_total"];
  return typeof total === "number" && Math.abs(total / parameters - 1) <= NEAR;
}

/** Those that the words speak of; what they leave open matches everything. A size, said or of the named model, picks runs of that size. */
export function measuredFor(
  all: readonly MeasuredHere[],
  about: RunSpec,
  lookup: Named,
): readonly MeasuredHere[] {
  const { model } = about;
  const size =
    typeof model === "string"
      ? (lookup.model(model)?.parametersTotal ?? null)
      : typeof model?.["params_total"] === "number"
        ? model["params_total"]
        : null;
  const family = typeof model === "string" ? familyOf(model, lookup) : null;
  return all.flatMap((one) => {
    const { scope } = one;
    if (about.accelerator !== undefined && about.accelerator !== scope.accelerator) return [];
    if (about.method !== undefined && about.method !== scope.method) return [];
    if (about.stack !== undefined && about.stack !== scope.stack) return [];
    if (family !== null && family !== scope.family) return [];
    if (size === null) return [one];
    const points = one.points.filter((point) => hasSize(point, size, lookup));
    return points.length === 0 ? [] : [{ ...one, points }];
  });
}

/** Whether a scope speaks for what a plan stands on. */
export function speaksFor(
  scope: CorrectionScope,
  { spec, best }: Pick<Plan, "spec" | "best">,
  lookup: Named,
) {
  return (
    best !== null &&
    scope.accelerator === best.accelerator &&
    scope.stack === (spec.stack ?? "generic") &&
    scope.stackVersion === (spec.stackVersion ?? null) &&
    scope.method === spec.method &&
    scope.family === familyOf(spec.model, lookup)
  );
}
