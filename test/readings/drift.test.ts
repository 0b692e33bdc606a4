import { describe, expect, it } from "vitest";
import type { ReadingWarning } from "../../src/domain/pilot-reading.ts";
import { driftOf } from "../../src/readings/drift.ts";
import { pilotKitDocument } from "../../src/readings/pilot-kit.ts";
import { makeLogReader } from "../../src/readings/read-log.ts";
import { words } from "../../src/i18n/messages.ts";

/** Alternates a little, as steps do. */
const wobble = (index: number): number => (index % 2 === 0 ? 1.01 : 0.99);
const paces: Readonly<Record<string, (index: number, of: number) => number>> = {
  steady: () => 1,
  gradual: (index, of) => 1 + (0.5 * index) / of,
  sudden: (index, of) => (index < of / 2 ? 1 : 1.6),
  faster: (index, of) => 1.5 - (0.5 * index) / of,
  spikes: (index) => (index % 7 === 0 ? 3 : 1),
  "a little slower": (index, of) => 1 + (0.08 * index) / of,
  "slow in the middle": (index, of) => (index > of / 3 && index < (2 * of) / 3 ? 1.5 : 1),
};
const seconds = (name: string, of = 40): readonly number[] =>
  Array.from({ length: of }, (_, index) => 0.7 * (paces[name]?.(index, of) ?? 1) * wobble(index));

const read = (lines: readonly string[]): ReadingWarning | undefined => {
  const reader = makeLogReader();
  lines.forEach(reader.line);
  return reader.end().warnings.find(({ code }) => code === "slows-down");
};
const nanogpt = (name: string, of?: number): readonly string[] =>
  seconds(name, of).map(
    (one, n) => `iter ${n * 10}: loss 2.5000, time ${(one * 1000).toFixed(2)}ms, mfu 40.00%`,
  );
const titan = (name: string): readonly string[] =>
  seconds(name).map(
    (one, n) =>
      `[titan] 2026-01-14 10:00:0${n % 10},000 - root - INFO - step: ${n + 1}  loss:  7.1  memory: 30.00GiB(37.90%)  tps: ${Math.round(8192 / one).toLocaleString("en")}  tflops: 300.00  mfu: 30.00%`,
  );

describe("steps that grow slower", () => {
  it.each([
    ["gradual", { why: "gradual", unit: "s" }],
    ["sudden", { why: "sudden", unit: "s", step: 200 }],
  ])("%s: are named with their figures", (name, params) => {
    const found = read(nanogpt(name));
    expect(found?.params).toMatchObject(params);
    expect(Number(found?.params["percent"])).toBeGreaterThan(25);
    expect(Number(found?.params["to"])).toBeGreaterThan(Number(found?.params["from"]));
  });

  it.each(["steady", "faster", "spikes", "a little slower", "slow in the middle"])("%s: are not", (name) => {
    expect(read(nanogpt(name))).toBeUndefined();
  });

  it("are told by a rate where no time is printed", () => {
    const found = read(titan("sudden"));
    expect(found?.params).toMatchObject({ unit: "tokens/s", why: "sudden" });
    expect(Number(found?.params["to"])).toBeLessThan(Number(found?.params["from"]));
  });

  it("of a long log are found as soon, and where they begin", () => {
    const found = read(nanogpt("sudden", 30_000));
    expect(Math.abs(Number(found?.params["step"]) - 150_000)).toBeLessThan(3_000);
  });

  it("need more than a handful", () => {
    expect(read(nanogpt("sudden", 7))).toBeUndefined();
    expect(driftOf([])).toBeNull();
  });

  it.each([
    [0.01, "gradual"],
    [1, "data"],
  ])("of the kit, whose waits grow by %d of it: %s", (share, why) => {
    const steps = seconds("gradual");
    const dataSeconds = steps.map((one) => 0.02 + (one - 0.7) * share);
    const part = pilotKitDocument({ kit: "gpu-plan-pilot", warmUpSteps: 10, steps, dataSeconds });
    expect(part?.warnings.find(({ code }) => code === "slows-down")?.params).toMatchObject({ why });
  });

  it.each([
    ["sudden", "en", /^Steps grew slower during the run, at once, near step 200: 0\.69 s at first, 1\.1 s at the end \(\d\d % more time\)\. At once it is most likely the card held back/u],
    ["gradual", "en", /little by little: .*Little by little it is most likely heat/u],
    ["sudden", "fr", /^Les pas ont ralenti pendant l’exécution, d’un coup, vers le pas 200 : 0,69 s au début, 1,1 s à la fin \(\d\d % de temps en plus\)\. D’un coup/u],
    ["gradual", "fr", /peu à peu : .*Peu à peu, c’est le plus souvent la chaleur/u],
  ] as const)("%s, in %s, with what would tell the causes apart", (name, language, said) => {
    const params = read(nanogpt(name))?.params ?? {};
    expect(words(language).readings.warnings["slows-down"](params).replaceAll(/[\u00A0\u202F]/gu, " ")).toMatch(said);
  }); // prettier-ignore
});
