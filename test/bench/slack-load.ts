import { rmSync } from "node:fs";
import { join } from "node:path";
import { line, openWorkbench, tempDir } from "../journeys/support.ts";
import { slackEnv, spawnBot } from "../journeys/spawn-bot.ts";
import type { Actor } from "../../src/workbench/driver.ts";

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const words = (name: string, times: readonly number[], failed: number): string => {
  const sorted = [...times].sort((a, b) => a - b);
  const ms = (share: number): string => `${percentile(sorted, share).toFixed(0)} ms`;
  return `${name}: ${times.length} sent, ${failed} not acknowledged; ack p50 ${ms(0.5)}, p99 ${ms(0.99)}, worst ${ms(1)}`;
};

/** Sends at a steady pace, whatever comes back, and times each acknowledgement from the sender's side. */
async function load(
  actors: readonly Actor[],
  text: string,
  perSecond: number,
  seconds: number,
): Promise<[number[], number]> {
  const times: number[] = [];
  let failed = 0;
  const sent: Promise<void>[] = [];
  const began = performance.now();
  for (let n = 0; n < perSecond * seconds; n += 1) {
    // By the clock, so that one late sending does not slow the others down.
    const due = began + (n * 1_000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const since = performance.now();
    const actor = actors[n % actors.length];
    if (actor === undefined) throw new Error("nobody to send");
    sent.push(
      actor.command("/gpu-plan", text).then((outcome) => {
        times.push(performance.now() - since);
        if (!outcome.ok) failed += 1;
      }),
    );
  }
  await Promise.all(sent);
  return [times, failed];
}

/**
 * Acknowledgements under load, the bot in a process of its own as `npm start` runs it. The first figure is the
 * very first command after the line that says it is ready; senders and workspace share this process.
 */
export async function benchSlackLoad(): Promise<string> {
  const bench = await openWorkbench("listen");
  const dataDir = tempDir();
  const bot = spawnBot({ ...slackEnv(bench, join(dataDir, "data")), LOG_LEVEL: "warn" });
  try {
    await bot.ready;
    const actors = ["camille", "alex"].map((name) => bench.actor.actAs(name));
    const [first, firstFailed] = await load(actors, line, 1, 1);
    const [bare, bareFailed] = await load(actors, "", 50, 10);
    const [text, textFailed] = await load(actors, line, 10, 10);
    return [
      words("the first command, with text, at once", first, firstFailed),
      words("50 bare /gpu-plan a second for 10 s", bare, bareFailed),
      words("10 a second with text for 10 s", text, textFailed),
    ].join("\n");
  } finally {
    bot.process.kill("SIGTERM");
    await bot.exited;
    await bench.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
