import type { CatalogueLookup } from "../catalogue.ts";
import type { Candidate, Plan } from "../plan.ts";
import { partNames } from "../estimate.ts";
import type { Article, PlanCondition, Statement } from "./article.ts";
import { isOfPlan, placeholdersIn, type Figure, type Placeholder } from "./figure.ts";

/** The configuration that a thread speaks of. */
const candidateOf = (plan: Plan): Candidate | null => plan.best ?? plan.infeasible?.nearest ?? null;

const term = (value: unknown): Figure | null =>
  typeof value === "string" && value !== "" ? { kind: "term", value } : null;

const assumedOf = (plan: Plan, field: string): unknown =>
  plan.assumptions.find((assumption) => assumption.field === field)?.value;

function partOf(candidate: Candidate, name: string | undefined): Figure | null {
  const known = partNames.find((part) => part === name);
  const found = candidate.estimate.parts.find(({ part }) => part === known);
  return found === undefined ? null : { kind: "gib", value: found.gib.likely };
}

/** What an article may say of the plan it is asked beside. */
export const planFigureNames = [
  "plan.card", "plan.gpus", "plan.nodes", "plan.model", "plan.method", "plan.stack", "plan.strategy", "plan.required",
  "plan.usable", "plan.part", "plan.host-ram", "plan.disk", "plan.hours", "plan.link", "plan.sequence", "plan.micro-batch",
  "plan.provider",
] as const; // prettier-ignore

function planFigure({ name, args }: Placeholder, plan: Plan, lookup: CatalogueLookup): Figure | null {
  const candidate = candidateOf(plan);
  if (candidate === null) return null;
  const { spec } = plan;
  const { estimate } = candidate;
  switch (planFigureNames.find((known) => known === name)) {
    case "plan.card":
      return { kind: "cards", ids: [candidate.accelerator] };
    case "plan.gpus":
      return { kind: "count", value: candidate.gpus };
    case "plan.nodes":
      return { kind: "count", value: candidate.nodes };
    case "plan.model":
      return typeof spec.model === "string" ? { kind: "model", id: spec.model } : term(spec.model?.name);
    case "plan.method":
      return term(spec.method ?? assumedOf(plan, "method"));
    case "plan.stack":
      return term(spec.stack ?? assumedOf(plan, "stack"));
    case "plan.strategy":
      return term(candidate.layout.strategy);
    case "plan.required":
      return { kind: "gib-range", value: estimate.perGpu.required };
    case "plan.usable":
      return estimate.usableGib === null ? null : { kind: "gib", value: estimate.usableGib };
    case "plan.part":
      return partOf(candidate, args[0]);
    case "plan.host-ram":
      return { kind: "gib-range", value: estimate.host.ramGib };
    case "plan.disk":
      return { kind: "gib-range", value: estimate.host.diskGib };
    case "plan.hours":
      return estimate.throughput?.hours === undefined
        ? null
        : { kind: "hours-range", value: estimate.throughput.hours };
    case "plan.link": {
      const link = lookup.accelerator(candidate.accelerator)?.interconnect.gbSBidirectional ?? null;
      return link === null ? null : { kind: "gb-per-second", value: link };
    }
    case "plan.sequence":
      return spec.sequenceLength === undefined ? null : { kind: "count", value: spec.sequenceLength };
    case "plan.micro-batch":
      return { kind: "count", value: candidate.layout.microBatch };
    case "plan.provider":
      return term(candidate.offer?.provider);
    case undefined:
      return null;
  }
}

function holds(when: PlanCondition, plan: Plan, lookup: CatalogueLookup): boolean {
  const candidate = candidateOf(plan);
  if (candidate === null) return false;
  const card = lookup.accelerator(candidate.accelerator);
  const method = plan.spec.method ?? assumedOf(plan, "method");
  const part = when.part === undefined ? null : partOf(candidate, when.part);
  const checks: readonly boolean[] = [
    when.platform === undefined || card?.platform === when.platform,
    when.class === undefined || card?.class === when.class,
    when.methods === undefined || when.methods.some((known) => known === method),
    when.strategies === undefined || when.strategies.some((known) => known === candidate.layout.strategy),
    when.several !== "gpus" || candidate.gpus > 1,
    when.several !== "nodes" || candidate.nodes > 1,
    when.part === undefined || (part?.kind === "gib" && part.value >= 0.1),
    when.lacks !== "bf16" || card?.bf16Native === false,
    when.lacks !== "fp8" || card?.denseTflops.fp8 === null,
    when.tier === undefined || candidate.offer?.tier === when.tier,
  ];
  return checks.every(Boolean);
}

export interface PlannedStatements {
  readonly statements: readonly Statement[];
  /** By placeholder text. */
  readonly figures: Readonly<Record<string, Figure>>;
}

/** What an article says beside a plan: only statements whose conditions hold and whose figures are all known. */
export function statementsBeside(
  article: Article,
  plan: Plan | null,
  lookup: CatalogueLookup,
): PlannedStatements {
  const figures: Record<string, Figure> = {};
  const known = (statement: Statement): boolean => {
    if (statement.when === undefined) return true;
    if (plan === null || !holds(statement.when, plan, lookup)) return false;
    const wanted = placeholdersIn(`${statement.text.en} ${statement.text.fr}`).filter(isOfPlan);
    return wanted.every((placeholder) => {
      const figure = planFigure(placeholder, plan, lookup);
      if (figure !== null) figures[placeholder.text] = figure;
      return figure !== null;
    });
  };
  return { statements: article.statements.filter(known), figures };
}
