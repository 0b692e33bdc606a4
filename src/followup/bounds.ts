import { refuse, state, type Draft, type Match } from "./draft.ts";

interface Bound {
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
}

const whole = (most: number): Bound => ({ least: 1, most, whole: true });
const upTo = (most: number): Bound => ({ least: 0, most, whole: false });

/** What a field of the run may hold in a message; zero is below every bound. */
const bounds = {
  "lora.rank": whole(16_384),
  "lora.alpha": upTo(1_000_000),
  microBatch: whole(65_536),
  gradientAccumulation: whole(1_000_000),
  sequenceLength: whole(20_000_000),
  gpus: whole(100_000),
  nodes: whole(20_000),
  memoryGib: upTo(2000),
  runs: whole(10_000),
  "parallel.tensor": whole(10_000),
  "parallel.pipeline": whole(10_000),
  "parallel.virtualStages": whole(1024),
  "parallel.context": whole(10_000),
  "parallel.expert": whole(10_000),
  "parallel.shardGroup": whole(10_000),
  "rollout.generations": whole(100_000),
  "rollout.promptTokens": whole(20_000_000),
  "rollout.outputTokens": whole(20_000_000),
  "vision.images": whole(10_000),
  "vision.imageSize": whole(100_000),
  "parallel.fsdpVersion": whole(2),
  "validation.batch": whole(65_536),
  "validation.everySteps": whole(1_000_000_000),
  "data.tokens": upTo(1e15),
  "data.samples": upTo(1e15),
  "data.tokensPerSample": upTo(1e9),
  "data.longestSample": whole(20_000_000),
  "data.epochs": upTo(10_000),
  "serving.concurrency": whole(10_000_000),
  "serving.promptTokens": upTo(20_000_000),
  "serving.outputTokens": upTo(20_000_000),
  "serving.requestsPerSecond": upTo(1_000_000),
  "serving.targets": upTo(1e9),
  "limits.budget": upTo(1e12),
  "limits.deadlineHours": upTo(100_000),
  "limits.startHours": upTo(100_000),
  "limits.maxGpus": whole(100_000),
  "current.gpus": whole(100_000),
  "limits.valuePerHour": upTo(1e9),
  "purchase.hoursPerMonth": upTo(744),
  "purchase.pricePerCard": upTo(1e7),
  "purchase.hostPerCard": upTo(1e7),
  "purchase.years": upTo(20),
  "purchase.resaleShare": upTo(1),
  "purchase.perKwh": upTo(100),
  "purchase.pue": { least: 1, most: 5, whole: false },
  "purchase.hostingPerMonth": upTo(1e7),
  "purchase.peoplePerMonth": upTo(1e7),
} satisfies Readonly<Record<string, Bound>>;

export type BoundField = keyof typeof bounds;

export const isBounded = (field: string): field is BoundField => Object.hasOwn(bounds, field);

export function within(field: BoundField, value: number): boolean {
  const { most, whole: only } = bounds[field];
  return Number.isFinite(value) && value > 0 && value <= most && (!only || Number.isInteger(value));
}

export function allowedFor(field: BoundField): readonly string[] {
  const { least, most, whole: only } = bounds[field];
  return only ? [`${least}–${most}`] : ["> 0", `≤ ${most}`];
}

/** The words count as read; the field, what was read and what is allowed are said. */
export const refuseFor = (draft: Draft, match: Match, field: BoundField): true =>
  refuse(draft, match, field, allowedFor(field));

/** `value` where it may stand, else the field with its bounds. */
export const stateWithin = (draft: Draft, match: Match, field: BoundField, value: number): true =>
  within(field, value) ? state(draft, match, field, value) : refuseFor(draft, match, field);
