import { describe, expect, it } from "vitest";
import { openOffice, wordsOf } from "./office.ts";

const office = await openOffice();
let threads = 0;
const planOf = async (run: string) => {
  const place = { threadTs: `${(threads += 1)}.0` };
  await office.say("ada", run, { ...place, mentioned: true });
  return (text: string, user = "ada", mentioned = false) => office.say(user, text, { ...place, mentioned });
};
const lora = "mistral 7b lora 4k, 20M tokens, 2x L40S";
const service = "gemma 3 27b, serve it, 12 concurrent, 32k ctx, on 2 L40S";

describe("an owner who is not understood", () => {
  it.each([
    ["et en gelant la moitié des couches ?", "gelant couches"],
    ["can we freeze the first 20 layers?", "freeze"],
    ["et sur cpu, 32 coeurs ?", "cpu"],
  ])("%s: the words are said, and nothing is changed", async (text, words) => {
    const outcome = await (await planOf(lora))(text);
    expect(outcome.reply).toMatchObject({ kind: "answer", answer: { about: "unclear" } });
    expect(wordsOf(outcome)).toContain(words);
    expect((await office.record(outcome)).revisions).toHaveLength(1);
  });

  it("is nobody else: a colleague's words in the thread stay theirs", async () => {
    const say = await planOf(lora);
    expect((await say("et en gelant la moitié des couches ?", "bo")).reply.kind).toBe("silence");
  });

  it.each([
    ["seq 4096", "unchanged"],
    ["lora please", "unchanged"],
    ["mistral 7b frobnicated sideways with gizmos", "unclear"],
    ["4k, wibble wobble 12q", "unclear"],
  ])("%s: what stands is called so, unless there was more: %s", async (text, about) => {
    expect((await (await planOf(lora))(text, "ada", true)).reply).toMatchObject({ kind: "answer", answer: { about } }); // prettier-ignore
  });
});

describe("an owner who asks in few words", () => {
  const first = async (run: string, text: string): Promise<string> =>
    wordsOf(await (await planOf(run))(text)).replaceAll(/[\u00A0\u202F]/gu, " ");

  it("the KV cache: per card and in all, of what, and whether layers stop at a window", async () => {
    const words = await first(service, "does that include sliding window? kv seems big");
    expect(words).toMatch(/^KV cache: ≈ \d+ GiB .+ per card, \d+ GiB on 2 × L40S 48 GB\./u);
    expect(words).toMatch(/52 of 62 attention layers keep 1,024 tokens/u);
  });

  it("a part that the plan lacks is said to be none", async () => {
    const words = await first("dpo lora mistral 7b, 10k pairs, 2048, one L40S", "why do you count a reference model with lora?"); // prettier-ignore
    expect(words).toMatch(/^Reference model: nothing in this plan\.\nWith adapters/u);
  });

  it("a part that another moment has is said with that moment", async () => {
    const words = await first(
      "llama 3.1 8b full 4k 80M tokens on 8 H100",
      "does the number include gradients",
    );
    expect(words).toMatch(/^Gradients: none at the peak; [\d.]+ GiB per card at another moment \(/u);
  });

  it("how the duration is reckoned", async () => {
    expect(await first(lora, "are you sure about the time?")).toMatch(/20 M tokens ÷ \(2 × [\d,]+ tokens\/s per GPU\) = /u); // prettier-ignore
  });

  it.each([
    ["our last run did 1k tok/s per gpu", "At 2,000 tokens/s in all: 20 M tokens in ≈ 2.8 h of training."],
    ["notre dernier essai donnait 10k tok/s par carte", "À 20 000 jetons/s en tout"],
  ])("a rate that was measured is set against the plan's: %s", async (text, start) => {
    expect(await first(lora, text)).toContain(start);
  });

  it("as few cards as hold it", async () => {
    expect(await first(lora, "do we even need both?")).toMatch(/1 × L40S/u);
    expect(await first(lora, "do we need all of them?")).toMatch(/^With as few cards as hold it:\nFits on 1 × L40S/u); // prettier-ignore
  });

  it.each(["tu peux comparer L4 et L40S pour ça ?", "could you compare the L4 and the L40S?"])(
    "%s holds both against each other",
    async (text) => {
      const { reply } = await (await planOf(lora))(text);
      expect(reply).toMatchObject({ kind: "answer", answer: { about: "compare" } });
    },
  );
});
