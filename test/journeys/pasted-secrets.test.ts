import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore } from "../../src/db/open-store.ts";
import type { Actor } from "../../src/workbench/driver.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { connectBot, openWorkbench, planPosted, tempDir, until, type Bot } from "./support.ts";

let bench: Workbench;
let bot: Bot;
let alex: Actor;
let folder: string;

beforeEach(async () => {
  folder = tempDir();
  bench = await openWorkbench("listen");
  bot = await connectBot(bench, { store: await openStore({ file: join(folder, "store.sqlite") }) });
  alex = bench.actor.actAs("alex");
});
afterEach(async () => {
  await bot.stop();
  await bench.close();
});

const run = "lora llama 3.1 8b 10M tokens 2k";
const base64 = "MIIEpAIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9OiJjRazXBZ1BjP5CE";
const drawn = "7Qm2xVb9RtLz4WcKp1YdNs8H";
const hexadecimal = "0123456789abcdef0123456789abcdef01234567";

/** What is pasted, and the part of it that may be found nowhere. */
const pasted: readonly (readonly [what: string, text: string, secret: string])[] = [
  ["a pair of access keys", "AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "wJalrXUtnFEMI"],
  [
    "a private key on lines",
    `-----BEGIN RSA PRIVATE KEY-----\n${base64}\n-----END RSA PRIVATE KEY-----`,
    base64,
  ],
  [
    "a private key on one line",
    `-----BEGIN EC PRIVATE KEY----- ${base64} -----END EC PRIVATE KEY-----`,
    base64,
  ],
  ["a private key cut off", `-----BEGIN OPENSSH PRIVATE KEY-----\n${base64}`, base64],
  ["a key without a mark", drawn, drawn],
  ["a key of forty digits", `wandb login ${hexadecimal}`, hexadecimal],
];

it.each(pasted)("%s: its author alone is told, and it stands nowhere", async (_what, text, secret) => {
  const told = (count: number) =>
    until(() => alex.messages().filter((m) => m.onlyForMe && m.fromBot).length >= count, `${count} warnings`);
  await alex.command("/gpu-plan", `${run} ${text}`);
  await told(1);
  const { head } = await planPosted(alex);
  alex.message(`and in 4k? ${text}`, { threadTs: head.ts });
  await told(2);
  alex.message(`@gpu-plan ${run}\n${text}`);
  await told(3);
  await until(
    () =>
      bot.slack.writesWaiting() === 0 &&
      bot.delivered.filter((d) => d.endsWith(" new")).length ===
        bot.delivered.filter((d) => d.endsWith(" done")).length,
    "everything is done",
  );
  expect(alex.messages().some((m) => m.fromBot && !m.onlyForMe)).toBe(true);
  expect(JSON.stringify(bench.state.calls)).not.toContain(secret);
  expect(JSON.stringify(bot.logged)).not.toContain(secret);
  await bot.store.close();
  for (const name of readdirSync(folder))
    expect(readFileSync(join(folder, name), "latin1").includes(secret), name).toBe(false);
});
