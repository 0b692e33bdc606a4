import type { World } from "../catalogue.ts";
import type { Estimate } from "../estimate.ts";
import { largestThatFits } from "../memory/largest-that-fits.ts";
import { trainableParameters } from "../memory/parameters.ts";
import { throughputOf } from "../performance/throughput.ts";
import { learn } from "../pilot/calibrate.ts";
import type { Correction } from "../pilot/correction.ts";
import type { Problem } from "../problem.ts";
import type { RunSpec } from "../run-spec.ts";
import { fillRun } from "./assumptions.ts";
import { caveatsOf } from "./caveats.ts";
import { currencyOf, findCard } from "./decide-spec.ts";
import { evidenceOf } from "./evidence.ts";
import { pricedLevers } from "./priced-levers.ts";
import { sizeOn } from "./size-on.ts";

/**
 * One run on the hardware it names: nothing is searched, nothing is priced. Without a card the sizes stand, the verdict
 * is unknown and no speed is given. `brief` leaves out words and levers and changes no number; `corrections` of a team's
 * pilots move and narrow what lies in their scope, without them the same call says what it was before.
 */
export function estimateRun(
  spec: RunSpec,
  world: World,
  options: { readonly brief?: boolean; readonly corrections?: readonly Correction[] } = {},
): { readonly estimate: Estimate } | { readonly problems: readonly Problem[] } {
  const filled = fillRun(spec, world.lookup, world.catalogue.stacks);
  const found = findCard(spec, world);
  const currency = currencyOf(spec);
  if ("problems" in filled || "problems" in found || "problems" in currency) {
    return {
      problems: [filled, found, currency].flatMap((outcome) =>
        "problems" in outcome ? outcome.problems : [],
      ),
    };
  }
  const learnt = learn(options.corrections ?? [], world);
  const run = learnt.length === 0 ? filled.run : { ...filled.run, learnt };
  const { card } = found;
  const brief = options.brief === true;
  const sized = sizeOn(run, card, !brief);
  const { budget, usableGib, verdict } = sized;
  const throughput = card === null ? null : throughputOf(run, card, trainableParameters(run));
  const evidence = evidenceOf(run, card, world);
  const largest =
    brief || usableGib === null || budget.floor
      ? null
      : largestThatFits(run, card, usableGib, budget.perGpu.required);
  return {
    estimate: {
      perGpu: budget.perGpu,
      ...(budget.perRank === undefined ? {} : { perRank: budget.perRank }),
      phases: budget.phases,
      parts: budget.parts,
      peakPhase: budget.peakPhase,
      usableGib,
      verdict,
      ...(run.method === "inference" ? {} : { trainableParameters: budget.trainableParameters }),
      ...(largest === null ? {} : { largestThatFits: largest }),
      ...(brief ? {} : { levers: pricedLevers(run, card, sized) }),
      host: budget.host,
      ...(throughput === null ? {} : { throughput }),
      evidence,
      assumptions: found.assumption === null ? filled.assumptions : [...filled.assumptions, found.assumption],
      caveats: caveatsOf({ run, spec, card, budget, evidence, price: null, reason: null, unknownParts: [] }),
      warnings: [...filled.warnings, ...budget.warnings],
    },
  };
}
