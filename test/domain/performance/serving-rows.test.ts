import { describe, expect, it } from "vitest";
import { servingError, servingFigures, servingHeld, servingLines, servingRows } from "../../bench/serving.ts";
import { groupBy, median } from "../../bench/statistics.ts";

describe("published rates of services", () => {
  it("each name their page and place once, and everything that the rate depends on", () => {
    const lines = servingLines();
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    for (const { id, url, place, spec, measured } of lines) {
      expect(url, id).toMatch(/^https:\/\//u);
      expect(place, id).not.toBe("");
      expect(
        servingFigures.filter((figure) => measured[figure] !== undefined),
        id,
      ).toHaveLength(1);
      const { concurrency, promptTokens, outputTokens, kvPrecision } = spec.serving ?? {};
      const stated = [spec.model, spec.accelerator, spec.gpus, spec.precision?.weights, concurrency, promptTokens, outputTokens, kvPrecision]; // prettier-ignore
      expect(stated, id).not.toContain(undefined);
    }
  });

  it("lie within the interval nine times in ten, and the likely value within a quarter of half of them", () => {
    const rows = servingRows();
    const held = rows.filter(servingHeld).length / rows.length;
    expect(held).toBeGreaterThanOrEqual(0.87);
    expect(held).toBeLessThanOrEqual(0.97);
    expect(median(rows.map(servingError))).toBeLessThan(0.25);
    for (const [source, own] of groupBy(rows, (row) => row.line.source))
      expect(own.filter(servingHeld).length / own.length, source).toBeGreaterThanOrEqual(0.75);
  });
});
