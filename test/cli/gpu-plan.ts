import { spawn } from "node:child_process";
import { PassThrough, Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { runCli } from "../../src/cli/program.ts";

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

interface Given {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** No locale of this machine, and no prices that somebody refreshed on it. */
const plainLocale = { LANG: "C", LC_ALL: "C", GPU_PLAN_DATA_DIR: "no-such-folder" };

/** The command with its own streams, in this process: all of it but the start of Node. */
export async function gpuPlan(args: readonly string[], { input = "", env = {} }: Given = {}): Promise<Ran> {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const texts = Promise.all([stdout, stderr].map(textOf));
  const terminal = {
    stdin: Readable.from([Buffer.from(input)]),
    stdout,
    stderr,
    env: { ...plainLocale, ...env },
  };
  const status = await runCli(args, terminal);
  stdout.end();
  stderr.end();
  const [out = "", err = ""] = await texts;
  return { status, out, err };
}

async function textOf(stream: PassThrough): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += (chunk as Buffer).toString("utf8");
  return text;
}

/** The command as a person starts it, in a process of its own; `input` undefined = closed standard input. */
export function gpuPlanProcess(args: readonly string[], { input, env = {} }: Given = {}): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", cli, ...args], {
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      env: { ...process.env, ...plainLocale, ...env },
    });
    let out = "";
    let err = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      out += chunk.toString("utf8");
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      err += chunk.toString("utf8");
    });
    child.once("error", reject);
    child.once("close", (status) => {
      resolve({ status, out, err });
    });
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

export const jsonLines = (out: string): Record<string, unknown>[] =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
