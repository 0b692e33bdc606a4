import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOffice, wordsOf, type Office } from "./office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

let rooms = 0;
const said = async (text: string) => {
  const outcome = await office.say("ada", text, { mentioned: true, channel: `C${(rooms += 1)}0` });
  return { outcome, words: wordsOf(outcome) };
};

describe("a named machine that the catalogue lacks is said first, with what would make it usable", () => {
  it.each<[string, RegExp, RegExp]>([
    ["llama 3.1 8b lora on rtx 3050, 20M tokens", /RTX 3050. Nearest: RTX 3060 12 GB/u, /Give its memory/u],
    ["llama 3.1 8b qlora on 2x RTX 3060 Ti", /RTX 3060 TI. Nearest: RTX 3060/u, /Give its memory/u],
    ["llama 3.1 8b qlora on a gtx 1080", /GTX 1080. Nearest: /u, /Give its memory/u],
    ["llama 3.1 8b qlora on rx 6800 xt", /RX 6800 XT. Nearest: RX 7900/u, /Give its memory/u],
    [
      "qlora llama 3.1 8b sur une RTX 3050, 20 M de jetons",
      /RTX 3050. Au plus proche.*RTX 3060/u,
      /Donnez sa mémoire/u,
    ],
  ])("%s", async (text, named, way) => {
    const { outcome, words } = await said(text);
    expect(outcome.reply.kind).toBe("problem");
    expect(words).toMatch(named);
    expect(words).toMatch(way);
    expect(words).not.toContain("RTX PRO 6000");
  });

  it.each<[string, RegExp]>([
    ["gemma 3 27b qlora on mac studio m3 ultra", /Mac studio m3 ultra is not in my catalogue/u],
    [
      "llama 3.1 8b qlora on a macbook pro m2 max with 64 GB, 4k",
      /Macbook pro m2 max is not in my catalogue/u,
    ],
    ["qlora mistral 7b on an m4 pro", /M4 pro is not in my catalogue/u],
    ["llama 3.1 8b lora on a jetson orin", /Jetson orin is not in my catalogue/u],
    ["qlora mistral 7b on two Intel Arc A770 16GB", /Intel Arc A770 is not in my catalogue/u],
    ["qlora llama 3.1 8b sur un mac studio", /Mac studio n’est pas dans mon catalogue/u],
    ["lora llama 3.1 8b sur 4 MI100 32 Go", /MI100 n’est pas dans mon catalogue/u],
    ["lora gemma 2 9b on a TPU v5e", /TPU v5e runs on software of its own \(JAX, PyTorch\/XLA\)/u],
    ["lora llama 3.1 8b sur Trainium2", /Trainium2 demande ses propres logiciels \(AWS Neuron\)/u],
  ])("%s: no verdict on it, and what the cards that are known do", async (text, sentence) => {
    const { outcome, words } = await said(text);
    expect(outcome.reply.kind).toBe("plan");
    expect(words).toMatch(sentence);
    expect(words).toMatch(/GiB|Gio|GB|Go/u);
  });

  it("is sized once its memory is given", async () => {
    const { outcome } = await said("llama 3.1 8b qlora on a card of 12 GB, 20M tokens");
    expect(outcome.reply.kind).toBe("plan");
  });
});

describe("a name that can only be the model and is in no catalogue is said first", () => {
  it.each([
    ["foobarnet lora", "foobarnet", "owner/name"],
    ["fine-tune foobarnet on 2 h100", "foobarnet", "owner/name"],
    ["qlora zorglub-7x, 4k, 2x 4090", "zorglub-7x", "owner/name"],
    ["lora sur foobarnet-7x, une 4090", "foobarnet-7x", "organisation/nom"],
    ["superllm, qlora, 4k", "superllm", "owner/name"],
  ])("%s names %s", async (text, name, way) => {
    const { outcome, words } = await said(text);
    expect(outcome.reply).toMatchObject({
      kind: "problem",
      problems: [{ code: "unknown-model", read: name }],
    });
    expect(words).toContain(way);
  });

  it.each([
    "lora on my own encoder, 4k",
    "qlora for our customer support, 4k",
    "lora, 4k ctx, 2x h100, 200M tokens",
    "on veut faire du lora pour le service client",
  ])("%s is asked which model, and no word of it is taken for one", async (text) => {
    const { outcome } = await said(text);
    expect(outcome.reply.kind).toBe("question");
  });
});

describe("a model of images or of speech", () => {
  it.each([
    ["lora sdxl", /works on images/u],
    ["lora flux dev on 4090", /works on images/u],
    ["fine tune whisper large on 1 A10", /hears speech/u],
    ["lora whisper large v3 sur une A10", /écoute de la parole/u],
    ["lora sdxl sur une 4090, 10 M de jetons", /travaille sur des images/u],
  ])("%s: said in the head, and no tokens a day", async (text, sentence) => {
    const { outcome, words } = await said(text);
    expect(outcome.reply.kind).toBe("plan");
    expect(words.split("\n").slice(0, 3).join("\n")).toMatch(sentence);
    expect(words).not.toMatch(/tokens per day|jetons par jour|per million tokens|par million de jetons/u);
  });

  it("a model of text has no such word", async () => {
    expect((await said("lora llama 3.1 8b")).words).toMatch(/tokens per day/u);
  });
});

describe("a model that only its maker serves", () => {
  it.each([
    ["fine-tune claude sonnet on 20M tokens, under $500", /claude sonnet is reached only through its maker/u],
    ["my boss wants a gpt-4 level model trained by us for 10k€, 8 weeks", /gpt-4 is reached only/u],
    ["which GPU do I need to run GPT-5?", /gpt-5 is reached only/u],
    ["Peut-on affiner GPT-4o sur nos données, 10 M de jetons ?", /gpt-4o n’existe que par le service/u],
    ["héberger Gemini 2.5 pro pour 20 utilisateurs", /gemini 2\.5 pro n’existe que par le service/u],
  ])("cannot be had, and open ones are named: %s", async (text, sentence) => {
    const { outcome, words } = await said(text);
    expect(outcome.reply).toMatchObject({ kind: "problem", problems: [{ code: "closed-model" }] });
    expect(words).toMatch(sentence);
    expect(words).toMatch(/Llama 3\.3 70B/u);
  });

  it.each([
    "replace chatgpt with llama 3.3 70b for 40 users",
    "fine tune gpt-neox 20b lora",
    "gpt-oss 120b lora 8k, written with claude's help",
    "remplacer ChatGPT par qwen3 32b pour 20 utilisateurs",
  ])("stands beside one that is open: %s", async (text) => {
    expect((await said(text)).outcome.reply.kind).toBe("plan");
  });
});
