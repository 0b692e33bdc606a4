import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOffice, wordsOf, type Office } from "./office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

async function asked(text: string) {
  const outcome = await office.say("ada", text, { mentioned: true });
  const { reply } = outcome;
  if (reply.kind !== "plan") throw new Error(`a ${reply.kind}`);
  return {
    host: reply.plan.caveats.find(({ code }) => code === "host-memory")?.params,
    words: wordsOf(outcome),
    needed: reply.plan.best?.estimate.host.ramGib.likely,
  };
}

describe("the RAM of the asker's own machine", () => {
  it.each([
    ["full fine-tune of llama 2 13b on my 2 4090 with cpu offload, 64 GB of host RAM", /^2 × RTX 4090 24 GB hold it, your 64 GiB of RAM does not: about \d+ GiB needed/u],
    ["j'ai 2 4090 et 64 Go de RAM, fine-tuning complet de llama 2 13b avec offload", /^2 × RTX 4090 24 Go suffisent, pas vos 64 Gio de RAM : il en faut environ \d+ Gio/u],
  ])("is set against what the run needs of it, before the card is called enough: %s", async (text, words) => {
    const said = await asked(text);
    expect(said.host).toEqual({ neededGib: said.needed, hostGib: 64, own: true });
    expect(said.words.replace(/[\u00A0\u202F]/gu, " ")).toMatch(words);
  }); // prettier-ignore

  it.each([
    ["full fine-tune of llama 2 7b on my 4090 with cpu offload, 16 GB of host RAM", /^1 × RTX 4090 24 GB (?:holds it, your 16 GiB of RAM does not)/u],
    ["j'ai une 4090 et 16 Go de RAM, fine-tuning complet de llama 2 7b avec offload", /^1 × RTX 4090 24 Go suffit, pas vos 16 Gio de RAM/u],
  ])("agrees with a single card: %s", async (text, words) => {
    expect((await asked(text)).words.replace(/[\u00A0\u202F]/gu, " ")).toMatch(words);
  }); // prettier-ignore

  it("leaves no way out that would need more of it", async () => {
    const { reply } = await office.say(
      "ada",
      "full fine-tune of llama 3.1 70b on 8x 3090, 128 GB of host RAM",
      {
        mentioned: true,
      },
    );
    if (reply.kind !== "plan") throw new Error(`a ${reply.kind}`);
    const offloads = reply.plan.infeasible?.relaxations.filter(({ changes }) =>
      changes.some(({ field }) => field === "parallel.offload"),
    );
    expect(offloads).toEqual([]);
  });

  it("goes before that of the machine which is for rent", async () => {
    const said = await asked("qlora llama 3.1 8b on a 4090, 512 GB of host RAM");
    expect(said.host).toBeUndefined();
  });
});
