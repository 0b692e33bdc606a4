import type { EngineAnswer } from "../app/ports.ts";
import type { World } from "../domain/catalogue.ts";
import type { Estimate } from "../domain/estimate.ts";
import type { Hardware, Plan } from "../domain/plan.ts";
import type { Correction } from "../domain/pilot/correction.ts";
import type { Lesson } from "../domain/pilot/paid-price.ts";
import { judge, type JudgeContext, type PilotReturn } from "../domain/pilot/judge.ts";
import type { PilotVerdict } from "../domain/pilot/pilot.ts";
import { estimateRun } from "../domain/planning/estimate-run.ts";
import { recommend } from "../domain/planning/recommend.ts";
import type { RunSpec } from "../domain/run-spec.ts";

export type EngineRequest =
  | {
      readonly kind: "plan";
      readonly spec: RunSpec;
      readonly held: Hardware | null;
      readonly lessons?: readonly Lesson[];
    }
  | {
      readonly kind: "estimate";
      readonly spec: RunSpec;
      readonly brief: boolean;
      readonly corrections?: readonly Correction[];
    }
  | {
      readonly kind: "judge";
      readonly plan: Plan;
      readonly returned: PilotReturn;
      readonly context: JudgeContext;
    };

/** What each kind of request is answered with. */
export type EngineResult = Plan | Estimate | PilotVerdict;

/** The sums themselves; a bug in them is an answer too, without the words of whoever asked. */
export function answerRequest(request: EngineRequest, world: World): EngineAnswer<EngineResult> {
  try {
    if (request.kind === "judge") return judge(request.plan, request.returned, world, request.context);
    if (request.kind === "plan") return recommend(request.spec, world, request.held, request.lessons);
    const { corrections = [] } = request;
    const estimated = estimateRun(request.spec, world, { brief: request.brief, corrections });
    return "problems" in estimated ? estimated : estimated.estimate;
  } catch (cause) {
    return { failure: { code: "crashed", detail: placeOf(cause) } };
  }
}

/** Class and place of an error, not its message. */
export function placeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause;
  const where = (cause.stack ?? "").split("\n").filter((line) => line.trimStart().startsWith("at "));
  return [cause.name, ...where.slice(0, 4).map((line) => line.trim())].join(" ");
}
