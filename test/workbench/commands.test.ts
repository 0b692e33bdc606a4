import type { App } from "@slack/bolt";
import { afterEach, expect, test } from "vitest";
import type { Running } from "./support.ts";
import { pause, startBoth } from "./support.ts";

let running: Running | undefined;
afterEach(async () => {
  await running?.stop();
  running = undefined;
});

const start = async (listeners: (app: App) => void, options = {}) => {
  running = await startBoth(listeners, options);
  return running.bench;
};

test("a command reaches Bolt escaped and is answered to one person, or to the channel", async () => {
  let heard: Record<string, unknown> = {};
  const bench = await start((app) => {
    app.command("/gpu-plan", async ({ ack, respond, command, body }) => {
      await ack();
      heard = body;
      await respond({ text: `privately ${command.text}` });
      await respond({ text: "for all", response_type: "in_channel" });
    });
  });
  const alex = bench.actor.actAs("alex");
  const outcome = await alex.command("/gpu-plan", "a & b <c> for @camille in #gpu see www.google.com", {
    channel: "#random",
  });
  expect(outcome).toEqual({ ok: true });
  const whisper = await alex.waitForMessage((message) => message.text.startsWith("privately"));
  expect(whisper).toMatchObject({ onlyForMe: true, fromBot: true });
  expect(whisper.text).toBe(
    "privately a &amp; b &lt;c&gt; for <@U0CAMILLE01> in <#C0GPU000001|gpu> see <http://www.google.com|www.google.com>",
  );
  const loud = await bench.actor.actAs("camille").waitForMessage((message) => message.text === "for all");
  expect(loud.raw["subtype"]).toBe("bot_message");
  expect(
    bench.actor
      .actAs("camille")
      .messages()
      .some((message) => message.text.startsWith("privately")),
  ).toBe(false);
  expect(heard).toMatchObject({
    command: "/gpu-plan",
    channel_name: "random",
    user_name: "alex",
    team_domain: "workbench",
  });
});

test("an ack with text is an ephemeral answer", async () => {
  const bench = await start((app) => {
    app.command("/gpu-plan", async ({ ack }) => {
      await ack("seen");
    });
  });
  const alex = bench.actor.actAs("alex");
  await alex.command("/gpu-plan");
  expect((await alex.waitForMessage((message) => message.text === "seen")).onlyForMe).toBe(true);
});

test("without an ack in time the person alone sees operation_timeout", async () => {
  const bench = await start(
    (app) => {
      app.command("/gpu-plan", async ({ ack }) => {
        await pause(250);
        await ack();
      });
    },
    { timing: { ackMs: 100 } },
  );
  const alex = bench.actor.actAs("alex");
  const outcome = await alex.command("/gpu-plan", "x");
  expect(outcome).toEqual({
    ok: false,
    error: "operation_timeout",
    shown: '/gpu-plan failed with the error "operation_timeout"',
  });
  expect(await alex.waitForMessage((message) => message.notice)).toMatchObject({ onlyForMe: true });
  expect(bench.actor.actAs("camille").messages()).toEqual([]);
  await pause(250);
  expect(bench.state.warnings.map((warning) => warning.code)).toEqual(["no_ack", "late_ack"]);
});

test("with nobody connected the command fails with dispatch_failed", async () => {
  const bench = await start(() => undefined);
  await running?.app.stop();
  while (bench.state.connected) await pause(10);
  const outcome = await bench.actor.actAs("alex").command("/gpu-plan");
  expect(outcome).toMatchObject({
    error: "dispatch_failed",
    shown: '/gpu-plan failed with the error "dispatch_failed"',
  });
});

test("commands are refused in threads, unknown ones refused, each in the person's language", async () => {
  const bench = await start(() => undefined);
  const alex = bench.actor.actAs("alex");
  const { ts } = alex.message("head");
  expect(await alex.command("/gpu-plan", "x", { threadTs: ts })).toMatchObject({
    shown: "/gpu-plan is not supported in threads. Sorry!",
  });
  expect(await alex.command("/nope")).toMatchObject({ shown: "/nope is not a valid command." });
  expect(await bench.actor.actAs("camille").command("/nope")).toMatchObject({
    shown: "/nope n’est pas une commande valide.",
  });
});

test("a response_url works five times, then 404", async () => {
  const failures: unknown[] = [];
  const bench = await start((app) => {
    app.command("/gpu-plan", async ({ ack, respond }) => {
      await ack();
      for (let use = 1; use <= 6; use += 1) {
        await respond(`use ${use}`).catch((error: unknown) => failures.push(error));
      }
    });
  });
  const alex = bench.actor.actAs("alex");
  await alex.command("/gpu-plan");
  await alex.waitForMessage((message) => message.text === "use 5");
  while (failures.length === 0) await pause(10);
  expect(failures[0]).toMatchObject({ statusCode: 404 });
  expect(alex.messages().filter((message) => message.fromBot)).toHaveLength(5);
});

test("a response_url expires after thirty minutes", async () => {
  let now = 1_800_000_000_000;
  let respondLater: (() => Promise<unknown>) | undefined;
  const bench = await start(
    (app) => {
      app.command("/gpu-plan", async ({ ack, respond }) => {
        respondLater = () => respond("late");
        await ack();
      });
    },
    { clock: () => now },
  );
  await bench.actor.actAs("alex").command("/gpu-plan");
  now += 30 * 60_000 - 1;
  await respondLater?.();
  now += 1;
  await expect(respondLater?.()).rejects.toMatchObject({ statusCode: 404 });
});
