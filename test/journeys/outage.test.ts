import { join } from "node:path";
import { expect, it } from "vitest";
import { slackEnv, spawnBot } from "./spawn-bot.ts";
import { connectBot, line, openWorkbench, planPosted, tempDir, until } from "./support.ts";

it(
  "Slack out of reach for a while: the bot lives, says so, and comes back by itself",
  { timeout: 60_000 },
  async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on("unhandledRejection", note);
    const stateFile = join(tempDir(), "state.json");
    const before = await openWorkbench("listen", { stateFile });
    const bot = await connectBot(before);
    expect(bot.slack.notConnected()).toBeNull();
    const port = Number(new URL(before.url).port);
    await before.close();
    // The client waits five seconds before it tries again; it must have failed once while nobody listens.
    await until(
      () => bot.logged.some((l) => l.message.startsWith("no connection to Slack")),
      "a reconnect has failed",
      20_000,
    );
    expect(bot.slack.notConnected()).not.toBeNull();
    const after = await openWorkbench("listen", { stateFile, port });
    await after.actor.waitForConnection(30_000);
    await until(() => bot.slack.notConnected() === null, "it knows that it is back");
    const alex = after.actor.actAs("alex");
    await alex.command("/gpu-plan", line);
    await planPosted(alex);
    expect(unhandled).toEqual([]);
    process.off("unhandledRejection", note);
    await bot.stop();
    await bot.store.close();
    await after.close();
  },
);

it(
  "Slack out of reach at the start: the process waits, ends well on a signal, and connects by itself",
  { timeout: 120_000 },
  async () => {
    const stateFile = join(tempDir(), "state.json");
    const gone = await openWorkbench("listen", { stateFile });
    const port = Number(new URL(gone.url).port);
    await gone.close();
    const bots = [spawnBot(slackEnv(gone, tempDir())), spawnBot(slackEnv(gone, tempDir()))] as const;
    for (const bot of bots)
      await until(() => bot.output().includes("out of reach"), "it has tried once", 50_000);
    bots[0].process.kill("SIGTERM");
    expect(await bots[0].exited).toBe(0);
    const back = await openWorkbench("listen", { stateFile, port });
    await bots[1].ready;
    bots[1].process.kill("SIGTERM");
    expect(await bots[1].exited).toBe(0);
    await back.close();
  },
);
