import type { World } from "../catalogue.ts";
import type { FilledRun } from "../filled-run.ts";
import type { BindingLimit, Change, RelaxationCode } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import { change, changeSpec, valueAt } from "./change-spec.ts";
import { answerFor, cheapestFor, prepare } from "./decide-spec.ts";
import type { Chosen, Shortfall } from "./decide.ts";
import { VAT, spentOf } from "./feasible.ts";
import { moneyOf } from "./rank.ts";
import { holds } from "./size-on.ts";

const mostRelaxations = 4;
/** With fewer ways out the next cheapest are added, as long as each is a different kind of change. */
const leastRelaxations = 3;

export interface Relaxed {
  readonly change: RelaxationCode;
  readonly changes: readonly Change[];
  readonly spec: RunSpec;
  readonly chosen: Chosen;
}

type Idea = readonly [code: RelaxationCode, ...fields: readonly (readonly [string, unknown])[]];

const whole = (run: FilledRun): boolean => run.method === "full" || run.method === "pretrain";

/** Freeing the count also frees the copy-per-card strategy that went with it. */
const freeCount = [
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

function trainingIdeas(run: FilledRun): readonly Idea[] {
  const ideas: Idea[] = [];
  const lean = [
    ["checkpointing", "full"],
    ["fusedLoss", true],
  ] as const;
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

function servingIdeas(run: FilledRun): readonly Idea[] {
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

function ideasFor(run: FilledRun, spec: RunSpec, shortfall: Shortfall): readonly Idea[] {
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

/**
 * Whether the host has the RAM that an offload fills: the machine of the price, else the largest that anybody is known
 * to rent out.
 */
function hostHolds({ configuration, sized }: Chosen, { catalogue }: World): boolean {
  const own = configuration.price?.offer.hostRamGib ?? null;
  const held = own ?? Math.max(0, ...catalogue.offers.map(({ hostRamGib }) => hostRamGib ?? 0));
  return sized.budget.host.ramGib.likely <= held;
}

function tried(idea: Idea, spec: RunSpec, world: World): Relaxed | null {
  const [code, ...fields] = idea;
  const changes = fields
    .map(([field, to]) => change(spec, field, to))
    .filter(({ field, to }) => valueAt(spec, field) !== to);
  if (changes.length === 0) return null;
  const relaxed = changeSpec(spec, changes);
  const prepared = prepare(relaxed, world);
  if ("problems" in prepared) return null;
  const otherCards = fields.some(([field, to]) => field === "accelerator" && to === null);
  const { best } = otherCards ? cheapestFor(prepared, world) : answerFor(prepared, world);
  if (best === null) return null;
  if (changes.some(({ field }) => field === "parallel.offload") && !hostHolds(best, world)) return null;
  // Fewer cards under another layout are no "more cards".
  if (code === "more-gpus" && best.configuration.run.gpus <= (spec.gpus ?? 0)) return null;
  return { change: code, changes, spec: relaxed, chosen: best };
}

const money = (relaxed: Relaxed): number => moneyOf(relaxed.chosen.configuration) ?? Number.POSITIVE_INFINITY;
const tightness = (relaxed: Relaxed): number => (relaxed.chosen.reason === "tight" ? 1 : 0);

const hardwareFields: ReadonlySet<string> = new Set([
  "accelerator",
  "gpus",
  "nodes",
  "memoryGib",
  "limits.maxGpus",
]);

/** Two relaxations with the same outcome are one. */
function outcomeOf({ chosen, changes }: Relaxed): string {
  const { card, run } = chosen.configuration;
  const own = changes.filter(({ field }) => !hardwareFields.has(field) && field !== "parallel.strategy");
  return JSON.stringify([card.id, run.gpus, run.method, run.parallel.strategy, run.parallel.offload, own]);
}

/** What a person would call the same kind of way out. */
function kindOf({ change: code, changes, chosen }: Relaxed, spec: RunSpec): string {
  if (code.includes("instead")) return "method";
  if (changes.some(({ field }) => field.startsWith("limits."))) return code;
  if (changes.every(({ field }) => !hardwareFields.has(field)))
    return `lean/${chosen.configuration.run.parallel.offload}`;
  return spec.accelerator !== undefined && changes.every(({ field }) => field !== "accelerator")
    ? "more"
    : "other";
}

/** Many times the cards that were asked for, or a second machine for somebody who has one, is no advice. */
function absurd({ chosen }: Relaxed, spec: RunSpec): boolean {
  const { run } = chosen.configuration;
  return (
    (spec.gpus !== undefined && run.gpus > 4 * spec.gpus) || run.nodes > Math.max(1, spec.nodes ?? 1) * 2
  );
}

const byCost = (a: Relaxed, b: Relaxed): number => {
  const byMoney = money(a) === money(b) ? 0 : money(a) - money(b);
  return (
    tightness(a) - tightness(b) ||
    byMoney ||
    a.changes.length - b.changes.length ||
    (a.change < b.change ? -1 : 1)
  );
};

/** What makes the same run, to the same end, surely fit the cards that the spec names: the cheapest first, two at most. */
export function lighterWays(run: FilledRun, spec: RunSpec, world: World): readonly Relaxed[] {
  const ideas = (run.method === "inference" ? servingIdeas(run) : trainingIdeas(run)).filter(
    ([code]) => !code.includes("instead"),
  );
  const fits = ideas
    .flatMap((idea) => tried(idea, spec, world) ?? [])
    .filter(({ chosen }) => holds(chosen.sized))
    .sort(byCost);
  const simple = fits.filter((way) => !fits.some((other) => other !== way && within(other, way)));
  return simple.slice(0, 2);
}

/** Every change of the one is a change of the other too: the other does more than it has to. */
const within = (less: Relaxed, more: Relaxed): boolean =>
  less.changes.length < more.changes.length &&
  less.changes.every(({ field, to }) => more.changes.some((c) => c.field === field && c.to === to));

/** What would make it work: the cheapest first, then the cheapest on the same cards, of the same method and of the same run. */
export function relaxationsFor(
  run: FilledRun,
  spec: RunSpec,
  shortfall: Shortfall,
  world: World,
): readonly Relaxed[] {
  const works = ideasFor(run, spec, shortfall).flatMap((idea) => tried(idea, spec, world) ?? []);
  const sorted = [...works].sort(byCost);
  // Who names no method has not asked for the one that was taken.
  const keepsGoal = (r: Relaxed): boolean =>
    !r.change.includes("instead") || (spec.method === undefined && r.change === "qlora-instead");
  const keepsCards = (r: Relaxed): boolean =>
    keepsGoal(r) && r.changes.every(({ field }) => !hardwareFields.has(field));
  const onlyHardware = (r: Relaxed): boolean =>
    r.changes.every(({ field }) => hardwareFields.has(field) || field === "parallel.strategy");
  const named = spec.accelerator !== undefined || spec.gpus !== undefined || spec.memoryGib !== undefined;
  const wanted = [
    sorted[0],
    ...(spec.method === undefined ? [sorted.find((r) => r.change === "qlora-instead" && keepsCards(r))] : []),
    ...(named ? [sorted.find(keepsCards)] : []),
    sorted.find(keepsGoal),
    ...(named ? [sorted.find(onlyHardware)] : []),
  ].flatMap((r) => r ?? []);
  const chosen: Relaxed[] = [];
  const add = (r: Relaxed, different: (a: Relaxed, b: Relaxed) => boolean): void => {
    if (chosen.length < mostRelaxations && chosen.every((c) => different(c, r))) chosen.push(r);
  };
  for (const r of wanted) add(r, (a, b) => outcomeOf(a) !== outcomeOf(b));
  for (const r of sorted) {
    if (chosen.length >= leastRelaxations) break;
    if (!absurd(r, spec))
      add(r, (a, b) => outcomeOf(a) !== outcomeOf(b) && kindOf(a, spec) !== kindOf(b, spec));
  }
  return chosen;
}
