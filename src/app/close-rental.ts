import type { StageWish } from "../domain/pilot/stage-move.ts";
import { digest } from "../domain/pilot/digest.ts";
import type { Closing } from "../domain/pilot/progress.ts";
import { settle } from "../domain/pilot/stages.ts";
import { teachRental, type RentalTaught } from "../domain/pilot/teach-rental.ts";
import { standingOf } from "../domain/pilot/team-memory.ts";
import type { Outcome } from "./conversation-port.ts";
import { moved, refused, type Moving } from "./moving.ts";
import { mayRevise } from "./outcomes.ts";
import type { KeptCorrection } from "./progress-ports.ts";
import { progressOf } from "./standing.ts";

/** Above this nobody rents without a break. [h] */
const mostHours = 100_000;

type CloseWish = Extract<StageWish, { act: "close" }>;

/**
 * What the rental really was: hours, invoice, incidents. Said again it replaces what was said before, what is left out staying
 * as it was (an invoice comes later than the hours); what the earlier one taught goes with it.
 */
export async function closeRental(moving: Moving, wish: CloseWish): Promise<Outcome> {
  const { said, asker, plan, configuration, at, deps } = moving;
  const { progress } = said.record;
  const before = progress.closing;
  const hours = wish.hours ?? before?.hours ?? null;
  const invoice = wish.invoice ?? before?.invoice ?? null;
  const incidents = wish.incidents ?? before?.incidents ?? 0;
  if (!mayRevise(said.record, asker)) return refused(said, "not-owner");
  if (progress.reservation === null) return refused(said, "not-reserved");
  if (hours === null) return refused(said, "no-hours");
  if (!(hours > 0 && hours <= mostHours)) return refused(said, "impossible-hours");
  if (invoice !== null && !(invoice.amount >= 0 && invoice.amount < 1e9))
    return refused(said, "impossible-invoice");
  const facts = { hours, invoice, incidents };
  if (before !== null && digest(facts) === digest(factsOf(before))) return refused(said, "closed-already");
  const closing: Closing = { by: asker.user, at, ...facts };
  const settlement = settle(plan, { ...progressOf(said.record), closing }, deps.rates());
  const { taught, replaces, corrections } = await taughtBy(moving, closing);
  return moved(
    moving,
    {
      key: `closing:${configuration}:${digest({ ...facts, after: before?.at ?? null })}`,
      event: { kind: "closing", closing, replaces },
      corrections,
    },
    { moved: "closed", hours, settlement, taught, again: before !== null },
  );
}

const factsOf = ({ hours, invoice, incidents }: Closing) => ({ hours, invoice, incidents });

/** What the hours teach beside all that stands but an earlier closing of this plan, which they replace. */
async function taughtBy(
  { deps, said, asker, plan, at }: Moving,
  closing: Closing,
): Promise<{
  readonly taught: RentalTaught;
  readonly replaces: readonly string[];
  readonly corrections: readonly KeptCorrection[];
}> {
  const { id: planId, workspace } = said.record;
  const kept = await deps.store.progress.corrections(workspace);
  const replaces = kept.flatMap(({ id, planId: of, correction: { points, point, withdrawn } }) => {
    const own = points.find(({ key }) => key === point);
    return of === planId && withdrawn == null && own?.rateSpread !== undefined ? [id] : [];
  });
  const left = kept.map(({ id, correction }) =>
    replaces.includes(id) ? { ...correction, withdrawn: { by: asker.user, at } } : correction,
  );
  const world = { lookup: deps.lookup, catalogue: deps.catalogue(), today: at.slice(0, 10) };
  const taught = teachRental(plan, closing, standingOf(left), world);
  const made = "silent" in taught ? [] : taught.corrections;
  const corrections = made.map((correction) => ({
    id: deps.newId(),
    planId,
    correction: { ...correction, author: asker.user, at },
  }));
  return { taught, replaces, corrections };
}
