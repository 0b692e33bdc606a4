import type { World } from "../catalogue.ts";
import type { Assumption, Warning } from "../estimate.ts";
import { largestThatFits } from "../memory/largest-that-fits.ts";
import { missOf } from "../performance/demand.ts";
import type { Candidate, Infeasible, Hardware, Plan, Relaxation, Stay } from "../plan.ts";
import { learn } from "../pilot/calibrate.ts";
import { measuredIn, pricesIn, type Lesson } from "../pilot/paid-price.ts";
import { designPilot, emptySketch } from "../pilot/design.ts";
import { stagesOf } from "../pilot/stages.ts";
import type { Problem } from "../problem.ts";
import type { RunSpec } from "../run-spec.ts";
import { alternativesTo } from "./alternatives.ts";
import { candidateOf } from "./candidate.ts";
import { cardsById } from "./configurations.ts";
import { changeSpec } from "./change-spec.ts";
import { decideFor, decideWidely, prepare } from "./decide-spec.ts";
import type { Prepared } from "./decide-spec.ts";
import type { Chosen, Decision } from "./decide.ts";
import { VAT, budgetOf, hoursGiven, spentOf } from "./feasible.ts";
import { finishedWithin } from "./finished.ts";
import { gainOver } from "./gain.ts";
import { otherOptions } from "./other-options.ts";
import { pricedLevers } from "./priced-levers.ts";
import { questionsFor } from "./questions.ts";
import { modelQuestion, reachFor } from "./reach.ts";
import { relaxationsFor } from "./relaxations.ts";
import type { Relaxed } from "./relaxations.ts";
import { budgetMemory } from "../memory/budget.ts";
import { holds, sizeOn, tightWarnings } from "./size-on.ts";
import { stayOn } from "./stay.ts";
import { emptyWindow } from "./window.ts";
import { workshop } from "./workings.ts";

/** Fields that the planner itself decides: printed as assumptions, never bound in the spec that comes back. */
const planned: ReadonlySet<string> = new Set(["gpus", "parallel.strategy", "parallel.tensor"]);

/** Tokens a second at which people read along. */
const readingRate = 5;

function filledSpec(spec: RunSpec, assumptions: readonly Assumption[]): RunSpec {
  const taken = assumptions.filter(({ field }) => !planned.has(field));
  return changeSpec(
    spec,
    taken.map(({ field, value }) => ({ field, from: null, to: value })),
  );
}

/** Assumptions as they stand after planning: count and strategy are those of the layout whose figures are said. */
function assumptionsFor(prepared: Prepared, said: Chosen | null): readonly Assumption[] {
  const vat: readonly Assumption[] =
    prepared.spec.limits?.budget?.tax === "included"
      ? [{ field: "limits.budget.tax", value: VAT, why: "vat-taken-off" }]
      : [];
  const run = said?.configuration.run;
  const all = [...prepared.assumptions, ...vat];
  if (run === undefined) return all;
  const chosen: Readonly<Record<string, unknown>> = {
    gpus: run.gpus,
    "parallel.strategy": run.parallel.strategy,
    "parallel.tensor": run.parallel.tensor,
  };
  return all.map((a) => {
    if (!(a.field in chosen) || chosen[a.field] === a.value) return a;
    return { field: a.field, value: chosen[a.field], why: "chosen-layout" };
  });
}

/** The best one in full: levers, largest batch and length, and the words of each part. */
function inFull(
  chosen: Chosen,
  spec: RunSpec,
  world: World,
  assumptions: readonly Assumption[],
  warnings: readonly Warning[],
): Candidate {
  const { run, card } = chosen.configuration;
  const sized = sizeOn(run, card, true);
  const largest = sized.usableGib === null ? null : largestThatFits(run, card, sized.usableGib);
  return candidateOf(chosen.configuration, sized, chosen.reason, spec, world, {
    assumptions,
    warnings,
    estimate: {
      phases: phasesByPart(chosen),
      levers: pricedLevers(run, card, sized),
      ...(largest === null ? {} : { largestThatFits: largest }),
    },
  });
}

/** On this very card: engine counters depend on its size, which the search does not look at. */
const sizedHere = ({ configuration: { run, card } }: Chosen) => sizeOn(run, card, false);

