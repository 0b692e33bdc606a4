import type { CatalogueLookup } from "../domain/catalogue.ts";
import type { Language, PendingReminder } from "../domain/conversation.ts";
import { digest } from "../domain/pilot/digest.ts";
import { remindedWithinDays } from "../domain/planning/reminders.ts";
import { breathe } from "./breathe.ts";
import type { Log, PlanRecord, Store, Workspace } from "./ports.ts";
import type { KeptReminder, Placed, ReminderNote, Scheduler, Waiting } from "./reminder-ports.ts";
import { wantedReminders } from "./wanted-reminders.ts";

const dayMs = 24 * 60 * 60_000;
/** Longer than one call of Slack with its waiting takes; renewed before each. */
const leaseMs = 3 * 60_000;
/** Slack holds nothing longer; what lies further ahead waits for a later round. */
const aheadMs = 119 * dayMs;
/** What is this near may be under way: it can no longer be taken back for certain. */
export const underWayMs = 2 * 60_000;
/** What is late is due by then, and not put off again by the next round. */
const atOnceMs = 60_000;
/** As far as a weekend and two zones can move one moment. */
const hoursApartMs = 5 * dayMs;
/** The longest rental that is still reminded of when nothing else of its plan moves. */
const eventsMs = 400 * dayMs;

export interface ReminderDeps {
  readonly store: Pick<Store, "plans" | "reminders" | "leases" | "preferences">;
  readonly scheduler: Scheduler;
  readonly lookup: CatalogueLookup;
  /** Both null = the profile could not be read. */
  readonly profileOf: (
    user: string,
  ) => Promise<{ readonly locale: Language | null; readonly timeZone: string | null }>;
  readonly now: () => Date;
  readonly log: Log;
  /** This process among its replicas. */
  readonly holder: string;
  readonly stopping: AbortSignal;
}

interface Round extends ReminderDeps {
  readonly workspace: Workspace;
  /** False when another replica has taken over. */
  readonly hold: () => Promise<boolean>;
  /** Asked once a round, and only when something is not known. */
  readonly waiting: () => Promise<readonly Waiting[] | null>;
}

/**
 * One reconciliation of a workspace: what Slack holds for it becomes what its plans ask for. `since` = only of plans
 * that moved since; null = of all. `busy`: a replica is at it. What fails is logged and tried in the next round.
 */
export async function keepReminders(
  deps: ReminderDeps,
  workspace: Workspace,
  since: Date | null,
): Promise<"done" | "busy"> {
  const { store, holder, log, now } = deps;
  const lease = `reminders ${workspace}`;
  const hold = (): Promise<boolean> => {
    const until = new Date(now().getTime() + leaseMs).toISOString();
    return store.leases.take(lease, holder, now().toISOString(), until);
  };
  if (!(await hold())) return "busy";
  let listed: Promise<readonly Waiting[] | null> | undefined;
  const waiting = (): Promise<readonly Waiting[] | null> => (listed ??= deps.scheduler.waiting());
  const round: Round = { ...deps, workspace, hold, waiting };
  try {
    for (const planId of await plansOf(round, since)) {
      if (deps.stopping.aborted) return "done";
      if (!(await hold())) return "busy";
      await keepPlan(round, planId).catch((cause: unknown) => {
        log.warn({ plan: planId, failure: cause instanceof Error ? cause.name : typeof cause }, "reminders of a plan were not kept"); // prettier-ignore
      });
      await breathe();
    }
    if (since === null)
      await store.reminders.forgetGone(workspace, new Date(now().getTime() - dayMs).toISOString());
    return "done";
  } finally {
    await store.leases.release(lease, holder);
  }
}

async function plansOf({ store, workspace, now }: Round, since: Date | null): Promise<ReadonlySet<string>> {
  const instant = now();
  const ago = (ms: number): string => new Date(instant.getTime() - ms).toISOString();
  const moved = await store.reminders.plansMoved(
    workspace,
    since === null
      ? { changed: ago(remindedWithinDays * dayMs), event: ago(eventsMs) }
      : { changed: since.toISOString(), event: since.toISOString() },
  );
  const also =
    since === null
      ? await store.reminders.plansAhead(workspace, ago(0))
      : await store.reminders.plansToTakeBack(workspace, ago(0));
  return new Set([...moved, ...also]);
}

async function keepPlan(round: Round, planId: string): Promise<void> {
  const { store, workspace, lookup, now } = round;
  const record = await store.plans.get(workspace, planId);
  const rows = await store.reminders.ofPlan(workspace, planId);
  const person = record === null ? null : await round.profileOf(record.owner);
  const instant = now();
  const wanted =
    record === null || person === null ? [] : wantedReminders(lookup, record, person.timeZone, instant);
  // Hours that cannot be read now must not make a reminder look past: what is scheduled stays.
  const standing =
    record === null || person === null || person.timeZone !== null
      ? wanted
      : wantedReminders(lookup, record, null, new Date(instant.getTime() - hoursApartMs));
  const keys = new Set(standing.map(({ key }) => key));
  for (const row of rows) {
    if (row.dueAt <= instant.toISOString()) continue;
    if (row.state === "cancelled" || !keys.has(row.key)) await drop(round, row);
  }
  if (record === null || person === null) return;
  const { language } = await store.preferences.get(workspace, record.owner);
  const reader = { timeZone: person.timeZone, language: language ?? person.locale ?? record.language };
  for (const one of wanted) {
    const row = rows.find(({ key }) => key === one.key);
    await keepOne(round, { record, one, row, reader, readable: person.timeZone !== null });
  }
}

