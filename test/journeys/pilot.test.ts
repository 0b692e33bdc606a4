import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pilotFields } from "../../blocks/pilot-form.ts";
import type { PlanRecord } from "../../src/app/ports.ts";
import { shortcutIds } from "../../src/slack/shortcut-ids.ts";
import type { Actor } from "../../src/workbench/driver.ts";
import type { Workbench } from "../../src/workbench/start-workbench.ts";
import { kitOf } from "../support/kit-result.ts";
import { connectBot, fromBot, openWorkbench, planPosted, until, type Bot } from "./support.ts";

const line = "llama 3.1 8b lora r16, 4k, micro-batch 2, packing, 9B tokens on 2x h100 sxm, trl";

let bench: Workbench;
let bot: Bot;
let alex: Actor;
let camille: Actor;
let head: string;

beforeEach(async () => {
  bench = await openWorkbench("listen");
  bot = await connectBot(bench);
  alex = bench.actor.actAs("alex");
  camille = bench.actor.actAs("camille");
  await alex.command("/gpu-plan", line);
  head = (await planPosted(alex)).head.ts;
});
afterEach(async () => {
  await bot.stop();
  await bot.store.close();
  await bench.close();
});

const record = async (): Promise<PlanRecord> => {
  const [found] = await bot.store.plans.ownedBy("T0WORKBENCH", "U0ALEX00001", 1);
  if (found === undefined) throw new Error("no plan");
  return found;
};
const result = async (factor = 1): Promise<string> => {
  const plan = (await record()).revisions.at(-1)?.plan;
  if (plan === undefined) throw new Error("no plan");
  return JSON.stringify(kitOf(plan, "one-gpu-pilot", factor));
};
const replies = (actor = alex) => actor.messages({ threadTs: head }).filter(fromBot);
const answerTo = async (act: () => unknown): Promise<string> => {
  const before = replies().length;
  await act();
  await until(() => replies().length > before, "it is answered");
  return replies()[before]?.text ?? "";
};
const drop = (content: string | Buffer, name: string) =>
  alex.uploadFile({ name, content }, { threadTs: head });

describe("results in a plan's thread", () => {
  it("dropped as a file are judged, and the head and the details stand corrected", async () => {
    const said = await answerTo(async () => drop(await result(1.25), "pilot-result.json"));
    expect(said).toMatch(/^Off: one-GPU pilot\./u);
    expect(said).toContain("our miss");
    await until(
      () => alex.messages().some(({ ts, text }) => ts === head && text.includes("rev. 2")),
      "the head is edited",
    );
    expect((await record()).progress.pilots).toHaveLength(1);
  });

  it("compressed, and posted again by a colleague, count once, in the language of the thread", async () => {
    const content = gzipSync(await result());
    const first = await answerTo(() => drop(content, "pilot-result.json.gz"));
    expect(first).toMatch(/^Confirmed/u);
    const before = replies().length;
    camille.uploadFile({ name: "copie.json.gz", content }, { threadTs: head });
    await until(() => replies().length > before, "it is answered");
    expect(replies().at(-1)?.text).toContain("counts once");
    expect((await record()).progress.pilots).toHaveLength(1);
  });

  it("pasted after their name are read as they were pasted", async () => {
    const said = await answerTo(() =>
      alex.message(
        "pilot:\n```\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79.10 GiB of which 1.20 GiB is free. Process 12 has 77.90 GiB memory in use. Of the allocated memory 70.00 GiB is allocated by PyTorch, and 6.00 GiB is reserved by PyTorch but unallocated.\n```",
        { threadTs: head },
      ),
    );
    expect(said).toMatch(/one-GPU pilot/u);
    expect(said).toContain("ran out of memory");
  });

  it("that cannot be opened are named, and nothing is taken for a result", async () => {
    const before = replies().length;
    alex.uploadFile(
      { name: "curve.png", content: Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2]) },
      { threadTs: head },
    );
    alex.message("nice curve, isn't it?", { threadTs: head });
    const said = await answerTo(() => drop("nothing but words\n", "notes.txt"));
    expect(said).toContain("notes.txt");
    expect(replies()).toHaveLength(before + 1);
    expect((await record()).progress.pilots).toEqual([]);
  });

  it("come through the form, which asks for a plan and a result", async () => {
    expect(await alex.command("/gpu-plan", "pilot")).toMatchObject({ ok: true });
    await alex.waitForView();
    expect(JSON.stringify(await alex.submitView())).toContain(pilotFields.plan.block);
    const target = { blockId: pilotFields.plan.block, actionId: pilotFields.plan.action };
    const { options } = await alex.openOptions({ ...target, query: "" });
    const [first] = options as unknown as { value: string; text: { text: string } }[];
    expect(first?.text.text).toContain("Llama 3.1 8B");
    alex.fillView({ [target.blockId]: { [target.actionId]: first?.value } });
    expect(JSON.stringify(await alex.submitView())).toContain("Add a file");
    const file = alex.attach({ name: "pilot-result.json", content: await result() });
    alex.fillView({ [pilotFields.files.block]: { [pilotFields.files.action]: [file] } });
    const said = await answerTo(async () => {
      expect(await alex.submitView()).toMatchObject({ ok: true });
    });
    expect(said).toMatch(/^Confirmed/u);
  });

  it("come through a colleague's message, by its shortcut", async () => {
    const written = camille.uploadFile({ name: "run.json", content: await result() }, { channel: "dm" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = replies().length;
    const { ts } = camille.message("pilot-log 1.31 s/it", { threadTs: head });
    await camille.messageShortcut(shortcutIds.pilot, { ts });
    expect(written.ts).not.toBe(ts);
    await until(() => camille.messages({ threadTs: head }).length > before, "it is answered");
  });
});

