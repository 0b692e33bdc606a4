import type { CatalogueLookup } from "../src/domain/catalogue.ts";
import type { Language } from "../src/domain/conversation.ts";
import type { ReminderKind } from "../src/domain/planning/reminders.ts";
import { termWords } from "../src/i18n/field-words.ts";
import { escapeMrkdwn } from "./escape.ts";
import { bold, context, link, section, toMessage, type Message } from "./kit.ts";
import { scene } from "./view.ts";

export interface ReminderWords {
  readonly language: Language;
  readonly timeZone: string | null;
  readonly kind: ReminderKind;
  readonly model: string;
  readonly method: string;
  readonly eventAt: string | null;
  /** Where the plan stands; null = not known. */
  readonly permalink: string | null;
  readonly reference: string;
}

/** One reminder as a direct message; the reference stands in its text alone. No amounts: who reads over a shoulder reads along. */
export function reminderMessage(of: ReminderWords, lookup: CatalogueLookup): Message {
  const { timeZone, permalink } = of;
  const s = scene(of.language, { lookup, showAmounts: false, followUps: "mention", timeZone });
  const { stop, reference } = s.m.reminders;
  const says: Readonly<Record<ReminderKind, (when: string) => string>> = s.m.reminders.says;
  const title = `${s.names.model(of.model)} · ${termWords(of.method, s)}`;
  const when = of.eventAt === null ? s.f.unknown : s.f.date(of.eventAt, { time: true, timeZone });
  const { text, blocks } = toMessage(
    {
      pieces: [
        section([permalink === null ? bold(title) : link(title, permalink)], [says[of.kind](when)]),
        context([stop]),
      ],
    },
    { more: s.m.units.more },
  );
  return { text: `${text}\n${escapeMrkdwn(reference(of.reference))}`, blocks };
}
