import type { World } from "../catalogue.ts";
import type { Readings } from "../pilot-reading.ts";
import type { Plan } from "../plan.ts";
import { compareFigures, isMemory, missesOf, trustOf } from "./compare.ts";
import { contradictionsOf, type Contradiction } from "./contradiction.ts";
import type { Correction, MeasuredPoint } from "./correction.ts";
import { digest } from "./digest.ts";
import { implausible, peakIsState, ruledOut } from "./implausible.ts";
import { judgeItself } from "./judge-itself.ts";
import { judgeScaling, scalingMiss } from "./judge-scaling.ts";
import {
  compareServing,
  loadDifferences,
  preemptedMiss,
  restartReasons,
  servingRuns,
} from "./judge-serving.ts";
import { bareSpec, matchRun, type AsRun } from "./match.ts";
import { nextAfter, nextAfterUnknownCard } from "./next-step.ts";
import type {
  Comparison,
  InconclusiveReason,
  KitResult,
  Miss,
  PilotEvidence,
  PilotPrediction,
  PilotStage,
  PilotVerdict,
} from "./pilot.ts";
import { toldOpen } from "./told-open.ts";
import { plannedPrediction } from "./planned-prediction.ts";
import { readWith } from "./read-with.ts";
import { restoreProof } from "./restore-proof.ts";
import { shortcomings } from "./shortcomings.ts";
import { contradictions, impossibleValues } from "./sanity.ts";
import { runScope } from "./scope.ts";
import { leastAllocated, pointOf, teach, teachPoint } from "./teach.ts";
import { servedPoint } from "./teach-serving.ts";

/** Results of one run: the files, and what they say together (worst rank). */
export interface PilotReturn {
  readonly files: readonly PilotEvidence[];
  readonly together: Readings;
}

export interface JudgeContext {
  readonly corrections?: readonly Correction[];
  /** The verdict on the smallest group, which a scaling step is set against. */
  readonly baseline?: PilotVerdict | null;
}

const reason = (
  code: InconclusiveReason["code"],
  params: InconclusiveReason["params"] = {},
): InconclusiveReason => ({ code, params });

/** Ends that say nothing of the card's memory. */
const elsewhere: ReadonlySet<string> = new Set([
  "host-memory-kill",
  "shared-memory-kill",
  "collective-timeout",
]);

/** Whether the files say of which run their figures are: by their steps, or by its batch and length. */
const statesItsRun = ({ steps, microBatch, sequenceLength }: Readings, kit: KitResult | null): boolean =>
  kit !== null || steps !== null || (microBatch !== null && sequenceLength !== null);

/** Same results, same key, whatever their names and order. */
export const returnKey = (files: readonly PilotEvidence[]): string =>
  digest(
    [
      ...new Set(
        files.map(({ reading, result, stated }) =>
          digest({ reading, result, ...(stated === undefined ? {} : { stated }) }),
        ),
      ),
    ].sort(),
  );

const withoutPace = (readings: Readings): Readings => ({
  ...readings,
  stepSeconds: null,
  tokensPerSecondPerGpu: null,
  tokensPerSecondTotal: null,
});
const showsMemory = (one: Comparison): boolean =>
  isMemory(one) || one.figure === "kvCacheTokens" || one.figure === "weightsGib";

/** A service that was measured before and started again, here or since, is restarted: that is what its result proves. */
function stageServed(as: AsRun, files: readonly PilotEvidence[], { baseline }: JudgeContext): PilotStage {
  if (as.run.method !== "inference" || as.stage !== "one-gpu-pilot") return as.stage;
  const { starts } = servingRuns(files);
  const measuredBefore = baseline?.serving !== undefined && baseline.key !== returnKey(files);
  return starts > 1 || (starts > 0 && measuredBefore) ? "restore-proof" : as.stage;
}

