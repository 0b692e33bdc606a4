import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PlanRecord } from "../../src/app/ports.ts";
import { pilotTokensFor } from "../../src/start/pilot-tokens.ts";
import type { Actor } from "../../src/workbench/driver.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { kitOf } from "../support/kit-result.ts";
import { serveIntake, type Intake } from "./serve-intake.ts";
import { connectBot, fromBot, openWorkbench, planPosted, until, type Bot } from "./support.ts";

const line = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on 2x h100 sxm, trl";
const address = "https://bot.example.org";

let bench: Workbench;
let bots: Bot[];
let servers: Intake[];
let alex: Actor;
let head: string;
let now: () => Date;

/** A replica with its own server, over the store of the first. */
async function replica(): Promise<{ bot: Bot; url: string }> {
  const shared = bots[0]?.store;
  const bot: Bot = await connectBot(bench, {
    replicas: true,
    now: () => now(),
    ...(shared === undefined ? {} : { store: shared }),
    kitPost: (record, person) =>
      pilotTokensFor(bot.store.pilotTokens, { address, now: () => now() })(record, person),
  });
  bots.push(bot);
  const server = await serveIntake(
    bot,
    () => bot,
    () => now(),
  );
  servers.push(server);
  return { bot, url: `${server.address}/api/pilots/` };
}

let bot: Bot;
let url: string;
beforeEach(async () => {
  now = () => new Date();
  bots = [];
  servers = [];
  bench = await openWorkbench("listen");
  ({ bot, url } = await replica());
  alex = bench.actor.actAs("alex");
  await alex.command("/gpu-plan", line);
  head = (await planPosted(alex)).head.ts;
});
afterEach(async () => {
  for (const server of servers) server.close();
  for (const one of bots) await one.stop();
  await bot.store.close();
  await bench.close();
});

const record = async (): Promise<PlanRecord> => {
  const [found] = await bot.store.plans.ownedBy("T0WORKBENCH", "U0ALEX00001", 1);
  if (found === undefined) throw new Error("no plan");
  return found;
};
const result = async (over: object = {}, factor = 1): Promise<object> => {
  const plan = (await record()).revisions.at(-1)?.plan;
  if (plan === undefined) throw new Error("no plan");
  return kitOf(plan, "one-gpu-pilot", factor, over);
};
const replies = () => alex.messages({ threadTs: head }).filter(fromBot);
const whispered = () => alex.messages().filter(({ onlyForMe }) => onlyForMe);

/** Asks for the kit as a person does, and reads the token as they do. */
async function tokenOfKit(): Promise<string> {
  const before = whispered().length;
  alex.message("pilot", { threadTs: head });
  await until(() => whispered().length > before, "it is said how to post");
  return /GPU_PLAN_PILOT_TOKEN=([0-9a-f]{64}) /u.exec(whispered().at(-1)?.text ?? "")?.[1] ?? "";
}