/** Stands in the message, so that one whose id was lost in a crash is found again. */
const referenceOf = (workspace: Workspace, planId: string, key: string): string =>
  digest([workspace, planId, key]).slice(0, 10);

/** What Slack holds of a reminder; null = that cannot be told now. */
async function placesOf(
  { workspace, waiting }: Round,
  { placed, planId, key }: KeptReminder,
): Promise<readonly Placed[] | null> {
  if (placed !== null) return [placed];
  const reference = referenceOf(workspace, planId, key);
  return (await waiting())?.filter(({ text }) => text.includes(reference)) ?? null;
}

/** True when Slack holds none of them any more and none was sent. */
async function takeBack(round: Round, row: KeptReminder, places: readonly Placed[]): Promise<boolean> {
  for (const place of places) {
    if (!(await round.hold())) return false;
    const done = await round.scheduler.takeBack(place);
    const underWay = Date.parse(row.dueAt) - round.now().getTime() < underWayMs;
    if (done === "failed" || (done === "gone" && underWay)) return false;
  }
  return true;
}

async function drop(round: Round, row: KeptReminder): Promise<void> {
  const { store, workspace } = round;
  const places = await placesOf(round, row);
  if (places === null || !(await takeBack(round, row, places))) return;
  if (row.state !== "cancelled") await store.reminders.forget(workspace, row.planId, row.key);
  else if (row.placed !== null) await store.reminders.takenBack(workspace, row.planId, row.key);
}

interface Wish {
  readonly record: PlanRecord;
  readonly one: PendingReminder;
  readonly row: KeptReminder | undefined;
  readonly reader: { readonly timeZone: string | null; readonly language: Language };
  /** False: the owner's hours are not known now; what is scheduled stays where it is. */
  readonly readable: boolean;
}

async function keepOne(round: Round, wish: Wish): Promise<void> {
  const { store, workspace, now } = round;
  const { record, one, row } = wish;
  const instant = now();
  const late = one.dueAt <= instant.toISOString();
  const due = late ? new Date(instant.getTime() + atOnceMs) : new Date(one.dueAt);
  if (due.getTime() - instant.getTime() > aheadMs) return;
  const note = noteOf(workspace, wish);
  const says = digest({ ...note, reference: "" });

  if (row !== undefined) {
    if (row.dueAt <= instant.toISOString()) return;
    if (row.state === "cancelled" && row.owner === record.owner) return;
    const sameTime = late ? row.dueAt <= due.toISOString() : row.dueAt === one.dueAt;
    const stands =
      row.state !== "cancelled" &&
      row.owner === record.owner &&
      (!wish.readable || (sameTime && row.says === says));
    if (row.state === "scheduled" && stands) return;
    const places = await placesOf(round, row);
    if (places === null) return;
    const [first, ...others] = places;
    if (stands && first !== undefined) {
      await store.reminders.confirm(workspace, record.id, one.key, { channel: first.channel, id: first.id });
      await takeBack(round, row, others);
      return;
    }
    if (!(await takeBack(round, row, places))) return;
  }
  const { owner } = record;
  const dueAt = due.toISOString();
  const intent = { planId: record.id, key: one.key, owner, kind: one.kind, dueAt, says };
  if (!(await round.hold()) || !(await store.reminders.intend(workspace, intent))) return;
  await schedule(round, wish, note, due);
}

async function schedule(
  { store, workspace, scheduler, log }: Round,
  { record, one }: Wish,
  note: ReminderNote,
  due: Date,
): Promise<void> {
  const done = await scheduler.schedule(note, due);
  if (done.kind === "scheduled") {
    const { channel, id } = done;
    await store.reminders.confirm(workspace, record.id, one.key, { channel, id });
    return;
  }
  log.warn({ code: done.code, plan: record.id, reminder: one.kind }, "a reminder waits for the next round");
  if (done.kind === "refused") await store.reminders.forget(workspace, record.id, one.key);
}

const noteOf = (workspace: Workspace, { record, one, reader }: Wish): ReminderNote => ({
  ...reader,
  owner: record.owner,
  kind: one.kind,
  model: one.model,
  method: one.method,
  eventAt: one.eventAt,
  place:
    record.channel === null || record.headTs === null ? null : { channel: record.channel, ts: record.headTs },
  reference: referenceOf(workspace, record.id, one.key),
});
