import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { pilotResultSchema } from "../../src/contract/pilot-result-schema.ts";
import { torchPython } from "../support/services.ts";

export const kitFile = fileURLToPath(new URL("../../src/kit/gpu_plan_pilot.py", import.meta.url));
export const withoutTorch = torchPython === undefined;
export type PilotResult = z.infer<typeof pilotResultSchema>;
type Env = Readonly<Record<string, string>>;

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** One thread: the models are tiny, and more would only wait for each other. */
const plain: Env = { OMP_NUM_THREADS: "1", LANG: "C", LC_ALL: "C", PYTHONDONTWRITEBYTECODE: "1" };

export function startPython(args: readonly string[], env: Env = {}, cwd?: string): ChildProcess {
  return spawn(torchPython ?? "python3", args, {
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH: process.env["PATH"] ?? "", ...plain, ...env },
  });
}

export function ended(child: ChildProcess): Promise<Ran> {
  return new Promise((resolve, reject) => {
    let out = "";
    let err = "";
    child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString("utf8")));
    child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString("utf8")));
    child.once("error", reject);
    child.once("close", (status) => {
      resolve({ status, out, err });
    });
  });
}

export const runPython = (args: readonly string[], env: Env = {}, cwd?: string): Promise<Ran> =>
  ended(startPython(args, env, cwd));
export const runKit = (args: readonly string[], env: Env = {}): Promise<Ran> =>
  runPython([kitFile, ...args], env);

/** The variables that torchrun sets, for each of `world` processes of one machine. */
export async function runRanks(world: number, args: readonly string[]): Promise<readonly Ran[]> {
  const port = await freePort();
  const common = { WORLD_SIZE: String(world), MASTER_ADDR: "127.0.0.1", MASTER_PORT: String(port) };
  return Promise.all(
    Array.from({ length: world }, (_, rank) =>
      runKit(args, { ...common, RANK: String(rank), LOCAL_RANK: String(rank) }),
    ),
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === "object" && address !== null ? address.port : 0);
      });
    });
  });
}

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "gpu-plan-kit-"));

export const tinyModel = {
  name: "tiny",
  num_layers: 2,
  hidden_size: 32,
  num_attention_heads: 4,
  num_key_value_heads: 2,
  intermediate_size: 64,
  vocab_size: 128,
};

export const tinyRun = {
  model: tinyModel,
  method: "full",
  sequenceLength: 16,
  microBatch: 2,
  gradientAccumulation: 2,
  precision: { weights: "fp32", compute: "fp32", mode: "pure" },
} as const;

export function writeSpec(folder: string, spec: unknown): string {
  const file = join(folder, "spec.json");
  writeFileSync(file, JSON.stringify(spec));
  return file;
}

export const textOf = (folder: string): string => readFileSync(join(folder, "pilot-result.json"), "utf8");

/** The result in a folder, which the contract's schema has accepted. */
export const resultIn = (folder: string): PilotResult =>
  pilotResultSchema.parse(JSON.parse(textOf(folder)) as unknown);
