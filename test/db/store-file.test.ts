import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openStore } from "../../src/db/open-store.ts";
import { storeFile } from "../../src/db/store-file.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "gpu-plan-store-"));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

it("a new store is gpu-plan.sqlite", async () => {
  await (await openStore({ file: storeFile(dir) })).close();
  expect(readdirSync(dir)).toContain("gpu-plan.sqlite");
  expect(basename(storeFile(dir))).toBe("gpu-plan.sqlite");
});

it("one of an earlier version is used as it is, with what it holds", async () => {
  const before = await openStore({ file: join(dir, "gpu-plan.db") });
  await before.preferences.set("T1", "U1", { language: "fr" });
  await before.close();
  const after = await openStore({ file: storeFile(dir) });
  expect(await after.preferences.get("T1", "U1")).toEqual({ language: "fr" });
  await after.close();
  expect(readdirSync(dir)).not.toContain("gpu-plan.sqlite");
});
