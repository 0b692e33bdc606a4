import type { Candidate, Plan } from "../src/domain/plan.ts";
import { capital } from "../src/i18n/words-of.ts";
import { hoursOf } from "./facts.ts";
import { bold, type Line } from "./kit.ts";
import type { Scene } from "./view.ts";

const MILLISECONDS_IN_HOUR = 3_600_000;

/** The rental window with dates in the reader's zone, as if it started at `at`. */
export function timelineAnswer(plan: Plan, c: Candidate, at: string | undefined, s: Scene): Line[] {
  const words = s.m.money.timeline;
  const { parts, total, artefactsOutBy } = plan.window;
  if (at === undefined || parts.length === 0) return [[bold(words.unknown)]];
  const when = (hours: number): string =>
    s.f.date(new Date(Date.parse(at) + hours * MILLISECONDS_IN_HOUR).toISOString(), {
      time: true,
      timeZone: s.view.timeZone,
    });
  let passed = 0;
  const lines = parts
    .filter(({ hours }) => hours.likely > 0)
    .map(({ part, hours }): Line => {
      const from = passed;
      passed += hours.likely;
      return ["• ", words.part(capital(s.m.stages.parts[part]), when(from), s.f.hours(hours.likely))];
    });
  return [
    [bold(words.title(when(0)))],
    ...lines,
    [words.end(when(total.likely), when(total.high))],
    ...(artefactsOutBy === undefined ? [] : [[words.out(when(artefactsOutBy))]]),
    ...todayLines(plan, c, s),
  ];
}

/** The same as within a tenth. */
const SAME_TIME = 1.1;

/** Against what they run on today, when they said what that takes. */
export function todayLines(plan: Plan, c: Candidate, s: Scene): Line[] {
  const before = plan.spec.current?.hours;
  const after = hoursOf(c, plan)?.likely;
  if (before === undefined || before <= 0 || after === undefined || after <= 0) return [];
  const { today } = s.m.money;
  const times = before / after;
  if (times < SAME_TIME && times > 1 / SAME_TIME) return [[today.same(s.f.hours(before))]];
  const say = times > 1 ? today.faster : today.slower;
  return [[say(s.f.rough(Math.max(times, 1 / times)), s.f.hours(before), s.f.hours(after))]];
}
