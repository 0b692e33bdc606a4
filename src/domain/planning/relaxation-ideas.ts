import type { FilledRun } from "../filled-run.ts";
import type { BindingLimit, RelaxationCode } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import type { Shortfall } from "./decide.ts";
import { VAT, spentOf } from "./feasible.ts";

/** One change by its name: the fields it sets; null frees one. */
export type Idea = readonly [code: RelaxationCode, ...fields: readonly (readonly [string, unknown])[]];

export const whole = (run: FilledRun): boolean => run.method === "full" || run.method === "pretrain";

/** Freeing the count also frees the copy-per-card strategy that went with it. */
export const freeCount = [
  ["gpus", null],
  ["nodes", null],
] as const;

function hardwareIdeas(spec: RunSpec): readonly Idea[] {
  const ideas: Idea[] = [];
  const copies =
    spec.parallel?.strategy !== undefined &&
    spec.parallel.strategy !== "fsdp" &&
    spec.parallel.strategy !== "zero3";
  const free = copies ? ([["parallel.strategy", null]] as const) : [];
  if (copies) ideas.push(["shard-state", ["parallel.strategy", "fsdp"]]);
  if (spec.gpus !== undefined) ideas.push(["more-gpus", ...freeCount, ...free]);
  if (spec.accelerator !== undefined) {
    ideas.push(["other-card", ["accelerator", null]]);
    if (spec.gpus !== undefined)
      ideas.push(["other-card-and-count", ["accelerator", null], ...freeCount, ...free]);
  }
  if (spec.memoryGib !== undefined) ideas.push(["larger-card", ["memoryGib", null], ...freeCount]);
  if (spec.limits?.maxGpus !== undefined) ideas.push(["raise-max-gpus", ["limits.maxGpus", null]]);
  return ideas;
}

/** What lowers activations and logits and changes nothing else. */
export const lean = [
  ["checkpointing", "full"],
  ["fusedLoss", true],
] as const;

export function trainingIdeas(run: FilledRun): readonly Idea[] {
  const ideas: Idea[] = [];
  if (run.checkpointing !== "full") ideas.push(["checkpoint-activations", ["checkpointing", "full"]]);
  if (!run.fusedLoss && run.task === "causal-lm") ideas.push(["fuse-loss", ["fusedLoss", true]]);
  if (run.microBatch > 1) {
    const keep = run.gradientAccumulation * run.microBatch;
    ideas.push(["smaller-micro-batch", ["microBatch", 1], ["gradientAccumulation", keep]]);
    ideas.push(["smaller-micro-batch-and-lean", ["microBatch", 1], ["gradientAccumulation", keep], ...lean]);
  }
  if (whole(run)) {
    const pure = [
      ["precision.mode", "pure"],
      ["precision.weights", "bf16"],
      ["precision.masterWeights", null],
      ["precision.optimizerStates", null],
      ["precision.gradients", null],
    ] as const;
    ideas.push(["optimizer-8bit", ["optimizer", "paged-adamw-8bit"]]);
    if (run.precision.mode !== "pure") {
      ideas.push(["pure-bf16", ...pure]);
      ideas.push(["pure-bf16-and-8bit", ...pure, ["optimizer", "adamw-8bit"], ...lean]);
    }
    ideas.push(["optimizer-in-backward", ...pure, ["optimizer", "optimizer-in-backward"], ...lean]);
    ideas.push(["lora-instead", ["method", "lora"], ["precision", null], ["optimizer", null]]);
  }
  if (whole(run) || run.method === "lora") {
    ideas.push(["qlora-instead", ["method", "qlora"], ["precision", null], ["optimizer", null]]);
  }
  if (run.parallel.offload === "none") {
    ideas.push(["offload-optimizer", ["parallel.offload", "optimizer"]]);
    ideas.push(["offload-all", ["parallel.offload", "all"], ...lean]);
  }
  return ideas;
}

