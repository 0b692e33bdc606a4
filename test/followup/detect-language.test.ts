import { describe, expect, it } from "vitest";
import { detectLanguage } from "../../src/followup/detect-language.ts";

const failures = [
  "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.96 GiB. GPU 0 has a total capacity of 79.15 GiB.",
  "RuntimeError: CUDA error: out of memory",
  "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.65 GiB of which 1.20 GiB is free.",
  'torch.OutOfMemoryError: CUDA out of memory.\n  File "train.py", line 12, in <module>\n    loss.backward()',
];
const read = (text: string, locale: "en" | "fr"): string =>
  detectLanguage(text.toLowerCase(), text, null, locale);

describe("the language of a message", () => {
  it.each(failures)("is the person's where a program alone speaks: %s", (text) => {
    expect([read(text, "fr"), read(text, "en")]).toEqual(["fr", "en"]);
  });

  it.each(failures)("is that of the question beside it: %s", (text) => {
    expect(read(`${text}\nwhat should I do with this on my GPU?`, "fr")).toBe("en");
    expect(read(`${text}\nque dois-je faire de cela sur ma carte ?`, "en")).toBe("fr");
  });
});

describe("a thread in the other language", () => {
  const within = (text: string, thread: "en" | "fr"): string =>
    detectLanguage(text.toLowerCase(), text, thread, thread);
  it.each([
    ["et en 8k ?", "en", "fr"],
    ["et avec 2 cartes ?", "en", "fr"],
    ["and with the H200?", "fr", "en"],
    ["what about 8k", "fr", "en"],
  ] as const)("is switched by two words of one's own: %s", (text, thread, wanted) => {
    expect(within(text, thread)).toBe(wanted);
  });

  it.each([
    ["pourquoi ?", "en"],
    ["8k", "fr"],
    ["H100 ?", "fr"],
    ["undo", "fr"],
  ] as const)("keeps its language for a word or a number: %s", (text, thread) => {
    expect(within(text, thread)).toBe(thread);
  });
});
