import { LogLevel, WebClient } from "@slack/web-api";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { PlanRecord, Store } from "../../src/app/ports.ts";
import { openStore } from "../../src/db/open-store.ts";
import type { SeenMessage } from "../../src/workbench/driver.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { connectBot, fromBot, line, openWorkbench, planPosted, until, type Bot } from "./support.ts";

const team = "T0WORKBENCH";
const alexId = "U0ALEX00001";
/** Minutes before the plan is asked for, so that nothing that Slack stamps comes later than our clock. */
let now: number;
let bench: Workbench;
let store: Store;
let bots: Bot[];
let web: WebClient;

const bot = async (): Promise<Bot> => {
  const made = await connectBot(bench, { store, now: () => new Date(now) });
  bots.push(made);
  return made;
};
beforeEach(async () => {
  now = Date.parse("2026-11-30T15:00:00.000Z");
  bench = await openWorkbench("listen", { clock: () => now });
  store = await openStore({ file: ":memory:" });
  bots = [];
  web = new WebClient(bench.botToken, { slackApiUrl: bench.slackApiUrl, logLevel: LogLevel.ERROR });
});
afterEach(async () => {
  for (const one of bots) await one.stop();
  await store.close();
  await bench.close();
});

const scheduled = async (): Promise<string[]> =>
  ((await web.chat.scheduledMessages.list()).scheduled_messages ?? [])
    .map(({ post_at }) => new Date(Number(post_at) * 1_000).toISOString())
    .sort();

/** Alex plans in the channel and reserves a week's start: nine in the morning of New York, Monday to Monday. */
async function reserved(): Promise<PlanRecord> {
  await bench.actor.actAs("alex").command("/gpu-plan", line);
  await planPosted(bench.actor.actAs("alex"));
  const [plan] = await store.plans.ownedBy(team, alexId, 1);
  const at = new Date(now).toISOString();
  await store.progress.keep(team, plan!.id, {
    key: "reserved",
    at,
    event: {
      kind: "reservation",
      reservation: { by: alexId, at, startsAt: "2026-12-01T14:00:00.000Z", configuration: "c" },
    },
  });
  return plan!;
}

const button = (message: SeenMessage, n: number) => ({
  messageTs: message.ts,
  actionId: `gp_cancel_reminder_${n}`,
});

it(
  "reminders of a reservation: soon after it, once over a restart, in the owner's direct messages alone",
  { timeout: 60_000 },
  async () => {
    const first = await bot();
    const { id } = await reserved();
    const alex = bench.actor.actAs("alex");
    const { head } = await planPosted(alex);
    alex.message("thanks, how sure are you?", { threadTs: head.ts });
    await until(async () => (await scheduled()).length === 2, "both are scheduled");
    const before = await scheduled();
    await first.stop();

    const second = await bot();
    await until(() => bench.state.connected, "it is back");
    alex.message("how sure are you?", { threadTs: head.ts });
    await until(() => second.delivered.some((one) => one.endsWith("done")), "it has answered");
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await scheduled()).toEqual(before);
    expect(bench.state.calls.filter(({ method }) => method === "chat.scheduleMessage")).toHaveLength(2);

    now = Date.parse(before[1] ?? "");
    bench.actor.deliverScheduled();
    const direct = alex.messages({ channel: "dm" }).filter(fromBot);
    expect(direct.map(({ text }) => text.split("\n")[1])).toEqual([
      expect.stringMatching(/^Move the artefacts off the machine before/u),
      expect.stringMatching(/^The allocation ends on/u),
    ]);
    expect(direct[0]?.text).toContain(`/archives/${head.channel}/p${head.ts.replace(".", "")}`);
    expect(bench.actor.actAs("camille").messages({ channel: "dm" }).filter(fromBot)).toEqual([]);
    expect((await store.reminders.ofPlan(team, id)).map(({ state }) => state)).toEqual([
      "scheduled",
      "scheduled",
    ]);
  },
);

it(
  "the owner lists and cancels theirs, by a button and in words; nobody else sees or cancels them",
  { timeout: 60_000 },
  async () => {
    await bot();
    await reserved();
    const [alex, camille] = [bench.actor.actAs("alex"), bench.actor.actAs("camille")];
    const { head } = await planPosted(alex);
    const alone = (who: typeof alex, text: RegExp, since = ""): Promise<SeenMessage> =>
      who.waitForMessage((m) => m.onlyForMe && m.ts > since && text.test(m.text), 20_000);

    await alex.command("/gpu-plan", "reminders");
    const list = await alone(alex, /You have 2 reminders ahead/u);
    expect(list.text).toContain("End of the allocation, on");
    await until(async () => (await scheduled()).length === 2, "both are scheduled");
    expect(camille.messages().some(({ text }) => text.includes("reminders ahead"))).toBe(false);

    camille.message("@gpu-plan mes rappels", { threadTs: head.ts });
    await alone(camille, /by its owner alone|responsable/u);
    await camille.command("/gpu-plan", "rappels");
    await alone(camille, /aucun rappel à venir/u);

    await alex.click(button(list, 0));
    const after = await alone(alex, /One reminder cancelled/u, list.ts);
    expect(after.text).toContain("You have one reminder ahead");
    await until(async () => (await scheduled()).length === 1, "Slack no longer holds it");

    camille.message("@gpu-plan annule les rappels", { threadTs: head.ts });
    await until(
      () =>
        camille.messages().filter((m) => m.onlyForMe && /owner alone|responsable/u.test(m.text)).length === 2,
      "she is told",
    );
    expect(await scheduled()).toHaveLength(1);

    alex.message("stop reminding me", { threadTs: head.ts });
    await alone(alex, /One reminder cancelled\.\nYou have no reminders ahead/u, after.ts);
    await until(async () => (await scheduled()).length === 0, "none is left");
    await alex.click(button(list, 1));
    await alone(alex, /Nothing to cancel/u);
    expect(bench.state.warnings).toEqual([]);
  },
);

it("in French too: asked for at a time of one's own, listed, and cancelled by their owner", { timeout: 60_000 }, async () => {
  await bot();
  await reserved();
  const alex = bench.actor.actAs("alex");
  const { head } = await planPosted(alex);
  let since = "";
  const alone = async (text: RegExp): Promise<SeenMessage> => {
    const message = await alex.waitForMessage((m) => m.onlyForMe && m.ts > since && text.test(m.text), 20_000);
    since = message.ts;
    return message;
  };
  await store.preferences.set(team, alexId, { language: "fr" });
  for (const [asked, words] of [
    ["@gpu-plan rappelle-moi demain à 9 h", /Je ne pose pas de rappel à une heure choisie\..*fin de la location/su],
    ["@gpu-plan mes rappels", /Vous avez 2 rappels à venir/u],
  ] as const) {
    alex.message(asked, { threadTs: head.ts });
    await alone(words);
  }
  await until(async () => (await scheduled()).length === 2, "both are scheduled");
  alex.message("@gpu-plan annule les rappels", { threadTs: head.ts });
  await alone(/2 rappels annulés\.\nVous n’avez aucun rappel à venir/u);
  await until(async () => (await scheduled()).length === 0, "none is left");
}); // prettier-ignore
