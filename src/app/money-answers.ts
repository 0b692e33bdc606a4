import type { RunSpec } from "../domain/run-spec.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { answer, incident, problem, type Said } from "./outcomes.ts";
import type { Asker } from "./ports.ts";
import { sizeRun } from "./size-run.ts";

/** The same run where spot may be taken, sized beside the plan and kept nowhere. */
export async function spotAnswer(
  deps: ConversationDeps,
  said: Said,
  { workspace }: Asker,
  spec: RunSpec,
): Promise<Outcome> {
  const supposed: RunSpec = { ...spec, limits: { ...spec.limits, spot: true } };
  const sized = await sizeRun(deps, { spec: supposed, reading: null, workspace });
  if (sized.kind === "failure") return incident(said, sized.incident);
  if (sized.kind === "problems") return problem(said, sized.problems);
  return answer(said, { about: "spot", allowed: sized.plan });
}
