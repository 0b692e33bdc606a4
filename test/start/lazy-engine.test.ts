import { expect, it } from "vitest";
import type { Engine } from "../../src/app/ports.ts";
import { lazyEngine } from "../../src/start/lazy-engine.ts";

it("a start that failed is tried again by the next question; one that succeeded is kept", async () => {
  let starts = 0;
  const problems = { problems: [] };
  const engine: Engine = {
    plan: async () => problems,
    estimate: async () => problems,
    close: async () => undefined,
  };
  const lazy = lazyEngine(async () => {
    starts += 1;
    if (starts === 1) throw new RangeError("no memory");
    return engine;
  });
  lazy.warm();
  expect(await lazy.plan({})).toEqual({ failure: { code: "crashed", detail: "RangeError" } });
  expect(await lazy.plan({})).toBe(problems);
  expect(await lazy.estimate({})).toBe(problems);
  expect(starts).toBe(2);
});
