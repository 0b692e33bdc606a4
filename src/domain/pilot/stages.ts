import { convert, isCurrency, type ExchangeRates, type Money } from "../../units/money.ts";
import type { Plan, Stage, StageName, StageState, StageWhy } from "../plan.ts";
import { configurationKey } from "./configuration-key.ts";
import { usualThreshold } from "./team-settings.ts";
import { settles, type Miss, type Pilot, type PilotStage } from "./pilot.ts";
import type { StageProgress, Waiver } from "./progress.ts";

export const noProgress: StageProgress = {
  pilots: [],
  waivers: [],
  reservation: null,
  closing: null,
  owner: null,
  threshold: usualThreshold,
};

type PlanSoFar = Pick<Plan, "spec" | "best" | "pilot" | "ranOutOfMemoryAt">;

/** A run whose likely bill stays below the team's threshold; an unknown price is never small. */
export function isSmall({ best }: PlanSoFar, threshold: Money, rates: ExchangeRates): boolean {
  if (best === null || best.nodes > 1 || best.cost.total === null || !isCurrency(best.cost.currency))
    return false;
  const bill = convert(
    { amount: best.cost.total.likely, currency: best.cost.currency },
    threshold.currency,
    rates,
  );
  return bill !== null && bill.amount < threshold.amount;
}

/** Capacity that its provider may take back. */
export const isSpot = ({ spec, best }: PlanSoFar): boolean =>
  spec.limits?.spot === true || best?.offer?.tier === "spot";

/** In writing, by somebody else than the owner, for this very configuration; never for the restore proof on spot. */
export function waiverHolds(waiver: Waiver, plan: PlanSoFar, progress: StageProgress): boolean {
  const { owner, approvers = [] } = progress;
  if (waiver.by === owner || waiver.reason.trim() === "") return false;
  if (approvers.length > 0 && !approvers.includes(waiver.by)) return false;
  if (waiver.configuration !== configurationKey(plan)) return false;
  return !(waiver.stage === "restore-proof" && isSpot(plan));
}

/** The last result of a stage for this configuration that settles anything; where none does, the last. */
export function lastOf(stage: PilotStage, plan: PlanSoFar, pilots: readonly Pilot[]): Pilot | null {
  const key = configurationKey(plan);
  const own = pilots.filter(({ configuration, verdict }) => configuration === key && verdict.stage === stage);
  const settled = own.filter(({ verdict }) => settles(verdict));
  return (settled.length > 0 ? settled : own).reduce<Pilot | null>(
    (last, pilot) => (last === null || pilot.at >= last.at ? pilot : last),
    null,
  );
}

interface Standing {
  readonly done: boolean;
  readonly why: StageWhy | null;
}

/** A miss that still ran inside the card is settled by its correction; running out of memory, or cards that share too little, is not. */
function standing(stage: PilotStage, plan: PlanSoFar, progress: StageProgress): Standing {
  const pilot = lastOf(stage, plan, progress.pilots);
  const waived = progress.waivers.some((w) => w.stage === stage && waiverHolds(w, plan, progress));
  if (pilot?.verdict.verdict === "confirmed")
    return { done: true, why: stage === "restore-proof" ? "proven" : "confirmed" };
  if (pilot?.verdict.verdict === "off") {
    const failed = (figure: Miss["figure"]): boolean =>
      pilot.verdict.verdict === "off" && pilot.verdict.misses.some((miss) => miss.figure === figure);
    const why: StageWhy | null = failed("outOfMemory")
      ? "ran-out-of-memory"
      : failed("scalingEfficiency")
        ? "scales-too-little"
        : null;
    if (why === null) return { done: true, why: "estimate-corrected" };
    return waived ? { done: true, why: "waived" } : { done: false, why };
  }
  if (waived) return { done: true, why: "waived" };
  return { done: false, why: pilot === null ? null : "inconclusive" };
}

const nothingSized: readonly Stage[] = (
  ["budget", "one-gpu-pilot", "scaling-step", "restore-proof", "reserve"] as const
).map((stage) => ({ stage, state: stage === "budget" ? "next" : "shut", why: "nothing-sized" }));

