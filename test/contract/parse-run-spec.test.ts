import { describe, expect, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import { parseRunSpec } from "../../src/contract/parse-run-spec.ts";
import type { runSpecSchema } from "../../src/contract/run-spec-schema.ts";
import type { RunSpec } from "../../src/domain/run-spec.ts";

describe("a run as JSON", () => {
  it("has the fields of the domain's type, no more and no fewer", () => {
    type Parsed = z.output<typeof runSpecSchema>;
    expectTypeOf<keyof Parsed>().toEqualTypeOf<keyof RunSpec>();
    expectTypeOf<keyof NonNullable<Parsed["parallel"]>>().toEqualTypeOf<
      keyof NonNullable<RunSpec["parallel"]>
    >();
    expectTypeOf<keyof NonNullable<Parsed["precision"]>>().toEqualTypeOf<
      keyof NonNullable<RunSpec["precision"]>
    >();
    expectTypeOf<keyof NonNullable<Parsed["lora"]>>().toEqualTypeOf<keyof NonNullable<RunSpec["lora"]>>();
    expectTypeOf<keyof NonNullable<Parsed["data"]>>().toEqualTypeOf<keyof NonNullable<RunSpec["data"]>>();
    expectTypeOf<keyof NonNullable<Parsed["serving"]>>().toEqualTypeOf<
      keyof NonNullable<RunSpec["serving"]>
    >();
    expectTypeOf<keyof NonNullable<Parsed["limits"]>>().toEqualTypeOf<keyof NonNullable<RunSpec["limits"]>>();
  });

  it("comes through as it was written", () => {
    const spec = {
      id: "r1",
      model: { name: "mine", num_layers: 4, vision: null },
      method: "lora",
      gpus: 8,
      lora: { rank: 16, targets: ["q", "v"] },
      precision: { weights: "bf16", groupSize: 0 },
      limits: { budget: { amount: 300, currency: "EUR", tax: "excluded" }, regions: ["eu"] },
      serving: { outputTokens: 0 },
    };
    expect(parseRunSpec(spec)).toEqual({ spec, warnings: [] });
  });

  it.each([
    [{ method: "lorra" }, { code: "unknown-value", path: "method", read: "lorra", nearest: ["lora"] }],
    [{ optimizer: "adam" }, { code: "unknown-value", path: "optimizer", read: "adam" }],
    [{ kernels: ["ligar"] }, { code: "unknown-value", path: "kernels.0", read: "ligar", nearest: ["liger"] }],
    [{ lora: { targets: ["q", "qq"] } }, { code: "unknown-value", path: "lora.targets.1", read: "qq" }],
    [
      { lora: { targets: "atention" } },
      { code: "unknown-value", path: "lora.targets", nearest: ["attention"] },
    ],
    [{ gpus: "8" }, { code: "wrong-type", path: "gpus", read: "8", allowed: ["number"] }],
    [{ gpus: 1.5 }, { code: "wrong-type", path: "gpus", read: "1.5", allowed: ["integer"] }],
    [{ gpus: 0 }, { code: "out-of-range", path: "gpus", read: "0", allowed: ["> 0"] }],
    [{ memoryGib: -1 }, { code: "out-of-range", path: "memoryGib", read: "-1", allowed: ["> 0"] }],
    [{ packing: "yes" }, { code: "wrong-type", path: "packing", read: "yes", allowed: ["boolean"] }],
    [{ model: 7 }, { code: "wrong-type", path: "model", read: "7", allowed: ["string", "object"] }],
    [{ model: "x".repeat(300) }, { code: "text-too-long", path: "model" }],
    [
      { limits: { budget: { amount: 3 } } },
      { code: "missing-field", path: "limits.budget.currency", read: "" },
    ],
    [
      { limits: { budget: 300 } },
      { code: "wrong-type", path: "limits.budget", read: "300", allowed: ["object"] },
    ],
    [{ parallel: { fsdpVersion: 3 } }, { path: "parallel.fsdpVersion", read: "3", allowed: ["1", "2"] }],
    [[], { code: "wrong-type", path: "", read: "[]", allowed: ["object"] }],
    [null, { code: "wrong-type", path: "", read: "null", allowed: ["object"] }],
    ["llama", { code: "wrong-type", path: "", read: "llama", allowed: ["object"] }],
  ])("%j is refused with its field, what was read and what is allowed", (json, expected) => {
    const parsed = parseRunSpec(json);
    expect(parsed).toHaveProperty("problems");
    expect("problems" in parsed ? parsed.problems : []).toEqual([expect.objectContaining(expected)]);
  });

  it("says every fault, not the first", () => {
    const parsed = parseRunSpec({ method: "x", gpus: -1, data: { epochs: "3" } });
    expect("problems" in parsed ? parsed.problems.map((p) => p.path) : []).toEqual([
      "method",
      "gpus",
      "data.epochs",
    ]);
  });

  it("warns of a key that nobody knows, with the nearest one, and goes on without it", () => {
    expect(
      parseRunSpec({ modle: "llama", gpus: 2, lora: { rnk: 8, rank: 4 }, colour: "red", gpuCount: 2 }),
    ).toEqual({
      spec: { gpus: 2, lora: { rank: 4 } },
      warnings: [
        { code: "unknown-key", params: { path: "modle", nearest: "model" } },
        { code: "unknown-key", params: { path: "lora.rnk", nearest: "lora.rank" } },
        { code: "unknown-key", params: { path: "colour" } },
        { code: "unknown-key", params: { path: "gpuCount", nearest: "gpus" } },
      ],
    });
  });

  it("takes null for not stated, except inside a model of one's own", () => {
    expect(parseRunSpec({ gpus: null, lora: { rank: null }, model: { name: "m", moe: null } })).toEqual({
      spec: { lora: {}, model: { name: "m", moe: null } },
      warnings: [],
    });
  });

  it("is not fooled by prototypes", () => {
    const hostile: unknown = JSON.parse('{"__proto__":{"gpus":8},"constructor":{"prototype":{}},"gpus":1}');
    const parsed = parseRunSpec(hostile);
    expect(parsed).toMatchObject({ spec: { gpus: 1 } });
    expect("spec" in parsed ? Object.keys(parsed.spec) : []).toEqual(["gpus"]);
  });
});
