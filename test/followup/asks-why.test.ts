import { describe, expect, it } from "vitest";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

const read = (text: string) => readMessage(text, readingContext(threadSpec));

describe("a question about the plan states its reason, and changes nothing", () => {
  it.each([
    ["why is it that much memory if weights are 4bit", "memory"],
    ["why so much VRAM with 2 cards?", "memory"],
    ["how come it takes so long on 4 H100?", "time"],
    ["why is it this expensive with a 3090", "cost"],
    ["why 8bit adam if we have 4 cards?", "no-answer"],
    ["is the T4's lack of bf16 a problem", "no-answer"],
    ["pourquoi ça passe pas sur une T4, 8B en 4 bits c'est 4 Go", "memory"],
    ["pourquoi c'est si long avec 4 époques ?", "time"],
    ["comment ça se fait que ce soit si cher avec une 3090", "cost"],
    ["l'absence de bf16 sur T4 c'est un problème ?", "no-answer"],
  ])("%s", (text, about) => {
    const { intent, changes } = read(text);
    expect(intent).toMatchObject({ kind: "question", about });
    expect(changes).toEqual([]);
  });

  it.each([
    ["what's ttft for a 20k prompt", "serving.promptTokens", 20_000],
    ["quel débit avec 60 utilisateurs ?", "serving.concurrency", 60],
    ["what's the cost for 3 epochs?", "data.epochs", 3],
  ])("%s is told of what it supposes", (text, field, to) => {
    const { intent, changes } = read(text);
    expect(intent).toMatchObject({ kind: "question", about: "would-change" });
    expect(intent.kind === "question" ? intent.changes : []).toContainEqual(
      expect.objectContaining({ field, to }),
    );
    expect(changes).toEqual([]);
  });
});

describe("a wish beside such a question is one", () => {
  it.each([
    ["why so slow? use 2 cards instead", "gpus", 2],
    ["pourquoi si long ? passe à 2 cartes", "gpus", 2],
    ["why that card? let's try an L40S", "accelerator", "l40s"],
  ])("%s", (text, field, to) => {
    expect(read(text).changes.map((one) => [one.field, one.to])).toContainEqual([field, to]);
  });
});
