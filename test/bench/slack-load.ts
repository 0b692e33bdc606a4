import { makeWorkerEngine } from "../../src/engine/worker-engine.ts";
import { findCatalogueDir } from "../../src/catalog/find-catalogue-dir.ts";
import { openStore } from "../../src/db/open-store.ts";
import { connectBot, line, openWorkbench, tempDir } from "../journeys/support.ts";
import type { Actor } from "../../src/workbench/driver.ts";

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

const words = (name: string, times: readonly number[], failed: number): string => {
  const sorted = [...times].sort((a, b) => a - b);
  const ms = (share: number): string => `${percentile(sorted, share).toFixed(0)} ms`;
  return `${name}: ${times.length} sent, ${failed} not acknowledged; ack p50 ${ms(0.5)}, p99 ${ms(0.99)}, worst ${ms(1)}`;
};

/** Sends at a steady pace, whatever comes back, and times each acknowledgement from the sender's side. */
async function load(
  actors: readonly Actor[],
  text: string,
  perSecond: number,
  seconds: number,
): Promise<[number[], number]> {
  const times: number[] = [];
  let failed = 0;
  const sent: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const since = performance.now();
    const actor = actors[n % actors.length];
    if (actor === undefined) throw new Error("nobody to send");
    sent.push(
      actor.command("/gpu-plan", text).then((outcome) => {
        times.push(performance.now() - since);
        if (!outcome.ok) failed += 1;
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, 1_000 / perSecond));
  }
  await Promise.all(sent);
  return [times, failed];
}

/** Acknowledgements under load; workbench, bot and senders share one process here, so these are upper bounds. */
export async function benchSlackLoad(): Promise<string> {
  const catalogueDir = findCatalogueDir();
  if (catalogueDir === null) throw new Error("no catalogue");
  const bench = await openWorkbench("listen");
  const engine = await makeWorkerEngine({ catalogueDir, clock: { now: () => new Date() } });
  const store = await openStore({ file: `${tempDir()}/bench.db` });
  await connectBot(bench, { store, engine: () => engine });
  const actors = ["camille", "alex"].map((name) => bench.actor.actAs(name));
  const [warmUp] = actors;
  await warmUp?.command("/gpu-plan");
  try {
    const [bare, bareFailed] = await load(actors, "", 50, 10);
    const [text, textFailed] = await load(actors, line, 10, 10);
    return [
      words("50 bare /gpu-plan a second for 10 s", bare, bareFailed),
      words("10 a second with text for 10 s", text, textFailed),
    ].join("\n");
  } finally {
    await bench.close();
    await engine.close();
  }
}
