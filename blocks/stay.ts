import type { PlanRef } from "../src/domain/conversation.ts";
import type { Candidate, Plan, Relaxation, Stay } from "../src/domain/plan.ts";
import { capital } from "../src/i18n/words-of.ts";
import { shorten } from "./escape.ts";
import { configWords, costWords, requiredWords, timeWords } from "./facts.ts";
import { relaxationWords } from "./infeasible.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { button, type Line } from "./kit.ts";
import type { Scene } from "./view.ts";

const sameMachine = (a: Candidate | null, b: Candidate): boolean =>
  a?.accelerator === b.accelerator && a.gpus === b.gpus;

/** Why the machine of the revision before was left; empty when the plan still stands on it. */
export function leftWords({ best, stay }: Plan, s: Scene): string {
  if (stay === undefined || sameMachine(best, stay.nearest)) return "";
  const { nearest } = stay;
  const { heldTight, heldTooSmall } = s.m.answers.change;
  const { usableGib, verdict } = nearest.estimate;
  const say = verdict === "tight" ? heldTight : heldTooSmall;
  return say(configWords(nearest, s), usableGib === null ? s.m.units.unknown : s.f.rough(usableGib));
}

/** The cheapest way to keep the machine, with its figures. */
export function stayLine({ best, stay }: Plan, s: Scene): Line | null {
  const way = stay?.ways[0];
  if (stay === undefined || way === undefined) return null;
  const { candidate } = way;
  const facts = [requiredWords(candidate, s), timeWords(candidate, null, s), costWords(candidate, s)]
    .filter((fact) => fact !== s.m.head.timeUnknown)
    .join(", ");
  const change = shorten(relaxationWords(way, s), 80);
  const { change: words } = s.m.answers;
  return [
    sameMachine(best, stay.nearest)
      ? words.settle(change, facts)
      : words.stay(configWords(stay.nearest, s), change, facts),
  ];
}

export const stayButtons = (stay: Stay | undefined, ref: PlanRef, s: Scene) =>
  (stay?.ways ?? []).map((way: Relaxation, index) =>
    button(
      capital(relaxationWords(way, s)),
      actionIds.stay(index),
      encodeButton({ plan: ref.planId, revision: ref.revision, index }),
    ),
  );
