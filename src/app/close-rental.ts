import type { StageWish } from "../domain/pilot/stage-move.ts";
import { digest } from "../domain/pilot/digest.ts";
import { isPaidPrice, measuredIn, type Lesson } from "../domain/pilot/paid-price.ts";
import type { Closing } from "../domain/pilot/progress.ts";
import { settle } from "../domain/pilot/stages.ts";
import { teachPrice, type PriceTaught } from "../domain/pilot/teach-price.ts";
import { teachRental, type RentalTaught } from "../domain/pilot/teach-rental.ts";
import { standingLessons, standingOf } from "../domain/pilot/team-memory.ts";
import type { Outcome } from "./conversation-port.ts";
import { moved, refused, type Moving } from "./moving.ts";
import { mayRevise } from "./outcomes.ts";
import type { KeptCorrection } from "./progress-ports.ts";
import { sizedAgain } from "./sized-again.ts";
import { progressOf } from "./standing.ts";

/** Above this nobody rents without a break. [h] */
const mostHours = 100_000;
/** Hours that are so many times the longest planned window are of something else, or a slip. */
const mostWindows = 10;

type CloseWish = Extract<StageWish, { act: "close" }>;

/**
 * What the rental really was: hours, invoice, incidents. Said again it replaces what was said before, what is left out staying
 * as it was (an invoice comes later than the hours); what the earlier one taught goes with it.
 */
export async function closeRental(moving: Moving, wish: CloseWish): Promise<Outcome> {
  const { said, asker, plan, configuration, at, deps } = moving;
  const { progress } = said.record;
  const before = progress.closing;
  if (!mayRevise(said.record, asker)) return refused(said, "not-owner");
  if (progress.reservation === null) return refused(said, "not-reserved");
  const { taxPercent } = wish;
  if (taxPercent !== undefined && !(taxPercent !== null && taxPercent > 0 && taxPercent <= 30))
    return refused(said, "tax-included");
  const facts = factsOf(wish, before);
  const { hours, invoice, beside } = facts;
  if (hours === null) return refused(said, "no-hours");
  if (!(hours > 0 && hours <= mostHours)) return refused(said, "impossible-hours");
  const longest = plan.window.total.high;
  if (longest > 0 && hours > longest * mostWindows) return refused(said, "hours-beyond-window");
  if (invoice !== null && !(invoice.amount >= 0 && invoice.amount < 1e9))
    return refused(said, "impossible-invoice");
  if (beside !== null && !(beside.amount >= 0 && beside.amount < (invoice?.amount ?? Infinity)))
    return refused(said, "impossible-invoice");
  if (before !== null && digest({ ...facts, hours }) === digest(factsOf(null, before)))
    return refused(said, "closed-already");
  const closing: Closing = { by: asker.user, at, ...facts, hours };
  const price = teachPrice(plan, said.record, closing, deps.rates());
  if ("impossible" in price) return refused(said, "impossible-price", { price: price.impossible });
  const settlement = settle(plan, { ...progressOf(said.record), closing }, deps.rates());
  const { taught, replaces, lessons, left } = await taughtBy(moving, closing, price);
  const again =
    lessons.length === 0
      ? null
      : await sizedAgain(deps, said.record, asker, at, {
          instead: standingLessons([...left, ...lessons.map(({ correction }) => correction)]),
        });
  return moved(
    moving,
    {
      key: `closing:${configuration}:${digest({ ...facts, hours, after: before?.at ?? null })}`,
      event: { kind: "closing", closing, replaces },
      corrections: lessons,
    },
    {
      moved: "closed",
      hours,
      settlement,
      taught,
      price,
      taxPercent: taxPercent ?? null,
      next: again?.plan ?? null,
      again: before !== null,
    },
  );
}

interface Facts {
  readonly hours: number | null;
  readonly invoice: Closing["invoice"];
  readonly beside: Closing["invoice"];
  readonly incidents: number;
}

/** What was told over what stood before, without tax. */
function factsOf(wish: CloseWish | null, before: Closing | null): Facts {
  const net = 1 + (wish?.taxPercent ?? 0) / 100;
  const untaxed = (money: Closing["invoice"] | undefined): Closing["invoice"] =>
    money == null ? null : { ...money, amount: money.amount / net };
  return {
    hours: wish?.hours ?? before?.hours ?? null,
    invoice: untaxed(wish?.invoice) ?? before?.invoice ?? null,
    beside: untaxed(wish?.beside) ?? before?.beside ?? null,
    incidents: wish?.incidents ?? before?.incidents ?? 0,
  };
}

/** What hours and invoice teach beside all that stands but an earlier closing of this plan, which they replace. */
async function taughtBy(
  { deps, said, asker, plan, at }: Moving,
  closing: Closing,
  price: PriceTaught,
): Promise<{
  readonly taught: RentalTaught;
  readonly replaces: readonly string[];
  readonly lessons: readonly KeptCorrection[];
  readonly left: readonly Lesson[];
}> {
  const { id: planId, workspace } = said.record;
  const kept = await deps.store.progress.corrections(workspace);
  const replaces = kept.flatMap(({ id, planId: of, correction }) =>
    of === planId && correction.withdrawn == null && isOfRental(correction) ? [id] : [],
  );
  const left = kept.map(({ id, correction }) =>
    replaces.includes(id) ? { ...correction, withdrawn: { by: asker.user, at } } : correction,
  );
  const world = { lookup: deps.lookup, catalogue: deps.catalogue(), today: at.slice(0, 10) };
  const taught = teachRental(plan, closing, standingOf(measuredIn(left)), world);
  const made: readonly Lesson[] = [
    ...("silent" in taught ? [] : taught.corrections.map((one) => ({ ...one, author: asker.user, at }))),
    ...("price" in price ? [price.price] : []),
  ];
  const lessons = made.map((correction) => ({ id: deps.newId(), planId, correction }));
  return { taught, replaces, lessons, left };
}

/** Learnt from hours or an invoice, not from a pilot. */
function isOfRental(lesson: Lesson): boolean {
  if (isPaidPrice(lesson)) return true;
  const own = lesson.points.find(({ key }) => key === lesson.point);
  return own?.rateSpread !== undefined;
}
