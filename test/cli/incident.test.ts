import { PassThrough, Readable, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import type { EngineAnswer } from "../../src/app/ports.ts";
import { planCommand } from "../../src/cli/plan-command.ts";
import { runCli } from "../../src/cli/program.ts";
import { CommandEnd, exits } from "../../src/cli/terminal.ts";
import type { Plan } from "../../src/domain/plan.ts";
import { makeInlineEngine } from "../../src/engine/inline-engine.ts";

const run = "llama 3.1 8b lora, 4k, 20M tokens";
const env = { LANG: "C", LC_ALL: "C", GPU_PLAN_DATA_DIR: "no-such-folder" };

function terminalOf(stdout: Writable = new PassThrough()) {
  const said: string[] = [];
  const stderr = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said.push(chunk.toString("utf8"));
      done();
    },
  });
  return { terminal: { stdin: Readable.from([]), stdout, stderr, env }, said: () => said.join("") };
}

const logged = (text: string): string =>
  (JSON.parse(text.split("\n")[0] ?? "{}") as { incident: string }).incident;

describe("a fault of ours in a terminal", () => {
  it.each([
    ["en", /Something broke on our side.*Reference: (?<id>[0-9a-f]{8})/u],
    ["fr", /(?<id>[0-9a-f]{8})/u],
  ])("in the engine is told with the id of its log line (%s)", async (lang, words) => {
    const { terminal, said } = terminalOf();
    const failing = (world: Parameters<typeof makeInlineEngine>[0]) => ({
      ...makeInlineEngine(world),
      plan: () => Promise.resolve<EngineAnswer<Plan>>({ failure: { name: "Error", at: [] } as never }),
    });
    const end = await planCommand({ text: run, json: false, lang }, terminal, failing).catch(
      (e: unknown) => e,
    );
    expect(end).toBeInstanceOf(CommandEnd);
    const { message, status } = end as CommandEnd;
    expect(status).toBe(exits.ourFault);
    expect(words.exec(message)?.groups?.["id"]).toBe(logged(said()));
  });

  it("anywhere else too, and without a stack trace for the reader", async () => {
    const broken = new PassThrough();
    broken.write = () => {
      throw new RangeError("a bug");
    };
    const { terminal, said } = terminalOf(broken);
    expect(await runCli(["plan", run], terminal)).toBe(exits.ourFault);
    const told = said().trim().split("\n").at(-1) ?? "";
    expect(told).toContain(logged(said()));
    expect(said()).not.toContain("a bug");
    expect(told).not.toMatch(/\bat .*:\d+/u);
  });
});
