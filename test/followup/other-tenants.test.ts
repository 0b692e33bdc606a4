import { describe, expect, it } from "vitest";
import { applyChanges } from "../../src/followup/apply-changes.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const screen = (...used: number[]): string =>
  [
    "| NVIDIA-SMI 550.54.15    Driver Version: 550.54.15    CUDA Version: 12.4 |",
    ...used.flatMap((mib, i) => [
      `|   ${i}  NVIDIA A100-SXM4-80GB    On  |   00000000:0${i}:00.0 Off |    0 |`,
      `| N/A   36C    P0    70W /  400W |   ${mib}MiB /  81920MiB |    0%   Default |`,
    ]),
  ].join("\n");

const usable = (words: string, ...used: number[]): unknown => {
  const reading = readMessage(`${words}\n${screen(...used)}`, readingContext());
  return applyChanges({}, reading.changes).memoryGib;
};

describe("a pasted screen of nvidia-smi", () => {
  it.each([
    "lora llama 3.1 8b 4k, a colleague is already using this card:",
    "lora llama 3.1 8b 4k on this shared card",
    "lora llama 3.1 8b 4k, carte partagée :",
    "lora llama 3.1 8b 4k, mémoire déjà prise par un collègue",
  ])("leaves what others do not hold: %s", (words) => {
    expect(usable(words, 12_034)).toBe(68.2);
  });

  it("counts the fullest card, where every one has to hold its share", () => {
    expect(usable("lora llama 3.1 70b, shared machine", 2_048, 20_480)).toBe(60);
  });

  it.each(["lora llama 3.1 8b 4k:", "lora llama 3.1 8b 4k, it runs out of memory here", "full llama 3.1 8b"])(
    "takes nothing off where nobody says that it is others: %s",
    (words) => {
      expect(usable(words, 12_034)).toBeUndefined();
    },
  );
});
