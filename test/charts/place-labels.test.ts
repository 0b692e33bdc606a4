import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxOf, overlap, type Box } from "../../src/charts/canvas.ts";
import { placeLabels, type Labelled } from "../../src/charts/place-labels.ts";

const area: Box = { x: 40, y: 10, width: 640, height: 330 };

const someLabel: fc.Arbitrary<Labelled> = fc.record({
  x: fc.double({ min: 60, max: 660, noNaN: true }),
  y: fc.double({ min: 30, max: 320, noNaN: true }),
  lines: fc.constantFrom("1 × L40S", "16 × H200 SXM5", "1 × RTX PRO 6000 Blackwell").map((text) => [{ text, colour: "#000" }]),
  size: fc.constantFrom(13, 15),
}); // prettier-ignore

const gap = (box: Box, { x, y }: Labelled): number =>
  Math.hypot(Math.max(0, box.x - x, x - box.x - box.width), Math.max(0, box.y - y, y - box.y - box.height));

describe("labels of points that lie close", () => {
  it("stand apart, and each is told to be its point's: by touching it as no other, or by a line", () => {
    fc.assert(
      fc.property(fc.array(someLabel, { minLength: 2, maxLength: 9 }), (points) => {
        const placed = placeLabels(points, area, []);
        const boxes = placed.map((one) => one?.texts.map(boxOf)[0] ?? null);
        boxes.forEach((box, i) => {
          const point = points[i];
          if (box === null || point === undefined) return;
          for (const other of boxes.slice(i + 1)) if (other !== null) expect(overlap(box, other)).toBe(0);
          const leader = placed[i]?.leader ?? null;
          if (leader !== null) {
            expect([leader.x, leader.y]).toEqual([point.x, point.y]);
            return;
          }
          for (const other of points)
            if (other !== point) expect(gap(box, other)).toBeGreaterThanOrEqual(gap(box, point) - 1e-9);
        });
      }),
      { numRuns: 300 },
    );
  });
});
