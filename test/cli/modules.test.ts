import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { gpuPlanProcess } from "./gpu-plan.ts";

/** Every file that a command loads, told by V8 itself. */
async function loadedBy(args: readonly string[]): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "gpu-plan-modules-"));
  try {
    const { status, err } = await gpuPlanProcess(args, { env: { NODE_V8_COVERAGE: folder } });
    expect(status, err).toBe(0);
    const urls = readdirSync(folder).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as {
        readonly result: readonly { readonly url: string }[];
      };
      return result.map(({ url }) => url);
    });
    return [...new Set(urls)].filter((url) => url.startsWith("file:") && !url.includes("/node_modules/tsx/"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it("a plan from the saved catalogue loads neither the schemas nor the parser, nor a crowd of files", async () => {
  const plan = ["plan", "llama 3.1 8b lora, 4k, 50M tokens"];
  expect((await gpuPlanProcess(plan)).status).toBe(0);
  const loaded = await loadedBy(plan);
  expect(loaded.filter((url) => /\/node_modules\/(zod|yaml|@slack\/bolt|kysely|pino)\//u.test(url))).toEqual(
    [],
  );
  expect(loaded.length).toBeGreaterThan(50);
  expect(loaded.length).toBeLessThan(600);
}, 120_000);
