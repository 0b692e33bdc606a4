import type { Button, Overflow } from "@slack/types";
import type { PlanRef } from "../src/domain/conversation.ts";
import type { Plan } from "../src/domain/plan.ts";
import { actionIds, encodeButton, encodeMenu, menuEntries } from "./ids.ts";
import { likelyOnly } from "./facts.ts";
import { actions, button, overflow, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

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
  const pilot = pilotButton(plan, ref, s);
  return actions(...(pilot === null ? [] : [pilot]), adjustButton(ref, s), moreMenu(ref, s));
}
