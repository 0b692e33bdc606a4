import type { Accelerator } from "../accelerator.ts";
import type { Lever } from "../estimate.ts";
import type { FilledRun } from "../filled-run.ts";
import { levers } from "../memory/levers.ts";
import { trainableParameters } from "../memory/parameters.ts";
import { plainThroughputOf } from "../performance/throughput.ts";

/** Levers with what each costs in time on this card, by the same model that times the run. */
export const pricedLevers = (
  run: FilledRun,
  card: Accelerator | null,
  usableGib: number | null,
): readonly Lever[] =>
  levers(run, card, {
    usableGib,
    timePerToken(changed) {
      if (card === null) return null;
      const rate = plainThroughputOf(changed, card, trainableParameters(changed))?.tokensPerSecondPerGpu
        .likely;
      return rate === undefined || rate <= 0 ? null : 1 / rate;
    },
  });
