import type { World } from "../catalogue.ts";
import type { Hardware } from "../plan.ts";
import { change, changeSpec } from "./change-spec.ts";
import { answerFor, prepare } from "./decide-spec.ts";
import type { Prepared } from "./decide-spec.ts";
import type { Chosen } from "./decide.ts";
import { holds } from "./size-on.ts";
import { lighterWays } from "./relaxations.ts";
import type { Relaxed } from "./relaxations.ts";

interface Staying {
  readonly nearest: Chosen;
  /** Their changes name the machine too: a lighter run alone could move the plan once more. */
  readonly ways: readonly Relaxed[];
}

/**
 * How the run would do on the machine that the plan stood on before, when it does not surely fit there any more:
 * nobody should have to change cards over what a smaller micro-batch settles. Null = it fits, the spec speaks of other
 * cards, or memory is not what stands in the way.
 */
export function stayOn(machine: Hardware, { spec, scope }: Prepared, world: World): Staying | null {
  const { accelerator, gpus, nodes } = machine;
  if ((spec.gpus ?? gpus) !== gpus || !scope.cards.some(({ id }) => id === accelerator)) return null;
  const pins = [
    change(spec, "accelerator", accelerator),
    change(spec, "gpus", gpus),
    change(spec, "nodes", nodes),
  ].filter(({ from, to }) => from !== to);
  const pinned = changeSpec(spec, pins);
  const prepared = prepare(pinned, world);
  if ("problems" in prepared) return null;
  const { best, shortfall } = answerFor(prepared, world);
  const nearest = best ?? (shortfall?.binding === "memory" ? shortfall.nearest : null);
  if (nearest === null || holds(nearest.sized)) return null;
  const ways = lighterWays(prepared.run, pinned, world);
  return { nearest, ways: ways.map((way) => ({ ...way, changes: [...pins, ...way.changes] })) };
}
