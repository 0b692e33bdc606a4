import { gibFromBytes } from "./figures.ts";
import type { At } from "./flavour.ts";
import { figureOf, type Entry } from "./literals.ts";
import type { Tally } from "./tally.ts";

interface TokensAt {
  readonly step: number;
  readonly tokens: number;
}

/** What the trainer's dictionaries say over a run, from its console or from trainer_state.json. */
export function makeHistory(t: Tally) {
  const tokensSeen: TokensAt[] = [];
  const summaries: number[] = [];
  const memory: Record<string, number> = {};
  let resumedAt: number | null | undefined;
  let evaluationSeconds = 0;
  let samplesPerSecond: number | null = null;
  let stepsPerSecond: number | null = null;
  let printedRate: number | null = null;
  let countedEpoch: number | null = null;
  let lastEpoch = 0;

  return {
    /** true = a dictionary of this trainer. */
    entry(entry: Entry, at: At): boolean {
      const step = figureOf(entry, "step") ?? at.step;
      const tokens = figureOf(entry, "num_input_tokens_seen", "num_tokens");
      const epoch = figureOf(entry, "epoch");
      lastEpoch = Math.max(lastEpoch, epoch ?? 0);
      if (tokens !== null || figureOf(entry, "tokens/total") !== null) countedEpoch = epoch;
      t.most("tokensTotal", tokens);
      if (tokens !== null && step !== null && tokensSeen.at(-1)?.step !== step)
        tokensSeen.push({ step, tokens });
      evaluationSeconds += figureOf(entry, "eval_runtime") ?? 0;
      for (const [key, value] of Object.entries(entry))
        if (/_mem_gpu_|^before_init_mem_gpu$/u.test(key) && typeof value === "number") memory[key] = value;

      const runtime = figureOf(entry, "train_runtime");
      if (runtime !== null && runtime < 0) t.warn("impossible", { value: runtime });
      else if (runtime !== null && t.known("runtimeSeconds") === null) t.set("runtimeSeconds", runtime);
      else if (runtime !== null && entry["__table"] !== true) t.set("runtimeSeconds", runtime);
      if (runtime !== null && entry["__table"] !== true) summaries.push(step ?? 0);
      samplesPerSecond = figureOf(entry, "train_samples_per_second") ?? samplesPerSecond;
      stepsPerSecond = figureOf(entry, "train_steps_per_second") ?? stepsPerSecond;
      const rate = figureOf(entry, "train_tokens_per_second");
      if (rate !== null && rate > 0) printedRate = rate;
      return (
        runtime !== null ||
        figureOf(entry, "eval_runtime") !== null ||
        (Object.hasOwn(entry, "loss") &&
          ["learning_rate", "grad_norm", "epoch"].some((key) => Object.hasOwn(entry, key)))
      );
    },

    /** The tokens of the whole run, as the state says them beside its history. */
    counted(tokens: number | null, step: number | null): void {
      if (tokens === null || tokens <= 0) return;
      t.most("tokensTotal", tokens);
      countedEpoch = lastEpoch;
      if (step !== null && tokensSeen.at(-1)?.step !== step) tokensSeen.push({ step, tokens });
    },

    resumed(step: number | null): void {
      resumedAt = step;
      if (step !== null) t.startsAt(step + 1);
    },

    end(): void {
      memoryPeaks(memory, t);
      forgetEarlyCount();
      const [beforeLast] = summaries.slice(-2);
      if (
        summaries.length > 1 &&
        resumedAt === undefined &&
        beforeLast !== undefined &&
        (summaries.at(-1) ?? 0) > beforeLast
      )
        resumedAt = beforeLast;
      const runtime = numeric(t.known("runtimeSeconds"));
      const perStep = tokensPerStep(tokensSeen);
      t.detail("tokensPerStep", perStep ?? (resumedAt === undefined ? wholeRun(t) : null));
      t.detail("evaluationSeconds", evaluationSeconds > 0 ? evaluationSeconds : null);
      if (runtime !== null)
        t.warn("whole-run-average", evaluationSeconds > 0 ? { evaluation: evaluationSeconds } : {});
      if (resumedAt !== undefined) {
        t.warn("resumed");
        if (printedRate !== null) t.warn("wrong-rate");
        const tokens = resumedAt === null ? null : tokensSince(tokensSeen, resumedAt);
        if (tokens !== null && runtime !== null && runtime > 0)
          t.set("tokensPerSecondTotal", tokens / runtime);
      } else if (printedRate !== null) t.set("tokensPerSecondTotal", printedRate);
      if (tokensSeen.length > 0 || t.known("tokensTotal") !== null) t.warn("tokens-may-pad");
      inferBatch(t, samplesPerSecond, stepsPerSecond, runtime);
      inferGpus(t);
      if (!t.hasPeak("allocated") && !t.hasPeak("reserved")) t.warn("no-memory");
    },
  };

  /** Tokens counted before the run's end are not those of its whole time. */
  function forgetEarlyCount(): void {
    const [counted, done] = [tokensSeen.at(-1), numeric(t.known("steps"))];
    const bySteps = counted !== undefined && done !== null && counted.step < done * 0.95;
    if (bySteps || (countedEpoch !== null && countedEpoch < lastEpoch * 0.95)) t.forget("tokensTotal");
  }
}