it("what was learnt is contested by anybody, withdrawn by a colleague, and the head follows", async () => {
  await answerTo(async () => drop(await result(1.25), "pilot-result.json"));
  const contested = await answerTo(() => camille.message("voir sans les corrections", { threadTs: head }));
  expect(contested).toContain("Rien n’est changé");
  const refused = await answerTo(() => camille.message("qu'a-t-on mesuré sur L40S ?", { threadTs: head }));
  expect(refused).toContain("encore rien mesuré");
  const withdrawn = await answerTo(() => camille.message("retire la correction", { threadTs: head }));
  expect(withdrawn).toContain("ce résultat ne compte plus");
  await until(
    () => alex.messages().some(({ ts, text }) => ts === head && text.includes("rev. 3")),
    "the head is edited",
  );
  expect((await bot.store.progress.corrections("T0WORKBENCH")).every(({ correction }) => correction.withdrawn != null)).toBe(true);
}); // prettier-ignore

describe("the way to a reservation", () => {
  it("begins with the kit: what to run, what it must show, and the files", async () => {
    const said = await answerTo(() => alex.message("pilot slurm", { threadTs: head }));
    expect(said).toContain("What settles this plan");
    expect(said).toContain("It passes if");
    await until(() => bench.state.files.some(({ name }) => name === "README.md"), "the kit is there");
    expect(bench.state.files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["spec.json", "README.md"]),
    );
  });

  it("is the button of the head: it follows the stages", async () => {
    const buttons = () =>
      JSON.stringify(alex.messages().find(({ ts }) => ts === head)?.blocks ?? []).match(
        /"action_id":"gp_\w+"/gu,
      ) ?? [];
    expect(buttons()[0]).toContain("gp_prepare_pilot");
    for (const stage of ["pilot", "scaling step", "restore proof"]) {
      const before = replies().length;
      camille.message(`waive the ${stage}: done last week`, { threadTs: head });
      await until(() => replies().length > before, "it is answered");
    }
    await until(() => buttons()[0]?.includes("gp_reserve") === true, "the head offers to reserve");
    expect(alex.messages().find(({ ts }) => ts === head)?.text).toContain("waived: ");
    const said = await answerTo(() => alex.click({ messageTs: head, actionId: "gp_reserve" }));
    expect(said).toContain("Ready to reserve");
    await until(() => buttons()[0]?.includes("gp_close_rental") === true, "the head offers to close");
    expect(await answerTo(() => alex.click({ messageTs: head, actionId: "gp_close_rental" }))).toContain(
      "How many hours",
    );
  });

  it("goes by waivers in writing, and ends with the bill", async () => {
    expect(await answerTo(() => alex.message("reserve", { threadTs: head }))).toContain("Not yet");
    for (const stage of ["pilot", "scaling step", "restore proof"]) {
      const before = replies().length;
      camille.message(`dérogation ${stage} : <!channel> fait la semaine dernière`, { threadTs: head });
      await until(() => replies().length > before, "it is answered");
    }
    expect(JSON.stringify(bench.state.sent)).not.toContain('"text":"<!channel>');
    expect(await answerTo(() => alex.message("reserve", { threadTs: head }))).toContain("Ready to reserve");
    expect(await answerTo(() => alex.message("closing: 20 h, 120 $", { threadTs: head }))).toContain(
      "planned against paid",
    );
    expect((await record()).progress).toMatchObject({ waivers: { length: 3 }, closing: { hours: 20 } });
  });
});

it("without files:read the bot says which right it lacks", async () => {
  await bot.stop();
  await bench.close();
  bench = await openWorkbench("listen", { without: ["files:read"] });
  bot = await connectBot(bench);
  alex = bench.actor.actAs("alex");
  await alex.command("/gpu-plan", line);
  head = (await planPosted(alex)).head.ts;
  expect(await answerTo(() => drop("{}", "pilot-result.json"))).toContain("files:read");
});
