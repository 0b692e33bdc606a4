const clocks = new Map<string, Intl.DateTimeFormat>();

/** One formatter a zone: making one costs more than reading a message. Throws when the zone does not exist. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat("en-US", {
      timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric",
    }); // prettier-ignore
    clocks.set(timeZone, clock);
  }
  return clock;
}

/** Minutes that the zone is ahead of UTC at that instant. */
export function offsetMinutes(instant: Date, timeZone: string | null): number {
  if (timeZone === null) return 0;
  try {
    const parts = clockOf(timeZone).formatToParts(instant);
    const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value ?? 0);
    const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
    return Math.round((local - instant.getTime()) / 60_000);
  } catch {
    return 0;
  }
}

/** Instant of `hour` local time, `days` after today. */
export function atLocal(now: Date, timeZone: string | null, days: number, hour: number): Date {
  const offset = offsetMinutes(now, timeZone);
  const local = new Date(now.getTime() + offset * 60_000);
  const wall = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days, hour);
  const guess = new Date(wall - offset * 60_000);
  return new Date(wall - offsetMinutes(guess, timeZone) * 60_000);
}

export const hoursBetween = (now: Date, then: Date): number =>
  Math.round(((then.getTime() - now.getTime()) / 3_600_000) * 100) / 100;
