import { expect, it } from "vitest";
import type { Store } from "../../src/app/ports.ts";
import { usualSettings, type TeamSettings } from "../../src/domain/pilot/team-settings.ts";
import { sampleRevision } from "./sample-revision.ts";

/** What every store must do with what a workspace decides. */
export function settingsContract(store: () => Store): void {
  it("keeps a team's settings with its workspace, the last ones said, and hands them out with each plan", async () => {
    const { settings, plans } = store();
    expect(await settings.get("T1")).toEqual(usualSettings);
    const said = (amount: number): TeamSettings => ({
      threshold: { amount, currency: "EUR" },
      approvers: ["U2"],
      changed: { by: "U1", at: "2026-11-30T09:00:00.000Z" },
    });
    const plan = {
      owner: "U1",
      channel: "C1",
      language: "en" as const,
      private: false,
      first: sampleRevision(1, {}),
    };
    const early = await plans.create({ ...plan, workspace: "T1" });
    await settings.set("T1", said(300));
    await settings.set("T1", said(500));
    expect(await settings.get("T1")).toEqual(said(500));
    expect((await plans.get("T1", early.id))?.team).toEqual(said(500));
    expect((await plans.create({ ...plan, workspace: "T1" })).team).toEqual(said(500));
    expect((await plans.create({ ...plan, workspace: "T2" })).team).toEqual(usualSettings);
  });
}
