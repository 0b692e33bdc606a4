import type { Candidate, Plan } from "../domain/plan.ts";
import { finishedBy } from "../domain/planning/finished.ts";
import { spansNodes } from "../domain/planning/layouts.ts";
import { scalingRows } from "../domain/planning/more-cards.ts";
import { costOf } from "../domain/planning/tried.ts";
import { tokensWanted } from "../domain/performance/workload.ts";
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

/** "Cheaper?": the same run on whatever costs least, sized beside the plan and kept nowhere. */
export async function cheaperAnswer(
  deps: ConversationDeps,
  said: Said,
  { workspace }: Asker,
  { accelerator: _card, gpus: _gpus, nodes: _nodes, ...rest }: RunSpec,
  best: Candidate | null,
): Promise<Outcome> {
  const { among: _among, ...limits } = rest.limits ?? {};
  const supposed: RunSpec = { ...rest, limits: { ...limits, prefer: "cheapest" } };
  const sized = await sizeRun(deps, { spec: supposed, reading: null, workspace });
  if (sized.kind === "failure") return incident(said, sized.incident);
  if (sized.kind === "problems") return problem(said, sized.problems);
  const [now, then] = [best, sized.plan.best].map((one) => (one === null ? null : costOf(one, deps.rates())));
  const cheaper = now == null || then == null ? null : then < now;
  const price = (one: Candidate): number => costOf(one, deps.rates()) ?? Infinity;
  const alternatives = [...sized.plan.alternatives].sort((a, b) => price(a) - price(b));
  return answer(said, {
    about: "others",
    order: "cheapest",
    compared: { ...sized.plan, alternatives },
    cheaper,
  });
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

/** What a training gets through within the limits, on the machine proposed without them and on the others. */
export async function finishedAnswer(
  deps: ConversationDeps,
  said: Said,
  { workspace }: Asker,
  spec: RunSpec,
): Promise<Outcome> {
  const { budget: _budget, deadlineHours: _deadline, ...limits } = spec.limits ?? {};
  const one = tokensWanted(spec);
  const wanted = one === null ? null : one * (spec.runs ?? 1);
  const sizedFor = wanted ?? 1e9;
  // The currency of the cap stays that of the sums.
  const currency = spec.limits?.budget?.currency;
  const purchase = currency === undefined ? spec.purchase : { ...spec.purchase, currency };
  const free: RunSpec = {
    ...spec,
    limits,
    ...(purchase === undefined ? {} : { purchase }),
    ...(wanted === null ? { data: { tokens: sizedFor, epochs: 1 } } : {}),
  };
  const sized = await sizeRun(deps, { spec: free, reading: null, workspace });
  if (sized.kind === "failure") return incident(said, sized.incident);
  if (sized.kind === "problems") return problem(said, sized.problems);
  const { best, alternatives } = sized.plan;
  const rows = [best, ...alternatives]
    .flatMap((c) =>
      c === null || c.estimate.verdict !== "fits" ? [] : (finishedBy(c, spec, sizedFor, wanted) ?? []),
    )
    .sort((a, b) => b.tokens.likely - a.tokens.likely || (a.cost ?? Infinity) - (b.cost ?? Infinity));
  const bound = spec.gpus !== undefined || spec.accelerator !== undefined;
  const own = bound ? rows.filter(({ candidate }) => candidate === best) : [];
  return answer(said, {
    about: "finished",
    rows: [...own, ...rows.filter((row) => !own.includes(row))],
    wanted,
  });
}

/** Counts that a job is usually split into. */
const counts = [1, 2, 4, 8, 16, 32, 64];

/** The same run on growing counts of the plan's card. */
export async function moreCardsAnswer(
  deps: ConversationDeps,
  said: Said,
  { workspace }: Asker,
  spec: RunSpec,
  plan: Plan,
): Promise<Outcome> {
  const accelerator = plan.best?.accelerator ?? spec.accelerator;
  const { budget: _budget, deadlineHours: _deadline, ...limits } = spec.limits ?? {};
  const currency = spec.limits?.budget?.currency;
  const { nodes: _nodes, ...rest } = spec;
  const found: Candidate[] = [];
  // With accumulation that was stated the effective batch stays: more cards accumulate less.
  const batches = spec.gradientAccumulation === undefined ? 1 : spec.gradientAccumulation * (spec.gpus ?? 1);
  const strong = batches > 1;
  for (const gpus of counts) {
    if (accelerator === undefined || (strong && batches % gpus !== 0)) break;
    const one: RunSpec = {
      ...rest,
      accelerator,
      gpus,
      ...(strong ? { gradientAccumulation: batches / gpus } : {}),
      limits,
      ...(currency === undefined ? {} : { purchase: { ...spec.purchase, currency } }),
    };
    const sized = await sizeRun(deps, { spec: one, reading: null, workspace });
    if (sized.kind === "failure") return incident(said, sized.incident);
    const best = sized.kind === "plan" ? sized.plan.best : null;
    const card = deps.lookup.accelerator(accelerator);
    // Beyond one machine only where machines of the card are joined by a network for it.
    if (best !== null && (best.nodes === 1 || (card !== undefined && spansNodes(card)))) found.push(best);
  }
  return answer(said, {
    about: "more-cards",
    steps: scalingRows(found),
    strong,
    valuePerHour: spec.limits?.valuePerHour ?? null,
  });
}
