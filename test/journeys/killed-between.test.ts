import { expect, it } from "vitest";
import type { Engine } from "../../src/app/ports.ts";
import { openStore } from "../../src/db/open-store.ts";
import { dyingStore } from "../support/dying-store.ts";
import { connectBot, fromBot, heads, line, openWorkbench, until } from "./support.ts";

const sums = new Map<string, ReturnType<Engine["plan"]>>();
const engine = (inner: Engine): Engine => ({
  ...inner,
  plan: (spec) => {
    const key = JSON.stringify(spec);
    const known = sums.get(key) ?? inner.plan(spec);
    sums.set(key, known);
    return known;
  },
});

it(
  "killed between any two calls of the store: one plan, one revision, one head, one details message",
  { timeout: 120_000 },
  async () => {
    let deaths = 0;
    for (let step = 2; ; step += 1) {
      const bench = await openWorkbench("listen");
      const store = await openStore({ file: ":memory:" });
      const dying = dyingStore(store);
      const first = await connectBot(bench, { store: dying.store, engine });
      const alex = bench.actor.actAs("alex");
      const found = async () => (await store.plans.ownedBy("T0WORKBENCH", "U0ALEX00001", 9))[0];
      const all = () => alex.messages().filter(fromBot);
      // The first round after a start ends by forgetting what is old.
      await until(() => dying.called.filter((name) => name === "purge").length >= 4, "it is at rest");
      dying.dieAt(step);
      expect(await alex.command("/gpu-plan", line)).toMatchObject({ ok: true });
      await until(() => dying.isDead() || first.delivered.includes("command done"), "it died, or did not");
      await first.stop();
      const second = await connectBot(bench, { store, engine });
      await until(
        async () => (await found())?.detailsTs != null,
        `the details stand (killed at call ${step})`,
      );
      await until(() => all().length >= 2, "both are seen");
      await second.stop();
      expect(await store.plans.ownedBy("T0WORKBENCH", "U0ALEX00001", 9)).toMatchObject([
        { revisions: { length: 1 } },
      ]);
      expect([heads(alex).length, all().length], `killed at call ${step}`).toEqual([1, 2]);
      await store.close();
      await bench.close();
      if (!dying.isDead()) break;
      deaths += 1;
    }
    expect(deaths).toBeGreaterThan(7);
  },
);
