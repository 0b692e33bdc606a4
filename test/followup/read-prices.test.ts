import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const pricesOf = (text: string, current: RunSpec | null = null) => {
  const { understood, intent } = readMessage(text, readingContext(current));
  return [intent.kind, ...(understood.limits?.prices ?? []).map((p) => [p.accelerator, p.perGpuHour, p.currency])]; // prettier-ignore
};
const served: RunSpec = {
  model: "Qwen/Qwen2.5-72B",
  method: "inference",
  accelerator: "h100-sxm",
  serving: { concurrency: 20 },
};

describe("prices of an hour that the person gives", () => {
  it.each([
    ["lora llama 3.1 8b 20M tokens, we get L40S at 0.80/h", ["l40s", 0.8, "USD"]],
    ["qwen2.5 7b lora 20M tokens: $1.2 per hour for the L40S", ["l40s", 1.2, "USD"]],
    ["llama 3.1 8b lora on 8xH100 at $16/h, 20M tokens", ["h100-sxm", 2, "USD"]],
    ["full ft llama 3.1 8b on 8 H100 at 2.10 $/h each, 20M tokens", ["h100-sxm", 2.1, "USD"]],
    ["8 H200, prix 2,9$/h par carte, pour des full finetune de 70B à 8k. bonne idée ?", ["h200-sxm", 2.9, "USD"]],
    ["lora mistral 7b v0.3 20M jetons, notre L40S est à 0,79 € de l'heure", ["l40s", 0.79, "EUR"]],
  ])("stand in the run: %s", (text, price) => {
    expect(pricesOf(text)).toEqual(["plan", price]);
  }); // prettier-ignore

  it.each([
    "MI325X chez un loueur à 2,10 $/h contre H200 à 3,40 $/h : full finetune qwen2.5 32b 200M tokens. je prends quoi ?",
    "full ft qwen2.5 32b, 200M tokens: MI325X at $2.10/h or H200 at $3.40/h?",
  ])("of two cards make them the choice: %s", (text) => {
    expect(pricesOf(text)).toEqual(["plan", ["mi325x", 2.1, "USD"], ["h200-sxm", 3.4, "USD"]]);
    const { among } = readMessage(text, readingContext()).understood.limits ?? {};
    expect(among?.map(({ accelerator }) => accelerator)).toEqual(["mi325x", "h200-sxm"]);
  });

  it.each([
    ["our finance people found H200 at 2.2/h", ["h200-sxm", 2.2, "USD"]],
    ["on a trouvé la H200 à 2,2 €/h", ["h200-sxm", 2.2, "EUR"]],
    ["price is $1.90 per hour per gpu", ["h100-sxm", 1.9, "USD"]],
    ["le prix est de 1,90 $/h par carte", ["h100-sxm", 1.9, "USD"]],
  ])("change the plan of a thread: %s", (text, price) => {
    expect(pricesOf(text, served)).toEqual(["change", price]);
  });

  it("of one card leave that of another as it was given", () => {
    const prices = [{ accelerator: "l40s", perGpuHour: 0.8, currency: "USD" }];
    expect(pricesOf("we found H200 at 2.2/h", { ...served, limits: { prices } })).toEqual([
      "change",
      ["l40s", 0.8, "USD"],
      ["h200-sxm", 2.2, "USD"],
    ]);
  });

  it.each([
    "llama 3.1 8b lora, max 2$/h, 20M tokens, L40S",
    "lora llama 3.1 8b sur L40S, moins de 3 €/h",
    "llama 3.1 8b lora on an L40S, 20M tokens, budget $50",
    "H100 at $1.1/h vs H100 at $2.2/h, lora of llama 3.1 8b",
    "is 2.20 $/h a good price for the H100? llama 3.1 8b lora",
    "llama 3.1 8b lora on H100, spot at 1.10/h vs 2.20/h on demand",
    "serve llama 3.1 8b on L40S, 2.5k requests per hour",
  ])("are none in %s", (text) => {
    expect(readMessage(text, readingContext()).understood.limits?.prices).toBeUndefined();
  });
});
