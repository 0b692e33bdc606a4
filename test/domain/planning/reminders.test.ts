import { addDays } from "date-fns";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Pilot } from "../../../src/domain/pilot/pilot.ts";
import type { Stage } from "../../../src/domain/plan.ts";
import {
  lastWorkingHour,
  nextWorkingHour,
  remindedWithinDays,
  remindersOf,
  type ReminderFacts,
} from "../../../src/domain/planning/reminders.ts";
import { candidateFixture } from "../../support/plan-fixture.ts";

const iso = (date: Date): string => date.toISOString();
const zones = ["Europe/Paris", "America/New_York", "Asia/Kolkata", "Pacific/Auckland", null] as const;

describe("working hours", () => {
  it.each([
    // 30 November 2026 is a Monday; Paris is an hour ahead of UTC in winter, two in summer.
    ["2026-11-30T10:00:00Z", "Europe/Paris", "2026-11-30T10:00:00.000Z"],
    ["2026-11-30T06:00:00Z", "Europe/Paris", "2026-11-30T08:00:00.000Z"],
    ["2026-11-30T17:00:00Z", "Europe/Paris", "2026-12-01T08:00:00.000Z"],
    ["2026-11-28T12:00:00Z", "Europe/Paris", "2026-11-30T08:00:00.000Z"],
    ["2026-03-27T20:00:00Z", "Europe/Paris", "2026-03-30T07:00:00.000Z"],
    ["2026-11-30T12:00:00Z", "America/New_York", "2026-11-30T14:00:00.000Z"],
    ["2026-11-30T22:00:00Z", "Pacific/Auckland", "2026-11-30T22:00:00.000Z"],
    ["2026-11-30T06:00:00Z", "Mars/Olympus", "2026-11-30T09:00:00.000Z"],
  ])("next after %s in %s", (instant, zone, expected) => {
    expect(iso(nextWorkingHour(new Date(instant), zone))).toBe(expected);
  });

  it.each([
    ["2026-11-30T10:00:00Z", "Europe/Paris", "2026-11-30T10:00:00.000Z"],
    ["2026-11-30T20:00:00Z", "Europe/Paris", "2026-11-30T16:00:00.000Z"],
    ["2026-11-30T06:00:00Z", "Europe/Paris", "2026-11-27T16:00:00.000Z"],
    ["2026-11-29T06:00:00Z", "Europe/Paris", "2026-11-27T16:00:00.000Z"],
  ])("last before %s in %s", (instant, zone, expected) => {
    expect(iso(lastWorkingHour(new Date(instant), zone))).toBe(expected);
  });

  it("never leave the day and the hours of the owner, whichever way they are looked for", () => {
    const instants = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2027-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, zone) => {
        for (const found of [nextWorkingHour(instant, zone), lastWorkingHour(instant, zone)]) {
          const parts = new Intl.DateTimeFormat("en-GB", {
            timeZone: zone ?? "UTC",
            weekday: "short",
            hour: "2-digit",
            hourCycle: "h23",
          }).formatToParts(found);
          const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
          expect(["Sat", "Sun"]).not.toContain(of("weekday"));
          expect(Number(of("hour"))).toBeGreaterThanOrEqual(9);
          expect(Number(of("hour"))).toBeLessThan(18);
        }
        expect(+nextWorkingHour(instant, zone)).toBeGreaterThanOrEqual(+instant);
        expect(+lastWorkingHour(instant, zone)).toBeLessThanOrEqual(+instant);
      }),
    );
  });
});

const now = new Date("2026-11-30T09:00:00Z");
const stages: readonly Stage[] = [{ stage: "one-gpu-pilot", state: "next", why: "longest-batches" }];
const posted = [{ by: "U1", at: "2026-11-29T10:00:00Z", configuration: "c" }] as unknown as Pilot[];
const best = candidateFixture();
const hours = (likely: number) => ({ low: likely * 0.8, likely, high: likely * 1.3 });
const facts = (over: {
  readonly progress?: Partial<ReminderFacts["progress"]>;
  readonly observedAt?: string;
  readonly stages?: readonly Stage[];
  readonly timeZone?: string | null;
  readonly artefactsOutBy?: number;
}): ReminderFacts => ({
  plan: {
    best: {
      ...best,
      offer: best.offer === null ? null : { ...best.offer, observedAt: over.observedAt ?? "2026-11-30" },
    },
    window: {
      parts: [],
      total: hours(30),
      ...(over.artefactsOutBy === undefined ? {} : { artefactsOutBy: over.artefactsOutBy }),
    },
    stages: over.stages ?? stages,
  },
  progress: { pilots: [], reservation: null, closing: null, ...over.progress },
  changedAt: "2026-11-30T09:00:00Z",
  timeZone: over.timeZone === undefined ? "Europe/Paris" : over.timeZone,
});
const kinds = (given: ReminderFacts, at = now) => remindersOf(given, at).map(({ kind }) => kind);

