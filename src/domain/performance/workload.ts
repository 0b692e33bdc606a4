import type { FilledRun } from "../filled-run.ts";
import { tokensOfPrompts } from "../rollout-tokens.ts";
import type { RunSpec } from "../run-spec.ts";

/** Tokens of one sample that are worth something: the mean length when samples are not packed. */
export function usefulTokensPerSample(run: FilledRun): number {
  if (run.packing) return run.sequenceLength;
  const mean = run.data?.tokensPerSample;
  return mean === undefined ? run.memoryTokens : Math.min(mean, run.sequenceLength);
}

/** Tokens of one epoch, when the data says so; null = not known. */
function tokensPerEpoch(run: FilledRun): number | null {
  const data = run.data;
  if (data === undefined) return null;
  if (data.tokens !== undefined) return data.tokens;
  if (data.samples === undefined) return null;
  if (data.tokensPerSample !== undefined) return data.samples * data.tokensPerSample;
  return null;
}

/** Tokens of all epochs as a spec states them; null = not stated. */
export function tokensWanted(spec: Pick<RunSpec, "data" | "objective" | "rollout">): number | null {
  if (spec.data === undefined) return null;
  const { samples, tokensPerSample, epochs: times = 1 } = spec.data;
  const tokens = spec.data.tokens ?? tokensOfPrompts(spec);
  if (tokens !== undefined) return tokens * times;
  return samples === undefined || tokensPerSample === undefined ? null : samples * tokensPerSample * times;
}

export function epochs(run: FilledRun): number {
  return run.data?.epochs ?? 1;
}

/** Tokens that one run trains on, all epochs; null = not known. */
export function trainedTokens(run: FilledRun): number | null {
  const once = tokensPerEpoch(run);
  return once === null ? null : once * epochs(run);
}
