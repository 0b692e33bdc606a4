/** A day of the calendar as a whole number: days since 1 January 1970, whatever the zone. */
export type Day = number;

const millisecondsADay = 86_400_000;

/** `month` from 0; a day of 0 is the last one of the month before, a month of 12 the January after. */
export const dayNumber = (year: number, month: number, date: number): Day =>
  Date.UTC(year, month, date) / millisecondsADay;

/** 0 = Sunday. 1 January 1970 was a Thursday. */
const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;

export const firstWeekdayOnOrAfter = (day: Day, weekday: number): Day =>
  day + ((weekday - weekdayOf(day) + 7) % 7);
