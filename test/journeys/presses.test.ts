import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PlanRecord } from "../../src/app/ports.ts";
import { words } from "../../src/i18n/messages.ts";
import type { Actor, SeenMessage } from "../../src/workbench/driver.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { connectBot, fromBot, line, openWorkbench, planPosted, until, type Bot } from "./support.ts";

let bench: Workbench;
let bot: Bot;
let alex: Actor;
let camille: Actor;

beforeEach(async () => {
  bench = await openWorkbench("listen");
  bot = await connectBot(bench);
  alex = bench.actor.actAs("alex");
  camille = bench.actor.actAs("camille");
});
afterEach(async () => {
  await bot.stop();
  await bot.store.close();
  await bench.close();
});

const other = "mistral 7b qlora r16, 4k, micro-batch 2, 100M tokens";
const impossible = "full fine-tune of llama 3.1 70b, 4k, on one 24GB card, 100M tokens";
const planned = async (text: string): Promise<SeenMessage> => {
  const newest = alex.messages().at(-1)?.ts ?? "";
  await alex.command("/gpu-plan", text);
  return (await planPosted(alex, newest)).head;
};
const planOf = async (head: SeenMessage): Promise<PlanRecord> => {
  const found = await bot.store.plans.byThread("T0WORKBENCH", head.channel, head.ts);
  if (found === null) throw new Error("no plan stands there");
  return found;
};
const numbersOf = async (id: string): Promise<readonly (number | string)[] | null> => {
  const record = await bot.store.plans.get("T0WORKBENCH", id);
  return record === null
    ? null
    : [...record.revisions.map((r) => r.number), ...record.variants.map(() => "v")];
};
const menuValue = (head: SeenMessage, entry: string): string | undefined =>
  head.blocks
    .flatMap((b) => (b["elements"] ?? []) as { action_id?: string; options?: { value: string }[] }[])
    .find((e) => e.action_id === "gp_more")
    ?.options?.find((o) => o.value.startsWith(entry))?.value;
const press = (actor: Actor, message: SeenMessage, actionId: string, value?: unknown) =>
  actor.click({ messageTs: message.ts, channel: message.channel, actionId, value });
const say = async (actor: Actor, head: SeenMessage, text: string): Promise<SeenMessage> => {
  const { ts } = actor.message(text, { threadTs: head.ts, channel: head.channel });
  return actor.waitForMessage((m) => fromBot(m) && m.threadTs === head.ts && m.ts > ts, 20_000);
};
/** What the press is answered with, in words alone. */
const answered = (actor: Actor, since: string): Promise<SeenMessage> =>
  actor.waitForMessage((m) => m.fromBot && m.ts > since, 20_000);
const newest = (): string =>
  [...bench.state.messages, ...bench.state.ephemerals].map((m) => m.ts).reduce((a, b) => (a > b ? a : b));

interface Told {
  readonly id: string;
  /** Numbers of the pressed plan's revisions, and a "v" for each what-if; null = there is no such plan. */
  readonly stands: readonly (number | string)[] | null;
  /** What is said for the presser alone; absent = an answer for the thread. */
  readonly whispers?: string;
}
const { unchanged } = words("en").answers;
const { planGone } = words("en").errors;

