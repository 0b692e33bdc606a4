import { spawn, type ChildProcess } from "node:child_process";
import type { Workbench } from "../../src/workbench/start-workbench.ts";

export interface Spawned {
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Resolves with the line that says it is ready, and how long that took. */
  readonly ready: Promise<{ readonly line: string; readonly ms: number }>;
  readonly exited: Promise<number | null>;
}

/** `npm start` as a process of its own, which can be killed. */
export function spawnBot(env: Readonly<Record<string, string>>): Spawned {
  const since = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", "src/main.ts"], {
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      LOG_LEVEL: "info",
      HEALTH_PORT: "0",
      GPU_PLAN_REFRESH: "off",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const exited = new Promise<number | null>((resolve) => {
    child.on("exit", (code) => {
      resolve(code);
    });
  });
  const ready = new Promise<{ line: string; ms: number }>((resolve, reject) => {
    const onData = (data: Buffer): void => {
      output += data.toString("utf8");
      const line = output.split("\n").find((one) => one.startsWith("gpu-plan is ready"));
      if (line !== undefined) resolve({ line, ms: performance.now() - since });
    };
    child.stdout.on("data", onData);
    child.stderr.on("data", onData);
    void exited.then((code) => {
      reject(new Error(`ended with ${String(code)} before it was ready: ${output}`));
    });
  });
  ready.catch(() => undefined);
  return { process: child, output: () => output, ready, exited };
}

export const slackEnv = (bench: Workbench, dataDir: string): Record<string, string> => ({
  SLACK_BOT_TOKEN: bench.botToken,
  SLACK_APP_TOKEN: bench.appToken,
  SLACK_API_URL: bench.slackApiUrl,
  GPU_PLAN_PROFILE: "listen",
  GPU_PLAN_DATA_DIR: dataDir,
});
