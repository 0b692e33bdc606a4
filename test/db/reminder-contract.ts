import { beforeEach, describe, expect, it } from "vitest";
import type { ReminderIntent } from "../../src/app/reminder-ports.ts";
import type { PlanRecord, Store } from "../../src/app/ports.ts";
import { sampleRevision } from "./sample-revision.ts";

export const intent = (over: Partial<ReminderIntent> = {}): ReminderIntent => ({
  planId: "p1",
  key: "artefacts-out 2026-11-30",
  owner: "U1",
  kind: "artefacts-out",
  dueAt: "2026-12-02T10:00:00.000Z",
  says: "abc",
  ...over,
});

/** What every store must do with reminders. */
export function reminderContract(store: () => Store): void {
  describe("reminders", () => {
    const of = (planId = "p1", workspace = "T1") => store().reminders.ofPlan(workspace, planId);
    const placed = { channel: "D1", id: "Q1" };

    it("are meant, then confirmed, then forgotten", async () => {
      const { reminders } = store();
      expect(await reminders.intend("T1", intent())).toBe(true);
      expect(await of()).toEqual([{ ...intent(), state: "intended", placed: null }]);
      await reminders.confirm("T1", "p1", intent().key, placed);
      expect(await of()).toEqual([{ ...intent(), state: "scheduled", placed }]);
      await reminders.forget("T1", "p1", intent().key);
      expect(await of()).toEqual([]);
    });

    it("are meant anew at another time, without what Slack held before", async () => {
      const { reminders } = store();
      await reminders.intend("T1", intent());
      await reminders.confirm("T1", "p1", intent().key, placed);
      const later = intent({ dueAt: "2026-12-03T10:00:00.000Z", says: "def" });
      expect(await reminders.intend("T1", later)).toBe(true);
      expect(await of()).toEqual([{ ...later, state: "intended", placed: null }]);
    });

    it("stay cancelled for their owner, whatever comes after, and known where Slack holds them", async () => {
      const { reminders } = store();
      await reminders.intend("T1", intent());
      await reminders.cancel("T1", intent());
      await reminders.confirm("T1", "p1", intent().key, placed);
      expect(await reminders.intend("T1", intent())).toBe(false);
      await reminders.forget("T1", "p1", intent().key);
      expect(await of()).toEqual([{ ...intent(), state: "cancelled", placed }]);
      expect(await reminders.plansToTakeBack("T1", "2026-11")).toEqual(["p1"]);
      expect(await reminders.plansToTakeBack("T1", intent().dueAt)).toEqual([]);
      await reminders.takenBack("T1", "p1", intent().key);
      expect(await of()).toMatchObject([{ state: "cancelled", placed: null }]);
      expect(await reminders.plansToTakeBack("T1", "2026-11")).toEqual([]);
      expect(await reminders.intend("T1", intent({ owner: "U2" }))).toBe(true);
      expect(await of()).toMatchObject([{ state: "intended", owner: "U2" }]);
    });

    it("can be cancelled before they are meant, and by who owns the plan now", async () => {
      const { reminders } = store();
      await reminders.cancel("T1", intent());
      expect(await reminders.intend("T1", intent())).toBe(false);
      await reminders.cancel("T1", intent({ owner: "U2" }));
      expect(await of()).toMatchObject([{ state: "cancelled", owner: "U2" }]);
    });

    it("are of one workspace", async () => {
      const { reminders } = store();
      await reminders.intend("T2", intent());
      await reminders.confirm("T1", "p1", intent().key, placed);
      await reminders.forget("T1", "p1", intent().key);
      await reminders.takenBack("T1", "p1", intent().key);
      expect(await of()).toEqual([]);
      expect(await of("p1", "T2")).toMatchObject([{ state: "intended" }]);
      expect(await reminders.plansAhead("T1", "2026")).toEqual([]);
      expect(await reminders.forgetGone("T1", "2027")).toBe(0);
    });

    it("name the plans that have some ahead, each once", async () => {
      const { reminders } = store();
      await reminders.intend("T1", intent({ planId: "p2" }));
      await reminders.intend("T1", intent({ planId: "p2", key: "k2" }));
      await reminders.intend("T1", intent({ planId: "p1", dueAt: "2026-12-01T10:00:00.000Z" }));
      expect(await reminders.plansAhead("T1", "2026-11-30T00:00:00.000Z")).toEqual(["p1", "p2"]);
      expect(await reminders.plansAhead("T1", "2026-12-01T10:00:00.000Z")).toEqual(["p2"]);
    });

    describe("and plans", () => {
      let plan: PlanRecord;
      beforeEach(async () => {
        plan = await store().plans.create({
          workspace: "T1", owner: "U1", channel: "C1", language: "en", private: false, first: sampleRevision(1, {}),
        }); // prettier-ignore
      });
      const moved = (changed: string, event: string): Promise<readonly string[]> =>
        store().reminders.plansMoved("T1", { changed, event });

      it("that were changed or had something happen, while they are open", async () => {
        expect(await moved("2026-11-30T10:01:00.000Z", "2026-12")).toEqual([plan.id]);
        expect(await moved("2026-12", "2026-11")).toEqual([]);
        await store().progress.keep("T1", plan.id, {
          key: "r1",
          at: "2026-12-01T10:00:00.000Z",
          event: {
            kind: "reservation",
            reservation: { by: "U1", at: "2026-12-01T10:00:00.000Z", configuration: "c" },
          },
        });
        expect(await moved("2026-12", "2026-12-01T10:00:00.000Z")).toEqual([plan.id]);
        expect(await moved("2026-12", "2026-12-01T10:00:00.001Z")).toEqual([]);
        await store().plans.setArchived("T1", plan.id, "2026-12-02T00:00:00.000Z");
        expect(await moved("2026", "2026")).toEqual([]);
      });

      it("forgets those of plans that are gone, once they are past", async () => {
        const { reminders } = store();
        await reminders.intend("T1", intent({ planId: plan.id }));
        await reminders.intend("T1", intent({ planId: "gone" }));
        await reminders.intend("T1", intent({ planId: "gone", key: "k2", dueAt: "2026-12-09" }));
        expect(await reminders.forgetGone("T1", "2026-12-05")).toBe(1);
        expect(await of("gone")).toMatchObject([{ key: "k2" }]);
        expect(await of(plan.id)).toHaveLength(1);
      });
    });
  });
}
