import { expect, it } from "vitest";
import { findCatalogueDir } from "../../src/catalog/find-catalogue-dir.ts";
import { makeInlineEngine } from "../../src/engine/inline-engine.ts";
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
  expect(await engine.plan({ model: "no such model at all" })).toHaveProperty("problems");
  await engine.close();
});

it("a broken catalogue is said at the start", async () => {
  await expect(
    makeWorkerEngine({ catalogueDir: "/no/such/folder", clock: { now: () => new Date() } }),
  ).rejects.toThrow(/catalogue/u);
});
