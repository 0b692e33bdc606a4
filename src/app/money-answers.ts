import type { Candidate } from "../domain/plan.ts";
import { acceleratorClasses, type RunSpec } from "../domain/run-spec.ts";
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

/** The run on the machine of the plan and on the best of each class of card, to hold owning against renting. */
export async function buyAnswer(
  deps: ConversationDeps,
  said: Said,
  { workspace }: Asker,
  spec: RunSpec,
  best: Candidate,
): Promise<Outcome> {
  const { accelerator: _card, gpus: _gpus, nodes: _nodes, memoryGib: _size, ...rest } = spec;
  // A price that was stated is of the plan's own card.
  const { pricePerCard: _price, ...purchase } = spec.purchase ?? {};
  const free: RunSpec = { ...rest, purchase };
  const machines: Candidate[] = [best];
  for (const one of acceleratorClasses) {
    if (deps.lookup.accelerator(best.accelerator)?.class === one) continue;
    const supposed: RunSpec = { ...free, limits: { ...spec.limits, classes: [one] } };
    const sized = await sizeRun(deps, { spec: supposed, reading: null, workspace });
    if (sized.kind === "failure") return incident(said, sized.incident);
    if (sized.kind === "plan" && sized.plan.best !== null) machines.push(sized.plan.best);
  }
  const measured = best.estimate.evidence.grade === "team";
  return answer(said, { about: "buy", machines, measured });
}
