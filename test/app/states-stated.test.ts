import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOffice, wordsOf, type Office } from "./office.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(async () => {
  await office.store.close();
});

const sixteen = /16 (?:bytes per parameter|octets par paramètre)/u;
const tooLarge =
  /does not fit|doesn't fit|ne tient pas|nothing fits|rien ne tient|tight on|tient tout juste|de justesse/iu;

describe("a full training that does not fit", () => {
  it.each([
    "full finetune of phi-4 on 2 x A100 40GB, seq 2048",
    "full fine-tuning de phi-4 sur 2 A100 40 Go, séquence 2048",
    "full finetune of phi-4 with adamw fused on 2 x A100 40GB, seq 2048",
  ])("is told what AdamW keeps: %s", async (text) => {
    const words = wordsOf(await office.say("ada", text, { mentioned: true }));
    expect(words).toMatch(sixteen);
  });

  it.each([
    "full finetune of phi-4, adam 8bit, no checkpointing, batch 4, on 2 x A100 40GB, seq 2048",
    "full finetune of phi-4 with adafactor, no checkpointing, batch 8, on 2 x A100 40GB, seq 4096",
    "full finetune of llama 3.2 3b, deepspeed zero3 offload, no checkpointing, batch 2, 3x RTX 3090, 4096 ctx",
    "full fine-tuning de phi-4, adam 8 bits, sans checkpointing, batch 4, sur 2 A100 40 Go, séquence 2048",
  ])("and keeps less than that by its own words is told its own figures: %s", async (text) => {
    const words = wordsOf(await office.say("ada", text, { mentioned: true }));
    expect(words).toMatch(tooLarge);
    expect(words).not.toMatch(sixteen);
  });
});
