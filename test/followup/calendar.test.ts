import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayNumber, firstWeekdayOnOrAfter } from "../../src/followup/calendar.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const run = "llama 3.1 8b lora";

describe("a stretch of the calendar", () => {
  it("ends on the evening of its last day, whatever the day it is asked on", () => {
    const days = fc.integer({ min: 0, max: 364 });
    fc.assert(
      fc.property(days, (offset) => {
        const now = new Date(Date.UTC(2026, 0, 1 + offset, 9)).toISOString();
        const read = readMessage(`${run}, end of the month`, { ...readingContext(), now, timeZone: "UTC" });
        const told = read.assumed?.find(({ field }) => field === "limits.deadlineHours")?.value;
        const then = new Date(String(told));
        expect(then.getUTCHours()).toBe(18);
        expect(new Date(then.getTime() + 86_400_000).getUTCDate()).toBe(1);
      }),
      { numRuns: 40, seed: 3 },
    );
  });

  it("that ends today leaves the night when the evening is over", () => {
    const read = readMessage(`${run}, d'ici la fin du mois`, {
      ...readingContext(),
      now: "2026-11-30T22:00:00Z",
      timeZone: "UTC",
    });
    expect(read.understood.limits?.deadlineHours).toBe(2);
  });

  it.each([
    ["prices of mid-December", "mid-December"],
    ["released in October", "October"],
    ["avec les prix de janvier", "janvier"],
  ])("that bounds nothing is said to be unread: %s", (words, unread) => {
    const read = readMessage(`${run}, ${words}`, readingContext());
    expect(read.understood.limits).toBeUndefined();
    expect(read.unreadWorthSaying).toContain(unread);
  });
});

describe("days as numbers", () => {
  it("hold the weekday that is asked for within a week", () => {
    fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 40_000 }), fc.integer({ min: 0, max: 6 }), (day, weekday) => {
        const found = firstWeekdayOnOrAfter(day, weekday);
        expect(new Date(found * 86_400_000).getUTCDay()).toBe(weekday);
        expect(found - day).toBeGreaterThanOrEqual(0);
        expect(found - day).toBeLessThan(7);
      }),
    );
  });

  it("roll over months and years", () => {
    expect(dayNumber(2026, 12, 0)).toBe(dayNumber(2026, 11, 31));
    expect(dayNumber(2026, 12, 1)).toBe(dayNumber(2027, 0, 1));
  });
}); // prettier-ignore