const inBrief = (chosen: Chosen, spec: RunSpec, world: World): Candidate =>
  candidateOf(chosen.configuration, sizedHere(chosen), chosen.reason, spec, world, {
    assumptions: [],
    warnings: [],
  });

/** With the parts of every phase: what a plan speaks of can be shown as a chart. */
function phasesByPart({ configuration: { run, card } }: Chosen): Candidate["estimate"]["phases"] {
  return budgetMemory(run, card, { words: false, byPhase: true }).phases;
}

function withItsParts(chosen: Chosen, spec: RunSpec, world: World): Candidate {
  const candidate = inBrief(chosen, spec, world);
  return { ...candidate, estimate: { ...candidate.estimate, phases: phasesByPart(chosen) } };
}

function againstBest(chosen: Chosen, best: Chosen | null, spec: RunSpec, world: World): Candidate {
  const gain = best === null ? null : gainOver(chosen.configuration, best.configuration);
  const candidate = inBrief(chosen, spec, world);
  if (gain === null) return candidate;
  const worth = spec.limits?.valuePerHour;
  if (worth === undefined) return { ...candidate, gain };
  return { ...candidate, gain: { ...gain, worthIt: (gain.perHourGained ?? 0) <= worth } };
}

/** A cap that the likely figure keeps and the upper end of its interval does not. */
function limitWarnings(best: Chosen | null, spec: RunSpec): readonly Warning[] {
  if (best === null) return [];
  const { window } = best.configuration;
  const budget = budgetOf(spec);
  const deadline = hoursGiven(spec.limits);
  const warnings: Warning[] = [...tightWarnings(best.sized)];
  const spent = spentOf(best.configuration, spec);
  if (budget !== null && spent === null && finishedWithin(best.configuration, spec) === null) {
    const { price, throughput } = best.configuration;
    const missing = price === null ? "price" : throughput === null ? "throughput" : "amount-of-work";
    warnings.push({ code: "budget-not-verified", params: { missing } });
  }
  if (budget !== null && spent !== null && spent.high > budget) {
    warnings.push({ code: "budget-may-be-exceeded", params: { high: spent.high } });
  }
  if (
    deadline !== null &&
    window !== null &&
    window.total.high > deadline &&
    best.configuration.run.method !== "inference"
  ) {
    warnings.push({ code: "deadline-may-be-missed", params: { high: window.total.high } });
  }
  const miss = missOf(best.configuration.run, best.configuration.throughput, "interval");
  if (miss !== null) {
    const worst = miss.what === "ttft" ? miss.is.high : miss.is.low;
    warnings.push({ code: "latency-may-be-missed", params: { what: miss.what, worst, asked: miss.asked } });
  }
  const rate = best.configuration.throughput?.serving?.tokensPerSecondPerUser;
  const asked = spec.serving?.targets?.tokensPerSecondPerUser;
  if (rate !== undefined && asked === undefined && rate.likely < readingRate)
    warnings.push({ code: "slow-answers", params: { rate: rate.likely, reading: readingRate } });
  return warnings;
}

/** Alternatives look beyond what the asker named: other cards, other counts, the same limits. */
function widened(prepared: Prepared, world: World, decision: Decision): Decision {
  const { scope } = prepared;
  if (!scope.namedCard && scope.gpus === null) return decision;
  const spec = changeSpec(prepared.spec, [
    { field: "gpus", from: null, to: null },
    { field: "nodes", from: null, to: null },
  ]);
  const cards = prepared.spec.memoryGib === undefined ? cardsById(world) : scope.cards;
  const free: Prepared = { ...prepared, spec, scope: { cards, gpus: null, namedCard: false } };
  return decideFor(free, world);
}

const relaxation = (relaxed: Relaxed, world: World): Relaxation => ({
  change: relaxed.change,
  changes: relaxed.changes,
  candidate: candidateOf(
    relaxed.chosen.configuration,
    sizedHere(relaxed.chosen),
    relaxed.chosen.reason === "tight" ? "tight" : "relaxed",
    relaxed.spec,
    world,
    { assumptions: [], warnings: [], changes: relaxed.changes },
  ),
});

/** The machine of a first plan that may not fit on it. */
const tightOn = (best: Chosen | null): Hardware | null => {
  if (best?.sized.verdict !== "tight" || holds(best.sized)) return null;
  const { card, run } = best.configuration;
  return { accelerator: card.id, gpus: run.gpus, nodes: run.nodes };
};

