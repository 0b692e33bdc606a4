import { expect, it } from "vitest";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

const config = {
  _name_or_path: "our-team/lynx-6b",
  architectures: ["LlamaForCausalLM"],
  hidden_size: 4096,
  intermediate_size: 14336,
  num_attention_heads: 32,
  num_hidden_layers: 28,
  num_key_value_heads: 8,
  rope_scaling: { factor: 8.0, rope_type: "llama3" },
  torch_dtype: "bfloat16",
  vocab_size: 64000,
};
const json = JSON.stringify(config, null, 2);

it.each([
  ["fenced", `lora r16 on one H100, our own model:\n\`\`\`json\n${json}\n\`\`\`\nseq 4096`],
  ["bare, first", `${json}\nlora r16 sur une H100, séquence 4096`],
  ["on one line", `lora r16, 1x H100, seq 4096 ${JSON.stringify(config)}`],
])("reads a pasted config.json as the model: %s", (_form, text) => {
  const { understood, intent, problems, unread } = readMessage(text, readingContext());
  expect(intent.kind).toBe("plan");
  expect(problems).toEqual([]);
  expect(understood).toEqual({
    model: { ...config, name: "our-team/lynx-6b" },
    method: "lora",
    lora: { rank: 16 },
    gpus: 1,
    accelerator: "h100-sxm",
    sequenceLength: 4096,
  });
  expect(unread).toEqual([]);
});

it("changes the model of a plan", () => {
  const { changes } = readMessage(json, readingContext(threadSpec));
  expect(changes).toEqual([
    { field: "model", from: threadSpec.model, to: { ...config, name: "our-team/lynx-6b" } },
  ]);
});

it.each([
  ["other settings", '{"zero_optimization": {"stage": 3}} full llama 3.1 8b', "meta-llama/Llama-3.1-8B"],
  ["an object that does not close", '{"hidden_size": 4096, "num_hidden_layers": 32 lora llama 3.1 8b', "meta-llama/Llama-3.1-8B"],
])("takes no model from %s", (_what, text, model) => {
  expect(readMessage(text, readingContext()).understood.model).toBe(model);
}); // prettier-ignore

it("refuses a text that is too long without reading all of it", () => {
  const text = `lora llama 3.1 8b ${"lorem ipsum 4096 dolor, ".repeat(1800)}`;
  readMessage(text, readingContext());
  const reading = readMessage(text, readingContext());
  expect(reading.problems).toEqual([
    {
      code: "text-too-long",
      path: "text",
      read: "",
      allowed: ["≤ 40000"],
      params: { characters: text.length },
    },
  ]);
});
