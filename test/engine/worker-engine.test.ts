import { afterEach, describe, expect, it } from "vitest";
import type { Engine } from "../../src/app/ports.ts";
import { makeWorkerEngine, type WorkerEngineOptions } from "../../src/engine/worker-engine.ts";

const clock = { now: () => new Date("2026-11-30T23:59:00Z") };
let engine: Engine | null = null;
afterEach(async () => {
  await engine?.close();
  engine = null;
});

async function mortal(over: Partial<WorkerEngineOptions> = {}): Promise<Engine> {
  engine = await makeWorkerEngine({
    catalogueDir: "none",
    clock,
    worker: new URL("./mortal-worker.ts", import.meta.url),
    ...over,
  });
  return engine;
}

describe("the engine's thread", () => {
  it("answers each question with its own answer, in whatever number they come, with the day of the clock", async () => {
    const asked = await mortal();
    const answers = await Promise.all(["a", "b", "c", "d"].map((id) => asked.plan({ id })));
    expect(answers).toEqual(
      ["a", "b", "c", "d"].map((id, n) => ({
        problems: [],
        today: "2026-11-30",
        answered: n + 1,
        asked: id,
      })),
    );
  });

  it.each([["exit"], ["throw"]])(
    "%s: that question alone fails, a new thread takes the waiting ones",
    async (how) => {
      const asked = await mortal();
      const [before, killer, after] = await Promise.all([
        asked.plan({ id: "before" }),
        asked.plan({ id: how }),
        asked.plan({ id: "after" }),
      ]);
      expect(before).toMatchObject({ asked: "before", answered: 1 });
      expect(killer).toMatchObject({ failure: { code: "crashed" } });
      expect(JSON.stringify(killer)).not.toContain("secret words");
      expect(after).toMatchObject({ asked: "after", answered: 1 });
    },
  );

  it("gives up on a question that takes too long, and goes on", async () => {
    const asked = await mortal({ timeoutMs: 300 });
    const [stuck, after] = await Promise.all([asked.plan({ id: "hang" }), asked.plan({ id: "after" })]);
    expect(stuck).toMatchObject({ failure: { code: "timeout" } });
    expect(after).toMatchObject({ asked: "after", answered: 1 });
  });

  it("refuses what would not fit its queue, at once", async () => {
    const asked = await mortal({ queue: 2 });
    const answers = await Promise.all(["a", "b", "c", "d"].map((id) => asked.plan({ id })));
    expect(answers.map((a) => ("failure" in a ? a.failure.code : "ok"))).toEqual(["ok", "ok", "ok", "busy"]);
  });

  it("says that it is closed", async () => {
    const asked = await mortal();
    await asked.close();
    expect(await asked.plan({ id: "late" })).toMatchObject({ failure: { code: "closed" } });
  });

  it("does not start without its worker", async () => {
    await expect(mortal({ worker: new URL("./no-such-worker.ts", import.meta.url) })).rejects.toThrow();
  });
});
