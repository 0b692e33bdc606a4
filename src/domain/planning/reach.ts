import type { World } from "../catalogue.ts";
import type { Question, Reach, SizedModel } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import { change } from "./change-spec.ts";
import { answerFor, prepare } from "./decide-spec.ts";

/** Well-known models, smallest first. */
const ladderLength = 21;
function ladder({ lookup }: World): readonly string[] {
  return lookup
    .searchModels("", ladderLength)
    .flatMap(({ id }) => lookup.model(id) ?? [])
    .sort((a, b) => a.parametersTotal - b.parametersTotal || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

const namesMachine = ({ accelerator, memoryGib, limits }: RunSpec): boolean =>
  accelerator !== undefined || memoryGib !== undefined || limits?.among !== undefined;

type Way = Pick<Reach, "method" | "weights">;

const waysOf = ({ method, serving, precision }: RunSpec): readonly Way[] => {
  const served = method === "inference" || (method === undefined && serving !== undefined);
  const quantised: readonly Way[] =
    precision?.weights === undefined ? [{ method: "inference", weights: "awq4" }] : [];
  if (served) return [{ method: "inference" }, ...quantised];
  return method === undefined ? [{ method: "full" }, { method: "lora" }, { method: "qlora" }] : [{ method }];
};

function sizedOn(spec: RunSpec, { method, weights }: Way, model: string, world: World): SizedModel | null {
  const precision = weights === undefined ? spec.precision : { ...spec.precision, weights };
  const prepared = prepare(
    { ...spec, method, model, ...(precision === undefined ? {} : { precision }) },
    world,
  );
  if ("problems" in prepared) return null;
  const { best, shortfall } = answerFor(prepared, world);
  const shown = best ?? (shortfall?.binding === "memory" ? shortfall.nearest : null);
  if (shown === null) return null;
  const { configuration, sized } = shown;
  const { card, run } = configuration;
  return {
    model,
    required: sized.budget.perGpu.required,
    usableGib: sized.usableGib,
    verdict: best === null ? "does-not-fit" : sized.verdict,
    accelerator: card.id,
    gpus: run.gpus,
    nodes: run.nodes,
  };
}

function reachOf(spec: RunSpec, way: Way, models: readonly string[], world: World): Reach | null {
  let beyond: SizedModel | null = null;
  for (const model of [...models].reverse()) {
    const sized = sizedOn(spec, way, model, world);
    if (sized === null) continue;
    if (sized.verdict === "fits") return { ...way, largest: sized, beyond };
    beyond = sized;
  }
  return beyond === null ? null : { ...way, largest: null, beyond };
}

/**
 * The largest well-known models that the stated machine holds, by each method that may be meant; by memory alone where
 * the work is not stated. One card where the count is open. Empty where no machine is stated.
 */
export function reachFor(spec: RunSpec, world: World): readonly Reach[] {
  if (!namesMachine(spec)) return [];
  const models = ladder(world);
  return machinesOf(spec).flatMap((machine) =>
    waysOf(spec).flatMap((way) => reachOf(machine, way, models, world) ?? []),
  );
}

/** The run on each machine that may be chosen; one card where the count is open. */
function machinesOf(spec: RunSpec): readonly RunSpec[] {
  const { among, ...limits } = spec.limits ?? {};
  if (among === undefined) return [spec.gpus === undefined ? { ...spec, gpus: 1 } : spec];
  return among.map(({ accelerator, gpus = 1 }) => ({ ...spec, limits, accelerator, gpus }));
}

const mostButtons = 3;

/** Without a model nothing can be sized: what the machine reaches as buttons, where none is stated the best-known ones. */
export function modelQuestion(spec: RunSpec, reach: readonly Reach[], world: World): Question {
  const reached = reach.flatMap(({ largest, ...way }) => (largest === null ? [] : [{ way, largest }]));
  const answers = reached.slice(0, mostButtons).map(({ way: { method, weights }, largest: { model } }) => {
    const chosen = [
      ...(spec.method === undefined ? [change(spec, "method", method)] : []),
      ...(weights === undefined ? [] : [change(spec, "precision.weights", weights)]),
    ];
    const value = chosen.length === 0 ? model : { model, method, weights: weights ?? null };
    return {
      value,
      changes: [change(spec, "model", model), ...chosen],
      effect: { code: "sizes-this-model", params: { name: model } },
    };
  });
  // A button that sizes what the machine was just said not to hold is no answer.
  if (answers.length > 0 || reach.length > 0) return { field: "model", why: "model-missing", answers };
  const known = world.lookup.searchModels("", mostButtons).map(({ id, name }) => ({
    value: id,
    changes: [change(spec, "model", id)],
    effect: { code: "sizes-this-model", params: { name } },
  }));
  return { field: "model", why: "model-missing", answers: known };
}
