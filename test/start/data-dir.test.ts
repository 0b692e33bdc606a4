import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { DataDirUnusable, holdDataDir } from "../../src/start/data-dir.ts";
import { startProblem } from "../../src/start/start-problem.ts";

const folder = mkdtempSync(join(tmpdir(), "gpu-plan-data-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const refusal = (dir: string): Promise<string> =>
  holdDataDir(dir).then(
    (held) => {
      held.release();
      return "held";
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(DataDirUnusable);
      return startProblem(error);
    },
  );

it("is made, with every folder above it, and held until it is released", async () => {
  const dir = join(folder, "a", "b");
  const held = await holdDataDir(dir);
  expect(await refusal(dir)).toMatch(/another gpu-plan runs on .*GPU_PLAN_DATA_DIR/u);
  held.release();
  expect(await refusal(dir)).toBe("held");
});

it("is one folder by whatever name it is called", async () => {
  const dir = join(folder, "real");
  mkdirSync(dir);
  symlinkSync(dir, join(folder, "alias"));
  const held = await holdDataDir(dir);
  expect(await refusal(join(folder, "alias"))).toContain("another gpu-plan");
  expect(await refusal(join(folder, "other"))).toBe("held");
  held.release();
});

it.each([
  ["a file", () => (writeFileSync(join(folder, "file"), ""), join(folder, "file")), "is not a folder"],
  ["below a file", () => join(folder, "file", "below"), "is not a folder"],
  ["no folder at all", () => "/dev/null", "is not a folder"],
  ["where nothing can be made", () => "/proc/gpu-plan/data", "cannot be written to"],
])("is refused at once, in one line, when it is %s", async (_what, make, why) => {
  const said = await refusal(make());
  expect(said).toContain(why);
  expect(said).toContain("GPU_PLAN_DATA_DIR");
  expect(said).not.toContain("\n");
});

it("is free again when its process was killed", async () => {
  const dir = join(folder, "killed");
  const holder = spawn(
    process.execPath,
    [
      "--import", "tsx", "--input-type=module", "-e",
      `const { holdDataDir } = await import("./src/start/data-dir.ts");
       await holdDataDir(${JSON.stringify(dir)}); console.log("held"); setInterval(() => {}, 1000);`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  ); // prettier-ignore
  await once(holder.stdout, "data");
  expect(await refusal(dir)).toContain("another gpu-plan");
  holder.kill("SIGKILL");
  await once(holder, "exit");
  expect(await refusal(dir)).toBe("held");
});
