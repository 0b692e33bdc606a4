import { afterEach, describe, expect, it } from "vitest";
import { chartKinds, type ChartKind } from "../../src/domain/charting/chart-figures.ts";
import { chartOfPlan } from "../../src/domain/charting/chart-of-plan.ts";
import type { PictureRequest } from "../../src/domain/charting/picture.ts";
import { recommend } from "../../src/domain/planning/recommend.ts";
import { makeChartThread, type ChartThread } from "../../src/engine/chart-thread.ts";
import { loadWorld } from "../../src/engine/load-world.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import { findCatalogueDir } from "../../src/catalog/find-catalogue-dir.ts";

const world = await loadWorld(findCatalogueDir() ?? "catalog", "2026-11-30");

const runs: Readonly<Record<string, RunSpec>> = {
  training: { model: "meta-llama/Llama-3.1-8B", method: "lora", gpus: 1, accelerator: "h100-sxm", data: { tokens: 2e8 } },
  service: { model: "meta-llama/Llama-3.1-70B", method: "inference", serving: { concurrency: 30, promptTokens: 2000, outputTokens: 500 } },
  "too large": { model: "meta-llama/Llama-3.1-70B", method: "full", gpus: 1, accelerator: "a100-80gb-sxm" },
  "without a card": { model: "meta-llama/Llama-3.1-8B", method: "qlora", memoryGib: 24 },
}; // prettier-ignore

const pictureFor = (spec: RunSpec, kind: ChartKind): PictureRequest | null => {
  const plan = recommend(spec, world);
  if ("problems" in plan) throw new Error("not a plan");
  const { figures } = chartOfPlan(plan, kind, {
    at: "2026-11-30T15:40:00Z",
    reserved: false,
    deadlineAt: null,
  });
  return figures === null ? null : { figures, language: "fr", timeZone: "Europe/Paris", cards: {} };
};
const always = (kind: ChartKind): PictureRequest => {
  const picture = pictureFor(runs["training"] ?? {}, kind);
  if (picture === null) throw new Error("a training has every chart");
  return picture;
};

let thread: ChartThread;
afterEach(() => thread.close());

describe("the thread that draws", () => {
  it("draws what the plans of real runs have, and they have their memory at least", async () => {
    thread = makeChartThread();
    for (const [name, spec] of Object.entries(runs)) {
      const pictures = chartKinds.map((kind) => pictureFor(spec, kind));
      expect(pictures[0], name).not.toBeNull();
      for (const picture of pictures)
        if (picture !== null)
          expect([...(await thread.draw(picture)).subarray(1, 4)], name).toEqual([0x50, 0x4e, 0x47]);
    }
  });

  it("leaves this one free: nothing waits while it starts and draws", async () => {
    thread = makeChartThread();
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    await thread.draw(always("memory"));
    clearInterval(watch);
    // An acknowledgement may wait three seconds; a drawing here would have held it for half of one.
    expect(longest).toBeLessThan(400);
  });

  it("that dies fails what it drew, and its successor draws on", async () => {
    thread = makeChartThread({ worker: new URL("./dead-chart-worker.ts", import.meta.url) });
    await expect(thread.draw(always("memory"))).rejects.toThrow("ended");
    expect([...(await thread.draw(always("window")))]).toEqual([1]);
  });

  it("that hangs is given up, and its successor draws on", async () => {
    thread = makeChartThread({
      worker: new URL("./dead-chart-worker.ts", import.meta.url),
      timeoutMs: 1_500,
    });
    await expect(thread.draw(always("cost"))).rejects.toThrow("ended");
    expect([...(await thread.draw(always("window")))]).toEqual([1]);
  });

  it("that nobody asks is ended, and started again by the next picture", async () => {
    thread = makeChartThread({ worker: new URL("./dead-chart-worker.ts", import.meta.url), idleMs: 10 });
    await thread.draw(always("window"));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([...(await thread.draw(always("window")))]).toEqual([1]);
  });

  it("draws no more once it is closed", async () => {
    thread = makeChartThread();
    await thread.close();
    await expect(thread.draw(always("window"))).rejects.toThrow("closed");
  });
});