export function servingIdeas(run: FilledRun): readonly Idea[] {
  const ideas: Idea[] = [];
  const users = run.serving?.concurrency ?? 1;
  if (run.serving?.kvPrecision === "bf16") ideas.push(["kv-cache-fp8", ["serving.kvPrecision", "fp8"]]);
  if (run.precision.weights === "bf16" || run.precision.weights === "fp16") {
    ideas.push(["weights-fp8", ["precision.weights", "fp8"]]);
  }
  if (run.precision.weights !== "awq4") ideas.push(["weights-4bit", ["precision.weights", "awq4"]]);
  if (users > 1) ideas.push(["fewer-users", ["serving.concurrency", Math.floor(users / 2)]]);
  return ideas;
}

/** A limit raised to what the nearest configuration needs, rounded up to two digits that a person would say. */
const roundUp = (value: number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.ceil(value / step) * step;
};

function limitIdeas(spec: RunSpec, shortfall: Shortfall): readonly Idea[] {
  const ideas: Idea[] = [];
  const limits = spec.limits ?? {};
  const nearest = shortfall.nearest?.configuration;
  const total = nearest === undefined ? undefined : spentOf(nearest, spec)?.likely;
  const hours = nearest?.window?.total.likely;
  if (limits.budget !== undefined && total !== undefined && shortfall.binding === "budget") {
    const gross = limits.budget.tax === "included" ? total * (1 + VAT) : total;
    ideas.push(["raise-budget", ["limits.budget.amount", roundUp(gross)]]);
  }
  if (limits.deadlineHours !== undefined && hours !== undefined && shortfall.binding === "deadline") {
    ideas.push(["extend-deadline", ["limits.deadlineHours", roundUp(hours) + (limits.startHours ?? 0)]]);
  }
  if (limits.deadlineHours !== undefined && shortfall.binding === "budget") {
    ideas.push(["extend-deadline", ["limits.deadlineHours", null]]);
  }
  if (limits.budget !== undefined && shortfall.binding === "deadline") {
    ideas.push(["raise-budget", ["limits.budget", null]]);
  }
  if (limits.spot !== true) ideas.push(["allow-spot", ["limits.spot", true]]);
  if (limits.community !== true) ideas.push(["allow-community", ["limits.community", true]]);
  if (limits.regions !== undefined || limits.residency !== undefined) {
    ideas.push(["any-region", ["limits.regions", null], ["limits.residency", null]]);
  }
  if (limits.providers !== undefined) ideas.push(["any-provider", ["limits.providers", null]]);
  if (limits.platforms !== undefined) ideas.push(["any-platform", ["limits.platforms", null]]);
  if (limits.classes !== undefined) ideas.push(["any-class", ["limits.classes", null]]);
  if (limits.excludedAccelerators !== undefined)
    ideas.push(["allow-excluded", ["limits.excludedAccelerators", null]]);
  return ideas;
}

export function ideasFor(run: FilledRun, spec: RunSpec, shortfall: Shortfall): readonly Idea[] {
  const lighter = run.method === "inference" ? servingIdeas(run) : trainingIdeas(run);
  const hardware = hardwareIdeas(spec);
  const byBinding: Readonly<Record<BindingLimit, readonly Idea[]>> = {
    memory: [...hardware, ...lighter],
    "max-gpus": [...hardware, ...lighter],
    budget: [
      ...limitIdeas(spec, shortfall),
      ...hardware,
      ...lighter.filter(([code]) => code.includes("instead")),
    ],
    deadline: [...limitIdeas(spec, shortfall), ...hardware],
    "no-offer": [...limitIdeas(spec, shortfall), ...hardware],
    region: [...limitIdeas(spec, shortfall), ...hardware],
    latency: [
      ...lighter,
      ["relax-targets", ["serving.targets", null]],
      ...hardware,
      ...limitIdeas(spec, shortfall),
    ],
    provider: [...limitIdeas(spec, shortfall), ...hardware],
    platform: [...limitIdeas(spec, shortfall), ...hardware],
    support: [
      ...limitIdeas(spec, shortfall).filter(([code]) => code === "allow-excluded"),
      ...hardware,
      ["optimizer-adamw", ["optimizer", "adamw"]],
      ["lora-instead", ["method", "lora"], ["precision", null]],
    ],
  };
  return byBinding[shortfall.binding];
}