/** Memory does not grow with accumulation: a run that ran out of it would have done so with the planned one. */
const differencesThatCount = (
  { differences }: AsRun,
  { outOfMemory }: Readings,
): readonly InconclusiveReason[] =>
  outOfMemory === null ? differences : differences.filter(({ code }) => code !== "other-accumulation");

/** Memory above its interval. */
const isRefuted = ({ direction, cause }: Miss): boolean => direction === "above" && cause !== "utilisation";

/** Earlier results of this very run that say something else. */
function contradictedBy(
  { run }: AsRun,
  point: MeasuredPoint,
  { versions }: Readings,
  { corrections = [] }: JudgeContext,
): readonly Contradiction[] {
  if (run.accelerator === undefined) return [];
  const scope = runScope(run, run.accelerator);
  return contradictionsOf(point, scope, { earlier: corrections, versions: versions ?? {} });
}

/** A loss that stayed nan: the run shows what it needs, not that it trains. */
function lossNeverBack(files: readonly PilotEvidence[]): InconclusiveReason | null {
  const seen = files.flatMap(({ reading }) => reading.warnings);
  const lost = seen.find(({ code, params }) => code === "loss-not-finite" && params["last"] === 1);
  return lost === undefined
    ? null
    : reason("loss-not-finite", { count: lost.params["count"] ?? 1, of: lost.params["of"] ?? 1 });
}

/** The kit's result among the files, when there is one. */
const kitOf = (files: readonly PilotEvidence[]) =>
  files.find(({ result }) => result !== null)?.result ?? null;

/**
 * What came back against what was predicted: confirmed, off, or nothing can be concluded and why. A run too short can break a
 * prediction (a peak above the interval only grows) but never confirm it. Nothing here changes the plan or an earlier verdict.
 */
export function judge(
  plan: Plan,
  returned: PilotReturn,
  world: World,
  context: JudgeContext = {},
): PilotVerdict {
  const warnings = readWith(returned.files);
  const verdict = verdictOn(plan, returned, world, context);
  return warnings.length === 0 ? verdict : { ...verdict, readWith: warnings };
}