describe("a press means the plan and the revision of its message", () => {
  const cases: Readonly<Record<string, () => Promise<Told>>> = {
    "the older of two plans in one channel is asked why": async () => {
      const head = await planned(line);
      const { id } = await planOf(head);
      await planned(other);
      const since = newest();
      await press(alex, head, "gp_more", menuValue(head, "why"));
      expect((await answered(alex, since)).threadTs).toBe(head.ts);
      return { id, stands: [1] };
    },
    "the older of two plans in one channel takes a relaxation": async () => {
      const head = await planned(impossible);
      const { id } = await planOf(head);
      await planned(other);
      await press(alex, head, "gp_relax_0");
      return { id, stands: [1, 2] };
    },
    "an old head in a direct message, whose plan was shared and is not the newest there": async () => {
      await alex.command("/gpu-plan", `private ${line}`);
      const { head } = await planPosted(alex);
      const { id } = await planOf(head);
      await press(alex, head, "gp_more", menuValue(head, "share"));
      await alex.waitForView();
      alex.fillView({ channel: { gp_share_channel: "C0GPU000001" } });
      await alex.submitView();
      await until(
        async () => (await bot.store.plans.get("T0WORKBENCH", id))?.channel === "C0GPU000001",
        "it moved",
      );
      await alex.command("/gpu-plan", `private ${other}`);
      await until(async () => {
        const plans = await bot.store.plans.ownedBy("T0WORKBENCH", "U0ALEX00001", 9);
        return plans.length === 2 && plans.every(({ detailsTs }) => detailsTs !== null);
      }, "two stand, with their details");
      const shared = () => alex.messages({ channel: "C0GPU000001" }).filter(fromBot);
      await until(() => shared().length >= 2, "its head and its details stand there");
      await until(() => bot.slack.writesWaiting() === 0, "nothing waits");
      const since = newest();
      await press(alex, head, "gp_more", menuValue(head, "why"));
      const reply = await answered(alex, since);
      expect([reply.channel, reply.threadTs]).toEqual([head.channel, head.ts]);
      expect(reply.text).not.toContain(unchanged["no-plan-here"]);
      return { id, stands: [1] };
    },
    "a relaxation of a revision that was taken back": async () => {
      const head = await planned("full fine-tune of llama 3.1 70b, 4k, 100M tokens");
      const { id } = await planOf(head);
      const reply = await say(alex, head, "on one 24GB card");
      await say(alex, head, "undo");
      await press(alex, reply, "gp_relax_0");
      return { id, stands: [1], whispers: unchanged["changed-since"] };
    },
    "a colleague's what-if that they took back, while another one stands": async () => {
      const head = await planned(line);
      const { id } = await planOf(head);
      await say(camille, head, "what about 16k?");
      const variant = await say(camille, head, "what about qlora?");
      await say(camille, head, "undo");
      await press(alex, variant, "gp_adopt_variant");
      return { id, stands: [1, "v"], whispers: unchanged["changed-since"] };
    },
    "a colleague's what-if, adopted by its own author: theirs it is not": async () => {
      const head = await planned(line);
      const { id } = await planOf(head);
      const variant = await say(camille, head, "what about qlora?");
      await press(camille, variant, "gp_adopt_variant");
      return { id, stands: [1, "v"], whispers: words("fr").answers.unchanged["not-yours"] };
    },
    "undo under a revision that is not the last": async () => {
      const head = await planned(line);
      const { id } = await planOf(head);
      const first = await say(alex, head, "what about 8k?");
      await say(alex, head, "qlora instead");
      await press(alex, first, "gp_undo");
      return { id, stands: [1, 2, 3], whispers: unchanged["changed-since"] };
    },
    "every button of a plan that is gone": async () => {
      const head = await planned(impossible);
      const { id } = await planOf(head);
      await planned(other);
      await bot.store.plans.setArchived("T0WORKBENCH", id, "2020-01-01T00:00:00.000Z");
      await bot.store.plans.purgeArchived("2021-01-01T00:00:00.000Z");
      const ids = head.blocks
        .flatMap((b) => (b["elements"] ?? []) as { action_id: string }[])
        .map((e) => e.action_id);
      expect(ids.length).toBeGreaterThan(1);
      for (const actionId of ids) {
        const since = newest();
        await press(alex, head, actionId);
        expect((await answered(alex, since)).text, actionId).toBe(planGone);
      }
      return { id, stands: null, whispers: planGone };
    },
  };

  it.each(Object.keys(cases))("%s", { timeout: 60_000 }, async (name) => {
    const { id, stands, whispers } = await cases[name]!();
    const count = (end: string) => bot.delivered.filter((d) => d.endsWith(end)).length;
    await until(
      () => count(" new") === count(" done") && bot.slack.writesWaiting() === 0,
      "all is done",
      20_000,
    );
    expect(await numbersOf(id)).toEqual(stands);
    const others = await bot.store.plans.ownedBy("T0WORKBENCH", "U0ALEX00001", 9);
    expect(others.filter((p) => p.id !== id).map((p) => p.revisions.length + p.variants.length)).toEqual(
      others.filter((p) => p.id !== id).map(() => 1),
    );
    const said = [...bench.state.messages, ...bench.state.ephemerals]
      .filter((m) => m.byBot)
      .map((m) => m.text);
    const refusals = [planGone, ...Object.values(unchanged), ...Object.values(words("fr").answers.unchanged)];
    expect([...new Set(said.filter((text) => refusals.some((words) => text.includes(words))))]).toEqual(
      whispers === undefined ? [] : [expect.stringContaining(whispers) as string],
    );
  });
});
