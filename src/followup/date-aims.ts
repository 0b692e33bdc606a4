import { take, wordsAt, type Draft, type Match } from "./draft.ts";

/** A deadline named by a day ends when that day's work does. */
export const endOfWork = 18;

/** The local hour at which what was named is over. */
const endOf = (words: string): number =>
  /(?:morning|matin|matinee|midi|noon)\s*$/u.test(words) ? 12 : endOfWork;

/** What a date bounds: the end of the work, or its beginning. */
export interface Aim {
  readonly field: "limits.deadlineHours" | "limits.startHours";
  readonly why: "date-read" | "start-read";
  readonly hourOf: (words: string) => number;
}
export const deadline: Aim = { field: "limits.deadlineHours", why: "date-read", hourOf: endOf };
export const opening = 9;
export const start: Aim = {
  field: "limits.startHours",
  why: "start-read",
  hourOf: (words) => (/(?:afternoon|apres-midi|midi|noon)\s*$/u.test(words) ? 13 : opening),
};

/** A date without a year that lies further ahead than this was meant of this year, and is past. */
export const farAheadHours = 24 * 280;

/** A deadline that is over bounds nothing: said before anything else. */
export function tellPast(match: Match, draft: Draft, end: number, hoursAgo: number): true {
  const days = Math.round(hoursAgo / 24);
  draft.premises.push({ code: "date-past", params: { read: wordsAt(draft, match.end, end), days } });
  take(draft, match.start, end);
  return true;
}
