import { TZDate } from "@date-fns/tz";
import { addDays, addHours, isWeekend, set, subDays, subHours } from "date-fns";
import type { StageProgress } from "../pilot/progress.ts";
import type { Plan } from "../plan.ts";

export const reminderKinds = ["artefacts-out", "allocation-ends", "price-old", "pilot-waiting"] as const;
export type ReminderKind = (typeof reminderKinds)[number];

/** One direct message to the owner: what about, and when it is sent. */
export interface Reminder {
  readonly kind: ReminderKind;
  /** Which of its kind: a message that was sent is not sent again for the same one, whenever it is due by then. */
  readonly event: string;
  /** ISO instant. */
  readonly dueAt: string;
  /** ISO instant that it warns of; null = nothing ends. */
  readonly eventAt: string | null;
}

export interface ReminderFacts {
  readonly plan: Pick<Plan, "best" | "window" | "stages">;
  readonly progress: Pick<StageProgress, "pilots" | "reservation" | "closing">;
  /** ISO instant of the last change of the plan. */
  readonly changedAt: string;
  /** Of the owner; null = UTC. */
  readonly timeZone: string | null;
}

const opens = 9;
const closes = 18;
/** A plan that has waited this long for its pilot is mentioned once. [day] */
const pilotWaitsDays = 3;
/** A price older than this no longer carries a decision. [day] */
const priceHoldsDays = 7;
/** Copying and checking what was written takes as long as this in the worst case that is planned for. [h] */
const artefactsLeadHours = 3;
const endLeadHours = 2;
/** Nothing is due later than this after the last change of a plan that nobody measures or reserves. [day] */
export const remindedWithinDays = 8;

/**
 * What the owner should hear of, earliest first. An event that is past is not reminded of, nor one whose moment is:
 * but for artefacts, which are due now as long as they can still be moved.
 */
export function remindersOf(facts: ReminderFacts, now: Date): readonly Reminder[] {
  const { progress } = facts;
  if (progress.closing !== null) return [];
  const all = progress.reservation === null ? beforeRental(facts) : duringRental(facts);
  const instant = now.toISOString();
  const stillHelps = ({ kind, dueAt, eventAt }: Reminder): boolean =>
    dueAt > instant || (kind === "artefacts-out" && eventAt !== null && eventAt > instant);
  return all.filter(stillHelps).sort((a, b) => (a.dueAt < b.dueAt ? -1 : 1));
}

function beforeRental({ plan, progress, changedAt, timeZone }: ReminderFacts): Reminder[] {
  const { best, stages } = plan;
  if (best === null) return [];
  const found: Reminder[] = [];
  const waits = stages.some(({ stage, state }) => stage === "one-gpu-pilot" && state === "next");
  if (waits && progress.pilots.length === 0) {
    const due = nextWorkingHour(addDays(new Date(changedAt), pilotWaitsDays), timeZone);
    found.push({ kind: "pilot-waiting", event: "first", dueAt: due.toISOString(), eventAt: null });
  }
  const seen = best.offer?.observedAt ?? null;
  // Only where somebody is deciding: a plan that nobody measures is not nagged about.
  if (seen !== null && progress.pilots.length > 0) {
    const old = addDays(new Date(seen), priceHoldsDays);
    found.push({
      kind: "price-old",
      event: seen,
      dueAt: nextWorkingHour(old, timeZone).toISOString(),
      eventAt: old.toISOString(),
    });
  }
  return found;
}

function duringRental({ plan, progress, timeZone }: ReminderFacts): Reminder[] {
  const { reservation } = progress;
  if (reservation === null) return [];
  const start = new Date(reservation.startsAt ?? reservation.at);
  const { total, artefactsOutBy } = plan.window;
  const ends = addHours(start, total.likely);
  const out = addHours(start, artefactsOutBy ?? total.likely);
  return [
    {
      kind: "artefacts-out",
      event: reservation.at,
      // The one reminder that may come outside working hours: what is not moved by then is lost.
      dueAt: lastChance(subHours(out, artefactsLeadHours), start, timeZone).toISOString(),
      eventAt: out.toISOString(),
    },
    {
      kind: "allocation-ends",
      event: reservation.at,
      dueAt: lastWorkingHour(subHours(ends, endLeadHours), timeZone).toISOString(),
      eventAt: ends.toISOString(),
    },
  ];
}

/** Within working hours if one lies between the start and the moment, else the moment itself. */
function lastChance(moment: Date, start: Date, timeZone: string | null): Date {
  const working = lastWorkingHour(moment, timeZone);
  if (working > start) return working;
  return moment > start ? moment : start;
}

const local = (instant: Date, timeZone: string | null): TZDate =>
  TZDate.tz(knownZone(timeZone ?? "UTC"), instant.getTime());
/** Profiles hold zones that this runtime does not know. */
function knownZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return "UTC";
  }
}
const at = (day: TZDate, hours: number): TZDate =>
  set<TZDate, TZDate>(day, { hours, minutes: 0, seconds: 0, milliseconds: 0 });

/** The instant itself on a working day between opening and closing, else the next opening. */
export function nextWorkingHour(instant: Date, timeZone: string | null): Date {
  let day = local(instant, timeZone);
  if (!isWeekend(day) && day < at(day, opens)) return new Date(+at(day, opens));
  if (!isWeekend(day) && day < at(day, closes)) return instant;
  do day = addDays(day, 1);
  while (isWeekend(day));
  return new Date(+at(day, opens));
}

/** The instant itself on a working day between opening and closing, else an hour before the last closing. */
export function lastWorkingHour(instant: Date, timeZone: string | null): Date {
  let day = local(instant, timeZone);
  if (!isWeekend(day) && day >= at(day, closes)) return new Date(+at(day, closes - 1));
  if (!isWeekend(day) && day >= at(day, opens)) return instant;
  do day = subDays(day, 1);
  while (isWeekend(day));
  return new Date(+at(day, closes - 1));
}
