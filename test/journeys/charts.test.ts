import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import type { Actor } from "../../src/workbench/driver.ts";
import { connectBot, fromBot, line, openWorkbench, planPosted, until, type Bot } from "./support.ts";

let bench: Workbench;
let bot: Bot;
let camille: Actor;
let alex: Actor;
let head: string;

const start = async (
  options: Parameters<typeof openWorkbench>[1] = {},
  bots: Parameters<typeof connectBot>[1] = {},
) => {
  bench = await openWorkbench("listen", options);
  bot = await connectBot(bench, bots);
  camille = bench.actor.actAs("camille");
  alex = bench.actor.actAs("alex");
  await alex.command("/gpu-plan", line);
  head = (await planPosted(alex)).head.ts;
};
afterEach(async () => {
  await bot.stop();
  await bot.store.close();
  await bench.close();
});

const inThread = (): readonly { text: string; files: readonly string[]; onlyForMe: boolean }[] =>
  alex
    .messages({ threadTs: head })
    .filter((message) => message.fromBot && message.ts !== head)
    .map(({ text, raw, onlyForMe }) => ({
      text,
      onlyForMe,
      files: ((raw["files"] as { name: string }[] | undefined) ?? []).map(({ name }) => name),
    }));
const names = () => inThread().flatMap(({ files }) => files);
const pngs = () => bench.state.files.filter(({ name }) => name.endsWith(".png"));
const ask = async (who: Actor, text: string, file: string): Promise<void> => {
  who.message(text, { threadTs: head });
  await until(() => names().includes(file), `${file} stands in the thread`, 15_000);
};

describe("a chart that is asked for in a plan's thread", () => {
  beforeEach(() => start());

  it("is said in words, then posted as a picture that says the same to who does not see it", async () => {
    await ask(alex, "show me the memory", "gpu-plan-memory.png");
    const [words] = inThread().filter(({ text }) => text.includes("phase by phase"));
    expect(words?.text).toMatch(/usable/u);
    const [file] = pngs();
    expect(file?.altText).toContain("Memory of one card, phase by phase.");
    for (const sentence of (file?.altText ?? "").split(". ").slice(1))
      expect(words?.text).toContain(sentence.replace(/\.$/u, ""));
    expect(file?.shares).toHaveLength(1);
    expect(bench.state.warnings).toEqual([]);
  });

  it("comes in the language and the clock of whoever asks", async () => {
    camille.message("montre la fenêtre", { threadTs: head });
    await until(() => names().includes("gpu-plan-window.png"), "the picture stands there", 15_000);
    expect(pngs()[0]?.altText).toContain("La fenêtre de location");
    expect(pngs()[0]?.altText).toMatch(/UTC\+[12]/u);
  });

  it("has buttons for the other charts, and an entry in the head's menu", async () => {
    await alex.click({ messageTs: head, actionId: "gp_more", value: chartEntry() });
    await until(() => names().includes("gpu-plan-memory.png"), "the menu drew the memory", 15_000);
    const words = alex.messages({ threadTs: head }).find(({ text }) => text.includes("phase by phase"));
    await alex.click({ messageTs: words?.ts ?? "", actionId: "gp_chart_cost" });
    await until(() => names().includes("gpu-plan-cost.png"), "the button drew the cost", 15_000);
  });

  const chartEntry = (): string => {
    const drawn = JSON.stringify(alex.messages().find(({ ts }) => ts === head)?.blocks);
    return /"value":"(chart\|[^"]+)"/u.exec(drawn)?.[1] ?? "";
  };

  it("says what is missing where there is nothing to draw, and posts nothing", async () => {
    await alex.command("/gpu-plan", "llama 3.1 8b lora r16, 4k");
    const { head: other } = await planPosted(alex, head);
    const before = bench.state.files.length;
    alex.message("timeline", { threadTs: other.ts });
    const said = await alex.waitForMessage(
      (m) => fromBot(m) && m.threadTs === other.ts && m.text.includes("timeline"),
    );
    expect(said.text).toContain("How long this runs is not known");
    expect(bench.state.files).toHaveLength(before);
  });
});

describe("a launch file that is asked for with the run", () => {
  it("stands in the thread of the new plan, after its words", async () => {
    bench = await openWorkbench("listen");
    bot = await connectBot(bench);
    alex = bench.actor.actAs("alex");
    await alex.command("/gpu-plan", `${line} and give me the slurm script`);
    head = (await planPosted(alex)).head.ts;
    await until(
      () => names().some((name) => name.endsWith(".sbatch")),
      "the script stands in the thread",
      15_000,
    );
    expect(inThread().some(({ text }) => text.includes("sbatch"))).toBe(true);
    expect(bench.state.warnings).toEqual([]);
  });
});

describe("a launch file that is asked for in a plan's thread", () => {
  beforeEach(() => start());

  it("stands there as the file that the terminal writes, with how to start it and what it still needs", async () => {
    alex.message("give me the slurm script", { threadTs: head });
    await until(
      () => names().some((name) => name.endsWith(".sbatch") || name.includes("slurm")),
      "the file stands there",
    );
    const words = inThread().find(({ text }) => text.includes("Launch file (Slurm)"));
    expect(words?.text).toContain("sbatch");
    expect(words?.text).toContain("To give before it starts");
  });

  it("is written for another tool by a button, each time into the same thread", async () => {
    alex.message("launch file", { threadTs: head });
    const words = await alex.waitForMessage(
      (m) => fromBot(m) && m.threadTs === head && m.text.includes("Launch file"),
    );
    await alex.click({ messageTs: words.ts, actionId: "gp_launch_file_skypilot" });
    await until(() => names().some((name) => name.endsWith(".yaml")), "the task stands there");
  });
});

describe("when the picture does not come", () => {
  it("without the right to post files: the words stand, and only the asker is told what to do", async () => {
    await start({ without: ["files:write"] });
    alex.message("chart", { threadTs: head });
    await until(() => inThread().some(({ text }) => text.includes("files:write")), "the asker is told");
    expect(inThread().filter(({ text }) => text.includes("phase by phase"))).toHaveLength(1);
    expect(inThread().find(({ text }) => text.includes("files:write"))?.onlyForMe).toBe(true);
    expect(names()).toEqual([]);
  });

  it("when it cannot be drawn: the words stand", async () => {
    await start({}, { draw: () => Promise.reject(new Error("no pixels")) });
    alex.message("graphique", { threadTs: head });
    await until(
      () =>
        inThread().some(({ text }) => text.includes("could not be posted") || text.includes("n’a pas pu")),
      "the asker is told",
    );
    expect(names()).toEqual([]);
    expect(bot.logged.filter(({ message }) => message === "a file could not be posted")).toHaveLength(1);
  });
});
