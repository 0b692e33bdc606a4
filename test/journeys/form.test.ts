import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../src/workbench/driver.ts";
import type { View } from "../../src/workbench/model.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { connectBot, fromBot, heads, line, openWorkbench, planPosted, until, type Bot } from "./support.ts";

let bench: Workbench;
let bot: Bot;
let camille: Actor;
let alex: Actor;

beforeEach(async () => {
  bench = await openWorkbench("mention");
  bot = await connectBot(bench, { profile: "mention" });
  camille = bench.actor.actAs("camille");
  alex = bench.actor.actAs("alex");
});
afterEach(async () => {
  await bot.stop();
  await bot.store.close();
  await bench.close();
});

const block = (view: View | undefined, name: string): string => {
  const blocks = (view?.content["blocks"] ?? []) as { block_id?: string }[];
  const found = blocks.find((b) => b.block_id?.startsWith(`gp_block|${name}|`) === true)?.block_id;
  if (found === undefined) throw new Error(`no field ${name}`);
  return found;
};
const fill = (actor: Actor, values: Readonly<Record<string, unknown>>): void => {
  for (const [name, value] of Object.entries(values)) {
    actor.fillView({ [block(actor.view(), name)]: { [`gp_field_${name}`]: value } });
  }
};
const chooseModel = async (actor: Actor, query: string): Promise<void> => {
  const target = { blockId: block(actor.view(), "model"), actionId: "gp_field_model" };
  const { options } = await actor.openOptions({ ...target, query });
  const [first] = options as unknown as { value: string }[];
  if (first === undefined) throw new Error("no options");
  await actor.click({ ...target, value: first.value });
};

describe("the form", () => {
  it("opens at once, before anything else is asked of Slack, and turns to the person's language", async () => {
    expect(await camille.command("/gpu-plan")).toMatchObject({ ok: true });
    await camille.waitForView((v) => JSON.stringify(v.content).includes("Modèle"));
    const asked = bench.state.calls
      .map((c) => c.method)
      .filter((m) => !["auth.test", "apps.connections.open"].includes(m));
    expect(asked[0]).toBe("views.open");
  });

  it("with an error says it at the field, then becomes a plan where it was asked", async () => {
    await alex.command("/gpu-plan");
    await alex.waitForView();
    await chooseModel(alex, "llama 3.1 8b");
    fill(alex, { sequenceLength: "many", dataSize: "200M" });
    const refused = await alex.submitView();
    expect(refused).toMatchObject({ ok: false });
    expect(JSON.stringify(refused)).toContain("many");
    expect(heads(alex)).toEqual([]);
    fill(alex, { sequenceLength: "4096" });
    expect(await alex.submitView()).toMatchObject({ ok: true });
    const { head } = await planPosted(alex);
    expect(head.channel).toBe("C0GPU000001");
    const record = await bot.store.plans.byThread("T0WORKBENCH", head.channel, head.ts);
    expect(record?.revisions[0]).toMatchObject({
      spec: { sequenceLength: 4_096 },
      origins: { sequenceLength: "form" },
    });
  });

  it("without a model asks for it", async () => {
    await alex.command("/gpu-plan");
    await alex.waitForView();
    expect(await alex.submitView()).toMatchObject({ ok: false });
  });

  it("unfolds and redraws without losing what was typed, nor what it is about", async () => {
    await alex.command("/gpu-plan", "private");
    await alex.waitForView();
    await chooseModel(alex, "llama 3.1 8b");
    fill(alex, { sequenceLength: "3000" });
    const before = alex.view()?.content["private_metadata"];
    await alex.click({ actionId: "gp_form_more" });
    const unfolded = await alex.waitForView((v) => JSON.stringify(v.content).includes("gp_block|epochs|"));
    expect(JSON.parse(String(unfolded.content["private_metadata"]))).toMatchObject({
      ...(JSON.parse(String(before)) as object),
      more: true,
    });
    expect(JSON.stringify(unfolded.values)).toContain("3000");
    fill(alex, { dataSize: "50M" });
    expect(await alex.submitView()).toMatchObject({ ok: true });
    expect((await planPosted(alex)).head.channel).toBe("D0ALEX00001");
  });

  it("that comes too late is offered again behind a button", async () => {
    bench.actor.failNext("views.open", "expired_trigger_id");
    await alex.command("/gpu-plan");
    const offer = await alex.waitForMessage((m) => m.onlyForMe);
    await alex.click({ messageTs: offer.ts, channel: offer.channel, actionId: "gp_open_form" });
    await alex.waitForView();
  });

  it("adjusts a plan: the fields hold it, and only what was changed is changed", async () => {
    await alex.command("/gpu-plan", line);
    const { head, details } = await planPosted(alex);
    await alex.click({ messageTs: head.ts, actionId: "gp_adjust" });
    const view = await alex.waitForView();
    expect(JSON.stringify(view.values)).toContain("4096");
    fill(alex, { sequenceLength: "8192" });
    expect(await alex.submitView()).toMatchObject({ ok: true });
    await alex.waitForMessage((m) => fromBot(m) && m.threadTs === head.ts && m.ts > details.ts, 20_000);
    const record = await bot.store.plans.byThread("T0WORKBENCH", head.channel, head.ts);
    expect(record?.revisions.at(-1)?.changes.map((c) => [c.field, c.to])).toEqual([
      ["sequenceLength", 8_192],
    ]);
    expect(record?.revisions.at(-1)?.spec).toMatchObject({
      microBatch: 2,
      limits: { budget: { amount: 300 } },
    });
  });

  it("options come for any query, and never as an empty list", async () => {
    await alex.command("/gpu-plan");
    await alex.waitForView();
    for (const query of ["", "llama", "zzzzqqq", "Ωmega/…"]) {
      const { options } = await alex.openOptions({
        blockId: block(alex.view(), "model"),
        actionId: "gp_field_model",
        query,
      });
      expect(options.length).toBeGreaterThan(0);
      expect(options.length).toBeLessThanOrEqual(100);
    }
  });
});

