import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { languages } from "../../src/domain/conversation.ts";
import { emptyReadings, type PilotReading, type Readings } from "../../src/domain/pilot-reading.ts";
import { words } from "../../src/i18n/messages.ts";
import { makeLogReader } from "../../src/readings/read-log.ts";

/** What a tool prints, with figures made up here, and everything that may be read from it. */
interface Sample {
  readonly name: string;
  readonly text: string;
  readonly tool: string | null;
  /** Every reading; what is not listed must be null. */
  readonly readings: Partial<Readings>;
  readonly details?: Readonly<Record<string, number>>;
  readonly warnings?: readonly string[];
  readonly without?: readonly string[];
}

const folder = join(import.meta.dirname, "samples");
const samples = readdirSync(folder).flatMap((file) =>
  (parse(readFileSync(join(folder, file), "utf8")) as readonly Sample[]).map((sample) => ({
    ...sample,
    file,
  })),
);

function read(text: string): PilotReading {
  const reader = makeLogReader();
  for (const line of text.split("\n")) reader.line(line);
  return reader.end();
}

/** Keys that hold more than the contract asks for. */
const beside = new Set(["failures", "ranks", "details"]);

describe("what people already have", () => {
  it("is shown in many shapes", () => {
    expect(samples.length).toBeGreaterThan(65);
  });

  it.each(samples)("$file: $name", ({ text, tool, readings, details = {}, warnings = [], without = [] }) => {
    const got = read(text);
    expect(got.tool).toBe(tool);
    for (const key of Object.keys(emptyReadings) as (keyof Readings)[]) {
      if (beside.has(key) && readings[key] === undefined) continue;
      const [wanted, value] = [readings[key] ?? null, got.readings[key]];
      if (typeof wanted === "number") expect(value, key).toSatisfy((n: number) => closeTo(n, wanted));
      else if (typeof wanted === "object" && wanted !== null)
        expect(value, key).toMatchObject(approximately(wanted));
      else expect(value, key).toBe(wanted);
    }
    for (const [name, wanted] of Object.entries(details))
      expect(got.readings.details[name], name).toSatisfy((n: number) => closeTo(n, wanted));
    const codes = got.warnings.map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining([...warnings]));
    expect(codes.filter((code) => without.includes(code))).toEqual([]);
  });

  it.each(languages)("is warned about in words in %s", (language) => {
    for (const { text } of samples)
      for (const { code, params } of read(text).warnings)
        expect(words(language).readings.warnings[code](params)).not.toMatch(/undefined|null|NaN/u);
  });
});

/** Printed figures have three digits or more. */
const closeTo = (n: unknown, wanted: number): boolean =>
  typeof n === "number" && Math.abs(n - wanted) <= 1e-3 * Math.abs(wanted);

function approximately(wanted: object): object {
  return Object.fromEntries(
    Object.entries(wanted).map(([key, value]) => [
      key,
      typeof value === "number" ? expect.closeTo(value, 2) : (value as unknown),
    ]),
  );
}
