import { describe, expect, it } from "vitest";
import { languages, type Language } from "../../src/domain/conversation.ts";
import { restoreItems, type InconclusiveReason, type PilotVerdict } from "../../src/domain/pilot/pilot.ts";
import { scalingStep } from "../../src/domain/pilot/scaling-step.ts";
import { emptyReadings } from "../../src/domain/pilot-reading.ts";
import { wording } from "../../src/i18n/messages.ts";
import { verdictInWords } from "../../src/i18n/verdict-words.ts";

const because = (...reasons: readonly InconclusiveReason[]): PilotVerdict => ({
  verdict: "inconclusive",
  stage: "restore-proof",
  measured: emptyReadings,
  predicted: null,
  comparisons: [],
  corrections: [],
  reasons,
  offered: null,
  next: { code: "check-files", params: {}, run: null },
  key: "k",
});
const said = (language: Language, ...reasons: readonly InconclusiveReason[]): string =>
  verdictInWords(because(...reasons), wording(language));

describe.each(languages)("a scaling step in %s", (language) => {
  const point = (gpus: number, tokensPerSecond: number) => ({
    gpus,
    tokensPerSecond,
    effectiveBatch: 64,
    sequenceLength: 4096,
    quality: null,
  });
  const words = (rate: number): string => {
    const scaling = scalingStep(point(1, 1000), point(2, rate), { predicted: 0.95, toPass: 0.8 });
    return verdictInWords({ ...because(), verdict: "confirmed", stage: "scaling-step", scaling }, wording(language)); // prettier-ignore
  };

  it("that is better than linear sends back to the baseline, one within the noise does not", () => {
    const again = /baseline again|Remesurez la référence/u;
    expect(words(2300)).toMatch(again);
    for (const rate of [1500, 1980, 2040]) expect(words(rate)).not.toMatch(again);
  });
});

describe.each(languages)("a reason in %s", (language) => {
  it("names each item of the restore, never by its key", () => {
    const lines = restoreItems.map((item) =>
      said(language, { code: "restore-item-differs", params: { item } }),
    );
    expect(new Set(lines).size).toBe(restoreItems.length);
    for (const line of lines) expect(line).not.toMatch(/undefined|unknown|inconnu|randomState|dataPosition/u);
  });

  it.each(["weightsGib", "kvCacheTokens", "outputTokensPerSecond", "tpotSeconds"])(
    "names %s of a restart",
    (field) => {
      const line = said(language, { code: "restart-differs", params: { field, before: 12.5, after: 40 } });
      expect(line).not.toMatch(/undefined|unknown|inconnu|Gib\b|Seconds/u);
    },
  );

  it("gives figures their unit and settings their name", () => {
    const gib = said(language, {
      code: "impossible-value",
      params: { field: "peakDeviceGib", value: 120.25, limit: 79.6 },
    });
    expect(gib).toMatch(/120\s?Gi[Bo].*80\s?Gi[Bo]/u);
    const setting = said(language, {
      code: "other-settings",
      params: { field: "checkpointing", planned: "full", measured: "none" },
    });
    expect(setting).not.toMatch(/fine-tuning|\{/u);
    const files = said(language, {
      code: "contradicting-files",
      params: { field: "microBatch", file: "a.log", value: 2, otherFile: "full", otherValue: 8 },
    });
    expect(files).toMatch(/a\.log.*full.*micro.*2.*8/u);
  });
});
