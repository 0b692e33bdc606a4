import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import type { Actor } from "../../src/workbench/driver.ts";
import { connectBot, fromBot, heads, line, openWorkbench, planPosted, until, type Bot } from "./support.ts";

let bench: Workbench;
let bot: Bot;
let camille: Actor;
let alex: Actor;

beforeEach(async () => {
  bench = await openWorkbench("listen");
  bot = await connectBot(bench);
  camille = bench.actor.actAs("camille");
  alex = bench.actor.actAs("alex");
});
afterEach(async () => {
  await bot.stop();
  await bot.store.close();
  await bench.close();
});

const botReplies = (actor: Actor, threadTs: string) =>
  actor.messages({ threadTs }).filter((m) => fromBot(m) && m.ts !== threadTs);
const nextReply = (actor: Actor, threadTs: string, after: string) =>
  actor.waitForMessage((m) => fromBot(m) && m.threadTs === threadTs && m.ts > after, 20_000);

describe("a command with text", () => {
  it("becomes a head in the channel and its details in the thread, and the store knows where", async () => {
    expect(await alex.command("/gpu-plan", line)).toMatchObject({ ok: true });
    const { head, details } = await planPosted(alex);
    expect(head.text.split("\n")[0]?.length).toBeLessThan(150);
    expect(head.text).toContain("Llama 3.1 8B");
    const record = await bot.store.plans.byThread("T0WORKBENCH", head.channel, head.ts);
    await until(
      async () =>
        (await bot.store.plans.byThread("T0WORKBENCH", head.channel, head.ts))?.detailsTs === details.ts,
      "the details are noted",
    );
    expect(record).toMatchObject({ owner: "U0ALEX00001", headTs: head.ts, private: false });
    expect(bench.state.warnings).toEqual([]);
  });

  it("never shows the cap's amount where others read along", async () => {
    await alex.command("/gpu-plan", "llama 3.1 8b lora, 4k, 200M tokens, under 31415 €");
    const { head, details } = await planPosted(alex);
    // Standing alone: the digits of an identifier or of a moment are not the amount.
    expect(JSON.stringify([head.raw, details.raw])).not.toMatch(/(?<![\w.])31[\s,\u00A0\u202F]?415(?!\w)/u);
  });

  it("in French is answered in French with the same numbers", async () => {
    await camille.command(
      "/gpu-plan",
      "llama 3.1 8b lora r16, séquences de 4096, micro-lot 2, 200 M de jetons, moins de 300 €",
    );
    const french = await planPosted(camille);
    await alex.command("/gpu-plan", line);
    const english = await planPosted(alex, french.details.ts);
    expect(french.head.text).toMatch(/carte|plafond|mesuré|tient/u);
    const record = async (ts: string) =>
      (await bot.store.plans.byThread("T0WORKBENCH", french.head.channel, ts))?.revisions[0]?.plan.best;
    expect(await record(french.head.ts)).toEqual(await record(english.head.ts));
  });
});

