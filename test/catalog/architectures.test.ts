import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { architectureFromFields } from "../../src/domain/architecture-from-fields.ts";
import { architectureFromSize } from "../../src/domain/architecture-from-size.ts";
import { countParameters } from "../../src/domain/model-parameters.ts";
import { areaOf, areasAdmitted } from "../../src/domain/area-of.ts";
import { convert } from "../../src/units/money.ts";
import { catalogue, lookup } from "./real-catalogue.ts";

describe("parameters counted from a shape", () => {
  const counted = catalogue.models.flatMap((m) => {
    const count = m.shape === null || m.shapeAssumed ? null : countParameters(m.shape, m.class);
    return count === null || m.vision !== null || m.parametersBasis !== "published"
      ? []
      : [{ id: m.id, off: Math.abs(count.total / m.parametersTotal - 1) }];
  });
  it("are exact for most published counts, and within 1 % for all that a formula covers", () => {
    const exact = counted.filter((c) => c.off < 1e-6);
    const within = counted.filter((c) => c.off < 0.01);
    console.info(
      `parameter counts: ${exact.length} exact, ${within.length - exact.length} within 1 %, ` +
        `${catalogue.models.length - counted.length} of ${catalogue.models.length} not covered or not published`,
    );
    expect(counted.filter((c) => c.off >= 0.01)).toEqual([]);
    expect(exact.length).toBeGreaterThanOrEqual(140);
  });
  it("rise with layers, width and vocabulary", () => {
    const shape = lookup.model("meta-llama/Llama-3.1-8B")!.shape!;
    const total = (s: typeof shape) => countParameters(s, "dense-decoder")!.total;
    for (const key of ["layers", "hiddenSize", "intermediateSize", "vocabularySize"] as const) {
      const more = {
        ...shape,
        [key]: shape[key] + 8,
        ...(key === "layers" ? { decoderLayers: shape.decoderLayers + 8 } : {}),
      };
      expect(total(more)).toBeGreaterThan(total(shape));
    }
  });
});

const config = {
  architectures: ["LlamaForCausalLM"], model_type: "llama", hidden_size: 4096, num_hidden_layers: 32,
  num_attention_heads: 32, num_key_value_heads: 8, intermediate_size: 14336, vocab_size: 128256,
  max_position_embeddings: 131072, rms_norm_eps: 1e-5, tie_word_embeddings: false, torch_dtype: "bfloat16",
}; // prettier-ignore

const read = (fields: Record<string, unknown>) => architectureFromFields(fields);
const total = (fields: Record<string, unknown>) => {
  const result = read(fields);
  return "model" in result ? result.model.parametersTotal : result.problems;
};

