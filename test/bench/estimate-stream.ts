import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Target } from "./memory-targets.ts";
import { mean } from "./statistics.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const published = join(import.meta.dirname, "..", "..", "catalog", "measurements", "memory.jsonl");

/** Specs of the published runs, one a line: every kind of run that the engine meets, not one over and over. */
const specs = (): readonly string[] =>
  readFileSync(published, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.stringify((JSON.parse(line) as { readonly spec: unknown }).spec));

/** Clock ticks a second of /proc/…/stat. */
const ticks = 100;

interface Reading {
  readonly lines: number;
  /** Processor time of the whole process, all threads. [s] */
  readonly seconds: number;
  /** Resident memory. [MiB] */
  readonly mib: number;
}

function readProcess(pid: number, lines: number): Reading {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const resident = /VmRSS:\s+(?<kib>\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.groups?.["kib"];
  return { lines, seconds: (Number(stat[11]) + Number(stat[12])) / ticks, mib: Number(resident) / 1024 };
}

/** Streams runs through `gpu-plan estimate --json` and reads the process every so many answers. */
async function stream(args: readonly string[], count: number, every: number): Promise<readonly Reading[]> {
  const all = specs();
  const child = spawn(process.execPath, ["--import", "tsx", cli, "estimate", "--json", ...args, "-"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const { pid, stdin, stdout } = child;
  if (pid === undefined) throw new Error("gpu-plan could not be started");
  const readings: Reading[] = [];
  let answered = 0;
  stdout.on("data", (chunk: Buffer) => {
    for (const byte of chunk) {
      if (byte !== 10) continue;
      answered += 1;
      if (answered % every === 0) readings.push(readProcess(pid, answered));
    }
  });
  for (let sent = 0; sent < count; sent += 500) {
    const lines = Array.from({ length: 500 }, (_, i) => all[(sent + i) % all.length] ?? "");
    if (!stdin.write(`${lines.join("\n")}\n`)) await once(stdin, "drain");
  }
  // The last answers are read while the process still lives.
  while (answered < count) await once(stdout, "data");
  stdin.end();
  await once(child, "close");
  return readings;
}

/** Answers a second of processor time between the first reading and the last: start-up and warming up left out. */
function rateOf(readings: readonly Reading[]): number {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return Number.NaN;
  return (last.lines - first.lines) / (last.seconds - first.seconds);
}

const asked = { full: 2_000, brief: 5_000, growth: 1.1 } as const;

/** How fast and how flat the command line streams estimates, on one core. */
export async function streamFigures(): Promise<{
  readonly targets: readonly Target[];
  readonly lines: readonly string[];
}> {
  const full = rateOf(await stream([], 20_000, 2_000));
  const readings = await stream(["--brief"], 200_000, 20_000);
  const brief = rateOf(readings);
  const half = readings.length / 2;
  const resident = (part: readonly Reading[]): number => mean(part.map((r) => r.mib));
  const growth = resident(readings.slice(half)) / resident(readings.slice(0, half));
  const target = (name: string, least: number, rate: number): Target => ({
    group: "command line",
    name,
    asked: `≥ ${least}`,
    figure: rate.toFixed(0),
    holds: rate >= least,
  });
  return {
    targets: [
      target("complete estimates a second of one core", asked.full, full),
      target("the same with --brief", asked.brief, brief),
      {
        group: "command line",
        name: "memory over 200,000 lines, second ÷ first half",
        asked: `≤ ${asked.growth}`,
        figure: growth.toFixed(2),
        holds: growth <= asked.growth,
      },
    ],
    lines: [
      `resident memory of estimate --brief at 20,000 … 200,000 lines: ${readings.map((r) => r.mib.toFixed(0)).join(", ")} MiB`,
    ],
  };
}
