import type { Answer, PlanRef } from "../src/domain/conversation.ts";
import type { Blocked, Candidate, Miss, Plan } from "../src/domain/plan.ts";
import {
  briefCost,
  briefTime,
  configWords,
  costWords,
  hoursOf,
  requiredWords,
  sameMachine,
  timeWords,
} from "./facts.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { bold, actions, button, context, section, type Line, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

export type WhyNot = Extract<Answer, { about: "why-not" }>;

const missWords = ({ what, is, asked }: Miss, s: Scene): string =>
  s.m.answers.short.miss[what](s.f.rough(is), s.f.rough(asked));

/** The binding limit with its number, or with what is missing where it has none. */
export function limitWords(
  { binding, shortBy, miss, because }: Blocked,
  plan: Plan | null,
  s: Scene,
): string {
  const { limits, short, lacking } = s.m.answers;
  if (because !== undefined) return lacking[because];
  if (miss !== undefined) return missWords(miss, s);
  const most = plan?.spec.limits?.maxGpus;
  if (shortBy === null || !Number.isFinite(shortBy) || shortBy <= 0) return limits[binding];
  if (binding === "memory") return short.gib(s.f.gib(shortBy));
  if (binding === "max-gpus" && most !== undefined) return short.maxGpus(s.f.number(most), s.f.gib(shortBy));
  if (binding === "deadline") return short.hours(s.f.hours(shortBy));
  const budget = plan?.spec.limits?.budget;
  if (binding !== "budget" || budget === undefined || budget.amount <= 0) return limits[binding];
  return s.view.showAmounts
    ? short.money(s.f.moneyAbout(shortBy, budget.currency))
    : short.moneyHidden(s.f.percent(shortBy / budget.amount));
}

/** The verdict on the card asked about, in one sentence, against the one proposed. */
function verdict(answer: WhyNot, plan: Plan | null, s: Scene): string {
  const { whyNot } = s.m.answers;
  const card = s.names.card(answer.accelerator);
  const { candidate, blocked } = answer;
  if (answer.ruledOut === true) return whyNot.ruledOut(card);
  if (blocked !== null) return whyNot.blocked(card, limitWords(blocked, plan, s));
  if (candidate === null) return whyNot.notSized(card);
  if (plan?.best?.accelerator === candidate.accelerator && plan.best.gpus === candidate.gpus)
    return whyNot.chosen(card);
  if (candidate.estimate.verdict === "does-not-fit") return whyNot.doesNotFit(card);
  if (candidate.estimate.verdict === "tight") return whyNot.tight(card);
  if (plan?.best == null) return whyNot.possibleNoGain;
  const better = advantage(candidate, plan.best, plan);
  if (better === null) return whyNot.possibleNoGain;
  return blockedByRocm(candidate, plan, plan.best, s)
    ? whyNot.notValidated(card)
    : whyNot.possible[better](card);
}

/** Money for the job, the hour of a service, or a million tokens: what both state. */
const paid = ({ cost, offer }: Candidate): number | undefined =>
  cost.total?.likely ?? (cost.perMillionTokens === null ? undefined : offer?.perHour);

const speed = ({ estimate, gpus }: Candidate): number =>
  (estimate.throughput?.tokensPerSecondPerGpu.likely ?? 0) * gpus;

/** In what the card asked about is better than the one proposed, beyond a difference that nobody would notice. */
function advantage(candidate: Candidate, best: Candidate, plan: Plan): "cheaper" | "faster" | "both" | null {
  const [money, own] = [paid(candidate), paid(best)];
  const cheaper = money !== undefined && own !== undefined && money < 0.95 * own;
  const [hours, before] = [hoursOf(candidate, plan)?.likely, hoursOf(best, plan)?.likely];
  const faster =
    hours === undefined || before === undefined ? speed(candidate) > 1.1 * speed(best) : hours < 0.9 * before;
  if (cheaper && faster) return "both";
  return cheaper ? "cheaper" : faster ? "faster" : null;
}

const platformOf = (id: string, s: Scene): string | undefined => s.view.lookup.accelerator(id)?.platform;

/** It would need another platform than the proposed one, which is to be validated first. */
const toValidate = (candidate: Candidate, plan: Plan | null, s: Scene): boolean =>
  plan?.best != null &&
  platformOf(candidate.accelerator, s) === "rocm" &&
  platformOf(plan.best.accelerator, s) !== "rocm";

/** Only the platform stands between it and the proposal. */
const blockedByRocm = (candidate: Candidate, plan: Plan, best: Candidate, s: Scene): boolean =>
  toValidate(candidate, plan, s) && advantage(candidate, best, plan) === "both";

/** What keeps a card that fits and is better in something from being the one proposed, and what would have to be true. */
function reasonLine(
  { candidate, ruledOut }: WhyNot,
  plan: Plan | null,
  best: Candidate | null,
  s: Scene,
): Line | null {
  if (plan === null || best === null || candidate === null) return null;
  const { whyNot } = s.m.answers;
  const better = advantage(candidate, best, plan);
  if (
    ruledOut === true ||
    candidate.estimate.verdict !== "fits" ||
    sameMachine(candidate, best) ||
    better === null
  )
    return null;
  if (blockedByRocm(candidate, plan, best, s))
    return [whyNot.onceValidated(s.names.card(candidate.accelerator))];
  if (plan.spec.accelerator === best.accelerator) return [whyNot.youNamed(s.names.card(best.accelerator))];
  return [whyNot.smallestFirst];
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
  const why = reasonLine(answer, plan, best, s);
  const platformOnly =
    candidate !== null && best !== null && plan !== null && blockedByRocm(candidate, plan, best, s);
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
    why,
    rocm && !platformOnly ? [whyNot.rocm] : null,
    rocm && why === null && candidate?.estimate.verdict === "fits" && best?.estimate.verdict === "fits"
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
