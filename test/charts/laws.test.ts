import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxOf, chartWidth, margin, overlap, type Drawing } from "../../src/charts/canvas.ts";
import { drawingOf } from "../../src/charts/drawing-of.ts";
import { drawPicture, voiceOf } from "../../src/charts/draw-picture.ts";
import { pixelRatio } from "../../src/charts/render-png.ts";
import { chartKinds, type ChartFigures } from "../../src/domain/charting/chart-figures.ts";
import { chartOfPlan } from "../../src/domain/charting/chart-of-plan.ts";
import type { PictureRequest } from "../../src/domain/charting/picture.ts";
import { languages } from "../../src/domain/conversation.ts";
import type { Plan, WindowPart } from "../../src/domain/plan.ts";
import { altText, chartWords } from "../../src/i18n/chart-words.ts";
import { words } from "../../src/i18n/messages.ts";
import { addRanges, range } from "../../src/units/range.ts";
import { arbitraryPlan } from "../support/arbitrary-reply.ts";

const windowParts: readonly WindowPart["part"][] = [
  "start-up", "load", "warm-up", "steps", "evaluation", "checkpoints", "restore-proof", "export-upload", "slack", "billing-unit",
]; // prettier-ignore
const hours = fc
  .tuple(fc.double({ min: 1e-4, max: 800, noNaN: true }), fc.double({ min: 1, max: 4, noNaN: true }))
  .map(([likely, wide]) => range(likely / wide, likely, likely * wide));
const someWindow = fc
  .uniqueArray(fc.record({ part: fc.constantFrom(...windowParts), hours }), {
    minLength: 1,
    selector: ({ part }) => part,
  })
  .map((parts) => ({ parts, total: addRanges(...parts.map((one) => one.hours)), artefactsOutBy: 0.5 }));

/** Any plan, with and without a known window. */
const anyPlan: fc.Arbitrary<Plan> = fc
  .tuple(arbitraryPlan, fc.option(someWindow))
  .map(([plan, window]) => (window === null ? plan : { ...plan, window }));

const request = (figures: ChartFigures, language: PictureRequest["language"]): PictureRequest => ({
  figures,
  language,
  timeZone: "Europe/Paris",
  cards: {},
});
const start = { at: "2026-11-30T15:40:00Z", reserved: false, deadlineAt: "2026-12-02T15:40:00Z" };

const anyPicture = fc
  .tuple(anyPlan, fc.constantFrom(...chartKinds), fc.constantFrom(...languages))
  .map(([plan, kind, language]) => {
    const { figures } = chartOfPlan(plan, kind, start);
    return figures === null ? null : request(figures, language);
  })
  .filter((picture) => picture !== null);

const drawn = (picture: PictureRequest): Drawing => drawingOf(picture.figures, voiceOf(picture));

describe("every chart of every plan", () => {
  it("has all its words within the picture, none over another", () => {
    fc.assert(
      fc.property(anyPicture, (picture) => {
        const { texts, height } = drawn(picture);
        const boxes = texts.map((mark) => ({ mark, box: boxOf(mark) }));
        for (const { mark, box } of boxes) {
          // A name of the asker's own may be longer than a phone is wide; it is cut by no edge of ours.
          if (box.width > chartWidth - 2 * margin) continue;
          expect(box.x, mark.text).toBeGreaterThanOrEqual(margin - 1);
          expect(box.x + box.width, mark.text).toBeLessThanOrEqual(chartWidth - margin + 1);
          expect(box.y, mark.text).toBeGreaterThanOrEqual(0);
          expect(box.y + box.height, mark.text).toBeLessThanOrEqual(height + 1);
        }
        boxes.forEach(({ mark, box }, i) => {
          for (const other of boxes.slice(i + 1)) {
            const shared = overlap(
              { ...box, y: box.y + 3, height: box.height - 6 },
              { ...other.box, y: other.box.y + 3, height: other.box.height - 6 },
            );
            expect(shared, `“${mark.text}” and “${other.mark.text}”`).toBeLessThan(4);
          }
        });
      }),
      { numRuns: 300 },
    );
  });

  it("is set no smaller than what a phone can show", () => {
    fc.assert(
      fc.property(anyPicture, (picture) => {
        for (const { size = 13.5 } of drawn(picture).texts) expect(size).toBeGreaterThanOrEqual(12);
      }),
      { numRuns: 50 },
    );
  });

  it("has words that name every part, phase, candidate and hour that is drawn, within what Slack keeps", () => {
    fc.assert(
      fc.property(anyPicture, (picture) => {
        const { figures, language } = picture;
        const voice = voiceOf(picture);
        const said = chartWords(figures, voice).join(" ").toLowerCase();
        expect(altText(figures, voice).length).toBeLessThanOrEqual(1_000);
        const m = words(language);
        const named =
          figures.chart === "memory"
            ? figures.phases.flatMap(({ phase, parts }) => [
                m.answers.phases[phase],
                ...(parts ?? []).map(({ part }) => m.answers.parts[part]),
              ])
            : figures.chart === "cost"
              ? [...figures.points, ...figures.unplaced].map(({ accelerator }) => accelerator)
              : figures.bars.filter(({ part }) => part !== "steps").map(({ part }) => m.stages.parts[part]);
        for (const name of named) expect(said).toContain(name.toLowerCase());
        expect(said).not.toMatch(/\b(?:nan|undefined|infinity|null)\b/u);
      }),
      { numRuns: 300 },
    );
  });

  it("is a PNG of the size that was drawn, the same every time", async () => {
    await fc.assert(
      fc.asyncProperty(anyPicture, async (picture) => {
        const { width, height } = drawn(picture);
        const [one, two] = [await drawPicture(picture), await drawPicture(picture)];
        const view = new DataView(one.buffer, one.byteOffset);
        expect([...one.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
        expect([view.getUint32(16), view.getUint32(20)]).toEqual([width * pixelRatio, height * pixelRatio]);
        expect(Buffer.from(one).equals(two)).toBe(true);
      }),
      { numRuns: 6 },
    );
  }, 120_000);
});
