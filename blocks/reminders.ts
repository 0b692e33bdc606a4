import type { Answer, PendingReminder } from "../src/domain/conversation.ts";
import { capital } from "../src/i18n/words-of.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { actionIds, encodeButton } from "./ids.ts";
import { actions, bold, button, section, type Piece } from "./kit.ts";
import type { Scene } from "./view.ts";

type Reminders = Extract<Answer, { about: "reminders" }>;

const most = 15;

/** What will come, each with its button; only their owner is shown them. */
export function reminderPieces({ reminders, done }: Reminders, s: Scene): Piece[] {
  const { m } = s;
  if (done === "not-yours") return [section([m.reminders.notYours])];
  const shown = reminders.slice(0, most);
  const left = reminders.length - shown.length;
  return [
    ...(done === undefined
      ? []
      : [section(...(done === "own-times" ? [[m.reminders.ownTimes]] : doneLines(done, s)))]),
    section([reminders.length === 0 ? m.reminders.none : bold(m.reminders.title(reminders.length))]),
    ...shown.flatMap((one, n) => itemPieces(one, n, s)),
    ...(left > 0 ? [section([m.units.more(left)])] : []),
  ];
}

function doneLines(
  { cancelled, underWay }: Exclude<Reminders["done"], "not-yours" | "own-times" | undefined>,
  { m }: Scene,
) {
  const { reminders } = m;
  return [
    ...(cancelled > 0 ? [[reminders.cancelled(cancelled)]] : []),
    ...(underWay > 0 ? [[reminders.underWay]] : []),
    ...(cancelled + underWay === 0 ? [[reminders.nothingToCancel]] : []),
  ];
}

function itemPieces(
  { planId, key, kind, dueAt, model, method }: PendingReminder,
  n: number,
  s: Scene,
): Piece[] {
  const { reminders } = s.m;
  const when = s.f.date(dueAt, { time: true, timeZone: s.view.timeZone });
  const plan = `${s.names.model(model)} · ${termWords(method, s)}`;
  const value = encodeButton({ plan: planId, revision: 0, reminder: key });
  return [
    section([bold(plan)], [reminders.line(capital(reminders.kinds[kind]), when)]),
    actions(button(reminders.cancel, actionIds.cancelReminder(n), value)),
  ];
}
