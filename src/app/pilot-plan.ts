import { launchers, type Launcher } from "../domain/launch.ts";
import { pilotStages, type PilotStage } from "../domain/pilot/pilot.ts";
import type { Plan } from "../domain/plan.ts";
import type { Outcome } from "./conversation-port.ts";
import { answer, type Said } from "./outcomes.ts";
import { answerStanding } from "./standing.ts";
import type { ExchangeRates } from "../units/money.ts";

const spoken: Readonly<Record<string, Launcher>> = { k8s: "kubernetes" };

/** What to run next for a plan, and the launcher whose file goes with the kit: the one named, else a plain script. */
export function pilotPlan(said: Said, rest: string, rates: ExchangeRates): Outcome {
  const { record } = said;
  if (record === null) return answer(said, { about: "unchanged", why: "no-plan-here" });
  const words = rest.toLowerCase().split(/\s+/u);
  const launcher =
    words
      .map((word) => spoken[word] ?? launchers.find((one) => one === word))
      .find((one) => one !== undefined) ?? "shell";
  const draft = answerStanding(said, { about: "pilot-plan", run: "one-gpu-pilot", launcher }, rates);
  const { reply } = draft;
  if (reply.kind !== "answer" || reply.answer.about !== "pilot-plan" || reply.plan === null) return draft;
  return { ...draft, reply: { ...reply, answer: { ...reply.answer, run: nextRun(reply.plan) } } };
}

/** The first of the pilot's stages that is open; when none is, the first once more. */
function nextRun({ stages }: Plan): PilotStage {
  const open = stages.find(({ state }) => state === "next" || state === "advised")?.stage;
  return pilotStages.find((stage) => stage === open) ?? "one-gpu-pilot";
}
