import { WebAPIRateLimitedError } from "@slack/web-api";
import { describe, expect, it } from "vitest";
import { makeLimitsGuard, QueueFull, type GuardOptions } from "../../src/slack/limits-guard.ts";

/** A clock that only moves when somebody sleeps. */
function world(options: Partial<GuardOptions> = {}) {
  let time = 0;
  const guard = makeLimitsGuard({
    spacingMs: 1_000,
    maxQueued: 5,
    longestWaitMs: 60_000,
    attempts: 3,
    now: () => time,
    sleep: async (ms) => {
      time += ms;
    },
    ...options,
  });
  const log: string[] = [];
  const write = (channel: string, name: string, replaces?: string) =>
    guard.write(channel, async () => void log.push(`${name}@${time}`), replaces);
  return { guard, log, write, at: () => time };
}

describe("writes to Slack", () => {
  it("keep their order and one second between them in a channel", async () => {
    const { write, log } = world();
    await Promise.all([write("C1", "a"), write("C1", "b"), write("C1", "c")]);
    expect(log).toEqual(["a@0", "b@1000", "c@2000"]);
  });

  it("do not wait for another channel", async () => {
    const { write, log } = world();
    await Promise.all([write("C1", "a"), write("C2", "b")]);
    expect(log).toEqual(["a@0", "b@0"]);
  });

  it("honour Retry-After, then go on", async () => {
    const { guard, write, log, at } = world();
    let calls = 0;
    const limited = guard.write("C1", () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new WebAPIRateLimitedError(7)) : Promise.resolve(at());
    });
    const after = write("C1", "next");
    expect(await limited).toBe(7_000);
    await after;
    expect(log).toEqual(["next@8000"]);
  });

  it("give up on a wait nobody would sit through, and the next still goes", async () => {
    const { guard, write } = world();
    await expect(guard.write("C1", () => Promise.reject(new WebAPIRateLimitedError(600)))).rejects.toThrow();
    await write("C1", "next");
  });

  it("of edits of one message that wait together, only the last is made", async () => {
    const { write, log } = world();
    await Promise.all([write("C1", "post"), write("C1", "old", "head"), write("C1", "new", "head")]);
    expect(log).toEqual(["post@0", "new@1000"]);
  });

  it("have a queue with an end", async () => {
    const { guard, write } = world();
    const all = Promise.all(Array.from({ length: 5 }, (_, n) => write("C1", String(n))));
    expect(guard.waiting()).toBe(5);
    await expect(write("C1", "too much")).rejects.toBeInstanceOf(QueueFull);
    await all;
    expect(guard.waiting()).toBe(0);
  });

  it("a failed write does not stop the lane", async () => {
    const { guard, write, log } = world();
    await expect(guard.write("C1", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    await write("C1", "b");
    expect(log).toHaveLength(1);
  });
});
