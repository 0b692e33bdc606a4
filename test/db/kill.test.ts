import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { openStore } from "../../src/db/open-store.ts";

const writer = fileURLToPath(new URL("./write-until-killed.ts", import.meta.url));

it(
  "a process killed in the middle of writing loses nothing that it was told was kept",
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "gpu-plan-kill-"));
    const file = join(folder, "store.sqlite");
    const told: string[] = [];
    for (const round of [1, 2, 3]) {
      const child = spawn(process.execPath, ["--import", "tsx", writer, file]);
      let text = "";
      let err = "";
      child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
      await new Promise<void>((resolve) => {
        child.once("close", () => resolve());
        child.stdout.on("data", (chunk: Buffer) => {
          text += chunk.toString("utf8");
          if (text.split("\n").length > 20 * round) child.kill("SIGKILL");
        });
      });
      expect(err).toBe("");
      told.push(...text.split("\n").slice(0, -1));
      const store = await openStore({ file });
      const claimed = await store.deliveries.claimUnfinished("T1", "99", 100_000, "99");
      const keys = new Set(claimed.map((d) => d.key));
      for (const id of told.slice(-10)) {
        const plan = await store.plans.get("T1", id);
        expect(plan?.revisions.map((r) => r.number)).toEqual([1, 2]);
      }
      if (round === 1) expect(told.every((id) => keys.has(id))).toBe(true);
      await store.close();
    }
    expect(told.length).toBeGreaterThan(60);
    rmSync(folder, { recursive: true, force: true });
  },
);
