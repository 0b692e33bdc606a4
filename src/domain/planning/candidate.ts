import type { World } from "../catalogue.ts";
import type { Assumption, Estimate, Warning } from "../estimate.ts";
import { scaleRange } from "../../units/range.ts";
import type { Candidate, CandidateReason, Change, OwnMachine } from "../plan.ts";
import type { RunSpec } from "../run-spec.ts";
import { buyingOf } from "./buying.ts";
import { caveatsOf } from "./caveats.ts";
import type { Configuration } from "./configurations.ts";
import { evidenceOf } from "./evidence.ts";
import { finishedWithin } from "./finished.ts";
import { tightWarnings } from "./size-on.ts";
import type { SizedOn as Sized } from "./size-on.ts";
import { layoutOf } from "./layouts.ts";
import { serviceOf } from "./service.ts";

interface CandidateExtras {
  readonly assumptions: readonly Assumption[];
  readonly warnings: readonly Warning[];
  readonly changes?: readonly Change[];
  readonly estimate?: Partial<Pick<Estimate, "levers" | "largestThatFits" | "phases">>;
}

/** Energy of the cards alone [kWh] = board power [W] × cards × hours of the window ÷ 1,000. */
function ownMachine({ card, run, window }: Configuration): OwnMachine {
  if (window === null || card.tdpW === null) return { kWh: null };
  const cards = run.gpus / Math.max(1, card.devices);
  return { kWh: scaleRange<number>(window.total, (card.tdpW * cards) / 1000) };
}

/** The machine-readable answer for one configuration. */
export function candidateOf(
  configuration: Configuration,
  sized: Sized,
  reason: CandidateReason,
  spec: RunSpec,
  world: World,
  extras: CandidateExtras,
): Candidate {
  const { run, card, throughput, price, cost, window, spot } = configuration;
  const evidence = evidenceOf(run, card, world);
  const { budget } = sized;
  const service = serviceOf(configuration);
  const finished = finishedWithin(configuration, spec);
  const { purchases, rates } = world.catalogue;
  const buying = buyingOf(configuration, spec.purchase, purchases, rates);
  return {
    accelerator: card.id,
    gpus: run.gpus,
    nodes: run.nodes,
    layout: layoutOf(run),
    estimate: {
      perGpu: budget.perGpu,
      ...(budget.perRank === undefined ? {} : { perRank: budget.perRank }),
      phases: budget.phases,
      parts: budget.parts,
      peakPhase: budget.peakPhase,
      usableGib: sized.usableGib,
      verdict: sized.verdict,
      ...(run.method === "inference" ? {} : { trainableParameters: budget.trainableParameters }),
      ...extras.estimate,
      host: budget.host,
      ...(throughput === null ? {} : { throughput }),
      evidence,
      assumptions: extras.assumptions,
      caveats: caveatsOf({
        run, spec, card, budget, evidence, price, reason, unknownParts: cost.unknownParts,
      }), // prettier-ignore
      warnings: [...extras.warnings, ...budget.warnings, ...tightWarnings(sized)],
    },
    offer: price?.offer ?? null,
    ...(card.id === spec.owned ? { own: ownMachine(configuration) } : {}),
    cost,
    reason,
    ...(finished === null ? {} : { finished }),
    ...(buying === null ? {} : { buying }),
    ...(service === null ? {} : { service }),
    ...(spot === null ? {} : { spot }),
    ...(window === null ? {} : { window }),
    ...(extras.changes === undefined ? {} : { changes: extras.changes }),
  };
}