const numeric = (value: number | string | null): number | null => (typeof value === "number" ? value : null);

/** The counter's difference over the longest stretch that grows by as much with each step. */
function tokensPerStep(seen: readonly TokensAt[]): number | null {
  const [first, last] = [seen[0], seen.at(-1)];
  if (first === undefined || last === undefined || last.step <= first.step) return null;
  const perStep = (last.tokens - first.tokens) / (last.step - first.step);
  return perStep > 0 ? perStep : null;
}

function tokensSince(seen: readonly TokensAt[], step: number): number | null {
  const from = seen.filter((at) => at.step <= step).at(-1);
  const to = seen.at(-1);
  return from === undefined || to === undefined || from.step !== step ? null : to.tokens - from.tokens;
}

function wholeRun(t: Tally): number | null {
  const [tokens, steps] = [numeric(t.known("tokensTotal")), numeric(t.known("steps"))];
  return tokens === null || steps === null || steps === 0 ? null : tokens / steps;
}

/**
 * Samples ÷ steps is the global batch, but for the last batch of an epoch and for rounding: said only when exactly
 * one whole number fits.
 */
function inferBatch(t: Tally, samples: number | null, steps: number | null, runtime: number | null): void {
  if (t.known("globalBatch") !== null || samples === null || steps === null || steps <= 0) return;
  const done = numeric(t.known("steps"));
  const perSecond = done !== null && runtime !== null && runtime > 0 ? done / runtime : steps;
  const slack = perSecond === steps ? 0.0005 / steps : 0;
  if (Math.abs(perSecond - steps) > 0.002 + steps * 0.02) return;
  const low = ((samples - 0.0005) / perSecond) * (1 - slack);
  const high = ((samples + 0.0005) / perSecond) * (1 + slack);
  const fitting = Math.floor(high) - Math.ceil(low) + 1;
  if (fitting !== 1) return;
  t.set("globalBatch", Math.ceil(low));
  t.warn("inferred", { field: "globalBatch" });
}

/** Global batch = micro-batch × accumulation × data-parallel GPUs. */
function inferGpus(t: Tally): void {
  const [all, micro, accumulation] = [
    numeric(t.known("globalBatch")),
    numeric(t.known("microBatch")),
    numeric(t.known("gradientAccumulation")),
  ];
  if (t.known("gpuCount") !== null || all === null || micro === null || accumulation === null) return;
  const gpus = all / (micro * accumulation);
  if (!Number.isInteger(gpus) || gpus < 1) return;
  t.set("gpuCount", gpus);
  t.warn("inferred", { field: "gpuCount" });
}

/** Peak = what was there at the start + what stayed + what rose above it and went. Bytes, rank 0. */
function memoryPeaks(memory: Readonly<Record<string, number>>, t: Tally): void {
  let base = memory["before_init_mem_gpu"] ?? 0;
  let found = false;
  for (const stage of ["init", "train", "eval", "test"]) {
    const kept = memory[`${stage}_mem_gpu_alloc_delta`];
    const risen = memory[`${stage}_mem_gpu_peaked_delta`];
    if (kept === undefined && risen === undefined) continue;
    if (stage === "train" && risen === undefined) continue;
    found ||= stage === "train" || stage === "eval";
    if (stage === "init") t.detail("afterInitGib", gibFromBytes(base + (kept ?? 0)));
    if (found) t.peak("allocated", gibFromBytes(base + (kept ?? 0) + (risen ?? 0)));
    base += kept ?? 0;
  }
  if (!found) return;
  t.warn("one-rank");
  t.warn("difference-not-peak");
}
