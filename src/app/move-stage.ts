import type { StageMove, StageRefusal, StageWish } from "../domain/conversation.ts";
import { configurationKey } from "../domain/pilot/configuration-key.ts";
import type { Closing, Reservation, Waiver } from "../domain/pilot/progress.ts";
import { settle, waiverHolds } from "../domain/pilot/stages.ts";
import type { Plan, StageName } from "../domain/plan.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { journaled } from "./journal.ts";
import { answer, lastRevision, mayRevise, type Said } from "./outcomes.ts";
import type { Asker, PlanRecord } from "./ports.ts";
import type { PlanEvent } from "./progress-ports.ts";
import { answerStanding, progressOf, standing } from "./standing.ts";

/** Above this nobody rents without a break. [h] */
const mostHours = 100_000;
const longestReason = 300;

interface Moving {
  readonly deps: ConversationDeps;
  readonly said: Said & { readonly record: PlanRecord };
  readonly asker: Asker;
  /** As it stands in its stages. */
  readonly plan: Plan;
  readonly configuration: string;
  readonly at: string;
}

/** Waives a stage in writing, reserves what is proven, closes what was rented; or says what stands in the way. */
export async function moveStage(
  deps: ConversationDeps,
  said: Said,
  asker: Asker,
  wish: StageWish,
): Promise<Outcome> {
  const { record } = said;
  if (record === null) return refused(said, "no-plan");
  const plan = standing(lastRevision(record).plan, record, deps.rates());
  const configuration = configurationKey(plan);
  if (configuration === null) return refused(said, "nothing-sized");
  const at = deps.clock.now().toISOString();
  const moving: Moving = { deps, said: { ...said, record }, asker, plan, configuration, at };
  switch (wish.act) {
    case "waive":
      return waive(moving, wish);
    case "reserve":
      return reserve(moving);
    case "close":
      return close(moving, wish);
  }
}

const refused = (said: Said, why: StageRefusal, open: readonly StageName[] = []): Outcome =>
  answer(said, { about: "stage", move: { moved: null, why, open } });

async function waive(moving: Moving, wish: Extract<StageWish, { act: "waive" }>): Promise<Outcome> {
  const { said, asker, plan, configuration, at } = moving;
  const stage =
    wish.stage ??
    plan.stages.map((one) => one).find(({ state }) => state === "next" || state === "advised")?.stage;
  if (stage !== "one-gpu-pilot" && stage !== "scaling-step" && stage !== "restore-proof")
    return refused(said, "no-stage");
  const state = plan.stages.find((one) => one.stage === stage)?.state;
  if (state === "done" || state === "not-needed") return refused(said, "already-done");
  if (asker.user === said.record.owner) return refused(said, "own-waiver");
  const reason = wish.reason.replaceAll(/\s+/gu, " ").trim().slice(0, longestReason);
  if (reason === "") return refused(said, "no-reason");
  const waiver: Waiver = { stage, by: asker.user, at, reason, configuration };
  if (!waiverHolds(waiver, plan, progressOf(said.record))) {
    return refused(said, stage === "restore-proof" ? "spot-restore" : "no-approver");
  }
  const key = `waiver:${configuration}:${stage}:${asker.user}`;
  return moved(moving, key, { kind: "waiver", waiver }, { moved: "waived", stage, by: asker.user, reason });
}

async function reserve(moving: Moving): Promise<Outcome> {
  const { said, asker, plan, configuration, at } = moving;
  if (!mayRevise(said.record, asker)) return refused(said, "not-owner");
  const state = plan.stages.find(({ stage }) => stage === "reserve")?.state;
  if (state === "done") return refused(said, "already-done");
  if (state === "shut") {
    const open = plan.stages.filter((one) => one.state === "next" || one.state === "shut");
    return refused(
      said,
      "stages-open",
      open.map(({ stage }) => stage).filter((stage) => stage !== "reserve"),
    );
  }
  const reservation: Reservation = { by: asker.user, at, configuration };
  return moved(
    moving,
    `reservation:${configuration}`,
    { kind: "reservation", reservation },
    { moved: "reserved", by: asker.user },
  );
}

async function close(moving: Moving, wish: Extract<StageWish, { act: "close" }>): Promise<Outcome> {
  const { said, asker, plan, configuration, at, deps } = moving;
  const { hours, invoice, incidents } = wish;
  if (!mayRevise(said.record, asker)) return refused(said, "not-owner");
  if (said.record.progress.reservation === null) return refused(said, "not-reserved");
  if (said.record.progress.closing !== null) return refused(said, "closed-already");
  if (hours === null) return refused(said, "no-hours");
  if (!(hours > 0 && hours <= mostHours)) return refused(said, "impossible-hours");
  if (invoice !== null && !(invoice.amount >= 0 && invoice.amount < 1e9))
    return refused(said, "impossible-invoice");
  const closing: Closing = { by: asker.user, at, hours, invoice, incidents };
  const settlement = settle(plan, { ...progressOf(said.record), closing }, deps.rates());
  return moved(
    moving,
    `closing:${configuration}`,
    { kind: "closing", closing },
    { moved: "closed", hours, settlement },
  );
}

async function moved(
  { deps, said, asker, at }: Moving,
  key: string,
  event: PlanEvent,
  move: StageMove,
): Promise<Outcome> {
  const { record } = said;
  const { workspace, id } = record;
  const draft = answer(said, { about: "stage", move });
  const entry = journaled(asker, draft, at);
  const kept = await deps.store.progress.keep(workspace, id, { key, at, event, entry });
  const fresh = await deps.store.plans.get(workspace, id);
  if (kept === "known" || fresh === null) return refused(said, fresh === null ? "no-plan" : "already-done");
  deps.log.info({ planId: id, event: event.kind }, "a stage moved");
  return answerStanding({ ...said, record: fresh }, { about: "stage", move }, deps.rates());
}
