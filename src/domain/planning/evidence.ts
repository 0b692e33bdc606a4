import type { Accelerator } from "../accelerator.ts";
import type { World } from "../catalogue.ts";
import type { FilledRun } from "../filled-run.ts";
import { unlikePublished } from "../memory/interval.ts";
import { learntFor } from "../memory/learnt.ts";
import type { MeasuredRun } from "../measurement.ts";
import { evidenceGrades } from "../provenance.ts";
import type { Evidence, EvidenceLink } from "../provenance.ts";
import type { RunSpec } from "../run-spec.ts";
import { parallelDimensions } from "../stack-profile.ts";

/** Facts of the stack speak for the run; what no published run has ever done is the formula's word alone. */
const knownStack = (run: FilledRun): boolean => run.stack !== "generic" && !unlikePublished(run);

/** Nothing published is near a run whose model is split otherwise. */
const sameSplit = ({ parallel }: FilledRun, spec: RunSpec): boolean =>
  parallelDimensions.every((name) => (spec.parallel?.[name] ?? 1) === parallel[name]);

/** Differences a published run may have and still speak for this one. */
const MOST_DIFFERENCES = 2;
const mostLinks = 3;

/** Factor between two lengths or batches that still counts as near: the slope between them is well known. */
const NEAR = 2;

type Compare = (run: FilledRun, spec: RunSpec, card: Accelerator | null) => boolean;

const within = (a: number, b: number): boolean => a <= b * NEAR && b <= a * NEAR;
const unstated = (value: unknown): boolean => value === undefined;

/** By field: whether a published run is the same there; what its page does not state is no difference. */
const fields: Readonly<Record<string, Compare>> = {
  accelerator: (_run, spec, card) =>
    card === null || unstated(spec.accelerator) || spec.accelerator === card.id,
  gpus: (run, spec) => (spec.gpus ?? 1) === run.gpus,
  "parallel.strategy": (run, spec) =>
    unstated(spec.parallel?.strategy) || spec.parallel?.strategy === run.parallel.strategy,
  sequenceLength: (run, spec) =>
    unstated(spec.sequenceLength) || within(spec.sequenceLength ?? 1, run.sequenceLength),
  microBatch: (run, spec) => unstated(spec.microBatch) || within(spec.microBatch ?? 1, run.microBatch),
  "precision.weights": (run, spec) =>
    unstated(spec.precision?.weights) || spec.precision?.weights === run.precision.weights,
  checkpointing: (run, spec) => unstated(spec.checkpointing) || spec.checkpointing === run.checkpointing,
  optimizer: (run, spec) =>
    run.method === "inference" || unstated(spec.optimizer) || spec.optimizer === run.optimizer,
};

const jobOf = (model: unknown, method: unknown, stack: unknown, objective: unknown): string =>
  JSON.stringify([model, method, stack, objective]);

type ByJob = ReadonlyMap<string, readonly MeasuredRun[]>;
const indexed = new WeakMap<readonly MeasuredRun[], ByJob>();

/** Published runs that speak for others, by model, method, stack and objective: listed once, because every estimate asks. */
function byJob(published: readonly MeasuredRun[]): ByJob {
  const known = indexed.get(published);
  if (known !== undefined) return known;
  const jobs = new Map<string, MeasuredRun[]>();
  for (const run of published) {
    if (run.caution !== null || run.measured.outcome === "oom") continue;
    const job = jobOf(run.spec.model, run.spec.method, run.spec.stack, run.spec.objective ?? "sft");
    const same = jobs.get(job);
    if (same === undefined) jobs.set(job, [run]);
    else same.push(run);
  }
  indexed.set(published, jobs);
  return jobs;
}

function linksFor(run: FilledRun, card: Accelerator | null, world: World): readonly EvidenceLink[] {
  const published = world.catalogue.measurements;
  if (published === undefined) return [];
  const same = byJob(published).get(jobOf(run.model.id, run.method, run.stack, run.objective)) ?? [];
  return same
    .filter(({ spec }) => sameSplit(run, spec))
    .map(({ id, source, place, url, spec }) => {
      const differs = Object.keys(fields).filter((field) => fields[field]?.(run, spec, card) === false);
      return { id, link: { title: place === "" ? source : `${source}: ${place}`, url, differs } };
    })
    .filter(({ link }) => link.differs.length <= MOST_DIFFERENCES)
    .sort((a, b) => a.link.differs.length - b.link.differs.length || (a.id < b.id ? -1 : 1))
    .slice(0, mostLinks)
    .map(({ link }) => link);
}

/** The strongest evidence behind a run's memory: published close by, a stack whose facts are known, or the formula alone. */
export function evidenceOf(run: FilledRun, card: Accelerator | null, world: World): Evidence {
  const links = linksFor(run, card, world);
  const learnt = learntFor(run, card);
  if (learnt !== null) {
    const { by, at } = learnt.last ?? { by: null, at: null };
    return { grade: "team", links, team: { runs: learnt.points, by, at } };
  }
  if (links.length > 0) return { grade: "published", links };
  return { grade: knownStack(run) ? "stack" : "generic", links: [] };
}

/** 0 = strongest. A run published on another card speaks for its memory, not for choosing this card. */
export function gradeRank(run: FilledRun, card: Accelerator, world: World): number {
  const { grade, links } = evidenceOf(run, card, world);
  const here = grade !== "published" || links.some((link) => !link.differs.includes("accelerator"));
  return evidenceGrades.indexOf(here ? grade : "stack");
}
