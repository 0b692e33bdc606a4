import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveIntake, type Intake } from "../journeys/serve-intake.ts";
import { connectBot, fromBot, openWorkbench, planPosted, until, type Bot } from "../journeys/support.ts";
import { pilotTokensFor } from "../../src/start/pilot-tokens.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import {
  kitFile,
  newFolder,
  resultIn,
  runKit,
  runPython,
  textOf,
  tinyRun,
  withoutTorch,
  type Ran,
} from "./run-kit.ts";

/** A folder with the journal of a run of twelve steps. */
async function measured(): Promise<string> {
  const folder = newFolder();
  const code = `
import sys
sys.path.insert(0, ${JSON.stringify(dirname(kitFile))})
from gpu_plan_pilot import Pilot
pilot = Pilot(${JSON.stringify(tinyRun).replaceAll("true", "True")}, out=sys.argv[1], quiet=True)
for _ in range(12):
    with pilot.step(tokens=64): pass
`;
  expect(await runPython(["-c", code, folder])).toMatchObject({ status: 0, err: "" });
  return folder;
}

const posting = (folder: string, to: string, token: string, ...more: readonly string[]): Promise<Ran> =>
  runKit(
    ["--collect", "--out", folder, "--post", to, ...more],
    token === "" ? {} : { GPU_PLAN_PILOT_TOKEN: token },
  );

describe.skipIf(withoutTorch)("--post", () => {
  let folder: string;
  let bench: Workbench;
  let bot: Bot;
  let intake: Intake;
  let asked: string[];
  const servers: Server[] = [];

  beforeAll(async () => {
    folder = await measured();
    bench = await openWorkbench("listen");
    bot = await connectBot(bench, {
      kitPost: async (record, person) => {
        const { address } = intake;
        return pilotTokensFor(bot.store.pilotTokens, { address, now: () => new Date() })(record, person);
      },
    });
    intake = await serveIntake(bot, () => bot);
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    intake.close();
    await bot.stop();
    await bot.store.close();
    await bench.close();
  });

  /** Answers every request in one way, and notes which came. */
  const answering = async (answer: (response: ServerResponse) => void): Promise<string> => {
    asked = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method ?? ""} ${request.url ?? ""}`);
      request.resume().once("end", () => {
        answer(response);
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it("follows what the bot said with the kit: the verdict is printed and stands in the thread; a second time it is told so", async () => {
    const alex = bench.actor.actAs("alex");
    await alex.command("/gpu-plan", "llama 3.1 8b lora r16, 4k, micro-batch 2, 9B tokens on h100 sxm, trl");
    const { head } = await planPosted(alex);
    alex.message("pilot", { threadTs: head.ts });
    const said = await alex.waitForMessage(
      ({ onlyForMe, text }) => onlyForMe && text.includes("TOKEN"),
      8_000,
    );
    const [, token = "", to = ""] = /PILOT_TOKEN=(\S+) .* --collect --post (\S+)/u.exec(said.text) ?? [];
    const before = alex.messages({ threadTs: head.ts }).filter(fromBot).length;
    const ran = await posting(folder, to, token);
    expect(ran).toMatchObject({ status: 0, err: "" });
    expect(ran.out).toMatch(
      /Posted\. Nothing can be concluded: one-GPU pilot\. Another model: planned Llama 3\.1 8B, run with tiny\./u,
    );
    const inThread = () => alex.messages({ threadTs: head.ts }).filter(fromBot);
    await until(() => inThread().length > before, "the verdict is in the thread");
    expect(inThread()[before]?.text).toContain("Another model");

    const kept = textOf(folder);
    const again = await posting(folder, `${to}/`, token, "--lang", "fr");
    expect(again.status).toBe(4);
    expect(again.err).toMatch(/^Non envoyé\s: le bot a répondu 409\. Ce jeton d’accès a servi le .*Rien/u);
    expect(again.err).toContain("pilot-result.json");
    expect([ran.out, again.out, again.err, kept].join()).not.toContain(token);
    expect(textOf(folder)).toBe(kept);
  });

  it.each([
    ["no token", "http://127.0.0.1:9", "", "GPU_PLAN_PILOT_TOKEN is not set"],
    ["plain http to another machine", "http://bot.example.org", "t", "only https addresses"],
    ["nobody there", "http://127.0.0.1:9", "t", "no answer (ConnectionRefusedError)"],
  ])("%s: the reason, and the result stays", async (_name, to, token, words) => {
    const { status, err } = await posting(folder, to, token);
    expect([status, err]).toEqual([4, expect.stringContaining(words)]);
    expect(resultIn(folder).ended).toBe("complete");
  });

  it("a token that is none of the bot's is refused in words", async () => {
    const { status, err } = await posting(folder, intake.address, "not-one");
    expect([status, err]).toEqual([
      4,
      expect.stringContaining("the bot answered 401. This token is not one of mine"),
    ]);
  });

  it.each([301, 302, 303, 307, 308])(
    "is not led elsewhere by a %i: the token goes to one address only",
    async (status) => {
      const elsewhere = await answering((response) => response.end("{}"));
      const others = asked;
      const from = await answering((response) => {
        response.writeHead(status, { location: `${elsewhere}/api/pilots/stolen` });
        response.end();
      });
      const ran = await posting(folder, from, "the-token");
      expect([ran.status, ran.err]).toEqual([4, expect.stringContaining(`the bot answered ${status}`)]);
      expect(asked).toEqual(["POST /api/pilots/the-token"]);
      expect(others).toEqual([]);
    },
  );

  it("an answer that repeats the token, or is no JSON, or has control characters is not repeated as it is", async () => {
    const to = await answering((response) => {
      response.writeHead(422, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: "the-token\u001B[31m is wrong\nhere" } }));
    });
    const ran = await posting(folder, to, "the-token");
    expect(ran.err).not.toMatch(/the-token|\u001B/u);
    expect(ran.err).toContain("is wrong here");
    const html = await answering((response) => response.writeHead(502).end("<html>the-token</html>"));
    expect((await posting(folder, html, "the-token")).err).toMatch(/^Not posted: the bot answered 502\. \n/u);
  });

  it("what is larger than the bot takes is not sent", async () => {
    const code = `
import sys
sys.path.insert(0, ${JSON.stringify(dirname(kitFile))})
import gpu_plan_pilot as kit
try: kit.post({"x": "x" * 2**20}, "http://127.0.0.1:9", {"GPU_PLAN_PILOT_TOKEN": "t"})
except kit.Unusable as error: print(error)
`;
    expect((await runPython(["-c", code])).out).toContain("larger than the bot takes (1 MiB)");
  });
});
