import { errorFields } from "./slack-error.ts";
import type { Log } from "./telemetry.ts";

const everyMs = 10 * 60_000;
/** Changes come in bunches. */
const soonMs = 2_000;
/** Another replica is at it, perhaps past the plan that changed here. */
const busyMs = 30_000;
/** Replicas' clocks, and what was written while the last round began. */
const overlapMs = 5 * 60_000;

export interface Reminding {
  /** A whole round now, and every ten minutes. */
  start(): void;
  /** A plan, or what happens to it, has changed: a round over what moved. */
  soon(): void;
  /** No more rounds; resolves when the one in hand has ended. */
  stop(): Promise<void>;
}

/** When reminders are reconciled. `round` = over plans that moved since the instant, or over all (null). */
export function makeReminding(deps: {
  readonly round: (since: Date | null) => Promise<"done" | "busy">;
  readonly now: () => Date;
  readonly log: Log;
}): Reminding {
  const { round, now, log } = deps;
  let stopped = false;
  let inHand: Promise<void> | null = null;
  /** What is asked for while a round runs; the wider one wins. */
  let next: "all" | "moved" | null = null;
  let caughtUp: Date | null = null;
  let every: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;

  const later = (ms: number): void => {
    if (stopped || soon !== undefined) return;
    soon = setTimeout(() => {
      soon = undefined;
      run("moved");
    }, ms).unref();
  };

  const once = async (wanted: "all" | "moved"): Promise<void> => {
    const began = now();
    const since = wanted === "all" || caughtUp === null ? null : new Date(caughtUp.getTime() - overlapMs);
    try {
      if ((await round(since)) === "done") caughtUp = began;
      else later(busyMs);
    } catch (error) {
      if (!stopped) log.error({ ...errorFields(error) }, "reminders were not kept; it is tried again");
    }
  };

  const run = (wanted: "all" | "moved"): void => {
    if (stopped) return;
    if (inHand !== null) {
      next = wanted === "all" ? "all" : (next ?? "moved");
      return;
    }
    inHand = once(wanted).finally(() => {
      inHand = null;
      const after = next;
      next = null;
      if (after !== null) run(after);
    });
  };

  return {
    start: () => {
      every = setInterval(() => {
        run("all");
      }, everyMs).unref();
      run("all");
    },
    soon: () => {
      later(soonMs);
    },
    stop: async () => {
      stopped = true;
      clearInterval(every);
      clearTimeout(soon);
      await inHand;
    },
  };
}
