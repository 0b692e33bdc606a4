import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { forgetOld } from "../../src/app/forget-old.ts";
import type { PlanEvent, PlanEventToKeep } from "../../src/app/progress-ports.ts";
import type { NewPlan, PlanRecord, Store } from "../../src/app/ports.ts";
import type { FeedContent, StoredFeed } from "../../src/app/price-ports.ts";
import type { Correction } from "../../src/domain/pilot/correction.ts";
import { priceContract } from "./price-contract.ts";
import { reminderContract } from "./reminder-contract.ts";
import { settingsContract } from "./settings-contract.ts";
import { sampleRevision } from "./sample-revision.ts";

const newPlan = (over: Partial<NewPlan> = {}): NewPlan => ({
  workspace: "T1",
  owner: "U1",
  channel: "C1",
  language: "fr",
  private: false,
  first: sampleRevision(1, { model: "llama", gpus: 2 }),
  ...over,
});

/** What every store must do, whatever is underneath; `open` gives an empty one. */
export function storeContract(open: () => Promise<Store>): void {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(async () => {
    await store.close();
  });
  const stored = async (record: PlanRecord): Promise<PlanRecord | null> =>
    store.plans.get(record.workspace, record.id);

  it("answers a ping", async () => {
    await expect(store.ping()).resolves.toBeUndefined();
  });

  for (const contract of [priceContract, reminderContract, settingsContract]) contract(() => store);

  describe("plans", () => {
    it("gives back what was created", async () => {
      const made = await store.plans.create(newPlan());
      expect(await stored(made)).toEqual(made);
      expect(made).toMatchObject({
        owner: "U1",
        language: "fr",
        silenced: false,
        private: false,
        headTs: null,
        threadTs: null,
        createdAt: "2026-11-30T10:01:00.000Z",
      });
      expect(made.revisions[0]?.spec).toEqual({ model: "llama", gpus: 2 });
    });

    it("is found by its thread once placed, the newest first where two share one", async () => {
      const first = await store.plans.create(newPlan());
      await store.plans.placed("T1", first.id, { channel: "C2", headTs: "10.1" });
      expect((await store.plans.byThread("T1", "C2", "10.1"))?.id).toBe(first.id);
      const second = await store.plans.create(newPlan({ first: sampleRevision(2, {}) }));
      await store.plans.placed("T1", second.id, {
        channel: "C2",
        headTs: "10.5",
        threadTs: "10.1",
        detailsTs: "10.6",
      });
      const found = await store.plans.byThread("T1", "C2", "10.1");
      expect(found).toMatchObject({ id: second.id, headTs: "10.5", threadTs: "10.1", detailsTs: "10.6" });
      expect(await store.plans.byThread("T1", "C1", "10.1")).toBeNull();
    });

    it("keeps a thread known before its head message, until the plan is shared elsewhere", async () => {
      const plan = await store.plans.create(newPlan({ threadTs: "10.1" }));
      expect(await store.plans.byThread("T1", "C1", "10.1")).toMatchObject({ id: plan.id, headTs: null });
      await store.plans.placed("T1", plan.id, { channel: "C1", headTs: "10.7" });
      expect(await stored(plan)).toMatchObject({ headTs: "10.7", threadTs: "10.1" });
      await store.plans.placed("T1", plan.id, { channel: "C2", headTs: "20.1" });
      expect(await stored(plan)).toMatchObject({ channel: "C2", headTs: "20.1", threadTs: "20.1" });
    });

    it("never shows one workspace's plan to another, by any query", async () => {
      const theirs = await store.plans.create(newPlan({ workspace: "T2" }));
      await store.plans.placed("T2", theirs.id, { channel: "C1", headTs: "1.1" });
      await store.plans.placed("T1", theirs.id, { channel: "C9", headTs: "9.9" });
      await store.plans.setSilenced("T1", theirs.id, true);
      await store.plans.setLanguage("T1", theirs.id, "en");
      await store.plans.setPeople("T1", theirs.id, { owner: "U9", editors: [] });
      await store.plans.setArchived("T1", theirs.id, "2026-12-01T00:00:00.000Z");
      expect(await store.plans.appendRevision("T1", theirs.id, 1, sampleRevision(2, {}))).toBe(false);
      expect(await store.plans.dropRevision("T1", theirs.id, { number: 1, author: "U1" }, "99")).toBe(false);
      expect(await store.plans.get("T1", theirs.id)).toBeNull();
      expect(await store.plans.byThread("T1", "C1", "1.1")).toBeNull();
      expect(await store.plans.latestIn("T1", "C1", "U1")).toBeNull();
      expect(await store.plans.ownedBy("T1", "U1", 9)).toEqual([]);
      expect(await store.plans.recent("T1", 9)).toEqual([]);
      await expect(
        store.plans.addVariant("T1", theirs.id, {
          id: "v",
          author: "U9",
          basedOn: 1,
          revision: sampleRevision(2, {}),
        }),
      ).rejects.toThrow();
      expect(await stored(theirs)).toEqual({ ...theirs, channel: "C1", headTs: "1.1", threadTs: "1.1" });
    });

    it("keeps what was asked out of the team's sight out of its list, however many are newer", async () => {
      const open = await store.plans.create(newPlan({ public: true }));
      for (const over of [{}, { public: false }, { public: true, private: true }])
        await store.plans.create(newPlan({ ...over, first: sampleRevision(5, {}) }));
      expect((await store.plans.recent("T1", 1)).map((p) => p.id)).toEqual([open.id]);
    });

    it("takes a plan as not public in another channel, until that one is known to be", async () => {
      const { id } = await store.plans.create(newPlan({ public: true }));
      const open = async (): Promise<boolean | undefined> => (await store.plans.get("T1", id))?.public;
      await store.plans.placed("T1", id, { channel: "C1", headTs: "1.1" });
      expect(await open()).toBe(true);
      await store.plans.placed("T1", id, { channel: "C2", headTs: "2.1" });
      expect(await open()).toBe(false);
      await store.plans.placed("T1", id, { channel: "C2", headTs: "2.1", public: true });
      expect(await open()).toBe(true);
    });

    it("lists a person's plans and the workspace's, newest change first, archived ones left out", async () => {
      const a = await store.plans.create(newPlan({ public: true }));
      const b = await store.plans.create(
        newPlan({ public: true, owner: "U2", first: sampleRevision(1, {}, "U2") }),
      );
      const c = await store.plans.create(newPlan({ public: true, first: sampleRevision(3, {}) }));
      await store.plans.appendRevision("T1", a.id, 1, sampleRevision(4, {}));
      expect((await store.plans.recent("T1", 9)).map((p) => p.id)).toEqual([a.id, c.id, b.id]);
      expect((await store.plans.recent("T1", 1)).map((p) => p.id)).toEqual([a.id]);
      await store.plans.setArchived("T1", a.id, "2026-12-01T00:00:00.000Z");
      expect((await store.plans.ownedBy("T1", "U1", 9)).map((p) => p.id)).toEqual([c.id]);
      expect((await store.plans.latestIn("T1", "C1", "U1"))?.id).toBe(c.id);
    });

    it("appends a revision only on the one it was made from", async () => {
      const plan = await store.plans.create(newPlan());
      const outcomes = await Promise.all(
        [0, 1, 2, 3].map((n) => store.plans.appendRevision("T1", plan.id, 1, sampleRevision(2, { gpus: n }))),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      const after = await stored(plan);
      expect(after?.revisions.map((r) => r.number)).toEqual([1, 2]);
      expect(after?.revisions[1]?.spec.gpus).toBe(outcomes.indexOf(true));
      expect(after?.updatedAt).toBe("2026-11-30T10:02:00.000Z");
    });

    it("drops the last revision if it still is and its author's, never the first, and never gives its number again", async () => {
      const plan = await store.plans.create(newPlan());
      const drop = (number: number, author = "U1"): Promise<boolean> =>
        store.plans.dropRevision("T1", plan.id, { number, author }, "2026-11-30T10:09:00.000Z");
      await store.plans.appendRevision("T1", plan.id, 1, sampleRevision(2, {}));
      expect(await drop(1)).toBe(false);
      expect(await drop(2, "U2")).toBe(false);
      const both = await Promise.all([drop(2), drop(2)]);
      expect(both.filter(Boolean)).toHaveLength(1);
      expect(await drop(2)).toBe(false);
      expect(await drop(1)).toBe(false);
      const after = await stored(plan);
      expect(after?.revisions.map((r) => r.number)).toEqual([1]);
      expect(after).toMatchObject({ highestRevision: 2, updatedAt: "2026-11-30T10:09:00.000Z" });
      expect(await store.plans.appendRevision("T1", plan.id, 1, sampleRevision(2, { gpus: 8 }))).toBe(false);
      expect(await store.plans.appendRevision("T1", plan.id, 1, sampleRevision(3, { gpus: 8 }))).toBe(true);
    });

    it("keeps variants with their authors until one is dropped", async () => {
      const plan = await store.plans.create(newPlan());
      const variant = { id: "v1", author: "U7", basedOn: 1, revision: sampleRevision(2, { gpus: 3 }, "U7") };
      await store.plans.addVariant("T1", plan.id, variant);
      expect((await stored(plan))?.variants).toEqual([variant]);
      expect(await store.plans.dropVariant("T2", plan.id, "v1")).toBe(false);
      expect(await store.plans.dropVariant("T1", plan.id, "v1")).toBe(true);
      expect(await store.plans.dropVariant("T1", plan.id, "v1")).toBe(false);
      expect((await stored(plan))?.variants).toEqual([]);
    });

    it("remembers silence, language and people", async () => {
      const plan = await store.plans.create(newPlan());
      await store.plans.setSilenced("T1", plan.id, true);
      await store.plans.setLanguage("T1", plan.id, "en");
      await store.plans.setPeople("T1", plan.id, { owner: "U2", editors: ["U1", "é'\"\\"] });
      expect(await stored(plan)).toMatchObject({
        silenced: true,
        language: "en",
        owner: "U2",
        editors: ["U1", "é'\"\\"],
      });
    });

    it("purges what was archived long enough ago, with its revisions and variants", async () => {
      const old = await store.plans.create(newPlan());
      const recent = await store.plans.create(newPlan());
      await store.plans.addVariant("T1", old.id, {
        id: "v",
        author: "U2",
        basedOn: 1,
        revision: sampleRevision(2, {}),
      });
      await store.plans.setArchived("T1", old.id, "2026-01-01T00:00:00.000Z");
      await store.plans.setArchived("T1", recent.id, "2026-11-01T00:00:00.000Z");
      expect(await store.plans.purgeArchived("2026-06-01T00:00:00.000Z")).toBe(1);
      expect(await stored(old)).toBeNull();
      expect(await stored(recent)).not.toBeNull();
    });

    it("keeps text exactly, whatever is in it", async () => {
      const model = "l'\"\\ — 你好 🦙 '; drop table plans; --";
      const plan = await store.plans.create(newPlan({ first: sampleRevision(1, { model }) }));
      expect((await stored(plan))?.revisions[0]?.spec.model).toBe(model);
    });
  });

  describe("what moves a plan through its stages", () => {
    const at = "2026-11-30T11:00:00.000Z";
    const correction = (factor: number): Correction => ({
      cause: "activations",
      scope: {
        stack: "trl",
        stackVersion: "1.2",
        method: "lora",
        family: "llama",
        accelerator: "h100-sxm-80",
      },
      effect: { low: factor * 0.9, likely: factor, high: factor * 1.1 },
      points: [],
      author: "U1",
      at,
      versions: { torch: "2.9" },
    });
    const waiver = (by: string): PlanEvent => ({
      kind: "waiver",
      waiver: { stage: "scaling-step", by, at, reason: "measured last week", configuration: "c1" },
    });
    const planWith = async (event: Partial<PlanEventToKeep> = {}) => {
      const plan = await store.plans.create(newPlan());
      const toKeep = { key: "k1", at, event: waiver("U2"), ...event };
      return { plan, toKeep, kept: await store.progress.keep("T1", plan.id, toKeep) };
    };

    it("comes back with the plan, in the order in which it happened", async () => {
      const { plan, kept } = await planWith();
      expect(kept).toBe("kept");
      const later = { key: "k2", at: "2026-11-30T12:00:00.000Z", event: waiver("U3") };
      expect(await store.progress.keep("T1", plan.id, later)).toBe("kept");
      expect((await stored(plan))?.progress).toMatchObject({
        pilots: [],
        waivers: [{ by: "U2" }, { by: "U3" }],
        reservation: null,
        closing: null,
      });
    });

    it("counts once when it comes twice, and leaves nothing of the second time", async () => {
      const first = { id: "x1", planId: "p", correction: correction(1.1) };
      const { plan, toKeep } = await planWith({ corrections: [first] });
      const again = { ...toKeep, corrections: [{ ...first, id: "x2" }] };
      expect(await store.progress.keep("T1", plan.id, again)).toBe("known");
      expect((await stored(plan))?.progress.waivers).toHaveLength(1);
      expect(await store.progress.corrections("T1")).toMatchObject([{ id: "x1", planId: plan.id }]);
    });

    it("goes with the revision it leads to, or not at all when the plan has moved on", async () => {
      const revision = { expected: 1, revision: sampleRevision(2, { gpus: 4 }) };
      const { plan, toKeep, kept } = await planWith({ revision });
      expect(kept).toBe("kept");
      expect((await stored(plan))?.revisions.map(({ number }) => number)).toEqual([1, 2]);
      const late = {
        ...toKeep,
        key: "k2",
        corrections: [{ id: "x", planId: plan.id, correction: correction(1) }],
      };
      expect(await store.progress.keep("T1", plan.id, { ...late, revision })).toBe("raced");
      expect((await stored(plan))?.progress.waivers).toHaveLength(1);
      expect(await store.progress.corrections("T1")).toEqual([]);
    });

    it("of one workspace teaches no other, and is withdrawn once, with the event that says who did", async () => {
      const { plan } = await planWith({
        corrections: [{ id: "x1", planId: "p", correction: correction(1.2) }],
      });
      expect(await store.progress.corrections("T2")).toEqual([]);
      const withdraw = (by: string, at: string) =>
        store.progress.keep("T1", plan.id, {
          key: "withdrawal",
          at,
          event: { kind: "withdrawal", withdrawal: { by, at, corrections: ["x1", "of another workspace"] } },
        });
      expect(await withdraw("U1", "2026-11-30T13:00:00.000Z")).toBe("kept");
      expect(await withdraw("U2", "2026-11-30T14:00:00.000Z")).toBe("known");
      const by = { by: "U1", at: "2026-11-30T13:00:00.000Z" };
      expect(await store.progress.corrections("T1")).toMatchObject([
        { correction: { effect: { likely: 1.2 }, withdrawn: by } },
      ]);
      expect((await stored(plan))?.progress.withdrawals).toMatchObject([by]);
    });
  });

  describe("tokens that let a pilot's result in", () => {
    const issued = async (id: string, over: object = {}) => {
      const plan = await store.plans.create(newPlan());
      const token = {
        id,
        digest: "d1",
        workspace: "T1",
        planId: plan.id,
        person: "U2",
        issuedAt: "2026-11-30T10:00:00.000Z",
        expiresAt: "2026-12-30T10:00:00.000Z",
        ...over,
      };
      await store.pilotTokens.issue(token);
      return { plan, token };
    };
    const spent = (verdict: "confirmed" | "off") =>
      ({ at: "2026-12-01T10:00:00.000Z", verdict, stage: "one-gpu-pilot" }) as const;

    it("are spent by one of all who ask at once, and keep what they let in", async () => {
      const { token } = await issued("a");
      expect(await store.pilotTokens.find("a")).toEqual({ ...token, spent: null });
      expect(await store.pilotTokens.find("b")).toBeNull();
      const asked = await Promise.all(
        Array.from({ length: 6 }, (_, i) =>
          store.pilotTokens.spend("a", spent(i % 2 === 0 ? "confirmed" : "off")),
        ),
      );
      expect(asked.filter(Boolean)).toHaveLength(1);
      const kept = (await store.pilotTokens.find("a"))?.spent;
      expect(kept).toEqual(spent(asked.indexOf(true) % 2 === 0 ? "confirmed" : "off"));
      expect(await store.pilotTokens.spend("b", spent("off"))).toBe(false);
    });

    it("go with their plan, and a day after they ran out", async () => {
      const { plan } = await issued("a");
      await issued("b", { expiresAt: "2026-11-29T09:00:00.000Z" });
      await issued("c", { expiresAt: "2026-11-29T11:00:00.000Z" });
      await forgetOld(store, "x", new Date("2026-11-30T10:00:00.000Z"));
      expect(await store.pilotTokens.find("b")).toBeNull();
      expect(await store.pilotTokens.find("c")).not.toBeNull();
      await store.plans.setArchived("T1", plan.id, "2026-01-01T00:00:00.000Z");
      await store.plans.purgeArchived("2026-06-01T00:00:00.000Z");
      expect(await store.pilotTokens.find("a")).toBeNull();
    });
  });

  describe("deliveries", () => {
    const delivery = { workspace: "T1", key: "Ev1", kind: "event", payload: '{"a":1}' };

    it("records a key once, also when it comes ten times at the same moment", async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => store.deliveries.record(delivery, "10")),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await store.deliveries.record({ ...delivery, workspace: "T2" }, "10")).toBe(true);
    });

    it("hands each unfinished one to one claimer, and again only after its hold has lapsed", async () => {
      for (let n = 0; n < 30; n++) await store.deliveries.record({ ...delivery, key: `Ev${n}` }, "10");
      await store.deliveries.done("T1", "Ev3", "11");
      const claims = await Promise.all(
        [0, 1, 2, 3].map(() => store.deliveries.claimUnfinished("T1", "20", 8, "30")),
      );
      const keys = claims.flat().map((d) => d.key);
      expect(new Set(keys).size).toBe(keys.length);
      const rest = await store.deliveries.claimUnfinished("T1", "20", 99, "30");
      expect(new Set([...keys, ...rest.map((d) => d.key)]).size).toBe(29);
      expect(keys).not.toContain("Ev3");
      expect(await store.deliveries.claimUnfinished("T1", "30", 99, "31")).toEqual([]);
      const again = await store.deliveries.claimUnfinished("T1", "31", 99, "41");
      expect(again).toHaveLength(29);
      expect(new Set(again.map((d) => d.attempts))).toEqual(new Set([2]));
      expect(again[0]?.payload).toBe('{"a":1}');
    });

    it("hands out one workspace's alone, though an older one of another waits", async () => {
      await store.deliveries.record({ ...delivery, workspace: "T2" }, "05");
      await store.deliveries.record(delivery, "10");
      const claimed = await store.deliveries.claimUnfinished("T1", "20", 1, "30");
      expect(claimed.map((d) => d.workspace)).toEqual(["T1"]);
      expect(await store.deliveries.claimUnfinished("T1", "20", 9, "30")).toEqual([]);
      expect(await store.deliveries.claimUnfinished("T2", "20", 9, "30")).toMatchObject([{ attempts: 1 }]);
    });

    it("leaves young ones alone", async () => {
      await store.deliveries.record(delivery, "20");
      expect(await store.deliveries.claimUnfinished("T1", "20", 9, "21")).toEqual([]);
    });

    it("forgets done ones after a while, and only those", async () => {
      await store.deliveries.record(delivery, "10");
      await store.deliveries.record({ ...delivery, key: "Ev2" }, "10");
      await store.deliveries.done("T1", "Ev1", "11");
      expect(await store.deliveries.purge("11")).toBe(0);
      expect(await store.deliveries.purge("12")).toBe(1);
      expect(await store.deliveries.record(delivery, "13")).toBe(true);
      expect(await store.deliveries.record({ ...delivery, key: "Ev2" }, "13")).toBe(false);
    });
  });

  describe("outbox", () => {
    const item = { workspace: "T1", key: "p1:r1", payload: "hello" };

    it("takes a message once and gives it out until it is sent", async () => {
      expect(await store.outbox.put(item, "10")).toBe(true);
      expect(await store.outbox.put(item, "10")).toBe(false);
      expect(await store.outbox.claimUnsent("T1", "11", 9, "20")).toEqual([{ ...item, attempts: 1 }]);
      expect(await store.outbox.claimUnsent("T1", "20", 9, "21")).toEqual([]);
      expect(await store.outbox.claimUnsent("T1", "21", 9, "30")).toEqual([{ ...item, attempts: 2 }]);
      await store.outbox.sent("T1", "p1:r1", "31");
      expect(await store.outbox.claimUnsent("T1", "99", 9, "99")).toEqual([]);
      expect(await store.outbox.purge("31")).toBe(0);
      expect(await store.outbox.purge("32")).toBe(1);
    });
  });

  it("an outbox hands out one workspace's alone, though an older one of another waits", async () => {
    const item = { workspace: "T1", key: "k", payload: "hello" };
    await store.outbox.put({ ...item, workspace: "T2" }, "05");
    await store.outbox.put(item, "10");
    expect(await store.outbox.claimUnsent("T1", "20", 1, "30")).toEqual([{ ...item, attempts: 1 }]);
    expect(await store.outbox.claimUnsent("T1", "20", 9, "30")).toEqual([]);
    expect(await store.outbox.claimUnsent("T2", "20", 9, "30")).toMatchObject([
      { workspace: "T2", attempts: 1 },
    ]);
  });

  describe("preferences", () => {
    it("are a person's in a workspace", async () => {
      expect(await store.preferences.get("T1", "U1")).toEqual({});
      await store.preferences.set("T1", "U1", { language: "en" });
      await store.preferences.set("T1", "U1", { language: "fr" });
      expect(await store.preferences.get("T1", "U1")).toEqual({ language: "fr" });
      expect(await store.preferences.get("T2", "U1")).toEqual({});
    });
  });

  describe("prices", () => {
    const content = (perHour: number): FeedContent => ({
      offers: [
        {
          id: "p/m/on-demand", provider: "p", instance: "m", accelerator: "l4", gpus: 1, vcpus: null, hostRamGib: null,
          localDiskGb: null, region: null, area: null, interconnect: null, tier: "on-demand", perHour, currency: "USD",
          observedAt: "2026-11-30", source: "live-skypilot-catalog", note: null,
        },
      ],
      rates: null,
      issues: [],
      observedAt: "2026-11-30",
      validators: { "https://a.example/": { etag: '"1"' } },
    }); // prettier-ignore
    const feed = (key: string, over: Partial<StoredFeed> = {}): StoredFeed => ({
      key,
      content: content(1),
      changedAt: "2026-11-30T09:00:00.000Z",
      checkedAt: "2026-11-30T09:00:00.000Z",
      attemptedAt: "2026-11-30T09:00:00.000Z",
      failure: null,
      ...over,
    });

    it("gives feeds back as they were saved, the last saving winning", async () => {
      expect(await store.prices.feeds()).toEqual([]);
      await store.prices.save(feed("b"));
      await store.prices.save(feed("a", { content: null, changedAt: null, checkedAt: null }));
      const again = feed("b", { content: content(2), failure: { code: "timeout", detail: "x" } });
      await store.prices.save(again);
      expect(await store.prices.feeds()).toEqual([
        feed("a", { content: null, changedAt: null, checkedAt: null }),
        again,
      ]);
    });

    it("stamps every change of any feed, also one that began earlier than the last", async () => {
      expect(await store.prices.stamp()).toBeNull();
      await store.prices.save(feed("a", { changedAt: "2026-11-30T10:00:00.000Z" }));
      const first = await store.prices.stamp();
      await store.prices.save(feed("b", { changedAt: "2026-11-30T09:59:00.000Z" }));
      const second = await store.prices.stamp();
      await store.prices.save(
        feed("b", { changedAt: "2026-11-30T09:59:00.000Z", failure: { code: "html", detail: "" } }),
      );
      expect(new Set([first, second])).toHaveLength(2);
      expect(await store.prices.stamp()).toBe(second);
    });

    it("leases to one holder until it ends or is given back, whoever asks at once", async () => {
      const asked = await Promise.all(
        ["r1", "r2", "r3"].map((who) =>
          store.leases.take("refresh", who, "2026-11-30T09:00:00.000Z", "2026-11-30T09:10:00.000Z"),
        ),
      );
      expect(asked.filter(Boolean)).toHaveLength(1);
      const holder = ["r1", "r2", "r3"][asked.indexOf(true)] ?? "";
      const ask = (who: string, at: string): Promise<boolean> =>
        store.leases.take("refresh", who, `2026-11-30T${at}:00.000Z`, "2026-11-30T09:30:00.000Z");
      expect(await ask("r4", "09:09")).toBe(false);
      expect(
        await store.leases.take("other", "r4", "2026-11-30T09:00:00.000Z", "2026-11-30T09:10:00.000Z"),
      ).toBe(true);
      await store.leases.release("refresh", "r4");
      expect(await ask("r4", "09:09")).toBe(false);
      await store.leases.release("refresh", holder);
      expect(await ask("r4", "09:09")).toBe(true);
      expect(await ask("r5", "09:31")).toBe(true);
    });

    it("forgets what is done long enough once an hour, however many processes come to it", async () => {
      const done = async (key: string, at: string): Promise<void> => {
        await store.deliveries.record({ workspace: "T1", key, kind: "event", payload: "" }, at);
        await store.deliveries.done("T1", key, at);
        await store.outbox.put({ workspace: "T1", key, payload: "" }, at);
        await store.outbox.sent("T1", key, at);
      };
      /** What is still known is refused a second time. */
      const known = async (key: string): Promise<readonly boolean[]> => [
        !(await store.deliveries.record({ workspace: "T1", key, kind: "event", payload: "" }, "2026")),
        !(await store.outbox.put({ workspace: "T1", key, payload: "" }, "2026")),
      ];
      let ids = 0;
      const at = (time: string): Promise<boolean> =>
        forgetOld(store, `id${(ids += 1)}`, new Date(`2026-11-30T${time}:00Z`));
      await done("old", "2026-11-28T09:00:00.000Z");
      await done("yesterday", "2026-11-29T11:00:00.000Z");
      await store.deliveries.record(
        { workspace: "T1", key: "open", kind: "event", payload: "" },
        "2026-11-01",
      );
      const first = await Promise.all([at("10:00"), at("10:00"), at("10:00")]);
      expect(first.filter(Boolean)).toHaveLength(1);
      expect(await at("10:30")).toBe(false);
      expect(await known("yesterday")).toEqual([true, true]);
      expect(await known("old")).toEqual([false, false]);
      expect(await at("11:00")).toBe(true);
      expect(await known("yesterday")).toEqual([true, true]);
      expect(await at("12:00")).toBe(true);
      expect(await known("yesterday")).toEqual([false, false]);
      expect((await known("open"))[0]).toBe(true);
    });
  });
}
