import { LogLevel, WebClient } from "@slack/web-api";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepReminders, type ReminderDeps } from "../../src/app/keep-reminders.ts";
import type { PlanEvent } from "../../src/app/progress-ports.ts";
import type { PlanRecord, Store } from "../../src/app/ports.ts";
import type { Scheduler } from "../../src/app/reminder-ports.ts";
import { openStore } from "../../src/db/open-store.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { makeLimitsGuard } from "../../src/slack/limits-guard.ts";
import { makePeople } from "../../src/slack/people.ts";
import { makeScheduler, scheduledPace } from "../../src/slack/scheduler.ts";
import { startWorkbench, type Workbench } from "../../src/workbench/start-workbench.ts";
import { sampleRevision } from "../db/sample-revision.ts";
import { dyingStore } from "../support/dying-store.ts";
import { lookupFixture, planFixture } from "../support/plan-fixture.ts";
import { botScopes } from "../journeys/bot-scopes.ts";

const team = "T0WORKBENCH";
const camille = "U0CAMILLE01";
const alex = "U0ALEX00001";
const monday = "2026-11-30T09:00:00.000Z";

let now: number;
let bench: Workbench;
let store: Store;
let logged: { fields: object; message: string }[];
let web: WebClient;

beforeEach(async () => {
  now = Date.parse(monday);
  logged = [];
  bench = await startWorkbench({
    commands: [],
    clock: () => now,
    scopes: botScopes("mention"),
    timing: { scheduleTickMs: 1e9 },
  });
  store = await openStore({ file: ":memory:" });
  web = new WebClient(bench.botToken, {
    slackApiUrl: bench.slackApiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: LogLevel.ERROR,
  });
});
afterEach(async () => {
  await store.close();
  await bench.close();
});

const line = (fields: object, message: string): void => void logged.push({ fields, message });
const log = { debug: line, info: () => undefined, warn: line, error: line };
const time = (): Date => new Date(now);

const scheduler = (): Scheduler =>
  makeScheduler({
    client: web,
    guard: makeLimitsGuard({ ...scheduledPace, spacingMs: 0 }),
    lookup: lookupFixture(),
    now: time,
    log,
    telemetry: { acked: () => undefined, delivered: () => undefined, wrote: () => undefined },
  });

const deps = (over: Partial<ReminderDeps> = {}): ReminderDeps => ({
  store,
  scheduler: scheduler(),
  lookup: lookupFixture(),
  profileOf: (user) => makePeople(web, () => now, log).find(user),
  now: time,
  log,
  holder: "one",
  stopping: new AbortController().signal,
  ...over,
});
const keep = (over: Partial<ReminderDeps> = {}, since: Date | null = null): Promise<"done" | "busy"> =>
  keepReminders(deps(over), team, since);

async function planOf(owner = camille, plan: Plan = planFixture()): Promise<PlanRecord> {
  const first = { ...sampleRevision(1, plan.spec, owner), at: monday, plan };
  return store.plans.create({ workspace: team, owner, channel: null, language: "en", private: false, first });
}
const happens = (plan: PlanRecord, key: string, event: PlanEvent): Promise<unknown> =>
  store.progress.keep(team, plan.id, { key, at: new Date(now).toISOString(), event });
const reserve = (plan: PlanRecord, startsAt: string): Promise<unknown> =>
  happens(plan, `reserve ${now}`, {
    kind: "reservation",
    reservation: { by: plan.owner, at: new Date(now).toISOString(), startsAt, configuration: "c" },
  });

interface Held {
  readonly at: string;
  readonly text: string;
  readonly channel: string;
}
async function held(): Promise<Held[]> {
  const { scheduled_messages: found = [] } = await web.chat.scheduledMessages.list();
  return found
    .map(({ post_at, text, channel_id }) => ({
      at: new Date(Number(post_at) * 1_000).toISOString(),
      text: text ?? "",
      channel: channel_id ?? "",
    }))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
}
const times = async (): Promise<string[]> => (await held()).map(({ at }) => at);
const calls = (method: string): number => bench.state.calls.filter((call) => call.method === method).length;
/** The clock moves on and Slack posts what is due; what the person has got so far. */
function later(instant: string, who = "camille"): string[] {
  now = Date.parse(instant);
  bench.actor.deliverScheduled();
  return bench.actor
    .actAs(who)
    .messages({ channel: "dm" })
    .map(({ text }) => text);
}

/** Ends on Wednesday 09:00 UTC; three and two hours before, nobody in Paris is at work: both come the day before. */
const tuesday = "2026-12-01T09:00:00.000Z";
const eveOfTheEnd = ["2026-12-01T16:00:00.000Z", "2026-12-01T16:00:00.000Z"];