function verdictOn(plan: Plan, returned: PilotReturn, world: World, context: JudgeContext): PilotVerdict {
  const { files, together: measured } = returned;
  const key = returnKey(files);
  const tool = files.find(({ reading }) => reading.tool !== null)?.reading.tool ?? null;
  const settle = (
    stage: PilotStage,
    reasons: readonly InconclusiveReason[],
    rest: Partial<Pick<PilotVerdict, "predicted" | "comparisons" | "corrections" | "contradicts">> & {
      as?: AsRun;
    } = {},
  ): PilotVerdict => {
    const { as, ...kept } = rest;
    const elsewhereRun = as?.itself === true && reasons.some(({ code }) => code.startsWith("other-"));
    const common = { stage, measured, predicted: null, comparisons: [], corrections: [], ...kept, key };
    const between = reasons[0]?.code === "other-gpu-count" && (context.baseline ?? null) !== null;
    const next = nextAfter(plan, stage, { verdict: "inconclusive", reasons, between });
    return {
      ...common,
      verdict: "inconclusive",
      reasons,
      offered: elsewhereRun ? bareSpec(as.spec) : null,
      next: next.code === "plan-other-card" && !elsewhereRun ? nextAfterUnknownCard(plan, stage) : next,
    };
  };
  const served = (as: AsRun, predicted: PilotPrediction): PilotVerdict => {
    const stage = stageServed(as, files, context);
    const { first, last, log, starts } = servingRuns(files);
    const comparisons = [
      ...compareServing(last, predicted, as.run.gpus),
      ...compareFigures(withoutPace(measured), predicted, as.run.gpus, trustOf(files.map((f) => f.reading))),
    ];
    const shown = { predicted, comparisons, as };
    if (last.refusedToStart) {
      const refusal = { cause: "verdict", figure: "outOfMemory", direction: "above" } as const;
      const misses: readonly Miss[] = [{ ...refusal, measured: null, predicted: null, phase: "load" }];
      const next = nextAfter(plan, stage, { verdict: "off", misses });
      return { stage, measured, predicted, comparisons, corrections: [], key, verdict: "off", misses, next };
    }
    const before = starts > 1 ? first : (context.baseline?.serving ?? null);
    const open = [
      ...loadDifferences(last, as.run),
      ...(stage === "restore-proof"
        ? restartReasons(before, last)
        : [
            ...(comparisons.some(showsMemory) ? [] : [reason("memory-not-shown")]),
            ...(last.outputTokensPerSecond === null ? [reason("speed-not-shown")] : []),
          ]),
    ];
    if (open.length > 0) return settle(stage, open, shown);
    const misses = [...preemptedMiss(last), ...missesOf(comparisons, true)];
    const beside = { versions: measured.versions ?? {}, earlier: context.corrections ?? [] };
    const corrections = teachPoint(as, servedPoint(as, last, log), beside, world);
    const common = { stage, measured, predicted, comparisons, corrections, key, serving: last };
    return misses.length > 0
      ? { ...common, verdict: "off", misses, next: nextAfter(plan, stage, { verdict: "off", misses }) }
      : { ...common, verdict: "confirmed", next: nextAfter(plan, stage, { verdict: "confirmed" }) };
  };
  if (tool === null) return settle("one-gpu-pilot", [reason("nothing-read")]);
  if (plan.best === null)
    return settle("one-gpu-pilot", [
      reason("nothing-planned", measured.outOfMemory === null ? {} : { ranOut: 1 }),
    ]);
  const conflicts = contradictions(files, world.lookup);
  if (conflicts.length > 0) return settle("one-gpu-pilot", conflicts);
  const kit = kitOf(files);
  const stated = files.find((file) => file.stated !== undefined)?.stated ?? null;
  const as = matchRun(plan, { readings: measured, kit, tool, stated }, world);
  if (as === null) return settle(kit?.run ?? "one-gpu-pilot", [reason("other-settings", { field: "spec" })]);
  const stage = kit === null ? stageServed(as, files, context) : as.stage;
  const card =
    as.run.accelerator === undefined ? null : (world.lookup.accelerator(as.run.accelerator) ?? null);
  const mfuOfAnotherCard = files.some(({ reading }) =>
    reading.warnings.some(({ code }) => code === "mfu-denominator"),
  );
  const impossible = impossibleValues(measured, card, { mfuOfAnotherCard });
  if (impossible.length > 0) return settle(stage, impossible);
  const stopped = files.flatMap(({ reading }) => reading.warnings).filter(({ code }) => elsewhere.has(code));
  if (stopped.length > 0) return settle(stage, [reason("failed-elsewhere", { how: stopped[0]?.code ?? "" })]);

  const trusted = trustOf(files.map(({ reading }) => reading));
  const told = kit === null ? toldOpen(files, measured, as) : [];
  if (told.length > 0) {
    const predicted = plannedPrediction(plan, as);
    const comparisons =
      predicted === null ? [] : compareFigures(withoutPace(measured), predicted, as.run.gpus, trusted);
    const all = [...told, ...as.differences, ...shortcomings(files, measured, as)];
    return settle(stage, all, { predicted, comparisons });
  }
  const none = ruledOut(as, measured, trusted, world);
  if (none.length > 0) return settle(stage, none, { as });
  const contradicts = contradictedBy(as, pointOf(as, measured, trusted), measured, context);
  const contradicting = contradicts.length === 0 ? {} : { contradicts };
  const teaches = (): readonly Correction[] => teach(as, measured, trusted, context.corrections ?? [], world);
  const lacking = shortcomings(files, measured, as);
  const differences = differencesThatCount(as, measured);
  if (differences.length > 0) {
    const { comparisons, doubts } = judgeItself(as, measured, trusted, context.corrections ?? [], world);
    const learns = lacking.length === 0 && doubts.length === 0 && measured.outOfMemory === null;
    const taught = learns ? teaches() : [];
    const strange = learns ? implausible(as, comparisons, taught, kit) : [];
    const corrections = strange.length === 0 ? taught : [];
    return settle(stage, [...differences, ...doubts, ...strange, ...lacking], {
      as,
      comparisons,
      corrections,
    });
  }
  const predicted = plannedPrediction(plan, as);
  if (measured.outOfMemory !== null) {
    if (measured.outOfMemory.allowedGib !== null)
      return settle(stage, [reason("capped", { gib: measured.outOfMemory.allowedGib })], { predicted });
    const miss: Miss = {
      cause: "verdict",
      figure: "outOfMemory",
      direction: "above",
      measured: measured.outOfMemory.requestedGib,
      predicted: predicted?.peakDeviceGib ?? null,
      phase: measured.outOfMemory.phase,
      atLeastGib: leastAllocated(measured),
    };
    const next = nextAfter(plan, stage, { verdict: "off", misses: [miss] });
    return {
      verdict: "off",
      stage,
      measured,
      predicted,
      comparisons: [],
      corrections: teaches(),
      ...contradicting,
      misses: [miss],
      next,
      key,
    };
  }
  if (predicted === null) return settle(stage, [reason("no-comparable-figure")]);
  if (as.run.method === "inference" && kit === null) return served(as, predicted);
  const comparisons = compareFigures(measured, predicted, as.run.gpus, trusted);
  const misses = missesOf(comparisons, peakIsState(as, world));
  const refuted = misses.filter(isRefuted);
  const broken = refuted.length > 0 && statesItsRun(measured, kit);
  if (lacking.length > 0 && !broken) return settle(stage, lacking, { predicted, comparisons });

  if (stage === "restore-proof") {
    if (kit?.restore === null || kit === null)
      return settle(stage, [reason("restore-not-shown")], { predicted });
    const proof = restoreProof(kit.restore);
    if (proof.kind === "not-proven") return settle(stage, proof.reasons, { predicted, comparisons });
  } else if (!comparisons.some(isMemory)) {
    return settle(stage, [reason("memory-not-shown")], { predicted, comparisons });
  }
  const corrections = teaches();
  const doubtful = implausible(as, comparisons, corrections, kit);
  if (contradicts.length > 0 && stage !== "restore-proof")
    return settle(stage, [reason("contradicts-earlier"), ...doubtful], {
      predicted,
      comparisons,
      corrections: doubtful.length > 0 ? [] : corrections,
      ...contradicting,
    });
  if (doubtful.length > 0) return settle(stage, doubtful, { predicted, comparisons });
  const common = {
    stage,
    measured,
    predicted,
    comparisons,
    corrections,
    key,
    ratesTrusted: trusted.rates,
    ...(as.quality === null ? {} : { quality: as.quality }),
  };
  const lost = lossNeverBack(files);
  // Tensors that hold nan take the room that numbers take.
  if (lost !== null && misses.every((miss) => !isRefuted(miss))) return settle(stage, [lost], common);
  const scaled =
    stage === "scaling-step" ? judgeScaling(plan, as, measured, trusted, context.baseline ?? null) : null;
  if (scaled !== null && "reasons" in scaled && misses.length === 0)
    return settle(stage, scaled.reasons, common);
  const scaling = scaled !== null && "scaling" in scaled ? scaled.scaling : null;
  const failed = [...misses, ...(scaling === null ? [] : scalingMiss(scaling))];
  const kept = { ...common, ...(scaling === null ? {} : { scaling }) };
  if (failed.length > 0) {
    const next = nextAfter(plan, stage, { verdict: "off", misses: failed }, scaling);
    return { ...kept, verdict: "off", misses: failed, next };
  }
  return { ...kept, verdict: "confirmed", next: nextAfter(plan, stage, { verdict: "confirmed" }) };
}
