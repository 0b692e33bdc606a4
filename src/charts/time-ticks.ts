export interface TimeTick {
  /** Hours since the start. */
  readonly hours: number;
  /** Midnight in the reader's zone. */
  readonly newDay: boolean;
}

const hour = 3_600_000;
const day = 24;
/** Steps within a day, then whole days. [h] */
const steps = [1, 2, 3, 6, 12, day, 2 * day, 7 * day, 14 * day, 28 * day] as const;

/** The clock of a zone: its hour and minute at an instant. */
function clockOf(
  timeZone: string | null,
): (at: number) => { readonly hour: number; readonly minute: number } {
  const clock = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: timeZone ?? "UTC",
  });
  return (at) => {
    const [hours = 0, minute = 0] = clock.format(at).split(":").map(Number);
    return { hour: hours, minute };
  };
}

/** Whole hours of the reader's clock within a window, at a step that leaves at most about `most` of them. */
export function timeTicks(
  startsAt: string,
  hours: number,
  timeZone: string | null,
  most: number,
): readonly TimeTick[] {
  const step = steps.find((one) => hours / one <= most) ?? Math.ceil(hours / most / day) * day;
  const start = Date.parse(startsAt);
  const end = start + hours * hour;
  const local = clockOf(timeZone);
  const { minute } = local(start);
  // Zones lie whole quarters of an hour apart: to the next full hour of the reader's clock, then to the first tick.
  let at = start - (start % 60_000) + (minute === 0 ? 0 : (60 - minute) * 60_000);
  if (at < start) at += hour;
  while (local(at).hour % Math.min(step, day) !== 0) at += hour;
  const ticks: TimeTick[] = [];
  for (; at <= end; at += step * hour) {
    // Clocks that were set forward or back meanwhile.
    const off = step >= day ? local(at).hour : 0;
    if (off !== 0) at += (off > 12 ? day - off : -off) * hour;
    ticks.push({ hours: (at - start) / hour, newDay: local(at).hour === 0 });
  }
  return ticks;
}
