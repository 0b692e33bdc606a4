import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { slackEnv, spawnBot, type Spawned } from "./spawn-bot.ts";
import { heads, line, openWorkbench, planPosted, tempDir, until } from "./support.ts";

let bench: Workbench;
const running: Spawned[] = [];
const boot = async (env: Readonly<Record<string, string>>): Promise<Spawned> => {
  const bot = spawnBot(env);
  running.push(bot);
  await bot.ready;
  return bot;
};
beforeEach(async () => {
  bench = await openWorkbench("listen");
});
afterEach(async () => {
  for (const bot of running.splice(0)) {
    bot.process.kill("SIGKILL");
    await bot.exited;
  }
  await bench.close();
});

const errors = (bot: Spawned): readonly string[] =>
  bot
    .output()
    .split("\n")
    .filter((text) => text !== "" && !text.startsWith("gpu-plan is "))
    .filter((text) => !text.startsWith("{") || (JSON.parse(text) as { level: number }).level >= 50);

const local = (): Record<string, string> => ({ PORT: "0", GPU_PLAN_DATA_DIR: tempDir() });
const slack = (): Record<string, string> => slackEnv(bench, tempDir());
/** Ctrl-C comes from the terminal and, a moment later, from npm. */
const twice = ["SIGINT", "SIGINT"] as const;

describe("a stop says nothing that is not so, and ends with 0", { timeout: 120_000 }, () => {
  it.each([
    ["SIGTERM, at Slack", slack, ["SIGTERM"] as const],
    ["Ctrl-C under npm, in the local workspace", local, twice],
    ["a closed terminal", local, ["SIGHUP"] as const],
  ])("%s", async (_name, env, signals) => {
    const bot = await boot(env());
    for (const signal of signals) bot.process.kill(signal);
    expect(await bot.exited).toBe(0);
    expect(errors(bot)).toEqual([]);
  });

  it("nobody reads what it prints any more", async () => {
    const bot = await boot(local());
    bot.process.stdout?.destroy();
    bot.process.stderr?.destroy();
    bot.process.kill("SIGHUP");
    expect(await bot.exited).toBe(0);
  });

  it("work that Slack holds up is left to the next start, which answers once", async () => {
    const alex = bench.actor.actAs("alex");
    const env = slack();
    const first = await boot(env);
    bench.actor.rateLimitNext("chat.postMessage", 60);
    await alex.command("/gpu-plan", line);
    await until(() => first.output().includes("more slowly"), "Slack holds it up", 20_000);
    first.process.kill("SIGTERM");
    expect(await first.exited).toBe(0);
    expect(errors(first)).toEqual([]);
    expect(heads(alex)).toEqual([]);
    await boot(env);
    await planPosted(alex);
    expect(heads(alex)).toHaveLength(1);
  });
});
