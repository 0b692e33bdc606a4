import { openStore } from "../../src/db/open-store.ts";
import { sampleRevision } from "./sample-revision.ts";

/** Writes plans for ever, and says each id only after the store has said that it is kept. */
const store = await openStore({ file: process.argv[2] ?? "" });
for (let n = 0; ; n++) {
  const plan = await store.plans.create({
    workspace: "T1", owner: "U1", channel: "C1", language: "en", private: false, first: sampleRevision(1, { gpus: n + 1 }),
  }); // prettier-ignore
  const kept = await store.plans.appendRevision("T1", plan.id, 1, sampleRevision(2, { gpus: n + 2 }));
  await store.deliveries.record({ workspace: "T1", key: plan.id, kind: "event", payload: "{}" }, "10");
  if (kept) process.stdout.write(`${plan.id}\n`);
}
