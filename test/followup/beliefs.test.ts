import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

const { heard, correct } = parse(
  readFileSync(join(import.meta.dirname, "../corpus/beliefs.yaml"), "utf8"),
) as { readonly heard: Readonly<Record<string, readonly string[]>>; readonly correct: readonly string[] };

const said = (text: string): readonly string[] =>
  readMessage(text, readingContext()).premises.map(({ code }) => code);

describe("beliefs in wordings of their own", () => {
  const all = Object.entries(heard).flatMap(([code, texts]) => texts.map((text) => ({ code, text })));

  it("are heard in at least 95 of 100", () => {
    const missed = all.filter(({ code, text }) => !said(text).includes(code)).map(({ text }) => text);
    expect(missed.length / all.length, missed.join("\n")).toBeLessThanOrEqual(0.05);
  });

  it("are not heard in what resembles them and is right", () => {
    expect(correct.filter((text) => said(text).length > 0)).toEqual([]);
    expect(correct.length).toBeGreaterThanOrEqual(60);
  });
});
