import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { leavesOf } from "../../src/followup/apply-changes.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

interface Row {
  readonly text: string;
  readonly on?: boolean;
  readonly language?: string;
  readonly intent: string;
  readonly expect?: Readonly<Record<string, unknown>>;
  readonly premises?: readonly string[];
  readonly problems?: readonly string[];
  readonly contradictions?: readonly string[];
  readonly secret?: boolean;
}

const corpus = (name: string): readonly Row[] =>
  parse(readFileSync(join(import.meta.dirname, "../corpus", `${name}.yaml`), "utf8")) as readonly Row[];

describe.each(["en", "fr", "mixed"])("the %s corpus", (name) => {
  const rows = corpus(name);

  it("has at least 120 sentences, no two alike", () => {
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expect(new Set(rows.map(({ text, on }) => `${String(on)} ${text}`)).size).toBe(rows.length);
  });

  it.each(rows)("reads: $text", (row) => {
    const reading = readMessage(row.text, readingContext(row.on === true ? threadSpec : null));
    const { kind, ...rest } = reading.intent;
    const details = Object.values(rest).filter((part) => typeof part === "string" && part !== "");
    const read =
      row.on === true
        ? Object.fromEntries(reading.changes.map(({ field, to }) => [field, to]))
        : Object.fromEntries(leavesOf(reading.understood));
    expect({
      intent: [kind, ...details].join(" "),
      expect: read,
      premises: reading.premises.map(({ code }) => code),
      problems: reading.problems.map(({ code, path }) => `${code} ${path}`),
      contradictions: reading.contradictions.map(({ field }) => field),
      secret: reading.secretSeen,
    }).toEqual({
      intent: row.intent,
      expect: row.expect ?? {},
      premises: row.premises ?? [],
      problems: row.problems ?? [],
      contradictions: row.contradictions ?? [],
      secret: row.secret ?? false,
    });
    if (row.language !== undefined) expect(reading.language).toBe(row.language);
  });
});
