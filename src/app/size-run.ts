import type { MessageReading } from "../domain/conversation.ts";
import type { Caveat } from "../domain/caveat.ts";
import type { Hardware, Plan } from "../domain/plan.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import type { Lesson } from "../domain/pilot/paid-price.ts";
import { standingLessons } from "../domain/pilot/team-memory.ts";
import type { ConversationDeps } from "./conversation-port.ts";
import { kindPremises } from "../domain/model-kind.ts";
import { softwarePremises } from "../domain/other-software.ts";
import type { ModelArchitecture } from "../domain/model-architecture.ts";
import { leftToSay } from "../domain/advice/advise.ts";
import { adviseOn } from "./advise-on.ts";
import { breathe } from "./breathe.ts";
import type { Workspace } from "./ports.ts";
import { resolveModel } from "./resolve-model.ts";

export type Sized =
  | { readonly kind: "plan"; readonly plan: Plan; readonly spec: RunSpec }
  | { readonly kind: "problems"; readonly problems: readonly Problem[] }
  | { readonly kind: "failure"; readonly incident: string };

type Deps = Pick<ConversationDeps, "engine" | "lookup" | "hub" | "knowledge" | "newId" | "log"> &
  Partial<Pick<ConversationDeps, "store">>;

export interface SizeRun {
  readonly spec: RunSpec;
  readonly reading: MessageReading | null;
  /** The machine of the plan before a change. */
  readonly held?: Hardware | null;
  /** Whose measurements count; missing = nobody's. */
  readonly workspace?: Workspace;
  /** Learnt just now, and not kept yet. */
  readonly learnt?: readonly Lesson[];
  /** Counted in place of those of the workspace: a plan as it would be. */
  readonly instead?: readonly Lesson[];
}

/** Finds the model, asks the engine, and puts what was believed and not read into the plan. */
export async function sizeRun(
  deps: Deps,
  { spec, reading, held = null, workspace, learnt = [], instead }: SizeRun,
): Promise<Sized> {
  const guess = reading?.understood.model;
  const resolved = await resolveModel(deps, spec, typeof guess === "object" ? guess : null);
  if ("problems" in resolved) return { kind: "problems", problems: resolved.problems };
  const answered = await deps.engine.plan(resolved.spec, held, [
    ...(instead ?? (await learntBy(deps, workspace))),
    ...learnt,
  ]);
  await breathe();
  if ("failure" in answered) {
    const incident = deps.newId();
    deps.log.error({ incident, ...answered.failure }, "the engine did not answer");
    return { kind: "failure", incident };
  }
  if ("problems" in answered) return { kind: "problems", problems: answered.problems };
  const advice = reading === null ? null : await adviseOn(deps, reading, answered);
  const own = [
    ...kindPremises(architectureOf(deps, resolved.spec)),
    ...softwarePremises(deps.lookup.accelerator(resolved.spec.accelerator ?? "")),
  ];
  const caveats = ownHostCaveats(answered, reading?.context.hostRamGib);
  const plan =
    reading === null
      ? { ...answered, premises: [...own, ...answered.premises] }
      : {
          ...answered,
          ...ownWaysOut(answered, reading.context.hostRamGib),
          caveats,
          unread: reading.unread.filter((word) => word !== spec.model),
          ...(advice === null ? {} : { advice }),
          premises: leftToSay([...own, ...reading.premises, ...answered.premises], advice?.findings ?? []),
          assumptions: [...(reading.assumed ?? []), ...answered.assumptions],
        };
  return { kind: "plan", plan, spec: resolved.spec };
}

/** Ways out that would fill the RAM of the asker's own machine are none. */
function ownWaysOut({ infeasible }: Plan, hostGib: number | undefined): Pick<Plan, "infeasible"> {
  if (infeasible === null || hostGib === undefined) return { infeasible };
  const relaxations = infeasible.relaxations.filter(
    ({ candidate, changes }) =>
      changes.every(({ field }) => field !== "parallel.offload") ||
      candidate.estimate.host.ramGib.likely <= hostGib,
  );
  return { infeasible: { ...infeasible, relaxations } };
}

/** The machine the asker has instead of the one that is rented: its RAM is what counts. */
function ownHostCaveats({ best, infeasible, caveats }: Plan, hostGib: number | undefined): readonly Caveat[] {
  const neededGib = (best ?? infeasible?.nearest)?.estimate.host.ramGib.likely;
  if (hostGib === undefined || neededGib === undefined) return caveats;
  const others = caveats.filter(({ code }) => code !== "host-memory");
  return neededGib <= hostGib
    ? others
    : [{ code: "host-memory", params: { neededGib, hostGib, own: true } }, ...others];
}

/** What the pilots and rentals of a workspace taught and nobody withdrew. */
export async function learntBy(
  { store }: Pick<Deps, "store">,
  workspace: Workspace | undefined,
): Promise<readonly Lesson[]> {
  if (store === undefined || workspace === undefined) return [];
  const kept = await store.progress.corrections(workspace);
  return standingLessons(kept.map(({ correction }) => correction));
}

function architectureOf({ lookup }: Pick<Deps, "lookup">, { model }: RunSpec): ModelArchitecture | undefined {
  if (typeof model !== "string") return undefined;
  const named = lookup.resolveModel(model);
  return named.kind === "one" ? lookup.model(named.match.id) : undefined;
}
