import { describe, expect, it } from "vitest";
import { architectureFromFields } from "../../src/domain/architecture-from-fields.ts";
import type { Problem } from "../../src/domain/problem.ts";

const whole = {
  num_layers: 32,
  hidden_size: 4096,
  num_attention_heads: 32,
  vocab_size: 32000,
  intermediate_size: 11008,
};

function problemsOf(fields: Readonly<Record<string, unknown>>): readonly Problem[] {
  const read = architectureFromFields({ name: "x", ...fields });
  return "problems" in read ? read.problems : [];
}

const without = (key: keyof typeof whole): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key));

describe("a shape written in another program's words", () => {
  it.each<[keyof typeof whole, string]>([
    ["num_layers", "layers"],
    ["num_layers", "numLayers"],
    ["num_layers", "n_blocks"],
    ["num_layers", "depth"],
    ["hidden_size", "embed_dim"],
    ["hidden_size", "hiddensize"],
    ["hidden_size", "model_dim"],
    ["num_attention_heads", "heads"],
    ["num_attention_heads", "nheads"],
    ["vocab_size", "vocab"],
    ["vocab_size", "padded_vocab"],
    ["intermediate_size", "ffn"],
    ["intermediate_size", "mlp_hidden_size"],
  ])("%s as %s: refused by the key as written, with the one that is read", (own, foreign) => {
    const [first, ...others] = problemsOf({ ...without(own), [foreign]: whole[own] });
    expect(first).toMatchObject({ code: "unknown-key", path: `model.${foreign}`, read: foreign });
    expect(first?.nearest?.[0]).toBe(own);
    expect(others).toEqual([]);
  });

  it("names what is missing altogether after what only has another name", () => {
    const { vocab_size: _none, ...fields } = without("num_layers") as typeof whole;
    expect(problemsOf({ ...fields, layers: 32 }).map(({ code, path }) => `${code} ${path}`)).toEqual([
      "unknown-key model.layers",
      "missing-field model.vocab_size",
    ]);
  });

  it("is a warning with the same hint where the size alone was enough", () => {
    const read = architectureFromFields({ name: "x", params_total: 7e9, embed_dim: 4096 });
    expect("warnings" in read && read.warnings).toContainEqual({
      code: "unknown-model-key",
      params: { key: "embed_dim", nearest: "hidden_size" },
    });
  });

  it.each(Object.keys(whole))("keeps its own names: %s", (own) => {
    expect(problemsOf(whole).filter(({ path }) => path.includes(own))).toEqual([]);
  });
});