describe("reminders in Slack", () => {
  it("are scheduled once for the owner, in their hours and language, and come without us", async () => {
    const plan = await planOf();
    await keep();
    expect(await times()).toEqual(["2026-12-03T09:00:00.000Z"]);
    await keep();
    await keep({ holder: "another process" });
    expect(calls("chat.scheduleMessage")).toBe(1);
    expect(await store.reminders.ofPlan(team, plan.id)).toMatchObject([
      { state: "scheduled", owner: camille, placed: { channel: expect.stringMatching(/^D/u) as string } },
    ]);
    const got = later("2026-12-03T09:00:00.000Z");
    expect(got).toHaveLength(1);
    expect(got[0]).toMatch(/^Llama 3\.1 8B · LoRA\nCe plan attend toujours son pilote/u);
    expect(got[0]).toContain("/gpu-plan rappels");
    expect(bench.state.warnings).toEqual([]);
    await keep();
    expect(await times()).toEqual([]);
  });

  it("say when in the owner's zone, link the plan where it stands, and name no amount", async () => {
    const plan = await planOf(alex);
    const head = await web.chat.postMessage({ channel: "#gpu", text: "the plan" });
    await store.plans.placed(team, plan.id, { channel: head.channel ?? "", headTs: head.ts ?? "" });
    await reserve(plan, "2026-12-01T14:00:00.000Z");
    await keep();
    const [artefacts, end] = await held();
    expect(artefacts?.at).toBe("2026-12-01T22:00:00.000Z");
    expect(artefacts?.text).toContain("before Wed 2 Dec, 09:00");
    expect(artefacts?.text).toContain(`/archives/${head.channel}/p${head.ts?.replace(".", "")}`);
    expect(end?.text).toContain("The allocation ends on Wed 2 Dec, 09:00");
    expect(artefacts?.text).not.toMatch(/[€$]|EUR|USD/u);
  });

  it("move with what they are about, stay one each, and go with what nobody waits for", async () => {
    const plan = await planOf();
    await reserve(plan, tuesday);
    await keep();
    expect(await times()).toEqual(eveOfTheEnd);
    now += 60_000;
    await reserve(plan, "2026-12-02T11:00:00.000Z");
    await keep({}, new Date(now - 1));
    expect(await times()).toEqual(["2026-12-03T08:00:00.000Z", "2026-12-03T09:00:00.000Z"]);
    await store.plans.setPeople(team, plan.id, { owner: alex, editors: [] });
    await keep();
    const channels = (await held()).map(({ channel }) => channel);
    expect(new Set(channels)).toEqual(new Set([bench.actor.actAs("alex").channelId("dm")]));
    expect(channels).toHaveLength(2);
    await happens(plan, "closed", {
      kind: "closing",
      closing: { by: alex, at: monday, hours: 24, invoice: null, incidents: 0 },
    });
    await keep();
    expect(await times()).toEqual([]);
    expect(await store.reminders.ofPlan(team, plan.id)).toEqual([]);
  });

  it("go with a plan that is archived, and with one that is gone", async () => {
    const archived = await planOf();
    await planOf(alex);
    await keep();
    await store.plans.setArchived(team, archived.id, monday);
    await keep();
    expect(await times()).toHaveLength(1);
    for (const { id } of await store.plans.ownedBy(team, alex, 9))
      await store.plans.setArchived(team, id, monday);
    await store.plans.purgeArchived("2027");
    await keep();
    expect(await times()).toEqual([]);
  });

  it("come once for an event, though the plan changes after one was sent", async () => {
    const plan = await planOf();
    await keep();
    expect(later("2026-12-03T09:00:00.000Z")).toHaveLength(1);
    const changed = {
      ...sampleRevision(2, planFixture().spec, camille),
      at: time().toISOString(),
      plan: planFixture(),
    };
    expect(await store.plans.appendRevision(team, plan.id, 1, changed)).toBe(true);
    await keep();
    expect(await times()).toEqual([]);
  });

  it("that are cancelled stay so: taken back, not scheduled again, by no change of the plan", async () => {
    const plan = await planOf();
    await keep();
    const [row] = await store.reminders.ofPlan(team, plan.id);
    await store.reminders.cancel(team, row!);
    await keep({}, new Date(now));
    expect(await times()).toEqual([]);
    now += 3_600_000;
    const changed = {
      ...sampleRevision(2, planFixture().spec, camille),
      at: time().toISOString(),
      plan: planFixture(),
    };
    await store.plans.appendRevision(team, plan.id, 1, changed);
    await keep();
    expect(await times()).toEqual([]);
    expect(calls("chat.scheduleMessage")).toBe(1);
  });

  it("of artefacts that must leave sooner than anybody could be told come at once, and once", async () => {
    const short = planFixture({ window: { parts: [], total: { low: 1.5, likely: 2, high: 3 } } });
    await reserve(await planOf(camille, short), monday);
    await keep();
    await keep();
    now += 20_000;
    await keep();
    expect(await times()).toEqual(["2026-11-30T09:01:00.000Z"]);
    expect(later("2026-11-30T09:01:00.000Z")).toHaveLength(1);
    await keep();
    expect(calls("chat.scheduleMessage")).toBe(1);
  });

  it("further ahead than Slack holds wait until they are not", async () => {
    await reserve(await planOf(), "2027-06-01T08:00:00.000Z");
    await keep();
    expect(await times()).toEqual([]);
    now = Date.parse("2027-03-01T08:00:00.000Z");
    await keep();
    expect(await times()).toHaveLength(2);
  });
});

