import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readCatalogueFiles } from "../../../src/catalog/catalogue-files.ts";
import { loadMeasurements } from "../../../src/catalog/load-measurements.ts";
import { loadStacks } from "../../../src/catalog/load-stacks.ts";
import { stackNames, type StackName } from "../../../src/domain/run-spec.ts";
import { methodGroups } from "../../../src/domain/stack-profile.ts";

const files = readCatalogueFiles(join(process.cwd(), "catalog"));

describe("stack profiles", () => {
  const { stacks, faults } = loadStacks(files);

  it("exist for every stack, without fault", () => {
    expect(faults).toEqual([]);
    expect(Object.keys(stacks).sort()).toEqual([...stackNames].sort());
  });

  it("inherit what they do not state", () => {
    expect(stacks.trl.loss.bytesPerLogit).toEqual(stacks["hf-trainer"].loss.bytesPerLogit);
    expect(stacks.nemo.mixedPrecision.value).toBe("master-copy");
  });

  it("have an interval for every method: known, inherited, read or unknown", () => {
    for (const name of stackNames) {
      for (const method of methodGroups)
        expect(stacks[name].calibration?.[method]?.allocated.high).toBeGreaterThan(1);
    }
    const width = (name: StackName): number => {
      const factors = stacks[name].calibration?.lora?.allocated;
      return factors === undefined ? 0 : factors.high / factors.low;
    };
    expect(width("hf-trainer")).toBeLessThan(width("trl"));
    expect(width("trl")).toBeLessThanOrEqual(width("torchtune"));
    expect(width("torchtune")).toBeLessThan(width("generic"));
  });

  it("report a fault at its line, with what is allowed", () => {
    const planted = files.map((f) =>
      f.name === "stacks/litgpt.yaml"
        ? { ...f, text: f.text.replace(/bytesPerLogit: \{ value: \d+/, "bytesPerLogit: { value: many") }
        : f,
    );
    const [fault] = loadStacks(planted).faults;
    expect(fault).toMatchObject({
      file: "stacks/litgpt.yaml",
      field: "loss.bytesPerLogit.value",
      allowed: ["number"],
    });
    expect(fault?.line).toBeGreaterThan(3);
  });
});

describe("a fact's source", () => {
  const faultsOf = (fact: string) =>
    loadStacks(
      files.map((f) =>
        f.name === "stacks/deepspeed.yaml"
          ? { ...f, text: f.text.replace(/masterGradientBytes: .*/, `masterGradientBytes: ${fact}`) }
          : f,
      ),
    ).faults.map((f) => f.field);
  const pinned = `https://github.com/o/r/blob/${"a".repeat(40)}/x/y.py`;

  it.each([
    ["a line at a commit", `{ value: 2, status: read-in-code, source: "${pinned}#L7" }`, []],
    ["no line", `{ value: 2, status: read-in-code, source: "${pinned}" }`, ["masterGradientBytes.source"]],
    [
      "a branch, which moves",
      '{ value: 2, status: read-in-code, source: "https://github.com/o/r/blob/main/x.py#L7" }',
      ["masterGradientBytes.source"],
    ],
    [
      "a page said to be measured",
      '{ value: 2, status: measured, source: "https://o.dev/docs" }',
      ["masterGradientBytes.source"],
    ],
    ["a page that is recalled", '{ value: 2, status: recalled, source: "https://o.dev/docs" }', []],
    ["no status", `{ value: 2, source: "${pinned}#L7" }`, ["masterGradientBytes.status"]],
    [
      "an unknown status",
      `{ value: 2, status: sure, source: "${pinned}#L7" }`,
      ["masterGradientBytes.status"],
    ],
    ["no address", '{ value: 2, status: recalled, source: "somebody" }', ["masterGradientBytes.source"]],
  ])("%s", (_, fact, faults) => {
    expect(faultsOf(fact)).toEqual(faults);
  });

  it("of the published runs is one of them", () => {
    const sources = new Set(loadMeasurements(files).runs.map((r) => r.source));
    const named = files
      .filter((f) => f.name.startsWith("stacks/"))
      .flatMap((f) => [...f.text.matchAll(/memory\.jsonl#([\w-]+)/g)].map((m) => m[1] ?? ""));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((n) => !sources.has(n))).toEqual([]);
  });
});

describe("published runs", () => {
  it("are read, each with an address", () => {
    const { runs, faults } = loadMeasurements(files);
    expect(faults).toEqual([]);
    expect(runs.length).toBeGreaterThan(500);
    expect(runs.every((r) => r.url.startsWith("https://"))).toBe(true);
  });

  it("report a broken line by its number", () => {
    const broken = [{ name: "measurements/memory.jsonl", text: '\n{"id":"x"}\nnot json\n' }];
    expect(loadMeasurements(broken).faults.map((f) => f.line)).toEqual([2, 3]);
  });
});
