import type { Candidate, Plan, Stay } from "../src/domain/plan.ts";
import { shorten } from "./escape.ts";
import { configWords, costWords, requiredWords, sameMachine, timeWords } from "./facts.ts";
import { relaxationWords } from "./infeasible.ts";
import type { Line } from "./kit.ts";
import type { Scene } from "./view.ts";

const standsOn = (best: Candidate | null, { nearest }: Stay): boolean =>
  best !== null && sameMachine(best, nearest);

/** Why the machine of the revision before was left; empty when the plan still stands on it. */
export function leftWords({ best, stay }: Plan, s: Scene): string {
  if (stay === undefined || standsOn(best, stay)) return "";
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
    standsOn(best, stay)
      ? words.settle(change, facts)
      : words.stay(configWords(stay.nearest, s), change, facts),
  ];
}
