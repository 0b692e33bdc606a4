import { expect, it } from "vitest";
import { findCatalogueDir } from "../../src/catalog/find-catalogue-dir.ts";
import { makeInlineEngine } from "../../src/engine/inline-engine.ts";
import type { Offer } from "../../src/domain/offer.ts";
import type { PaidPrice } from "../../src/domain/pilot/paid-price.ts";
import { loadWorld } from "../../src/engine/load-world.ts";
import { makeWorkerEngine } from "../../src/engine/worker-engine.ts";

it("the thread answers exactly what the same sums answer here", async () => {
  const catalogueDir = findCatalogueDir() ?? "catalog";
  const engine = await makeWorkerEngine({
    catalogueDir,
    clock: { now: () => new Date("2026-11-30T10:00:00Z") },
  });
  const inline = makeInlineEngine(await loadWorld(catalogueDir, "2026-11-30"));
  const spec = {
    model: "llama 3.1 8b",
    method: "lora",
    sequenceLength: 4096,
    data: { tokens: 5e7 },
  } as const;
  expect(await engine.plan(spec)).toEqual(await inline.plan(spec));
  const fixed = { ...spec, accelerator: "h100", gpus: 1 };
  expect(await engine.estimate(fixed, { brief: true })).toEqual(
    await inline.estimate(fixed, { brief: true }),
  );
  const best = await inline.plan(fixed);
  const { accelerator, offer } = ("best" in best ? best.best : null) ?? { accelerator: "", offer: null };
  const paid: PaidPrice = {
    cause: "price",
    scope: { provider: offer?.provider ?? "", accelerator, tier: "on-demand" },
    paid: { amount: 1.5, currency: "EUR" },
    planned: 2,
    whole: true,
    point: "p",
    author: "U1",
    at: "2026-11-29T10:00:00Z",
  };
  const paying = await engine.plan(fixed, null, [paid]);
  expect(paying).toMatchObject({ best: { offer: { paid: { rentals: 1 } } } });
  expect(paying).toEqual(await inline.plan(fixed, null, [paid]));
  expect(await engine.plan({ model: "no such model at all" })).toHaveProperty("problems");
  await engine.close();
});

it("the thread answers from the prices it was told", async () => {
  const catalogueDir = findCatalogueDir() ?? "catalog";
  const clock = { now: () => new Date("2026-11-30T10:00:00Z") };
  const engine = await makeWorkerEngine({ catalogueDir, clock });
  const { catalogue } = await loadWorld(catalogueDir, "2026-11-30");
  const old = catalogue.offers.find(
    ({ provider, accelerator }) => provider === "vultr" && accelerator === "mi300x",
  );
  if (old === undefined) throw new Error("no such offer");
  const told: Offer = {
    ...old,
    instance: "told",
    tier: "on-demand",
    perHour: old.gpus * 0.5,
    observedAt: "2026-11-30",
    source: "live-skypilot-catalog",
  };
  const spec = {
    model: "llama 3.1 8b",
    method: "lora",
    accelerator: "mi300x",
    gpus: 1,
    limits: { providers: ["vultr"] },
  } as const;
  const price = async (): Promise<unknown> => {
    const plan = await engine.plan(spec);
    return "best" in plan ? plan.best?.offer?.source : plan;
  };
  expect(await price()).not.toBe("live-skypilot-catalog");
  engine.learn({ offers: [{ ...told, gpus: 1, perHour: 0.5 }], rates: null });
  expect(await price()).toBe("live-skypilot-catalog");
  await engine.close();
});

it("a broken catalogue is said at the start", async () => {
  await expect(
    makeWorkerEngine({ catalogueDir: "/no/such/folder", clock: { now: () => new Date() } }),
  ).rejects.toThrow(/catalogue/u);
});
