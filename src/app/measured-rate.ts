import type { Answer, PlanAspect } from "../domain/conversation.ts";
import type { PlanRecord } from "./ports.ts";

/** The rate of the newest result of a plan that has one; nothing where none came back. */
export function lastMeasuredRate({
  progress,
}: PlanRecord): Pick<Extract<Answer, { about: PlanAspect }>, "statedRate"> {
  for (const { verdict } of [...progress.pilots].reverse()) {
    const { tokensPerSecondPerGpu, tokensPerSecondTotal } = verdict.measured;
    if (tokensPerSecondPerGpu !== null)
      return { statedRate: { tokensPerSecond: tokensPerSecondPerGpu, gpus: 1 } };
    if (tokensPerSecondTotal !== null)
      return { statedRate: { tokensPerSecond: tokensPerSecondTotal, gpus: null } };
  }
  return {};
}
