import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../src/app/conversation-port.ts";
import { openOffice, wordsOf, type Office } from "./office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

const first = "mistral 7b qlora, 5M tokens";
let rooms = 0;

/** A plan of Ada's in a room of its own, and what she says next there. */
async function after(text: string, kind: "im" | "channel", mentioned = false): Promise<Outcome> {
  const place = { channel: `${kind === "im" ? "D" : "C"}${(rooms += 1)}`, kind } as const;
  const plan = await office.say("ada", first, { ...place, mentioned: true });
  await office.store.plans.placed("T1", plan.record?.id ?? "", { channel: place.channel, headTs: "10.1" });
  return office.say("ada", text, { ...place, threadTs: kind === "channel" ? "10.1" : null, mentioned });
}

describe("a message after a plan, in a direct message", () => {
  it.each([
    ["what's the best gpu for llama 70b inference 10 users", "plan"],
    ["llama 3.1 8b lora r16, 4k, 200M tokens", "plan"],
    ["full finetune qwen2.5 7b on 8 h100", "plan"],
    ["serve qwen2.5 32b, 40 users, 8k ctx, fp8", "plan"],
    ["mistral 7b lora, 20M tokens", "plan"],
    ["llama 3.1 8b en lora, séquences de 4k, 50 M de jetons", "plan"],
    ["servir qwen2.5 32b pour 40 utilisateurs", "plan"],
    ["and with llama 3.1 8b?", "change"],
    ["llama 3.1 8b", "change"],
    ["lora instead", "change"],
    ["use llama 3.1 8b with lora instead", "change"],
    ["same with llama 3.1 8b lora", "change"],
    ["what if it was llama 3.1 8b lora?", "change"],
    ["et avec llama 3.1 8b en lora ?", "change"],
    ["et si on passait à llama 3.1 8b en lora ?", "change"],
    ["la même chose avec llama 3.1 8b en lora", "change"],
    ["8k, 2 h100", "change"],
  ])("%s → %s", async (text, kind) => {
    const { reply, record } = await after(text, "im");
    expect(kind === "plan" ? ["plan", "question"] : ["change"]).toContain(reply.kind);
    expect(record?.revisions).toHaveLength(kind === "plan" ? 1 : 2);
  });

  it("stays a change in the thread of a plan, whatever it names", async () => {
    const { reply, record } = await after("llama 3.1 8b lora r16, 4k, 200M tokens", "channel");
    expect(reply.kind).toBe("change");
    expect(record?.revisions).toHaveLength(2);
  });
});

describe("courtesies and chatter", () => {
  it.each([
    ["thanks!", false, "silence", ""],
    ["thanks!", true, "answer", "With pleasure."],
    ["merci beaucoup", true, "answer", "With pleasure."],
    ["lol", true, "silence", ""],
    ["ok", true, "silence", ""],
    ["nice weather today", true, "answer", "I size training and serving runs"],
    ["", true, "answer", "/gpu-plan"],
  ])("in a plan's thread: %s (mentioned: %s) → %s", async (text, mentioned, kind, words) => {
    const outcome = await after(text, "channel", mentioned);
    expect(outcome.reply.kind).toBe(kind);
    const said = wordsOf(outcome);
    expect(said).toContain(words);
    if (text !== "") expect(said.split("\n")).toHaveLength(1);
  });

  it.each(["thanks!", "lol", "merci", "ok super"])("a channel never gets the help for %s", async (text) => {
    const outcome = await office.say("bo", text, { channel: "C99", mentioned: true });
    expect(outcome.reply).not.toMatchObject({ answer: { about: "help" } });
  });
});
