import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How long the terminal takes to answer, and how many estimates a second it streams. Run alone: it measures the machine too. */
const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));
const runs = 5_000;

export function benchCommandLine(): string {
  const timed = (args: readonly string[], input = ""): number => {
    const before = performance.now();
    const { status } = spawnSync(process.execPath, ["--import", "tsx", cli, ...args], {
      input,
      maxBuffer: 1 << 30,
    });
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${String(status)}`);
    return performance.now() - before;
  };
  const line = JSON.stringify({
    model: "llama 3.1 8b",
    method: "lora",
    accelerator: "a100-80gb-sxm",
    gpus: 1,
  });
  timed(["plan", "--json", "llama 3.1 8b lora"]);
  const help = timed(["help"]);
  const plan = timed(["plan", "--json", "llama 3.1 8b lora, 4k, 50M tokens"]);
  const one = timed(["estimate", "--json", "--brief"], `${line}\n`);
  const many = timed(["estimate", "--json", "--brief"], `${line}\n`.repeat(runs));
  return [
    `help                ${help.toFixed(0)} ms`,
    `plan                ${plan.toFixed(0)} ms`,
    `estimate, one line  ${one.toFixed(0)} ms`,
    `estimate, streaming ${((runs - 1) / ((many - one) / 1000)).toFixed(0)} runs/s`,
  ].join("\n");
}
