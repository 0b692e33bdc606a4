import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { budgetPeriods } from "../../src/domain/run-spec.ts";
import type { Change } from "../../src/domain/plan.ts";
import { applyChanges, diffSpecs } from "../../src/followup/apply-changes.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { renderableFields, renderChange } from "../../src/followup/render-change.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

const count = (max: number) => fc.integer({ min: 1, max });
const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  method: fc.constantFrom("pretrain", "full", "lora", "qlora"),
  model: fc.constantFrom("meta-llama/Llama-3.1-70B", "Qwen/Qwen2.5-7B", "Qwen/Qwen2.5-32B"),
  accelerator: fc.constantFrom("h100-sxm", "h200-sxm", "l40s", "mi300x", "rtx-4090", "a100-80gb-sxm"),
  gpus: fc.integer({ min: 2, max: 4096 }),
  "lora.rank": count(4096),
  "lora.alpha": count(4096),
  sequenceLength: fc.integer({ min: 16, max: 1_000_000 }),
  microBatch: count(4096),
  gradientAccumulation: count(4096),
  "parallel.strategy": fc.constantFrom("ddp", "fsdp", "zero1", "zero2", "zero3"),
  "parallel.tensor": count(64),
  "parallel.pipeline": count(64),
  optimizer: fc.constantFrom("adamw", "adamw-fused", "adamw-8bit", "paged-adamw", "paged-adamw-8bit", "adafactor", "sgd", "lion", "muon", "galore"),
  checkpointing: fc.constantFrom("none", "full", "selective"),
  attention: fc.constantFrom("flash", "sdpa", "eager"),
  packing: fc.boolean(),
  "data.epochs": count(50),
  "data.samples": count(10_000_000),
  "data.tokens": fc.integer({ min: 400_000, max: 1_000_000_000 }),
  "limits.budget": fc.record({ amount: count(1_000_000), currency: fc.constantFrom("EUR", "USD", "GBP"), tax: fc.constantFrom("excluded", "included"), per: fc.constantFrom(...budgetPeriods) }, { requiredKeys: ["amount", "currency", "tax"], noNullPrototype: true }),
  "limits.deadlineHours": count(2000),
  "limits.spot": fc.boolean(),
  "limits.excludedAccelerators": fc.uniqueArray(fc.constantFrom("h100-sxm", "l40s", "a100", "rtx", "mi300x", "hopper"), { minLength: 1, maxLength: 3 }),
  "limits.maxGpus": count(512),
  "serving.concurrency": fc.integer({ min: 2, max: 100_000 }),
  "serving.promptTokens": fc.integer({ min: 16, max: 100_000 }),
  "serving.outputTokens": fc.integer({ min: 16, max: 100_000 }),
  "serving.kvPrecision": fc.constantFrom("fp8", "int8", "bf16"),
}; // prettier-ignore

const changes: fc.Arbitrary<Change> = fc
  .constantFrom(...Object.keys(values))
  .chain((field) => (values[field] ?? fc.constant(null)).map((to) => ({ field, from: null, to })));

describe("apply(read(render(change))) = apply(change)", () => {
  it("covers every field that has a sentence", () => {
    expect(Object.keys(values).sort()).toEqual([...renderableFields].sort());
  });

  it.each(["en", "fr"] as const)("holds for random changes in %s", (language) => {
    fc.assert(
      fc.property(changes, (change) => {
        const words = renderChange(change, language);
        expect(words).not.toBeNull();
        const reading = readMessage(words ?? "", { ...readingContext(threadSpec), threadLanguage: language });
        const meant = applyChanges(threadSpec, [change]);
        expect({ words, spec: applyChanges(threadSpec, reading.changes) }).toEqual({
          words,
          spec: JSON.parse(JSON.stringify(meant)) as unknown,
        });
        expect(reading.unread).toEqual([]);
      }),
      { seed: 20261130, numRuns: 600 },
    );
  });

  // Who names a card in the same breath has excluded the others by that.
  const machine = (field: string): string =>
    field === "limits.excludedAccelerators" ? "accelerator" : field;
  const several = fc.uniqueArray(changes, {
    minLength: 2,
    maxLength: 3,
    selector: ({ field }) => machine(field),
  });
  it.each([
    ["en", "\n"], ["en", ", "], ["en", ". "], ["fr", "\n"], ["fr", ", "], ["fr", ". "],
  ] as const)("holds for several at once in %s, with %j between them", (language, between) => {
    fc.assert(
      fc.property(several, (all) => {
        const words = all.map((change) => renderChange(change, language)).join(between);
        const reading = readMessage(words, { ...readingContext(threadSpec), threadLanguage: language });
        const meant = applyChanges(threadSpec, all);
        expect({ words, spec: applyChanges(threadSpec, reading.changes), unread: reading.unread }).toEqual({
          words,
          spec: JSON.parse(JSON.stringify(meant)) as unknown,
          unread: [],
        });
      }),
      { seed: 20261130, numRuns: 250 },
    );
  }); // prettier-ignore

  it.each(["en", "fr"] as const)("holds for removals in %s", (language) => {
    const change = { field: "limits.budget", from: null, to: null };
    const reading = readMessage(renderChange(change, language) ?? "", readingContext(threadSpec));
    expect(applyChanges(threadSpec, reading.changes)).toEqual(applyChanges(threadSpec, [change]));
  });
});

describe("diffSpecs", () => {
  it("is what applyChanges undoes", () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 6 }), fc.array(changes, { maxLength: 6 }), (one, other) => {
        const a = applyChanges(threadSpec, one);
        const b = applyChanges(threadSpec, other);
        expect(applyChanges(a, diffSpecs(a, b))).toEqual(b);
      }),
      { seed: 7 },
    );
  });

  it("never touches what it was given, nor the prototype", () => {
    const before = JSON.stringify(threadSpec);
    applyChanges(threadSpec, [{ field: "__proto__.polluted", from: null, to: 1 }]);
    applyChanges(threadSpec, [{ field: "limits.budget", from: null, to: null }]);
    expect(JSON.stringify(threadSpec)).toBe(before);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});
