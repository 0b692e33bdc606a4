import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStore, type Where } from "../../src/db/open-store.ts";
import { startProblem } from "../../src/start/start-problem.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gpu-plan-start-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const why = (where: Where): Promise<string> =>
  openStore(where).then(
    async (store) => {
      await store.close();
      return "opened";
    },
    (error: unknown) => startProblem(error),
  );

describe("a store that cannot be used", () => {
  const places: readonly (readonly [string, (file: string) => void])[] = [
    ["holds something else", (file) => { writeFileSync(file, "not a database, ".repeat(400)); }],
    ["is a folder", (file) => { mkdirSync(file); }],
    ["is a database of another age", (file) => { writeFileSync(file, `SQLite format 3\0${"x".repeat(8_000)}`); }],
  ]; // prettier-ignore

  it.each(places)("is named, with what to do, when the file %s", async (name, spoil) => {
    const file = join(folder, `${name}.db`);
    spoil(file);
    const said = await why({ file });
    expect(said).toContain(file);
    expect(said).toContain("GPU_PLAN_DATA_DIR");
    expect(said).not.toContain("\n");
  });

  it("is named when its folder is a file", async () => {
    writeFileSync(join(folder, "plain"), "x");
    const file = join(folder, "plain", "gpu-plan.db");
    expect(await why({ file })).toContain(file);
  });

  it("is named without its password when PostgreSQL does not answer", async () => {
    const said = await why({ url: "postgres://me:s3cr3t@127.0.0.1:1/plans" });
    expect(said).toContain("DATABASE_URL");
    expect(said).not.toContain("s3cr3t");
  });
});
