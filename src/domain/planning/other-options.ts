import type { World } from "../catalogue.ts";
import { comparedWith, reasonBeyond } from "./alternatives.ts";
import { configure } from "./configurations.ts";
import type { Configuration } from "./configurations.ts";
import type { Chosen, Decision } from "./decide.ts";
import { decideFor, prepare } from "./decide-spec.ts";
import type { Prepared } from "./decide-spec.ts";
import { checkLimits, withinLimits } from "./feasible.ts";
import { pricesFor } from "./offers.ts";
import { holds } from "./size-on.ts";
import { workshop } from "./workings.ts";

/** Found among what can hold the run; sure before tight. */
function held(cardId: string, gpus: number | null, decision: Decision): Configuration | null {
  const own = decision.ordered.filter(
    ({ card, run }) => card.id === cardId && (gpus === null || run.gpus === gpus),
  );
  return own.find((c) => holds(c.sized)) ?? own[0] ?? null;
}

/** On which it does not fit: the layout that is least short of memory, on as few cards as can be. */
function overflowing(
  cardId: string,
  gpus: number | null,
  prepared: Prepared,
  { surveyed }: Decision,
  world: World,
): Chosen | null {
  const all = surveyed
    .tooSmall()
    .filter(({ card, run }) => card.id === cardId && (gpus === null || run.gpus === gpus));
  const fewest = Math.min(...all.map(({ run }) => run.gpus));
  const [closest] = all.filter(({ run }) => run.gpus === fewest).sort((a, b) => a.overGib - b.overGib);
  if (closest === undefined) return null;
  const { card, run } = closest;
  const workings = (world.workshop ?? workshop()).workings(prepared.run, prepared.spec, world);
  const prices = pricesFor(card, run.gpus, run.nodes, prepared.market, { ramGib: 0 });
  const configuration = configure(run, card, prepared.market, workings, prices);
  return { configuration, sized: configuration.sized, reason: "does-not-fit" };
}

const mostSellers = 4;

/** What each of the other sellers that were named would be chosen for; one without a machine for it is left out. */
function atOtherSellers(best: Chosen, { spec }: Prepared, world: World): readonly Chosen[] {
  const named = spec.limits?.providers ?? [];
  if (named.length < 2 || named.length > mostSellers) return [];
  const own = best.configuration.price?.offer.provider.toLowerCase();
  return named.flatMap((seller): readonly Chosen[] => {
    if (seller.toLowerCase() === own) return [];
    const there = prepare({ ...spec, limits: { ...spec.limits, providers: [seller] } }, world);
    if ("problems" in there) return [];
    const chosen = decideFor(there, world).best;
    if (chosen === null) return [];
    return [
      {
        ...chosen,
        reason: holds(chosen.sized) ? comparedWith(chosen.configuration, best.configuration) : "tight",
      },
    ];
  });
}

/** The machines or sellers to choose between beside the best one, as they were named: how each would do, or that it cannot hold the run. */
export function otherOptions(
  best: Chosen,
  prepared: Prepared,
  decision: Decision,
  world: World,
): readonly Chosen[] {
  if (prepared.scope.among === undefined) return atOtherSellers(best, prepared, world);
  const own = best.configuration;
  const named = [...(prepared.scope.among ?? [])].flatMap(([id, counts]) =>
    (counts ?? [null]).map((gpus) => ({ id, gpus })),
  );
  return named.flatMap(({ id, gpus }): readonly Chosen[] => {
    if (id === own.card.id && (gpus ?? own.run.gpus) === own.run.gpus) return [];
    const found = held(id, gpus, decision);
    if (found === null) return [overflowing(id, gpus, prepared, decision, world) ?? []].flat();
    const sized = found.sized;
    const kept = withinLimits(checkLimits(found, prepared.spec));
    const reason = !holds(sized)
      ? "tight"
      : kept
        ? comparedWith(found, own)
        : reasonBeyond(found, prepared.spec);
    return [{ configuration: found, sized, reason }];
  });
}