describe("what Slack refuses", () => {
  it("is logged by its code and tried again, and stops nobody else's", async () => {
    await planOf(camille);
    await planOf(alex);
    bench.actor.failNext("chat.scheduleMessage", "user_not_found");
    await keep();
    expect(logged).toMatchObject([{ fields: { code: "user_not_found" } }]);
    expect(await times()).toHaveLength(1);
    await keep();
    expect(await times()).toHaveLength(2);
  });

  it("is asked about where there was no answer, before it is tried again", async () => {
    await planOf();
    bench.actor.failNext("chat.scheduleMessage", "internal_error");
    await keep();
    bench.actor.failNext("chat.scheduledMessages.list", "internal_error");
    await keep();
    expect(await times()).toEqual([]);
    await keep();
    expect(await times()).toHaveLength(1);
  });

  it("is spread where a channel would get more than it takes in five minutes", async () => {
    for (let n = 0; n < 33; n += 1) await planOf();
    await keep();
    const all = await times();
    expect(all).toHaveLength(33);
    expect(new Set(all.slice(0, 30))).toEqual(new Set(["2026-12-03T09:00:00.000Z"]));
    expect(new Set(all.slice(30))).toEqual(new Set(["2026-12-03T09:05:00.000Z"]));
    await keep();
    expect(await times()).toEqual(all);
  });

  it("is put a little later where its clock is ahead of ours", async () => {
    await planOf();
    bench.actor.failNext("chat.scheduleMessage", "time_in_past");
    await keep();
    expect(await times()).toEqual(["2026-11-30T09:02:00.000Z"]);
  });

  it("leaves a reminder that is under way alone: it comes once, moved or not", async () => {
    const plan = await planOf();
    await keep();
    now = Date.parse("2026-12-03T08:59:30.000Z");
    await store.plans.setPeople(team, plan.id, { owner: alex, editors: [] });
    await keep();
    expect(later("2026-12-03T09:00:00.000Z")).toHaveLength(1);
    await keep();
    expect(await times()).toEqual([]);
  });
});

describe("a process that dies", () => {
  it(
    "between any two calls of the store leaves one of each after the next start",
    { timeout: 60_000 },
    async () => {
      const plan = await planOf();
      for (let step = 1; ; step += 1) {
        now = Date.parse(monday);
        await reserve(plan, tuesday);
        const dying = dyingStore(store);
        dying.dieAt(step);
        await keep({ store: dying.store }).catch(() => undefined);
        await keep();
        expect(await times(), `killed at call ${step}`).toEqual(eveOfTheEnd);
        expect(new Set((await held()).map(({ text }) => text)), `killed at call ${step}`).toHaveLength(2);
        if (!dying.isDead()) {
          expect(step).toBeGreaterThan(10);
          return;
        }
        // The same again from the start, under another reservation.
        for (const row of await store.reminders.ofPlan(team, plan.id)) {
          await web.chat.deleteScheduledMessage({
            channel: row.placed!.channel,
            scheduled_message_id: row.placed!.id,
          });
          await store.reminders.forget(team, plan.id, row.key);
        }
      }
    },
  );

  it("while it moves them leaves one of each, at the new time", { timeout: 60_000 }, async () => {
    const plan = await planOf();
    for (let step = 1; ; step += 1) {
      await store.plans.setPeople(team, plan.id, { owner: camille, editors: [] });
      await reserve(plan, tuesday);
      await keep();
      await store.plans.setPeople(team, plan.id, { owner: alex, editors: [] });
      const dying = dyingStore(store);
      dying.dieAt(step);
      await keep({ store: dying.store }).catch(() => undefined);
      await keep();
      const channels = (await held()).map(({ channel }) => channel);
      const direct = bench.actor.actAs("alex").channelId("dm");
      expect(channels, `killed at call ${step}`).toEqual([direct, direct]);
      if (!dying.isDead()) return;
    }
  });

  it("keeps nobody out when its lease has run out, and two at once schedule one of each", async () => {
    await planOf();
    const both = await Promise.all([keep({ holder: "one" }), keep({ holder: "two" })]);
    expect(both.sort()).toEqual(["busy", "done"]);
    expect(await times()).toHaveLength(1);
    await store.leases.take(`reminders ${team}`, "dead", monday, "2026-11-30T09:03:00.000Z");
    expect(await keep()).toBe("busy");
    now += 3 * 60_000;
    expect(await keep()).toBe("done");
  });
});
