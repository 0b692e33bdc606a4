import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore } from "../../src/db/open-store.ts";
import { sampleRevision } from "./sample-revision.ts";
import { storeContract } from "./store-contract.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gpu-plan-store-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let count = 0;
const fresh = (): string => join(folder, `${count++}`, "store.sqlite");

describe("SQLite in a file", () => {
  storeContract(() => openStore({ file: fresh() }));

  it("is readable by its owner alone, its log included", async () => {
    const file = fresh();
    const store = await openStore({ file });
    await store.preferences.set("T1", "U1", { language: "fr" });
    const modes = ["", "-wal", "-shm"].map((end) => statSync(file + end).mode & 0o777);
    await store.close();
    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  it("has everything after closing and opening again", async () => {
    const file = fresh();
    const first = await openStore({ file });
    const made = await first.plans.create({
      workspace: "T1", owner: "U1", channel: null, language: "en", private: true, first: sampleRevision(1, {}),
    }); // prettier-ignore
    await first.close();
    const second = await openStore({ file });
    expect(await second.plans.get("T1", made.id)).toEqual(made);
    await second.close();
  });
});

describe("SQLite in memory", () => {
  storeContract(() => openStore({ file: ":memory:" }));
});
