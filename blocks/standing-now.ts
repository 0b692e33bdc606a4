import type { Candidate, Plan } from "../src/domain/plan.ts";
import { capital } from "../src/i18n/words-of.ts";
import { briefCost, briefTime, configWords, costWords, requiredWords, timeWords } from "./facts.ts";
import { nothingWords, relaxationLines, titleWords } from "./infeasible.ts";
import { bold, type Line } from "./kit.ts";
import type { Scene } from "./view.ts";

const mostWays = 3;

/** What to rent as the plan stands now, all that was measured counted; where its machine does not hold the run, what does. */
export function standingAnswer(plan: Plan, c: Candidate, s: Scene): Line[] {
  const { best, infeasible, stages } = plan;
  const say = s.m.drops.standing;
  const next = stages.find(({ state }) => state === "next" || state === "advised");
  if (best !== null && plan.ranOutOfMemoryAt === undefined) {
    const { usableGib } = best.estimate;
    const usable = usableGib === null ? s.f.unknown : s.f.gib(usableGib);
    return [
      [bold(say.rent(configWords(best, s), timeWords(best, plan, s), costWords(best, s)))],
      [say.memory(requiredWords(best, s), usable)],
      ...(next === undefined ? [] : [[say.first(s.m.stages.names[next.stage])]]),
    ];
  }
  const ranOut = plan.ranOutOfMemoryAt === undefined ? [] : [[bold(say.ranOut(configWords(c, s)))]];
  const ways: Line[] =
    infeasible === null ? othersThatFit(plan, c, s) : relaxationLines(infeasible, s).slice(0, mostWays);
  const none = infeasible === null ? say.none : nothingWords(infeasible, s);
  return [
    ...(infeasible === null ? ranOut : [[bold(titleWords(infeasible, plan, s))]]),
    ...(ways.length === 0 ? [[none]] : [[say.ways], ...ways]),
    [say.thenPilot],
  ];
}

/** Of the machines that the plan compared, those whose cards hold more than the one that ran out. */
const othersThatFit = (plan: Plan, failed: Candidate, s: Scene): Line[] =>
  plan.alternatives
    .filter(
      ({ estimate }) =>
        estimate.verdict === "fits" && (estimate.usableGib ?? 0) > (failed.estimate.usableGib ?? 0),
    ) // prettier-ignore
    .slice(0, mostWays)
    .map((one) => [
      `• ${capital([configWords(one, s), briefTime(one, plan, s), briefCost(one, s)].join(", "))}`,
    ]);
