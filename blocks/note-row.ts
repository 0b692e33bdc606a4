import { shorten } from "./escape.ts";
import type { Row } from "./fit-lines.ts";
import type { Scene } from "./view.ts";

/** Which revision an edited head shows, who made it and when; null for one that was never changed. */
export function noteRow(s: Scene): Row | null {
  const note = s.view.headNote;
  if (note === undefined) return null;
  const at = (clockOnly: boolean): string =>
    s.f.date(note.at, { time: true, clockOnly, timeZone: s.view.timeZone });
  return {
    small: true,
    forms: [
      [s.m.head.changedBy(note.revision, shorten(note.changedBy, 40), at(false))],
      [s.m.head.changedBy(note.revision, shorten(note.changedBy, 20), at(true))],
    ],
  };
}
