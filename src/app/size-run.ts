import type { MessageReading } from "../domain/conversation.ts";
import type { Hardware, Plan } from "../domain/plan.ts";
import type { Problem } from "../domain/problem.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import type { ConversationDeps } from "./conversation-port.ts";
import { leftToSay } from "../domain/advice/advise.ts";
import { adviseOn } from "./advise-on.ts";
import { breathe } from "./breathe.ts";
import { resolveModel } from "./resolve-model.ts";

export type Sized =
  | { readonly kind: "plan"; readonly plan: Plan; readonly spec: RunSpec }
  | { readonly kind: "problems"; readonly problems: readonly Problem[] }
  | { readonly kind: "failure"; readonly incident: string };

type Deps = Pick<ConversationDeps, "engine" | "lookup" | "hub" | "knowledge" | "newId" | "log">;

/** Finds the model, asks the engine, and puts what was believed and not read into the plan. */
export async function sizeRun(
  deps: Deps,
  spec: RunSpec,
  reading: MessageReading | null,
  held: Hardware | null = null,
): Promise<Sized> {
  const guess = reading?.understood.model;
  const resolved = await resolveModel(deps, spec, typeof guess === "object" ? guess : null);
  if ("problems" in resolved) return { kind: "problems", problems: resolved.problems };
  const answered = await deps.engine.plan(resolved.spec, held);
  await breathe();
  if ("failure" in answered) {
    const incident = deps.newId();
    deps.log.error({ incident, ...answered.failure }, "the engine did not answer");
    return { kind: "failure", incident };
  }
  if ("problems" in answered) return { kind: "problems", problems: answered.problems };
  const advice = reading === null ? null : await adviseOn(deps, reading, answered);
  const plan =
    reading === null
      ? answered
      : {
          ...answered,
          unread: reading.unread.filter((word) => word !== spec.model),
          ...(advice === null ? {} : { advice }),
          premises: leftToSay([...reading.premises, ...answered.premises], advice?.findings ?? []),
          assumptions: [...(reading.assumed ?? []), ...answered.assumptions],
        };
  return { kind: "plan", plan, spec: resolved.spec };
}
