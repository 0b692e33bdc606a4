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

describe.each(["en", "fr", "mixed", "engineers.en", "engineers.fr"])("the %s corpus", (name) => {
  const rows = corpus(name);

  it("has at least 120 sentences, no two alike", () => {
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expect(new Set(rows.map(({ text, on }) => `${String(on)} ${text}`)).size).toBe(rows.length);
  });

  it.each(rows)("reads: $text", (row) => {
    const reading = readMessage(row.text, readingContext(row.on === true ? threadSpec : null));
    const { kind, ...rest } = reading.intent;
    const details = Object.values(rest).filter(
      (part: unknown): part is string => typeof part === "string" && part !== "",
    );
    const read =
      row.on === true
        ? Object.fromEntries(reading.changes.map(({ field, to }) => [field, to]))
        : Object.fromEntries(leavesOf(reading.understood));
    const wanted = Object.fromEntries(
      Object.entries(row.expect ?? {}).map(([field, value]) => [
        field,
        value === "any" ? (expect.anything() as unknown) : value,
      ]),
    );
    expect({
      intent: [kind, ...details].join(" "),
      expect: read,
      premises: reading.premises.map(({ code }) => code),
      problems: reading.problems.map(({ code, path }) => `${code} ${path}`),
      contradictions: reading.contradictions.map(({ field }) => field),
      secret: reading.secretSeen,
    }).toEqual({
      intent: row.intent,
      expect: wanted,
      premises: row.premises ?? [],
      problems: row.problems ?? [],
      contradictions: row.contradictions ?? [],
      secret: row.secret ?? false,
    });
    if (row.language !== undefined) expect(reading.language).toBe(row.language);
  });
});

describe("talk among colleagues in a plan's thread", () => {
  const lines = parse(readFileSync(join(import.meta.dirname, "../corpus/chatter.yaml"), "utf8")) as Readonly<
    Record<"en" | "fr", readonly string[]>
  >;

  it.each(["en", "fr"] as const)("has at least 60 different lines in %s", (language) => {
    expect(new Set(lines[language]).size).toBeGreaterThanOrEqual(60);
  });

  it.each([...lines.en, ...lines.fr])("leaves alone: %s", (text) => {
    const reading = readMessage(text, readingContext(threadSpec));
    expect(reading.intent.kind).toBe("chatter");
    expect(reading.changes).toEqual([]);
  });
});

describe("words of a message that named nothing", () => {
  it.each([
    ["lora llama 3.1 8b sur une H100 avec du cœur42", "cœur42"],
    ["lora llama 3.1 8b on an H100, Zürich77 please", "Zürich77"],
  ])("come back as they were written: %s", (text, word) => {
    expect(readMessage(text, readingContext()).unread).toContain(word);
  });
});

describe("a job that is not sized", () => {
  it.each([
    ["distill llama 70b into 8b", ["distill"]],
    ["distillation de llama 3.1 70b vers llama 3.1 8b", ["distillation"]],
    ["kto sur llama 3.1 8b, 4 h100", ["kto"]],
  ])("is named, and no other job is read in its place: %s", (text, words) => {
    const reading = readMessage(text, readingContext());
    expect(reading.unreadWorthSaying).toEqual(words);
    expect(reading.understood.method).toBeUndefined();
    expect(reading.understood.objective).toBeUndefined();
  });

  it.each(["rlhf ppo llama 3.1 8b", "ppo with a reward model on llama 3.1 8b", "run ppo on llama 3.1 8b"])(
    "with the rollouts of GRPO is sized as that, and said to be: %s",
    (text) => {
      const { understood, premises, unread } = readMessage(text, readingContext());
      expect(understood).toMatchObject({ objective: "grpo" });
      expect(understood.method).toBeUndefined();
      expect(premises).toMatchObject([{ code: "ppo-as-grpo", params: { parameters: 8_030_261_248 } }]);
      expect(unread.join(" ")).not.toMatch(/ppo|rlhf/u);
    },
  );

  it("is not seen in the name of a model", () => {
    const reading = readMessage("deepseek r1 distill llama 8b qlora on 2 T4", readingContext());
    expect(reading.unreadWorthSaying).toEqual([]);
  });
});
