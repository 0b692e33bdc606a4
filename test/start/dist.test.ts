import { spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
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
  const parts = [
    "package.json",
    "tsconfig.json",
    "tsconfig.build.json",
    "src",
    "blocks",
    "catalog",
    "assets",
  ];
  for (const part of parts) cpSync(join(project, part), join(built, part), { recursive: true });
  symlinkSync(join(project, "node_modules"), join(built, "node_modules"), "junction");
  const { status, stdout, stderr } = spawnSync("npm", ["run", "build"], {
    cwd: built,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect(status, stdout + stderr).toBe(0);
  for (const part of ["src", "blocks", "catalog", "assets"]) rmSync(join(built, part), { recursive: true });
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

const kitSource = readFileSync(join(project, "src/kit/gpu_plan_pilot.py"), "utf8");

interface Seen {
  readonly ts: string;
  readonly thread_ts?: string;
  readonly bot?: boolean;
  readonly text?: string;
  readonly files?: readonly { readonly id: string; readonly name: string }[];
}

/** Alex asks in the local workspace's page: what their page shows when it shows what is looked for. */
async function handsOutTheKit(page: string, address: string): Promise<void> {
  const seen = async (): Promise<readonly Seen[]> => {
    const answer = await fetch(`${page}/_page/stream?user=U0ALEX00001`);
    let text = "";
    for await (const chunk of answer.body ?? []) {
      text += Buffer.from(chunk as Uint8Array).toString("utf8");
      const data = /^data: (.*)\n\n/mu.exec(text)?.[1];
      if (data !== undefined)
        return (JSON.parse(data) as { snapshot: { messages: Seen[] } }).snapshot.messages;
    }
    return [];
  };
  const act = async (name: string, args: object): Promise<void> => {
    const answer = await fetch(`${page}/_page/act`, {
      method: "POST",
      headers: { origin: page },
      body: JSON.stringify({ user: "U0ALEX00001", act: name, args }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  };
  const until = async <T>(find: (messages: readonly Seen[]) => T | undefined, what: string): Promise<T> => {
    for (let tries = 0; tries < 200; tries += 1) {
      const found = find(await seen());
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`never seen: ${what}`);
  };
  const channel = "C0GPU000001";
  const text = "llama 3.1 8b lora r16, 4k, micro-batch 2, 200M tokens on h100 sxm";
  await act("command", { channel, command: "/gpu-plan", text });
  const head = await until(
    (messages) => messages.find(({ bot, thread_ts }) => bot === true && thread_ts === undefined),
    "the plan",
  );
  await act("message", { channel, text: "pilot", threadTs: head.ts });
  const file = await until(
    (messages) =>
      messages.flatMap(({ files = [] }) => files).find(({ name }) => name === "gpu_plan_pilot.py"),
    "the kit",
  );
  expect(await (await fetch(`${page}/_page/file/${file.id}`)).text()).toBe(kitSource);
  const how = await until(
    (messages) => messages.find((message) => message.text?.includes("PILOT_TOKEN")),
    "how to post",
  );
  expect(how.text).toContain(`--collect --post ${address}`);
  const token = /PILOT_TOKEN=(\S+)/u.exec(how.text ?? "")?.[1] ?? "";
  const posted = await fetch(`${address}/api/pilots/${token}`, { method: "POST", body: "{}" });
  expect(posted.status).toBe(422);
}

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

  it("the command line writes the pilot kit", () => {
    const spec = join(elsewhere, "run.json");
    writeFileSync(
      spec,
      JSON.stringify({ model: "llama 3.1 8b", method: "lora", accelerator: "h100", gpus: 1 }),
    );
    const args = ["pilot", "kit", "--spec", spec, "--launcher", "slurm", "--out", join(elsewhere, "kit")];
    const { status, stderr } = spawnSync(process.execPath, [cli, ...args], {
      cwd: elsewhere,
      env,
      encoding: "utf8",
    });
    expect(status, stderr).toBe(0);
    expect(readFileSync(join(elsewhere, "kit", "gpu_plan_pilot.py"), "utf8")).toBe(kitSource);
    expect(readdirSync(join(elsewhere, "kit"))).toHaveLength(4);
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
        if (line.includes("is ready")) break;
      }
      expect(url, complaint).toBeDefined();
      const page = await fetch(url ?? "");
      expect(page.status).toBe(200);
      const wanted = [...(await page.text()).matchAll(/(?:src|href)="(\/[^"]+)"/gu)].map(([, path]) => path);
      expect(wanted.length).toBeGreaterThan(1);
      for (const path of wanted) expect((await fetch(`${url ?? ""}${path ?? ""}`)).status, path).toBe(200);
      expect(await (await fetch(`http://127.0.0.1:${health}/healthz`)).text()).toBe("ok\n");
      expect(readdirSync(join(elsewhere, ".data"))).toContain("gpu-plan.sqlite");
      await handsOutTheKit(url ?? "", `http://127.0.0.1:${health}`);
    } finally {
      child.kill("SIGTERM");
    }
    expect(await ended, complaint).toBe(0);
  }, 60_000);
});
