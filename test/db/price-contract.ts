import { expect, it } from "vitest";
import type { Store } from "../../src/app/ports.ts";
import type { PaidPrice } from "../../src/domain/pilot/paid-price.ts";
import { sampleRevision } from "./sample-revision.ts";

const at = "2026-11-30T11:00:00.000Z";
const later = "2026-11-30T12:00:00.000Z";
const price = (amount: number, at: string): PaidPrice => ({
  cause: "price",
  scope: { provider: "acme", accelerator: "h100-80gb-sxm", tier: "on-demand" },
  paid: { amount, currency: "EUR" },
  planned: 2.99,
  whole: true,
  point: `p${amount}`,
  author: "U1",
  at,
});
const closing = (amount: number, at: string) => ({
  by: "U1", at, hours: 20, invoice: { amount, currency: "EUR" as const }, beside: null, incidents: 0,
}); // prettier-ignore

/** What every store must do with the price of a closed rental. */
export function priceContract(store: () => Store): void {
  it("keeps what a rental cost with its workspace, and a closing put right takes the price with it", async () => {
    const { plans, progress } = store();
    const first = sampleRevision(1, {});
    const plan = await plans.create({ workspace: "T1", owner: "U1", channel: "C1", language: "en", private: false, first }); // prettier-ignore
    const keep = (id: string, amount: number, at: string, replaces: readonly string[]) =>
      progress.keep("T1", plan.id, {
        key: id,
        at,
        event: { kind: "closing", closing: closing(amount * 40, at), replaces },
        corrections: [{ id, planId: plan.id, correction: price(amount, at) }],
      });
    expect(await keep("x1", 2.1, at, [])).toBe("kept");
    expect(await keep("x1", 2.1, at, [])).toBe("known");
    expect(await keep("x2", 2.3, later, ["x1"])).toBe("kept");
    expect((await progress.corrections("T1")).map(({ id, correction }) => [id, correction])).toEqual([
      ["x1", { ...price(2.1, at), withdrawn: { by: "U1", at: later } }],
      ["x2", { ...price(2.3, later), withdrawn: null }],
    ]);
    expect((await plans.get("T1", plan.id))?.progress.closing).toEqual(closing(92, later));
    expect(await progress.corrections("T2")).toEqual([]);
  });
}
