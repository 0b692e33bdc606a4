import { describe, expect, it } from "vitest";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const kind = (text: string) => readMessage(text, readingContext()).context.failure?.kind ?? null;

describe("« plus de mémoire »", () => {
  it.each([
    "llama 3.1 8b lora sur une A100 : plus de mémoire au premier pas",
    "llama 3.1 8b lora, la carte n'a plus de mémoire",
  ])("is a want of memory in %s", (text) => {
    expect(kind(text)).toBe("out-of-memory");
  });

  it.each([
    "llama 3.1 8b lora : qu'est-ce qui prend le plus de mémoire ?",
    "llama 3.1 8b lora sur une carte avec plus de mémoire",
    "pour llama 3.1 8b en complet, il faut plus de mémoire ?",
  ])("is more memory in %s", (text) => {
    expect(kind(text)).toBeNull();
  });
});
