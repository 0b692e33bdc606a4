import type { Answer } from "../domain/conversation.ts";
import { asTried } from "../domain/pilot/ran-out.ts";
import { stagesOf } from "../domain/pilot/stages.ts";
import type { StageProgress } from "../domain/pilot/progress.ts";
import type { Plan } from "../domain/plan.ts";
import type { ExchangeRates } from "../units/money.ts";
import type { Outcome } from "./conversation-port.ts";
import { answer, type Said } from "./outcomes.ts";
import type { PlanRecord } from "./ports.ts";

export const progressOf = ({ progress, owner, team }: PlanRecord): StageProgress => ({
  ...progress,
  owner,
  threshold: team.threshold,
  approvers: team.approvers,
});

/** An answer about the plan as it stands in its stages. */
export function answerStanding(said: Said, about: Answer, rates: ExchangeRates): Outcome {
  const { record } = said;
  const answered = answer(said, about);
  const { reply } = answered;
  if (record === null || reply.kind !== "answer" || reply.plan === null) return answered;
  return { ...answered, reply: { ...reply, plan: standing(reply.plan, record, rates) } };
}

/** A plan as it stands in its stages: what was measured, waived, reserved and paid counts. */
export function standing(plan: Plan, record: PlanRecord, rates: ExchangeRates): Plan {
  const tried = asTried(plan, record.progress.pilots);
  return { ...tried, stages: stagesOf(tried, rates, progressOf(record)) };
}
