import { afterAll, beforeAll, expect, it } from "vitest";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { connectBot, fromBot, line, openWorkbench, type Bot } from "./support.ts";

let bench: Workbench;
let bot: Bot;

beforeAll(async () => {
  bench = await openWorkbench("listen");
  bot = await connectBot(bench);
});
afterAll(async () => {
  await bot.stop();
  await bot.store.close();
  await bench.close();
});

it("somebody of another organisation is left in peace, told once when they ask, and given nothing", async () => {
  const sam = bench.actor.actAs("sam");
  const camille = bench.actor.actAs("camille");
  sam.message("see you at ten", { channel: "#partners" });
  const asked = sam.message(`@gpu-plan ${line}`, { channel: "#partners" });
  const told = await sam.waitForMessage((m) => m.onlyForMe, 20_000);
  expect(told.text).toContain("workspace that installed me");
  expect(told.threadTs).toBeUndefined();
  expect(await sam.command("/gpu-plan", line, { channel: "#partners" })).toMatchObject({
    error: "unknown_command",
  });
  expect(sam.messages().filter((m) => m.onlyForMe && m.fromBot)).toHaveLength(1);
  expect(camille.messages({ channel: "#partners" }).filter(fromBot)).toEqual([]);
  const events = bench.state.sent.flatMap((envelope) => {
    const { event } = envelope.payload as { event?: { ts?: string } };
    return event?.ts === asked.ts ? [envelope.payload] : [];
  });
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) {
    expect(event).toMatchObject({
      is_ext_shared_channel: true,
      event: { user_team: "T0NEIGHBOUR", team: "T0NEIGHBOUR" },
    });
  }
});

it("they are told once whichever of a mention's two events comes first", async () => {
  const sam = bench.actor.actAs("sam");
  const said = (): number => sam.messages().filter((m) => m.onlyForMe && m.fromBot).length;
  const orders = new Set<string>();
  for (let turn = 0; orders.size < 2 && turn < 8; turn += 1) {
    const before = said();
    const asked = sam.message(`@gpu-plan ${line}`, { channel: "#partners" });
    await expect.poll(said, { timeout: 20_000 }).toBe(before + 1);
    const types = bench.state.sent.flatMap((envelope) => {
      const { event } = envelope.payload as { event?: { ts?: string; type?: string } };
      return event?.ts === asked.ts ? [event.type ?? ""] : [];
    });
    expect(types).toHaveLength(2);
    orders.add(types.join());
    // One more id taken, and the other event comes first.
    sam.attach({ name: "notes.txt", content: "none" });
  }
  expect([...orders].sort()).toEqual(["app_mention,message", "message,app_mention"]);
});

it("members go on as before in the same channel", async () => {
  const alex = bench.actor.actAs("alex");
  await alex.command("/gpu-plan", line, { channel: "#partners" });
  const head = await alex.waitForMessage(fromBot, 20_000);
  expect(head.text).toContain("Llama 3.1 8B");
});
