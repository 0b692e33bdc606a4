import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../src/workbench/driver.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { connectBot, fromBot, heads, line, openWorkbench, planPosted, until, type Bot } from "./support.ts";

let bench: Workbench;
let bot: Bot;
let alex: Actor;

const open = async (profile: "mention" | "listen" = "listen", triggerMs?: number): Promise<void> => {
  bench = await openWorkbench(profile, triggerMs === undefined ? {} : { triggerMs });
  bot = await connectBot(bench, { profile });
  alex = bench.actor.actAs("alex");
};
beforeEach(() => open());
afterEach(async () => {
  await bot.stop();
  await bot.store.close();
  await bench.close();
});

const settled = () =>
  until(
    () =>
      bot.slack.writesWaiting() === 0 &&
      bot.delivered.filter((d) => d.endsWith(" new")).length ===
        bot.delivered.filter((d) => d.endsWith(" done")).length,
    "everything is done",
  );
const envelopeOf = (type: string) => {
  const found = bench.state.sent.find(
    (e) => (e.payload["event"] as { type?: string } | undefined)?.type === type,
  );
  if (found === undefined) throw new Error(`no ${type}`);
  return found;
};

describe("one answer per message", () => {
  it.each([
    ["the same envelope", true],
    ["a new envelope", false],
  ])("redelivered in %s, before and after the answer", async (_name, sameEnvelopeId) => {
    const asked = alex.message(`@gpu-plan ${line}`);
    await until(() => bench.state.sent.length > 0, "it is delivered");
    await bench.actor.redeliver(envelopeOf("app_mention"), { sameEnvelopeId });
    await alex.waitForMessage((m) => fromBot(m) && m.threadTs === asked.ts);
    await settled();
    await bench.actor.redeliver(envelopeOf("app_mention"), { sameEnvelopeId });
    await settled();
    expect(bench.state.messages.filter((m) => m.byBot)).toHaveLength(2);
  });

  it("app_mention and message of one mention are one", async () => {
    alex.message(`@gpu-plan ${line}`);
    await until(() => bench.state.messages.filter((m) => m.byBot).length >= 2, "head and details are posted");
    await settled();
    const events = bench.state.sent.map((e) => e.payload["event"] as { type: string; text?: string });
    expect(events.filter((e) => e.text?.includes("r16")).map((e) => e.type)).toEqual(
      expect.arrayContaining(["app_mention", "message"]),
    );
    expect(bench.state.messages.filter((m) => m.byBot)).toHaveLength(2);
  });

  it("its own messages and edits, a person's edit and deletion start nothing", async () => {
    const { ts } = alex.message("llama 3.1 8b lora, 4k, 200M tokens", { channel: "dm" });
    await planPosted(alex);
    await settled();
    const said = () => bench.state.messages.filter((m) => m.byBot).length;
    const before = said();
    alex.editMessage(ts, "llama 3.1 70b qlora", { channel: "dm" });
    alex.deleteMessage(ts, { channel: "dm" });
    await until(
      () =>
        bench.state.sent.some(
          (e) => (e.payload["event"] as { subtype?: string }).subtype === "message_deleted",
        ),
      "the deletion is delivered",
    );
    await settled();
    expect(said()).toBe(before);
  });
});

describe("what Slack refuses", () => {
  it("invalid_blocks: the words arrive", async () => {
    bench.actor.failNext("chat.postMessage", "invalid_blocks");
    await alex.command("/gpu-plan", line);
    const { head } = await planPosted(alex);
    expect(head.text).toContain("Llama 3.1 8B");
    expect(head.blocks).toEqual([]);
  });

  it("429: waited out, answered once", async () => {
    bench.actor.rateLimitNext("chat.postMessage", 1);
    await alex.command("/gpu-plan", line);
    await planPosted(alex);
    expect(heads(alex)).toHaveLength(1);
  });

  it("a head that was deleted meanwhile: the reply still comes", async () => {
    await alex.command("/gpu-plan", line);
    const { head, details } = await planPosted(alex);
    bench.actor.failNext("chat.update", "message_not_found");
    alex.message("what about 8k?", { threadTs: head.ts });
    await alex.waitForMessage((m) => fromBot(m) && m.threadTs === head.ts && m.ts > details.ts);
    await settled();
  });
});

