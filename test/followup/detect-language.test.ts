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
