import type { StageWish } from "../domain/pilot/stage-move.ts";
import { configurationKey } from "../domain/pilot/configuration-key.ts";
import type { Reservation, Waiver } from "../domain/pilot/progress.ts";
import { isSpot, waiverHolds } from "../domain/pilot/stages.ts";
import { closeRental } from "./close-rental.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { moved, refused, type Moving } from "./moving.ts";
import { lastRevision, mayRevise, type Said } from "./outcomes.ts";
import type { Asker } from "./ports.ts";
import { progressOf, standing } from "./standing.ts";

const longestReason = 300;

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
      return closeRental(moving, wish);
  }
}

async function waive(moving: Moving, wish: Extract<StageWish, { act: "waive" }>): Promise<Outcome> {
  const { said, asker, plan, configuration, at } = moving;
  if (wish.stage === "other") return refused(said, "not-waivable");
  const stage =
    wish.stage ??
    plan.stages.map((one) => one).find(({ state }) => state === "next" || state === "advised")?.stage;
  if (stage !== "one-gpu-pilot" && stage !== "scaling-step" && stage !== "restore-proof")
    return refused(said, "no-stage");
  const state = plan.stages.find((one) => one.stage === stage)?.state;
  if (state === "not-needed") return refused(said, "stage-not-needed", { stage });
  if (state === "done") return refused(said, "stage-done", { stage });
  if (asker.user === said.record.owner) return refused(said, "own-waiver", { stage });
  const reason = wish.reason.replaceAll(/\s+/gu, " ").trim().slice(0, longestReason);
  if (reason === "") return refused(said, "no-reason", { stage });
  const waiver: Waiver = { stage, by: asker.user, at, reason, configuration };
  if (!waiverHolds(waiver, plan, progressOf(said.record))) {
    const spot = stage === "restore-proof" && isSpot(plan);
    return refused(said, spot ? "spot-restore" : "no-approver", { stage });
  }
  const key = `waiver:${configuration}:${stage}:${asker.user}`;
  const event = { kind: "waiver", waiver } as const;
  return moved(moving, { key, event }, { moved: "waived", stage, by: asker.user, reason });
}

async function reserve(moving: Moving): Promise<Outcome> {
  const { said, asker, plan, configuration, at } = moving;
  if (!mayRevise(said.record, asker)) return refused(said, "not-owner");
  const state = plan.stages.find(({ stage }) => stage === "reserve")?.state;
  if (state === "done") return refused(said, "already-done");
  if (state === "shut") {
    const open = plan.stages.filter((one) => one.state === "next" || one.state === "shut");
    return refused(said, "stages-open", {
      open: open.map(({ stage }) => stage).filter((stage) => stage !== "reserve"),
    });
  }
  const reservation: Reservation = { by: asker.user, at, configuration };
  const event = { kind: "reservation", reservation } as const;
  return moved(moving, { key: `reservation:${configuration}`, event }, { moved: "reserved", by: asker.user });
}