/** Why a stage that nothing has been posted for is there. */
function plainWhy(stage: PilotStage, plan: PlanSoFar): StageWhy {
  const serving = plan.spec.method === "inference";
  if (stage === "restore-proof") return serving ? "restart-and-reload" : "new-process";
  const group = plan.pilot.runs.find((run) => run.stage === "one-gpu-pilot")?.gpus ?? 1;
  if (stage === "scaling-step") return group > 1 ? "against-smallest-group" : "against-one-card";
  return group > 1 ? "smallest-group" : "longest-batches";
}

/** Cards that one replica or group fills: there is nothing to scale to. */
const scales = ({ pilot }: PlanSoFar): boolean => pilot.runs.some(({ stage }) => stage === "scaling-step");

/**
 * budget → one-GPU pilot → scaling step → restore proof → reserve → closing, from what was planned, measured and waived. The
 * first that is not proven is next, those after it wait; below the threshold all of them only advise.
 */
export function stagesOf(
  plan: PlanSoFar,
  rates: ExchangeRates,
  progress: StageProgress = noProgress,
): readonly Stage[] {
  const { best } = plan;
  if (best === null) return nothingSized;
  const small = best.own !== undefined || isSmall(plan, progress.threshold, rates);
  const budget: Stage =
    plan.ranOutOfMemoryAt === undefined
      ? { stage: "budget", state: "done", why: best.reason === "tight" ? "tight" : "fits" }
      : { stage: "budget", state: "shut", why: "ran-out-of-memory" };
  let open = true;
  const gate = (stage: PilotStage): Stage => {
    if (stage === "scaling-step" && !scales(plan))
      return { stage, state: "not-needed", why: best.gpus > 1 ? "no-smaller-group" : "one-card" };
    const { done, why } = standing(stage, plan, progress);
    if (done) return { stage, state: "done", why: why ?? "confirmed" };
    const state: StageState = small ? "advised" : open ? "next" : "shut";
    open = false;
    return {
      stage,
      state,
      why: why ?? (small && stage === "one-gpu-pilot" ? "small-run" : plainWhy(stage, plan)),
    };
  };
  const proofs = (["one-gpu-pilot", "scaling-step", "restore-proof"] as const).map(gate);
  const proven = proofs.every(({ state }) => state === "done" || state === "not-needed");
  const reserved = progress.reservation?.configuration === configurationKey(plan);
  if (best.own !== undefined && !reserved)
    return [
      budget,
      ...proofs,
      { stage: "reserve", state: "not-needed", why: "own-machine" },
      { stage: "closing", state: "not-needed", why: "own-machine" },
    ];
  return [budget, ...proofs, reserve(proven, small, reserved), ...(reserved ? [closing(progress)] : [])];
}

function reserve(proven: boolean, small: boolean, reserved: boolean): Stage {
  const stage: StageName = "reserve";
  if (reserved) return { stage, state: "done", why: "reserved" };
  if (proven) return { stage, state: "next", why: "all-proven" };
  return small
    ? { stage, state: "advised", why: "small-run" }
    : { stage, state: "shut", why: "earlier-stages" };
}

const closing = (progress: StageProgress): Stage =>
  progress.closing === null
    ? { stage: "closing", state: "next", why: "hours-and-invoice" }
    : { stage: "closing", state: "done", why: "closed" };

/** Planned against paid: what a finished rental teaches about hours and price. Null where a side is not known. */
export interface Settlement {
  /** Actual ÷ likely hours of the window. */
  readonly hours: number | null;
  /** Invoice per hour ÷ planned price per hour, in the plan's currency. */
  readonly price: number | null;
  /** Invoice ÷ likely total. */
  readonly total: number | null;
  readonly incidents: number;
}

export function settle(
  plan: Pick<Plan, "best" | "window">,
  progress: StageProgress,
  rates: ExchangeRates,
): Settlement | null {
  const { closing: closed } = progress;
  const { best, window } = plan;
  if (closed === null || best === null) return null;
  const { currency, total } = best.cost;
  const paid =
    closed.invoice === null || !isCurrency(currency) ? null : convert(closed.invoice, currency, rates);
  const perHour = best.offer?.perHour ?? null;
  return {
    hours: window.total.likely > 0 ? closed.hours / window.total.likely : null,
    price:
      paid === null || perHour === null || !(closed.hours > 0) ? null : paid.amount / closed.hours / perHour,
    total: paid === null || total === null ? null : paid.amount / total.likely,
    incidents: closed.incidents,
  };
}