describe("around a plan", () => {
  it("shares a private plan where it is asked to, and answers there from then on", async () => {
    await alex.command("/gpu-plan", `private ${line}`);
    const { head, details } = await planPosted(alex);
    const menu = head.blocks
      .flatMap((b) => (b["elements"] ?? []) as { action_id?: string; options?: { value: string }[] }[])
      .find((e) => e.action_id === "gp_more");
    const share = menu?.options?.find((o) => o.value.startsWith("share"));
    await alex.click({ messageTs: head.ts, actionId: "gp_more", value: share?.value });
    await alex.waitForView();
    alex.fillView({ channel: { gp_share_channel: "C0GPU000001" } });
    expect(await alex.submitView()).toMatchObject({ ok: true });
    const shared = await camille.waitForMessage(
      (m) => fromBot(m) && m.channel === "C0GPU000001" && m.threadTs === undefined,
      20_000,
    );
    await camille.waitForMessage((m) => fromBot(m) && m.threadTs === shared.ts, 20_000);
    alex.message("@gpu-plan what about 8k?", { threadTs: shared.ts });
    await camille.waitForMessage(
      (m) => fromBot(m) && m.threadTs === shared.ts && m.ts > details.ts && /8/u.test(m.text),
      20_000,
    );
  });

  it("the Home tab lists my plans and the team's, and opens one", async () => {
    await alex.command("/gpu-plan", line);
    await planPosted(alex);
    camille.openHome();
    const home = await camille.waitForHome((v) => JSON.stringify(v.content).includes("Llama 3.1 8B"));
    expect(JSON.stringify(home.content)).toContain("Alex");
    await camille.click({ viewId: home.id, actionId: "gp_home_open_0" });
    await camille.waitForMessage((m) => fromBot(m) && m.channel === "D0CAMILLE01", 20_000);
    const [plan] = await bot.store.plans.recent("T0WORKBENCH", 1);
    expect(plan?.channel).toBe("C0GPU000001");
  });

  it("a private plan is on nobody else's Home tab", async () => {
    await alex.command("/gpu-plan", `private ${line}`);
    await planPosted(alex);
    camille.openHome();
    const home = await camille.waitForHome();
    expect(JSON.stringify(home.content)).not.toContain("Llama 3.1 8B");
  });

  it("a plan of a private channel is on nobody else's Home tab, though the channel's id starts with C", async () => {
    await alex.command("/gpu-plan", line, { channel: "C0RESEARCH1" });
    await planPosted(alex);
    expect(await bot.store.plans.recent("T0WORKBENCH", 9)).toEqual([]);
  });

  it("a colleague who opens a plan that stands nowhere yet does not take it", async () => {
    await alex.command("/gpu-plan", line);
    await planPosted(alex);
    const [plan] = await bot.store.plans.recent("T0WORKBENCH", 1);
    const lost = await bot.store.plans.create({
      workspace: "T0WORKBENCH",
      owner: "U0ALEX00001",
      channel: "C0GPU000001",
      language: "en",
      private: false,
      public: true,
      first: { ...plan!.revisions[0]!, at: "2099-01-01T00:00:00.000Z" },
    });
    camille.openHome();
    const home = await camille.waitForHome((v) => JSON.stringify(v.content).includes(lost.id));
    await camille.click({ viewId: home.id, actionId: "gp_home_open_0" });
    await camille.waitForMessage((m) => fromBot(m) && m.channel === "D0CAMILLE01", 20_000);
    expect(await bot.store.plans.get("T0WORKBENCH", lost.id)).toMatchObject({
      channel: "C0GPU000001",
      headTs: null,
    });
  });

  it("a colleague's message is sized in its own thread by the shortcut", async () => {
    const said = camille.message("on part sur llama 3.1 8b en lora, 4k, 200 M de jetons");
    await alex.messageShortcut("gp_shortcut_message", { ts: said.ts });
    await alex.waitForMessage((m) => fromBot(m) && m.threadTs === said.ts, 20_000);
  });

  it("the global shortcut opens the form", async () => {
    await alex.globalShortcut("gp_shortcut_form");
    await alex.waitForView();
  });

  it("the buttons under a plan all answer", async () => {
    await alex.command("/gpu-plan", "llama 3.1 8b lora, 4k, 200M tokens");
    const { head } = await planPosted(alex);
    const ids = head.blocks
      .flatMap((b) => (b["elements"] ?? []) as { action_id?: string; type?: string }[])
      .filter((e) => e.type === "button")
      .map((e) => e.action_id ?? "");
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids.filter((i) => i !== "gp_adjust")) {
      const before = alex.messages().length;
      await alex.click({ messageTs: head.ts, actionId: id });
      await until(() => alex.messages().length > before, `${id} is answered`);
    }
    expect(bot.logged.filter((l) => l.level === "error")).toEqual([]);
  });
});