describe("never silence, never a stack", () => {
  it("a refusal for good is told to the asker, with an id that the log knows", async () => {
    bench.actor.failNext("chat.postMessage", "message_limit_exceeded");
    await alex.command("/gpu-plan", line);
    const note = await alex.waitForMessage((m) => m.onlyForMe && m.fromBot);
    const id = bot.logged.find((l) => l.level === "error")?.fields as { id: string };
    expect(note.text).toContain(id.id);
    expect(note.text).not.toMatch(/Error|at \w+|message_limit/u);
  });

  it("a dead engine is told too", async () => {
    await bot.stop();
    bot = await connectBot(bench, {
      store: bot.store,
      engine: (inner) => ({ ...inner, plan: () => Promise.reject(new Error("secret detail")) }),
    });
    await alex.command("/gpu-plan", line);
    const note = await alex.waitForMessage((m) => m.onlyForMe && m.fromBot);
    expect(note.text).not.toContain("secret detail");
  });

  it("no log line carries what people wrote, or a token", async () => {
    await alex.command("/gpu-plan", `${line} zanzibar`);
    await planPosted(alex);
    alex.message("@gpu-plan and zanzibar?");
    await settled();
    const logged = JSON.stringify(bot.logged);
    expect(logged).not.toMatch(/zanzibar|llama/iu);
    expect(logged).not.toContain(bench.botToken);
  });
});

describe("hostile text", () => {
  const pings =
    "<!channel> <!here> <@U0CAMILLE01> @channel &lt;!everyone&gt; *x* `y` <https://evil.example|click>";

  it.each([
    ["in a command", async () => alex.command("/gpu-plan", `llama 3.1 8b lora 4k 200M tokens ${pings}`)],
    ["in a mention", async () => alex.message(`@gpu-plan llama 3.1 8b lora 4k 200M tokens ${pings}`)],
    ["as a model's name", async () => alex.command("/gpu-plan", `model ${pings} lora`)],
  ])("%s cannot ping anybody or draw links", async (_name, say) => {
    await say();
    await alex.waitForMessage((m) => m.fromBot);
    await settled();
    const said = JSON.stringify([...bench.state.messages, ...bench.state.ephemerals].filter((m) => m.byBot));
    expect(said).not.toMatch(/<!|<@U0CAMILLE|<https:\/\/evil/u);
    expect(bench.state.warnings).toEqual([]);
  });

  it("10,000 characters are answered, within Slack's limits", async () => {
    const long = `llama 3.1 8b lora, 4k, 200M tokens ${"really ".repeat(1_400)}`.slice(0, 10_000);
    await alex.command("/gpu-plan", long);
    await alex.waitForMessage((m) => m.fromBot);
    await settled();
    expect(bench.state.calls.filter((c) => !c.ok)).toEqual([]);
  });

  it("a pasted secret: its author alone is told, and it is not repeated", async () => {
    const secret = ["hf", "AbCdEfGhIjKlMnOpQrStUvWxYz012345"].join("_");
    alex.message(`@gpu-plan llama 3.1 8b lora 4k 200M tokens, token ${secret}`);
    await alex.waitForMessage((m) => m.onlyForMe && m.fromBot);
    await settled();
    expect(JSON.stringify(bench.state.messages.filter((m) => m.byBot))).not.toContain(secret);
    expect(JSON.stringify(bot.logged)).not.toContain(secret);
  });
});

describe("the mention profile", () => {
  it("works with its own scopes: commands, mentions in channels and threads, direct messages", async () => {
    await bot.stop();
    await bot.store.close();
    await bench.close();
    await open("mention");
    await alex.command("/gpu-plan", line);
    const { head, details } = await planPosted(alex);
    alex.message("@gpu-plan what about 8k?", { threadTs: head.ts });
    await alex.waitForMessage((m) => fromBot(m) && m.threadTs === head.ts && m.ts > details.ts);
    await settled();
    expect(bench.state.calls.filter((c) => !c.ok)).toEqual([]);
  });
});
