import type { ReminderKind } from "../../domain/planning/reminders.ts";

/** What an owner is reminded of, and the list of what is to come. */
export const reminders = {
  says: {
    "artefacts-out": (when: string) =>
      `Move the artefacts off the machine before ${when}: checkpoints, adapters, logs. What stays there is lost.`,
    "allocation-ends": (when: string) => `The allocation ends on ${when}.`,
    "price-old": () =>
      "The price of this plan is more than a week old: check it with the provider before deciding.",
    "pilot-waiting": () =>
      "This plan still waits for its pilot: until something is measured, its figures are an estimate.",
  } satisfies Record<ReminderKind, (when: string) => string>,
  stop: "To see or cancel your reminders: /gpu-plan reminders",
  reference: (id: string) => `(reminder ${id})`,
  kinds: {
    "artefacts-out": "artefacts off the machine",
    "allocation-ends": "end of the allocation",
    "price-old": "price a week old",
    "pilot-waiting": "pilot not run yet",
  } satisfies Record<ReminderKind, string>,
  title: (n: number) => (n === 1 ? "You have one reminder ahead:" : `You have ${n} reminders ahead:`),
  none: "You have no reminders ahead. They come to a plan's owner alone, in a direct message.",
  line: (what: string, when: string) => `${what}, on ${when}`,
  cancel: "Cancel this reminder",
  cancelled: (n: number) => (n === 1 ? "One reminder cancelled." : `${n} reminders cancelled.`),
  nothingToCancel: "Nothing to cancel: there is no such reminder ahead any more.",
  underWay: "A reminder that is due within two minutes is under way already and still comes.",
  ownTimes:
    "I set no reminder at a time of your choosing. Those that come by themselves, to a plan's owner: artefacts to move off a machine before it goes, the end of the allocation, a price a week old, a pilot not run yet.",
  notYours: "Reminders of a plan are seen and cancelled by its owner alone.",
};
