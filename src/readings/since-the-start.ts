import type { Tally } from "./tally.ts";

/** Where a run stands by a counter that began with it. */
export interface Point {
  readonly step: number;
  /** Since the program started. [s] */
  readonly seconds: number;
  readonly tokens: number | null;
}

/**
 * Tools that print time and tokens since the start: steps and rates come from the differences between two lines,
 * which a resumed run does not falsify.
 */
export function makeSinceTheStart() {
  let before: Point | null = null;
  let first: Point | null = null;
  const paces: number[] = [];
  return {
    see(now: Point, rank: number | null, t: Tally): void {
      t.set("runtimeSeconds", now.seconds);
      first ??= now;
      if (before !== null && before.seconds > now.seconds) {
        t.warn("resumed");
        first = now;
      } else if (before !== null && before.step < now.step && before.seconds < now.seconds) {
        const [steps, time] = [now.step - before.step, now.seconds - before.seconds];
        paces.push(time / steps);
        t.sample("stepSeconds", { step: now.step, rank }, time / steps);
        if (now.tokens !== null && before.tokens !== null)
          t.sample("tokensPerSecondTotal", { step: now.step, rank }, (now.tokens - before.tokens) / time);
      }
      before = now;
    },
    end(t: Tally): void {
      const pace = [...paces].sort((a, b) => a - b)[Math.floor(paces.length / 2)];
      if (first !== null && pace !== undefined && first.seconds < 0.5 * pace * first.step) t.warn("resumed");
    },
  };
}
