import { afterEach, describe, expect, it } from "vitest";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { fromBot, heads, line, openWorkbench, planPosted, tempDir, until } from "./support.ts";
import { slackEnv, spawnBot, type Spawned } from "./spawn-bot.ts";

let bench: Workbench;
const running: Spawned[] = [];
const boot = async (dataDir: string): Promise<Spawned> => {
  const bot = spawnBot(slackEnv(bench, dataDir));
  running.push(bot);
  await bot.ready;
  return bot;
};
const kill = async (bot: Spawned): Promise<void> => {
  bot.process.kill("SIGKILL");
  await bot.exited;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map(kill));
  await bench.close();
});

describe("kill -9", () => {
  it(
    "after the acknowledgement, before the answer: the next start answers, once",
    { timeout: 60_000 },
    async () => {
      bench = await openWorkbench("listen");
      const alex = bench.actor.actAs("alex");
      const dataDir = tempDir();
      const first = await boot(dataDir);
      expect(await alex.command("/gpu-plan", line)).toMatchObject({ ok: true });
      await kill(first);
      expect(heads(alex)).toEqual([]);
      await boot(dataDir);
      await planPosted(alex);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      expect(heads(alex)).toHaveLength(1);
    },
  );

  it("between head and details: the details follow, nothing comes twice", { timeout: 60_000 }, async () => {
    bench = await openWorkbench("listen");
    const alex = bench.actor.actAs("alex");
    const dataDir = tempDir();
    const first = await boot(dataDir);
    await alex.command("/gpu-plan", line);
    await until(() => heads(alex).length === 1, "the head is posted");
    await kill(first);
    const bySelf = () => alex.messages().filter(fromBot).length;
    expect(bySelf()).toBe(1);
    await boot(dataDir);
    await planPosted(alex);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(bySelf()).toBe(2);
  });

  it("SIGTERM finishes what it has in hand, then ends well", { timeout: 60_000 }, async () => {
    bench = await openWorkbench("listen");
    const alex = bench.actor.actAs("alex");
    const bot = await boot(tempDir());
    await alex.command("/gpu-plan", line);
    bot.process.kill("SIGTERM");
    expect(await bot.exited).toBe(0);
    await planPosted(alex);
    expect(bench.state.connected).toBe(false);
  });
});
