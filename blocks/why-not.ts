import type { Answer, PlanRef } from "../src/domain/conversation.ts";
import { bindingLimits, type Candidate, type Plan } from "../src/domain/plan.ts";
import { briefCost, briefTime, configWords, costWords, requiredWords, timeWords } from "./facts.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { bold, actions, button, context, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

export type WhyNot = Extract<Answer, { about: "why-not" }>;

export function limitWords(binding: string, shortBy: number | null, plan: Plan | null, s: Scene): string {
  const { limits, short } = s.m.answers;
  const known = bindingLimits.find((b) => b === binding);
  if (known === undefined) return binding;
  if (shortBy === null || !Number.isFinite(shortBy) || shortBy <= 0) return limits[known];
  if (known === "memory") return short.gib(s.f.gib(shortBy));
  if (known === "deadline") return short.hours(s.f.hours(shortBy));
  const budget = plan?.spec.limits?.budget;
  if (known !== "budget" || budget === undefined || budget.amount <= 0) return limits[known];
  return s.view.showAmounts
    ? short.money(s.f.moneyAbout(shortBy, budget.currency))
    : short.moneyHidden(s.f.percent(shortBy / budget.amount));
}

/** The verdict on the card asked about, in one sentence, against the one proposed. */
function verdict(answer: WhyNot, plan: Plan | null, s: Scene): string {
  const { whyNot } = s.m.answers;
  const card = s.names.card(answer.accelerator);
  const { candidate, blocked } = answer;
  if (blocked !== null) return whyNot.blocked(card, limitWords(blocked.binding, blocked.shortBy, plan, s));
  if (candidate === null) return whyNot.notSized(card);
  if (plan?.best?.accelerator === candidate.accelerator && plan.best.gpus === candidate.gpus)
    return whyNot.chosen(card);
  if (candidate.estimate.verdict === "does-not-fit") return whyNot.doesNotFit(card);
  if (candidate.estimate.verdict === "tight") return whyNot.tight(card);
  const [paid, best] = [candidate.cost.total?.likely, plan?.best?.cost.total?.likely];
  if (paid !== undefined && best !== undefined && paid < 0.95 * best) return whyNot.possibleCheaper(card);
  const [hours, bestHours] = [
    candidate.estimate.throughput?.hours?.likely,
    plan?.best?.estimate.throughput?.hours?.likely,
  ];
  if (
    hours !== undefined &&
    bestHours !== undefined &&
    hours < 0.7 * bestHours &&
    (paid === undefined || best === undefined || paid <= 1.1 * best)
  ) {
    return whyNot.possibleFaster(card);
  }
  return whyNot.possibleNoGain;
}

function memoryLine(candidate: Candidate, plan: Plan | null, s: Scene): Line {
  const { usableGib } = candidate.estimate;
  const { whyNot } = s.m.answers;
  const figures = whyNot.memory(
    requiredWords(candidate, s),
    usableGib === null ? s.m.units.unknown : s.f.gib(usableGib),
  );
  const roomy = candidate.estimate.verdict === "fits" && plan?.best?.estimate.verdict === "fits";
  return roomy ? [figures, " ", whyNot.notTheLimit] : [figures];
}

/** Why the card asked about is not the one proposed: limit and figures, then time and cost against the plan's. */
export function whyNotPieces(answer: WhyNot, plan: Plan | null, ref: PlanRef | null, s: Scene): Piece[] {
  const { candidate } = answer;
  const { whyNot } = s.m.answers;
  const best = plan?.best ?? null;
  const rocm = s.view.lookup.accelerator(answer.accelerator)?.platform === "rocm";
  const lines: (Line | null)[] = [
    [bold(verdict(answer, plan, s))],
    candidate === null ? null : memoryLine(candidate, plan, s),
    candidate === null
      ? null
      : best === null
        ? [[configWords(candidate, s), timeWords(candidate, plan, s), costWords(candidate, s)].join(", ")]
        : [
            whyNot.comparedTo(
              timeWords(candidate, plan, s),
              costWords(candidate, s),
              [configWords(best, s), briefTime(best, plan, s), briefCost(best, s)].join(", "),
            ),
          ],
    rocm ? [whyNot.rocm] : null,
    rocm && candidate?.estimate.verdict === "fits" && best?.estimate.verdict === "fits"
      ? [whyNot.largerRuns]
      : null,
  ];
  const index =
    plan?.alternatives.findIndex(
      (c) => c === candidate || (c.accelerator === answer.accelerator && c.gpus === candidate?.gpus),
    ) ?? -1;
  const value = ref === null ? null : { plan: ref.planId, revision: ref.revision };
  const buttons =
    value === null || candidate === null || index < 0
      ? []
      : [
          button(s.m.head.buttons.compare, actionIds.compare, encodeButton({ ...value, index })),
          button(
            s.m.head.buttons.adopt,
            actionIds.adoptAlternative(index),
            encodeButton({ ...value, index }),
          ),
        ];
  return [
    section(...lines.filter((l) => l !== null)),
    ...(ref === null ? [] : [context([s.m.answers.change.unchanged(ref.revision)])]),
    ...(buttons.length === 0 ? [] : [actions(...buttons)]),
  ];
}
