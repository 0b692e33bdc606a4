import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { startWorkbench } from "../../src/workbench/start-workbench.ts";
import { COMMANDS } from "./support.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const whole = async (): Promise<{ folder: string; stateFile: string; saved: string }> => {
  const folder = await mkdtemp(join(tmpdir(), "workbench-"));
  const stateFile = join(folder, "state.json");
  const bench = await startWorkbench({ commands: COMMANDS, stateFile });
  bench.actor.actAs("alex").message("hello");
  await bench.close();
  return { folder, stateFile, saved: await readFile(stateFile, "utf8") };
};

it.each<[string, (saved: string) => string]>([
  ["cut off in the middle", (saved) => saved.slice(0, saved.length / 2)],
  ["empty", () => ""],
  ["not JSON", () => "\u0000\u0001 hello"],
  ["another program's JSON", () => '{"name":"gpu-plan"}'],
  ["of a later version", (saved) => saved.replace('"version":1', '"version":99')],
  ["without its messages", (saved) => saved.replace('"messages":', '"massages":')],
  ["without its tokens", (saved) => saved.replace('"botToken":', '"token":')],
  ["null where the workspace was", () => '{"version":1,"world":null}'],
])(
  "a state file that is %s is kept aside, said in one line, and the workspace starts empty",
  async (_, harm) => {
    const { folder, stateFile, saved } = await whole();
    const harmed = harm(saved);
    await writeFile(stateFile, harmed);
    const said = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const bench = await startWorkbench({ commands: COMMANDS, stateFile });
    expect(bench.actor.actAs("alex").messages()).toEqual([]);
    expect(said).toHaveBeenCalledOnce();
    const aside = (await readdir(folder)).find((name) => name.includes("unreadable")) ?? "";
    expect(await readFile(join(folder, aside), "utf8")).toBe(harmed);
    expect(String(said.mock.calls[0]?.[0])).toContain(aside);
    await bench.close();
  },
);

it("a workspace kept before there was a shared channel gets one, and keeps its messages", async () => {
  const { stateFile, saved } = await whole();
  const state = JSON.parse(saved) as { world: { channels: { id: string }[] } };
  state.world.channels = state.world.channels.filter((channel) => channel.id !== "C0PARTNERS1");
  await writeFile(stateFile, JSON.stringify(state));
  const bench = await startWorkbench({ commands: COMMANDS, stateFile });
  expect(bench.state.channels.filter((channel) => channel.id === "C0PARTNERS1")).toHaveLength(1);
  expect(bench.state.messages.map((message) => message.text)).toEqual(["hello"]);
  await bench.close();
});

it("what the page or the bot was told is done is on disk: a kill at that moment loses nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "workbench-"));
  const stateFile = join(folder, "state.json");
  const bench = await startWorkbench({ commands: COMMANDS, stateFile });
  const kept = async (): Promise<string[]> => {
    const saved = JSON.parse(await readFile(stateFile, "utf8")) as {
      world: { messages: { text: string }[] };
    };
    return saved.world.messages.map(({ text }) => text);
  };
  const channel = bench.state.channels[0]?.id;
  const posted = await fetch(`${bench.url}/_page/act`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: bench.url },
    body: JSON.stringify({ user: "U0ALEX00001", act: "message", args: { channel, text: "of a person" } }),
  });
  expect([posted.status, await posted.json()]).toMatchObject([200, { ok: true }]);
  expect(await kept()).toEqual(["of a person"]);
  await bench.close();
});
