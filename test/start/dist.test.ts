import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const project = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "gpu-plan-dist-"));
const built = join(folder, "built");
const elsewhere = join(folder, "elsewhere");
const unset = [
  "GPU_PLAN_CATALOG",
  "SLACK_BOT_TOKEN",
  "SLACK_APP_TOKEN",
  "SLACK_SIGNING_SECRET",
  "DATABASE_URL",
];
const env = { ...process.env, ...Object.fromEntries(unset.map((name) => [name, ""])), LOG_LEVEL: "warn" };

/** What `npm run build` leaves when sources and catalogue are then taken away. */
beforeAll(() => {
  mkdirSync(built);
  mkdirSync(elsewhere);
  const parts = ["package.json", "tsconfig.json", "tsconfig.build.json", "src", "blocks", "catalog"];
  for (const part of parts) cpSync(join(project, part), join(built, part), { recursive: true });
  symlinkSync(join(project, "node_modules"), join(built, "node_modules"), "junction");
  const { status, stdout, stderr } = spawnSync("npm", ["run", "build"], {
    cwd: built,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect(status, stdout + stderr).toBe(0);
  for (const part of ["src", "blocks", "catalog"]) rmSync(join(built, part), { recursive: true });
}, 240_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const main = join(built, "dist/src/main.js");
const cli = join(built, "dist/src/cli.js");

describe("the compiled program, alone, from another folder", () => {
  it("the command line plans", () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [cli, "plan", "llama 3.1 8b lora, 4k, 50M tokens", "--json"],
      { cwd: elsewhere, env, encoding: "utf8" },
    );
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ best: { gpus: 1 } });
  }, 60_000);

  it("the bot opens its database, serves its page and is healthy", async () => {
    const health = await freePort();
    const child = spawn(process.execPath, [main], {
      cwd: elsewhere,
      env: { ...env, PORT: "0", HEALTH_PORT: String(health) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => {
      complaint += chunk.toString("utf8");
    });
    const ended = new Promise((resolve) => child.once("exit", resolve));
    try {
      let url: string | undefined;
      for await (const line of createInterface(child.stdout)) {
        url = /http:\/\/[\d.]+:\d+/u.exec(line)?.[0];
        if (url !== undefined) break;
      }
      expect(url, complaint).toBeDefined();
      const page = await fetch(url ?? "");
      expect(page.status).toBe(200);
      const wanted = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+)"/gu)].map(([, path]) => path);
      expect(wanted.length).toBeGreaterThan(1);
      for (const path of wanted) expect((await fetch(`${url ?? ""}${path ?? ""}`)).status, path).toBe(200);
      expect(await (await fetch(`http://127.0.0.1:${health}/healthz`)).text()).toBe("ok\n");
      expect(readdirSync(join(elsewhere, ".data"))).toContain("gpu-plan.sqlite");
    } finally {
      child.kill("SIGTERM");
    }
    expect(await ended, complaint).toBe(0);
  }, 60_000);
});