function stayOf(held: Hardware | null, prepared: Prepared, world: World): { readonly stay?: Stay } {
  const staying = held === null ? null : stayOn(held, prepared, world);
  if (staying === null) return {};
  const ways = staying.ways.map((way) => relaxation(way, world));
  return { stay: { nearest: inBrief(staying.nearest, prepared.spec, world), ways } };
}

function infeasibleOf(prepared: Prepared, decision: Decision, world: World): Infeasible | null {
  const { shortfall } = decision;
  if (shortfall === null) return null;
  const { spec, run } = prepared;
  const relaxations = relaxationsFor(run, spec, shortfall, world).map((way) => relaxation(way, world));
  return {
    binding: shortfall.binding,
    shortBy: shortfall.shortBy,
    unit: shortfall.unit,
    ...(shortfall.miss === undefined ? {} : { miss: shortfall.miss }),
    ...(shortfall.because === undefined ? {} : { because: shortfall.because }),
    nearest: shortfall.nearest === null ? null : withItsParts(shortfall.nearest, spec, world),
    relaxations,
  };
}

function withoutModel(spec: RunSpec, world: World): Plan {
  const reach = reachFor(spec, world);
  return {
    kind: "needs-answer",
    spec,
    assumptions: [],
    unread: [],
    premises: [],
    best: null,
    alternatives: [],
    infeasible: null,
    ...(reach.length === 0 ? {} : { reach }),
    questions: [modelQuestion(spec, reach, world)],
    caveats: [],
    stages: stagesOf({ spec, best: null, pilot: emptySketch() }, world.catalogue.rates),
    window: emptyWindow,
    pilot: emptySketch(),
    warnings: [],
  };
}

/**
 * The whole decision: run → assumptions → layouts → memory → speed → price → evidence → rank → caveats. Pure, and the
 * same whatever the order of cards and offers. `premises` and `unread` belong to the conversation and stay empty.
 * `held`: the machine that the plan stood on before a change; null for a first plan. `lessons`: of the asker's own
 * pilots and rentals; without them the answer is the plain estimate.
 */
export function recommend(
  spec: RunSpec,
  known: World,
  held: Hardware | null = null,
  lessons: readonly Lesson[] = [],
): Plan | { readonly problems: readonly Problem[] } {
  const learnt = learn(measuredIn(lessons), known);
  const paid = pricesIn(lessons);
  const world: World = {
    ...known,
    ...(learnt.length === 0 ? {} : { learnt }),
    ...(paid.length === 0 ? {} : { paid }),
    workshop: workshop(),
  };
  const prepared = prepare(spec, world);
  if ("problems" in prepared) {
    const [first] = prepared.problems;
    const onlyModel =
      prepared.problems.length === 1 && first?.code === "missing-field" && first.path === "model";
    return onlyModel ? withoutModel(spec, world) : prepared;
  }
  const decision = decideWidely(prepared, world);
  const { best } = decision;
  const assumptions = assumptionsFor(prepared, best ?? decision.shortfall?.nearest ?? null);
  const bestCandidate = best === null ? null : inFull(best, spec, world, assumptions, prepared.warnings);
  const infeasible = infeasibleOf(prepared, decision, world);
  const others = best === null ? [] : otherOptions(best, prepared, decision, world);
  const alternatives =
    best === null ? [] : alternativesTo(best, widened(prepared, world, decision), spec, others);
  const filled = filledSpec(spec, prepared.assumptions);
  const pilot = designPilot(best, prepared.market);
  return {
    kind: best === null ? "infeasible" : "recommendation",
    spec: filled,
    assumptions,
    unread: [],
    premises: [],
    best: bestCandidate,
    alternatives: alternatives.map((chosen) => ({
      ...againstBest(chosen, best, spec, world),
      ...(others.includes(chosen) ? { asked: true as const } : {}),
    })),
    infeasible,
    ...stayOf(held ?? tightOn(best), prepared, world),
    questions: best === null ? [] : questionsFor(spec, best, world),
    caveats: bestCandidate?.estimate.caveats ?? infeasible?.nearest?.estimate.caveats ?? [],
    stages: stagesOf({ spec: filled, best: bestCandidate, pilot }, world.catalogue.rates),
    window: best?.configuration.window ?? emptyWindow,
    pilot,
    warnings: [...prepared.warnings, ...limitWarnings(best, spec)],
  };
}