describe("the thread of a plan", () => {
  it("answers « et en 8k ? » with the difference only, and edits the head", async () => {
    await camille.command("/gpu-plan", line);
    const { head, details } = await planPosted(camille);
    camille.message("et en 8k ?", { threadTs: head.ts });
    const reply = await nextReply(camille, head.ts, details.ts);
    expect(reply.text).toMatch(/8[\s ]?(k|192)/iu);
    const edited = await camille.waitForMessage(
      (m) => m.ts === head.ts && /2/u.test(m.text) && m.raw["edited"] !== undefined,
    );
    expect(JSON.stringify(edited.blocks)).toContain("Camille");
    expect(heads(camille)).toHaveLength(1);
  });

  it("offers to keep the card that a change has outgrown, and keeps it when pressed", async () => {
    await alex.command("/gpu-plan", line);
    const { head, details } = await planPosted(alex);
    const revisions = async () =>
      (await bot.store.plans.byThread("T0WORKBENCH", head.channel, head.ts))?.revisions ?? [];
    const first = (await revisions())[0]?.plan.best?.accelerator;
    alex.message("what about 8k?", { threadTs: head.ts });
    const change = await nextReply(alex, head.ts, details.ts);
    expect((await revisions()).at(-1)?.plan.best?.accelerator).not.toBe(first);
    expect(change.text).toMatch(/too (?:tight on|much for) .+to stay on/isu);
    await alex.click({ messageTs: change.ts, actionId: "gp_stay_0" });
    await nextReply(alex, head.ts, change.ts);
    const last = (await revisions()).at(-1);
    expect(last).toMatchObject({ number: 3, spec: { sequenceLength: 8_192 } });
    expect(last?.plan.best).toMatchObject({ accelerator: first, estimate: { verdict: "fits" } });
  });

  it("takes one's own last change back", async () => {
    await alex.command("/gpu-plan", line);
    const { head, details } = await planPosted(alex);
    alex.message("8k sequences instead", { threadTs: head.ts });
    const change = await nextReply(alex, head.ts, details.ts);
    alex.message("undo", { threadTs: head.ts });
    await nextReply(alex, head.ts, change.ts);
    const record = await bot.store.plans.byThread("T0WORKBENCH", head.channel, head.ts);
    expect(record?.revisions.at(-1)?.spec.sequenceLength).toBe(4_096);
  });

  it("makes a variant of a colleague's what-if, which the owner can adopt", async () => {
    await alex.command("/gpu-plan", line);
    const { head, details } = await planPosted(alex);
    camille.message("et en qlora ?", { threadTs: head.ts });
    const variant = await nextReply(camille, head.ts, details.ts);
    const before = await bot.store.plans.byThread("T0WORKBENCH", head.channel, head.ts);
    expect(before).toMatchObject({ revisions: { length: 1 }, variants: { length: 1 } });
    const adopt = variant.blocks
      .flatMap((b) => (b["elements"] ?? []) as { action_id?: string }[])
      .find((e) => e.action_id === "gp_adopt_variant");
    expect(adopt).toBeDefined();
    await alex.click({ messageTs: variant.ts, actionId: "gp_adopt_variant" });
    await until(
      async () =>
        (await bot.store.plans.byThread("T0WORKBENCH", head.channel, head.ts))?.revisions.at(-1)?.spec
          .method === "qlora",
      "the variant is adopted",
    );
  });

  it("stays out of what colleagues say to each other", async () => {
    await alex.command("/gpu-plan", line);
    const { head, details } = await planPosted(alex);
    camille.message("super, on en parle à midi ?", { threadTs: head.ts });
    alex.message("sounds good to me, thanks", { threadTs: head.ts });
    alex.message("what about 8k?", { threadTs: head.ts });
    await nextReply(alex, head.ts, details.ts);
    await until(() => bot.delivered.filter((d) => d === "message done").length === 3, "all three are read");
    expect(botReplies(alex, head.ts)).toHaveLength(2);
  });

  it("is remembered after a restart", async () => {
    await alex.command("/gpu-plan", line);
    const { head, details } = await planPosted(alex);
    await bot.stop();
    const store = bot.store;
    bot = await connectBot(bench, { store });
    alex.message("what about 8k?", { threadTs: head.ts });
    await nextReply(alex, head.ts, details.ts);
  });
});

describe("where an answer goes", () => {
  it("private: the direct message, with one word in the channel for the asker alone", async () => {
    await alex.command("/gpu-plan", `private ${line}`);
    const { head } = await planPosted(alex);
    expect(head.channel).toBe("D0ALEX00001");
    await alex.waitForMessage((m) => m.onlyForMe && m.channel === "C0GPU000001");
    expect(heads(camille)).toEqual([]);
  });

  it("a channel without the bot: the direct message, and how to invite it", async () => {
    await alex.command("/gpu-plan", line, { channel: "#random" });
    const { head } = await planPosted(alex);
    expect(head.channel).toBe("D0ALEX00001");
    const note = await alex.waitForMessage((m) => m.onlyForMe && m.channel === "C0RANDOM001");
    expect(note.text).toContain("/invite");
  });

  it("a conversation between two people: the direct message with the bot", async () => {
    await alex.command("/gpu-plan", line, { channel: "@camille" });
    const { head } = await planPosted(alex);
    expect(head.channel).toBe("D0ALEX00001");
  });

  it("help and lists: the asker alone", async () => {
    for (const text of ["help", "catalog", "mine", "pilot kit", "compare", "settings"]) {
      const before = alex.messages().length;
      await alex.command("/gpu-plan", text);
      await until(() => alex.messages().length > before, `${text} is answered`);
    }
    expect(alex.messages().every((m) => m.onlyForMe)).toBe(true);
    expect(camille.messages()).toEqual([]);
  });

  it("a mention in a channel: a thread under it; in a thread, where commands do not work: that thread", async () => {
    const asked = alex.message("@gpu-plan llama 3.1 8b lora, 4k, 200M tokens");
    const reply = await alex.waitForMessage((m) => fromBot(m) && m.threadTs === asked.ts, 20_000);
    expect(reply.text).toContain("Llama 3.1 8B");
    const lunch = camille.message("qui prend le 70b ?");
    alex.message("@gpu-plan llama 3.1 70b qlora, 2k, 20M tokens", { threadTs: lunch.ts });
    await alex.waitForMessage((m) => fromBot(m) && m.threadTs === lunch.ts, 20_000);
  });

  it("a direct message: free words", async () => {
    alex.message("llama 3.1 8b lora, 4k, 200M tokens", { channel: "dm" });
    const { head } = await planPosted(alex);
    expect(head.channel).toBe("D0ALEX00001");
  });
});
