import type { Button, Overflow } from "@slack/types";
import type { PlanRef } from "../src/domain/conversation.ts";
import type { Plan } from "../src/domain/plan.ts";
import { actionIds, encodeButton, encodeMenu, menuEntries } from "./ids.ts";
import { likelyOnly } from "./facts.ts";
import { actions, button, overflow, type Piece } from "./kit.ts";
import { openStage } from "./stage-row.ts";
import type { Scene } from "./view.ts";

/** What comes next for the plan: its pilot, a later proof, the reservation, the end. */
function nextButton(plan: Plan, ref: PlanRef, s: Scene): Button | null {
  const words = s.m.head.buttons;
  const value = encodeButton({ plan: ref.planId, revision: ref.revision });
  switch (openStage(plan)) {
    case "scaling-step":
      return button(words.prepareScaling, actionIds.preparePilot, value, "primary");
    case "restore-proof":
      return button(words.prepareRestore, actionIds.preparePilot, value, "primary");
    case "reserve":
      return plan.stages.some(({ state, stage }) => stage === "one-gpu-pilot" && state === "advised")
        ? pilotButton(plan, ref, s)
        : button(words.reserve, actionIds.reserve, value, "primary");
    case "closing":
      return button(words.close, actionIds.closeRental, value);
    case "budget":
    case "one-gpu-pilot":
    case null:
      return plan.stages.some(({ stage }) => stage === "closing") ? null : pilotButton(plan, ref, s);
  }
}

function pilotButton(plan: Plan, ref: PlanRef, s: Scene): Button | null {
  const [first] = plan.pilot.runs;
  if (first === undefined) return null;
  const minutes = s.f.hours(first.minutes / 60);
  const cost = first.cost === null ? null : s.f.moneyRange(likelyOnly(first.cost), first.currency);
  const words = s.m.head.buttons;
  const label = cost === null ? words.preparePilot : words.preparePilotSized(minutes, cost);
  return button(
    label,
    actionIds.preparePilot,
    encodeButton({ plan: ref.planId, revision: ref.revision }),
    "primary",
  );
}

export const adjustButton = (ref: PlanRef, s: Scene): Button =>
  button(
    s.m.head.buttons.adjust,
    actionIds.adjust,
    encodeButton({ plan: ref.planId, revision: ref.revision }),
  );

export const adoptButton = (ref: PlanRef, variant: string, s: Scene): Button =>
  button(
    s.m.head.buttons.adopt,
    actionIds.adoptVariant,
    encodeButton({ plan: ref.planId, revision: ref.revision, variant }),
    "primary",
  );

export const moreMenu = (ref: PlanRef, s: Scene): Overflow =>
  overflow(
    actionIds.more,
    menuEntries.map((entry) => ({
      text: s.m.head.buttons[entry],
      value: encodeMenu(entry, ref.planId, ref.revision),
    })),
  );

/** At most three: the pilot, adjusting, the rest. */
export function headActions(plan: Plan, ref: PlanRef, s: Scene): Piece {
  const next = nextButton(plan, ref, s);
  return actions(...(next === null ? [] : [next]), adjustButton(ref, s), moreMenu(ref, s));
}