describe("an architecture from fields", () => {
  it("counts a pasted hub configuration", () => {
    expect(read(config)).toMatchObject({
      model: { parametersTotal: 8_030_261_248, shapeAssumed: false },
      warnings: [],
    });
  });
  it("knows class defaults: GPT-2, Qwen2 and nested text configurations", () => {
    expect(total({ model_type: "gpt2", n_embd: 768, n_layer: 12, n_head: 12, n_positions: 1024, vocab_size: 50257 })).toBe(124_439_808);
    expect(
      total({ model_type: "qwen2", hidden_size: 3584, num_hidden_layers: 28, num_attention_heads: 28, num_key_value_heads: 4, intermediate_size: 18944, vocab_size: 152064, tie_word_embeddings: false, sliding_window: 131072, use_sliding_window: false }),
    ).toBe(7_615_616_512);
    expect(total({ model_type: "llava", text_config: config })).toBe(8_030_261_248);
  }); // prettier-ignore
  it("counts a mixture of experts and its active part", () => {
    const mixtral = {
      ...config,
      model_type: "mixtral",
      vocab_size: 32000,
      num_local_experts: 8,
      num_experts_per_tok: 2,
    };
    expect(read(mixtral)).toMatchObject({
      model: { parametersTotal: 46_702_792_704, parametersActive: 12_879_925_248, class: "moe-decoder" },
    });
  });
  it("takes a count alone, with a typical shape that says so", () => {
    expect(read({ name: "ours", params_total: 13e9 })).toMatchObject({
      model: { parametersTotal: 13e9, shapeAssumed: true },
    });
    expect(total({ params_total: "13B" })).toBe(13e9);
  });
  it.each([
    ["nothing", {}, "params_total|num_layers"],
    ["a string for a number", { ...config, hidden_size: "4096" }, "hidden_size"],
    ["a negative width", { ...config, hidden_size: -1 }, "hidden_size"],
    ["heads that do not divide the width", { ...config, num_attention_heads: 30, num_key_value_heads: 6 }, "num_attention_heads"],
    ["key-value heads that do not divide", { ...config, num_key_value_heads: 7 }, "num_key_value_heads"],
    ["more experts a token than there are", { ...config, num_local_experts: 4, num_experts_per_tok: 8 }, "num_experts_per_tok"],
    ["more active than all", { params_total: 1e9, params_active: 2e9 }, "params_active"],
    ["an unknown class", { ...config, class: "dense" }, "class"],
    ["no layers", { ...config, num_hidden_layers: undefined }, "num_layers"],
    ["absurd layers", { ...config, num_hidden_layers: 1e9 }, "num_hidden_layers"],
  ])("refuses %s by name", (_what, fields, field) => {
    const result = read(fields);
    expect("problems" in result && result.problems.map((p) => p.path).join(" ")).toMatch(new RegExp(`model\\.(?:${field})`));
  }); // prettier-ignore
  it("warns about keys it does not know", () => {
    const result = read({ params_total: 1e9, vocabsize: 3 });
    expect("warnings" in result && result.warnings).toEqual([
      {
        code: "unknown-model-key",
        params: { key: "vocabsize", nearest: expect.stringContaining("vocab_size") as string },
      },
    ]);
  });
  it("never throws and never answers a count that is not positive", () => {
    const value = fc.oneof(
      fc.integer(),
      fc.string(),
      fc.constant(null),
      fc.double(),
      fc.boolean(),
      fc.array(fc.integer()),
      fc.object(),
    );
    const keys = fc.constantFrom(
      ...Object.keys(config),
      "params_total",
      "moe",
      "attention",
      "text_config",
      "class",
      "layer_types",
      "mlp",
      "norm",
    );
    fc.assert(
      fc.property(fc.dictionary(keys, value), (fields) => {
        const result = read(fields);
        if ("model" in result) expect(result.model.parametersTotal).toBeGreaterThan(0);
        else expect(result.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 400 },
    );
  });
});

describe("a bare size", () => {
  it.each(["125M", "0,5B", "1B", "3b", "7B", "13 B", "34B", "70B", "180B", "405B", "1T"])(
    "%s has a shape that adds up",
    (text) => {
      const model = architectureFromSize(text)!;
      const count = countParameters(model.shape!, model.class)!;
      expect(Math.abs(count.total / model.parametersTotal - 1)).toBeLessThan(0.12);
      expect(model.shape!.hiddenSize % model.shape!.attentionHeads).toBe(0);
    },
  );
  it.each(["", "b", "8k", "200 tokens", "3 epochs", "H100"])("%s is none", (text) => {
    expect(architectureFromSize(text)).toBeNull();
  });
});

describe("places and money", () => {
  const table = catalogue.regions!;
  it.each([
    ["aws", "eu-west-2", "uk"], ["aws", "eu-west-3", "eu"], ["aws", "us-east-1", "us"], ["gcp", "europe-west2-a", "uk"],
    ["gcp", "europe-west4", "eu"], ["azure", "francecentral", "eu"], ["azure", "norwayeast", "no"], ["azure", "uksouth", "uk"],
    ["cudo", "no-kristiansand-1", "no"], ["nebius", "me-west1", "me"], ["x", "somewhere", null], ["aws", null, null],
  ])("%s %s is in %s", (provider, region, area) => {
    expect(areaOf(provider, region, table)).toBe(area);
  }); // prettier-ignore
  it("keeps the United Kingdom and Norway out of the European Union, but in Europe", () => {
    expect(areasAdmitted("eu", table)).toEqual(["eu"]);
    expect(areasAdmitted("europe", table)).toEqual(expect.arrayContaining(["eu", "uk", "no", "ch"]));
    expect(areasAdmitted("mars", table)).toEqual([]);
  });
  it("places every region that an offer names", () => {
    expect(catalogue.offers.filter((o) => o.region !== null && o.area === null)).toEqual([]);
  });
  it("converts every currency there and back", () => {
    for (const currency of ["EUR", "GBP", "CHF", "CAD"] as const) {
      const there = convert({ amount: 100, currency: "USD" }, currency, catalogue.rates)!;
      expect(convert(there, "USD", catalogue.rates)!.amount).toBeCloseTo(100, 9);
    }
  });
});