describe("the owner hears", () => {
  it("once of a plan that waits for its pilot, three days after its last change", () => {
    expect(remindersOf(facts({}), now)).toEqual([
      { kind: "pilot-waiting", event: "first", dueAt: "2026-12-03T09:00:00.000Z", eventAt: null },
    ]);
    expect(kinds(facts({ progress: { pilots: posted } }))).not.toContain("pilot-waiting");
    expect(
      kinds(facts({ stages: [{ stage: "one-gpu-pilot", state: "advised", why: "small-run" }] })),
    ).toEqual([]);
  });

  it("of an old price only while somebody measures, and not when it was old before", () => {
    const deciding = { progress: { pilots: posted } };
    expect(remindersOf(facts(deciding), now)).toEqual([
      {
        kind: "price-old",
        event: "2026-11-30",
        dueAt: "2026-12-07T08:00:00.000Z",
        eventAt: "2026-12-07T00:00:00.000Z",
      },
    ]);
    expect(kinds(facts({ ...deciding, observedAt: "2026-11-01" }))).toEqual([]);
  });

  const reserved = (startsAt: string) => ({
    progress: {
      pilots: posted,
      reservation: { by: "U1", at: "2026-11-30T09:00:00Z", startsAt, configuration: "c" },
    },
  });

  it("of artefacts before they go, within working hours where that is possible", () => {
    // Starts Tuesday 09:00 UTC; out by hour 28 = Wednesday 13:00; three hours before = 10:00 UTC.
    const [first, second] = remindersOf(
      facts({ ...reserved("2026-12-01T09:00:00Z"), artefactsOutBy: 28 }),
      now,
    );
    expect(first).toEqual({
      kind: "artefacts-out",
      event: "2026-11-30T09:00:00Z",
      dueAt: "2026-12-02T10:00:00.000Z",
      eventAt: "2026-12-02T13:00:00.000Z",
    });
    expect(second).toMatchObject({ kind: "allocation-ends", eventAt: "2026-12-02T15:00:00.000Z" });
  });

  it("of artefacts out of hours rather than too late: the rental begins and ends over a weekend", () => {
    const weekend = facts({ ...reserved("2026-12-04T20:00:00Z"), artefactsOutBy: 20 });
    expect(remindersOf(weekend, now)).toContainEqual({
      kind: "artefacts-out",
      event: "2026-11-30T09:00:00Z",
      dueAt: "2026-12-05T13:00:00.000Z",
      eventAt: "2026-12-05T16:00:00.000Z",
    });
  });

  it("at once of artefacts that must leave sooner than anybody could be told in time", () => {
    const short = facts({ ...reserved("2026-11-30T08:30:00Z"), artefactsOutBy: 2 });
    expect(remindersOf(short, now)[0]).toMatchObject({
      kind: "artefacts-out",
      dueAt: "2026-11-30T08:30:00.000Z",
      eventAt: "2026-11-30T10:30:00.000Z",
    });
    expect(kinds(short, new Date("2026-11-30T10:30:00Z"))).not.toContain("artefacts-out");
  });

  it("of nothing long after the last change of a plan that nobody measures, in any zone", () => {
    const anyTime = fc.date({
      min: new Date("2026-01-01"),
      max: new Date("2027-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(anyTime, fc.constantFrom(...zones), (changed, timeZone) => {
        const left = { ...facts({ timeZone }), changedAt: iso(changed) };
        expect(kinds(left, addDays(changed, remindedWithinDays))).toEqual([]);
      }),
    );
  });

  it("of nothing once it is closed, nor of what is past", () => {
    const closing = { by: "U1", at: "2026-12-03T09:00:00Z", hours: 29, invoice: null, incidents: 0 };
    const over = reserved("2026-12-01T09:00:00Z");
    expect(kinds(facts({ progress: { ...over.progress, closing } }))).toEqual([]);
    expect(kinds(facts(over), new Date("2026-12-10T09:00:00Z"))).toEqual([]);
  });
});