const post = async (
  token: string,
  body: string | object,
  { to = url, language = "en", method = "POST" } = {},
): Promise<{ status: number; json: Record<string, unknown> }> => {
  const answer = await fetch(`${to}${token}`, {
    method,
    headers: { "content-type": "application/json", "accept-language": language },
    ...(method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
  });
  expect(answer.headers.get("content-type")).toContain("application/json");
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
};
const refusal = (code: string, path = "") => ({
  error: { code, path, message: expect.any(String) as unknown },
});

describe("a result that the kit posts", () => {
  it("is judged in the thread of its plan, once; a replay hears of the earlier verdict and changes nothing", async () => {
    const token = await tokenOfKit();
    const before = replies().length;
    const first = await post(token, await result({}, 1.25));
    expect(first).toMatchObject({
      status: 200,
      json: { verdict: "off", stage: "one-gpu-pilot", again: false },
    });
    await until(() => replies().length > before, "the verdict is in the thread");
    expect(replies().at(-1)?.text).toMatch(/^Off: one-GPU pilot\./u);
    const kept = await record();
    expect(kept.progress.pilots).toMatchObject([{ by: "U0ALEX00001" }]);
    for (const body of [await result({}, 1.25), await result({}, 0.5), "{"]) {
      const replay = await post(token, body);
      expect(replay).toMatchObject({
        status: 409,
        json: { ...refusal("used-token"), earlier: { verdict: "off", stage: "one-gpu-pilot" } },
      });
      expect(JSON.stringify(replay.json)).toContain("Off: one-GPU pilot.");
    }
    expect(await record()).toEqual(kept);
    expect(replies()).toHaveLength(before + 1);
  });

  it("that cannot be used says why, field by field, and leaves the token as it was", async () => {
    const token = await tokenOfKit();
    const before = replies().length;
    const faulty = await result({ steps: [-1], warmUpSteps: "ten" });
    for (const [body, status, code, path] of [
      ["", 422, "invalid-json", ""],
      [JSON.stringify(await result()).slice(0, -1), 422, "invalid-json", ""],
      ["[]", 422, "missing-field", "kit"],
      [{ kit: "another" }, 422, "unknown-value", "kit"],
      [faulty, 422, "wrong-type", "warmUpSteps"],
      [`{"kit":"gpu-plan-pilot","x":"${"x".repeat(2 ** 20)}"}`, 413, "too-large", ""],
      [`{"kit":"gpu-plan-pilot","x":"${"x".repeat(2 ** 24)}"}`, 413, "too-large", ""],
    ] as const) {
      const answer = await post(token, body).catch(() => null);
      // Who sends sixteen times too much may find the line cut instead.
      if (answer === null) expect(JSON.stringify(body).length).toBeGreaterThan(2 ** 23);
      else expect(answer).toMatchObject({ status, json: refusal(code, path) });
    }
    expect((await post(token, faulty, { language: "fr-FR,fr;q=0.9" })).json).toMatchObject({
      error: { message: expect.stringMatching(/^warmUpSteps\s:.*Permis/u) as unknown },
      problems: [{ path: "warmUpSteps" }, { path: "steps.0" }],
    });
    expect(replies()).toHaveLength(before);
    expect(await post(token, await result())).toMatchObject({ status: 200, json: { verdict: "confirmed" } });
  });

  it("that no run can have is refused with its reason, said in the thread, and leaves the token good", async () => {
    const token = await tokenOfKit();
    const before = replies().length;
    const rank = { rank: 0, peakAllocatedGib: 90, peakReservedGib: 95, peakDeviceGib: 99, capacityGib: 79.6 };
    expect(await post(token, await result({ ranks: [rank] }))).toMatchObject({
      status: 422,
      json: {
        error: { code: "no-result", message: expect.stringMatching(/no run can have.*Next:/u) as unknown },
      },
    });
    await until(() => replies().length > before, "it is said");
    expect((await record()).progress.pilots).toEqual([]);
    const good = await post(token, await result());
    expect(good).toMatchObject({ status: 200, json: { verdict: "confirmed" } });
    expect(good.json["message"]).toMatch(/^Confirmed: one-GPU pilot\. Next: /u);
    await until(() => replies().length > before + 1, "so is the good one");
  });

  it("needs a token of ours, in date, whatever it holds", async () => {
    const token = await tokenOfKit();
    const body = await result();
    const other = `${token.slice(0, 63)}${token.endsWith("0") ? "1" : "0"}`;
    for (const wrong of ["", "x", other, token.slice(0, 16), token.toUpperCase(), "%ff", `${token}0`])
      expect(await post(wrong, body)).toMatchObject({ status: 401, json: refusal("unknown-token") });
    expect(await post("", "x".repeat(2 ** 20 + 1))).toMatchObject({ status: 401 });
    expect(await post(token, "", { method: "GET" })).toMatchObject({ status: 405 });
    const later = Date.now() + 30 * 24 * 3_600_000;
    now = () => new Date(later - 60_000);
    expect(await post(token, "{")).toMatchObject({ status: 422 });
    now = () => new Date(later + 60_000);
    expect(await post(token, body)).toMatchObject({ status: 401, json: refusal("expired-token") });
    expect((await record()).progress.pilots).toEqual([]);
  });

  it("reaches the plan of its own workspace only", async () => {
    const mine = await record();
    const body = await result();
    const issue = pilotTokensFor(bot.store.pilotTokens, { address, now: () => now() });
    // A plan of the other workspace, of the same bearer.
    const first = mine.revisions[0];
    if (first === undefined) throw new Error("no revision");
    const { owner, language } = mine;
    const theirs = await bot.store.plans.create({ workspace: "T2", owner, channel: "C1", language, private: false, first }); // prettier-ignore
    expect(theirs.id).not.toBe(mine.id);
    const { token } = await issue(theirs, owner);
    expect(await post(token, body)).toMatchObject({ status: 401, json: refusal("no-plan") });
    expect((await record()).progress.pilots).toEqual([]);
    expect((await bot.store.plans.get("T2", theirs.id))?.progress.pilots).toEqual([]);
    // A token of one workspace cannot even be made for a plan of another.
    await expect(issue({ ...mine, workspace: "T2" }, owner)).rejects.toThrow();
  });

  it("to two replicas at once, equal or not, succeeds once and is said once", async () => {
    const second = await replica();
    const token = await tokenOfKit();
    const before = replies().length;
    const bodies = [await result(), await result({}, 1.3), await result(), await result({}, 1.3)];
    const answers = await Promise.all(
      bodies.map((body, i) => post(token, body, { to: i % 2 === 0 ? url : second.url })),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, 409, 409, 409]);
    const kept = await record();
    expect(kept.progress.pilots).toHaveLength(1);
    const verdict = kept.progress.pilots[0]?.verdict.verdict;
    for (const { status, json } of answers)
      expect(json).toMatchObject(status === 200 ? { verdict } : { earlier: { verdict } });
    await until(() => replies().length > before, "it is said");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(replies()).toHaveLength(before + 1);
    expect(replies().at(-1)?.text).not.toContain("counts once");
  });

  it("leaves its token in no log, no row and no message of the channel", async () => {
    const token = await tokenOfKit();
    await post(token, await result());
    await post(token, await result());
    await post(`${token}0`, "{}");
    const visible = alex.messages().filter(({ onlyForMe }) => !onlyForMe);
    const kit = bench.state.files.map(({ name }) => name);
    expect(kit).toContain("README.md");
    for (const place of [
      bot.logged,
      visible,
      await bot.store.pilotTokens.find(token.slice(0, 16)),
      bench.state.files,
    ])
      expect(JSON.stringify(place)).not.toContain(token);
  });
});

it("that comes while the bot starts is asked for again, and its token stays good", async () => {
  const token = await tokenOfKit();
  const early = await serveIntake(bot, () => null);
  servers.push(early);
  const to = `${early.address}/api/pilots/`;
  expect(await post(token, await result(), { to })).toMatchObject({ status: 503, json: refusal("starting") });
  expect(await post(token, await result())).toMatchObject({ status: 200 });
});

it("where nobody can reach the bot no token is issued, and the kit says to drop the file", async () => {
  await bot.stop();
  bots = [await connectBot(bench, { store: bot.store })];
  alex.message("pilot", { threadTs: head });
  await until(() => bench.state.files.some(({ name }) => name === "README.md"), "the kit is there");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(whispered().filter(({ text }) => text.includes("TOKEN"))).toEqual([]);
});
