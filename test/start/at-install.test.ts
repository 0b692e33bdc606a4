import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "gpu-plan-install-"));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What `npm ci` runs in a checkout, over a catalogue of ours. */
const install = (catalogue: string) =>
  spawnSync(process.execPath, ["--import", "tsx", "src/start/at-install.ts"], {
    env: { PATH: process.env["PATH"] ?? "", GPU_PLAN_CATALOG: catalogue },
    encoding: "utf8",
  });

it("an install leaves the checked catalogue and its articles for the first start", () => {
  const catalogue = join(folder, "catalog");
  cpSync("catalog", catalogue, { recursive: true });
  expect(install(catalogue)).toMatchObject({ status: 0, stderr: "", stdout: "" });
  expect(readdirSync(join(folder, ".cache")).map((name) => name.split("-")[0])).toEqual([
    "catalogue",
    "knowledge",
  ]);
}, 90_000);

it("a catalogue that cannot be used fails no install: the start says why", () => {
  const broken = join(folder, "broken");
  cpSync("catalog", broken, { recursive: true });
  writeFileSync(join(broken, "sources.yaml"), "- nothing: [");
  expect(install(broken)).toMatchObject({ status: 0, stderr: "" });
}, 90_000);
