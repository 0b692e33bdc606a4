import type { World } from "../catalogue.ts";
import type { FilledRun } from "../filled-run.ts";
import type { Change, RelaxationCode } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import { change, changeSpec, valueAt } from "./change-spec.ts";
import { answerFor, cheapestFor, prepare } from "./decide-spec.ts";
import type { Chosen, Shortfall } from "./decide.ts";
import { furtherIdeas } from "./further-ideas.ts";
import { moneyOf } from "./rank.ts";
import { ideasFor, servingIdeas, trainingIdeas } from "./relaxation-ideas.ts";
import type { Idea } from "./relaxation-ideas.ts";
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

/**
 * Whether the host has the RAM that an offload fills: the machine of the price, else the largest that anybody is known
 * to rent out.
 */
function hostHolds({ configuration, sized }: Chosen, { catalogue }: World): boolean {
  const own = configuration.price?.offer.hostRamGib ?? null;
  const held = own ?? Math.max(0, ...catalogue.offers.map(({ hostRamGib }) => hostRamGib ?? 0));
  return sized.budget.host.ramGib.likely <= held;
}

function tried(idea: Idea, spec: RunSpec, world: World, many = false): Relaxed | null {
  const [code, ...fields] = idea;
  const changes = fields
    .map(([field, to]) => change(spec, field, to))
    .filter(({ field, to }) => valueAt(spec, field) !== to);
  if (changes.length === 0) return null;
  const relaxed = changeSpec(spec, changes);
  const ready = prepare(relaxed, world);
  if ("problems" in ready) return null;
  const prepared = many ? { ...ready, scope: { ...ready.scope, many } } : ready;
  const otherCards = fields.some(([field, to]) => field === "accelerator" && to === null);
  const { best } = otherCards ? cheapestFor(prepared, world) : answerFor(prepared, world);
  if (best === null) return null;
  if (changes.some(({ field }) => field === "parallel.offload") && !hostHolds(best, world)) return null;
  // Fewer cards under another layout are no "more cards".
  if (code === "more-gpus" && best.configuration.run.gpus <= (spec.gpus ?? 0)) return null;
  return { change: code, changes, spec: relaxed, chosen: best };
}

/** No more of one's own cards than one has: that costs no rent. */
const onOwnCards = ({ chosen: { configuration }, spec }: Relaxed, asked: RunSpec): boolean =>
  configuration.card.id === spec.owned && configuration.run.gpus <= (asked.gpus ?? Number.POSITIVE_INFINITY);

const money = (relaxed: Relaxed, asked: RunSpec): number =>
  onOwnCards(relaxed, asked) ? 0 : (moneyOf(relaxed.chosen.configuration) ?? Number.POSITIVE_INFINITY);
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
  if (code === "fewer-tokens" || code.startsWith("shorter-sequence")) return code.slice(0, 7);
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

const byCost =
  (asked: RunSpec) =>
  (a: Relaxed, b: Relaxed): number => {
    const [ofA, ofB] = [money(a, asked), money(b, asked)];
    return (
      tightness(a) - tightness(b) ||
      (ofA === ofB ? 0 : ofA - ofB) ||
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
    .sort(byCost(spec));
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
  const many = shortfall.many === true;
  const works = ideasFor(run, spec, shortfall).flatMap((idea) => tried(idea, spec, world, many) ?? []);
  const sorted = [...works].sort(byCost(spec));
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
  const unlike = (a: Relaxed, b: Relaxed): boolean =>
    outcomeOf(a) !== outcomeOf(b) && kindOf(a, spec) !== kindOf(b, spec);
  for (const r of sorted) {
    if (chosen.length >= leastRelaxations) break;
    if (!absurd(r, spec)) add(r, unlike);
  }
  for (const ladder of chosen.length < leastRelaxations ? furtherIdeas(run, spec, shortfall, world) : []) {
    if (chosen.length >= leastRelaxations) break;
    const works = firstThatWorks(ladder, spec, world, many);
    if (works !== null && !absurd(works, spec)) add(works, unlike);
  }
  return chosen;
}

function firstThatWorks(ladder: readonly Idea[], spec: RunSpec, world: World, many: boolean): Relaxed | null {
  for (const idea of ladder) {
    const works = tried(idea, spec, world, many);
    if (works !== null && (idea[0] === "fewer-tokens" || holds(works.chosen.sized))) return works;
  }
  return null;
}
