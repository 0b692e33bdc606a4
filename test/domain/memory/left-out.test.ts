import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readCatalogueFiles } from "../../../src/catalog/catalogue-files.ts";
import { loadMeasurements } from "../../../src/catalog/load-measurements.ts";
import { excludedRuns } from "../../bench/memory-excluded.ts";
import { errorsOf, floorOf, missOf, scoresOf } from "../../bench/memory-figures.ts";
import type { Judged } from "../../bench/memory-judged.ts";
import { leaveOut } from "../../bench/memory-left-out.ts";
import { targetsOf } from "../../bench/memory-targets.ts";

const files = readCatalogueFiles(join(process.cwd(), "catalog"));
const left = leaveOut();

describe("the intervals that are shipped", () => {
  it("are what the script makes of the published runs", () => {
    const text = files.find((f) => f.name === "calibration/memory.yaml")?.text ?? "";
    expect(parse(text)).toMatchObject(left.intervals);
  });
});

describe("published runs that neither a fact nor an interval was made of", () => {
  it("are all sized", () => {
    expect(left.refused).toEqual([]);
  });

  it.each(targetsOf(left).map((t) => [t.group, t.name, t.asked, t.figure, t.holds] as const))(
    "%s: %s %s (%s)",
    (_group, _name, _asked, _figure, holds) => {
      expect(holds).toBe(true);
    },
  );

  it("are missed by less than their own scatter times the room that the targets leave", () => {
    const { pooled } = errorsOf(scoresOf(left.models));
    expect(pooled).toBeLessThan(1.1 * floorOf(scoresOf(left.models)).median);
  });
});

/** Runs whose arithmetic is known to the byte, or that other estimators get wrong: |error| with their model, then their stack, unseen. */
describe("golden rows", () => {
  const missed = (judged: readonly Judged[], id: string): number => {
    const score = scoresOf(judged).find((s) => s.row.measured.id === id);
    return score === undefined ? Number.NaN : missOf(score);
  };
  it.each([
    ["pure bf16, foreach AdamW on one GPU", "fms-a-mistral-7b-v0.1-full-none-1gpu-bs4", 0.01, 0.01],
    ["LoRA without checkpointing: activations", "litgpt-rt-lora-llama-2-7b-bf16-mb1-1gpu", 0.03, 0.05],
    ["4-bit layers over tensor ranks", "litgpt-infer-llama2-70b-tp-nf4-dq-8gpu", 0.12, 0.12],
    ["16-bit layers over pipeline ranks", "litgpt-infer-llama2-70b-pp-sequential-bf16-8gpu", 0.02, 0.02],
    ["FSDP2, loss left out of compilation", "torchtitan-l31-8b-fsdp-compile-8gpu", 0.03, 0.03],
    ["FSDP2, loss compiled", "torchtitan-h200-trainy-4nodes", 0.04, 0.04],
    ["all experts resident", "fms-a-mixtral-8x7b-instruct-v0.1-lora-none-2gpu-bs2", 0.01, 0.02],
    ["weights and cache of a served model", "qwen3-infer-qwen3-8b-bf16-in1", 0.02, 0.02],
  ])("%s (%s)", (_what, id, model, stack) => {
    expect(missed(left.models, id)).toBeLessThanOrEqual(model);
    expect(missed(left.stacks, id)).toBeLessThanOrEqual(stack);
  });
});

describe("excluded runs", () => {
  const excluded = excludedRuns(files);

  it("each have a reason and an address, and none of them is counted", () => {
    const counted = new Set(loadMeasurements(files).runs.map((r) => r.id));
    for (const { url, why, ids } of excluded) {
      expect(url).toMatch(/^https:\/\//);
      expect(why.length).toBeGreaterThan(8);
      expect(ids.filter((id) => counted.has(id))).toEqual([]);
    }
    const ids = excluded.flatMap((e) => e.ids);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
