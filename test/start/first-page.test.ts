import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, it } from "vitest";

const dataDir = mkdtempSync(join(tmpdir(), "gpu-plan-start-"));
afterAll(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

const starting = (env: Readonly<Record<string, string>>) => {
  const child = spawn(process.execPath, ["--import", "tsx", "src/main.ts"], {
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: "0",
      HEALTH_PORT: "0",
      GPU_PLAN_DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString("utf8");
  });
  return {
    child,
    exited,
    lines: createInterface(child.stdout)[Symbol.asyncIterator](),
    complaint: () => complaint,
  };
};

/** The picture that Camille's page gets first. */
async function picture(url: string): Promise<unknown> {
  const answer = await fetch(`${url}/_page/stream?user=U0CAMILLE01`);
  let text = "";
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk as Uint8Array).toString("utf8");
    const data = /^data: (.*)\n\n/mu.exec(text)?.[1];
    if (data === undefined) continue;
    return (JSON.parse(data) as { snapshot: unknown }).snapshot;
  }
  throw new Error("no picture");
}

it("the page is there before the bot, says that it is starting, and then that it is there", async () => {
  const { child, exited, lines, complaint } = starting({});
  try {
    const first = String((await lines.next()).value);
    const url = /http:\/\/[\d.]+:\d+/u.exec(first)?.[0] ?? "";
    expect(first, complaint()).toContain("is starting");
    expect((await fetch(url)).status).toBe(200);
    expect(await picture(url)).toMatchObject({ connected: false, awaited: true });
    const second = String((await lines.next()).value);
    expect(second, complaint()).toBe(`gpu-plan is ready: open ${url} and write /gpu-plan`);
    expect(await picture(url)).toMatchObject({ connected: true, awaited: false });
  } finally {
    child.kill("SIGTERM");
  }
  expect(await exited).toBe(0);
}, 90_000);

it("a catalogue that cannot be used ends the start with its reason", async () => {
  const { exited, complaint } = starting({ GPU_PLAN_CATALOG: "/no/such/catalogue" });
  expect(await exited).toBe(1);
  expect(complaint()).toMatch(/did not start: the catalogue has 1 fault.*not a readable directory/u);
}, 90_000);
