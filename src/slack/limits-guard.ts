import { WebAPIRateLimitedError } from "@slack/web-api";

/** Slack takes about one message per second and channel; more is answered with 429. */
export interface GuardOptions {
  readonly spacingMs: number;
  /** Writes that may wait for one channel before the next is refused. */
  readonly maxQueued: number;
  /** Longest Retry-After that is honoured by waiting; a longer one fails the write. */
  readonly longestWaitMs: number;
  readonly attempts: number;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly onLimited?: (seconds: number) => void;
}

export const slackPace: GuardOptions = {
  spacingMs: 1_000,
  maxQueued: 60,
  longestWaitMs: 120_000,
  attempts: 4,
  now: () => Date.now(),
  sleep: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms);
    }),
};

export class QueueFull extends Error {}

interface Lane {
  tail: Promise<unknown>;
  queued: number;
  nextAt: number;
  /** Jobs that have not started, by the name of what they overwrite. */
  readonly superseded: Map<string, number>;
}

export interface LimitsGuard {
  /**
   * Runs one write to a channel, in order, no faster than Slack takes them. Of writes that carry the same
   * `replaces` and wait together only the last one is made: the others give undefined.
   */
  write<T>(channel: string, call: () => Promise<T>, replaces?: string): Promise<T | undefined>;
  waiting(): number;
}

/** The one place that knows the write limits: spacing, order, Retry-After, and a queue with an end. */
export function makeLimitsGuard(options: GuardOptions): LimitsGuard {
  const lanes = new Map<string, Lane>();

  const laneOf = (channel: string): Lane => {
    const known = lanes.get(channel);
    if (known !== undefined) return known;
    const lane: Lane = { tail: Promise.resolve(), queued: 0, nextAt: 0, superseded: new Map() };
    lanes.set(channel, lane);
    return lane;
  };

  const attempt = async <T>(lane: Lane, call: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const wait = lane.nextAt - options.now();
      if (wait > 0) await options.sleep(wait);
      lane.nextAt = options.now() + options.spacingMs;
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof WebAPIRateLimitedError) || tries >= options.attempts) throw error;
        options.onLimited?.(error.retryAfter);
        if (error.retryAfter * 1_000 > options.longestWaitMs) throw error;
        lane.nextAt = options.now() + error.retryAfter * 1_000;
      }
    }
  };

  const write = <T>(channel: string, call: () => Promise<T>, replaces?: string): Promise<T | undefined> => {
    const lane = laneOf(channel);
    if (lane.queued >= options.maxQueued) {
      return Promise.reject(new QueueFull(`more than ${options.maxQueued} messages wait for one channel`));
    }
    lane.queued += 1;
    const turn = replaces === undefined ? 0 : (lane.superseded.get(replaces) ?? 0) + 1;
    if (replaces !== undefined) lane.superseded.set(replaces, turn);
    const run = async (): Promise<T | undefined> => {
      try {
        if (replaces !== undefined && lane.superseded.get(replaces) !== turn) return undefined;
        return await attempt(lane, call);
      } finally {
        lane.queued -= 1;
        if (lane.queued === 0) lane.superseded.clear();
      }
    };
    const result = lane.tail.then(run, run);
    lane.tail = result.catch(() => undefined);
    void lane.tail.then(() => {
      if (lane.queued === 0 && lane.nextAt <= options.now()) lanes.delete(channel);
    });
    return result;
  };

  return { write, waiting: () => [...lanes.values()].reduce((sum, lane) => sum + lane.queued, 0) };
}
