import type { PilotVerdict } from "../domain/pilot/pilot.ts";
import type { Engine, EngineAnswer, EngineFailure } from "../app/ports.ts";
import type { World } from "../domain/catalogue.ts";
import type { Estimate } from "../domain/estimate.ts";
import type { Plan } from "../domain/plan.ts";
import { answerRequest } from "./answer-request.ts";

/** The engine in the caller's own thread: for one command of the terminal, and for tests. */
export function makeInlineEngine(world: World): Engine {
  return {
    plan: (spec, held = null, lessons = []) =>
      Promise.resolve(answerRequest({ kind: "plan", spec, held, lessons }, world) as EngineAnswer<Plan>),
    estimate: (spec, options = {}) =>
      Promise.resolve(
        answerRequest(
          {
            kind: "estimate",
            spec,
            brief: options.brief ?? false,
            corrections: options.corrections ?? [],
          },
          world,
        ) as EngineAnswer<Estimate>,
      ),
    judge: (plan, returned, context) =>
      Promise.resolve(
        answerRequest({ kind: "judge", plan, returned, context }, world) as PilotVerdict | EngineFailure,
      ),
    close: () => Promise.resolve(),
  };
}
