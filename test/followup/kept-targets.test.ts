import { describe, expect, it } from "vitest";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const changesOn = (current: RunSpec, text: string) =>
  Object.fromEntries(readMessage(text, readingContext(current)).changes.map(({ field, to }) => [field, to]));

const served: RunSpec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "inference",
  serving: { targets: { tokensPerSecondPerUser: 30 } },
};
const trained: RunSpec = {
  model: "meta-llama/Llama-3.1-8B",
  method: "lora",
  data: { tokens: 200_000_000, epochs: 1 },
};

describe("what stands beside a change", () => {
  it.each(["first token in 200 ms", "premier jeton en 200 ms"])(
    "a new target keeps the other: %s",
    (text) => {
      expect(changesOn(served, text)).toEqual({
        "serving.targets": { tokensPerSecondPerUser: 30, ttftMs: 200 },
      });
    },
  );

  it.each(["same thing but serving", "la même chose mais en inférence"])(
    "a service trains on no data: %s",
    (text) => {
      expect(changesOn(trained, text)).toEqual({ method: "inference", data: null });
    },
  );
});
