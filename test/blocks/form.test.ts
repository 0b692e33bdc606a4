import type { KnownBlock } from "@slack/types";
import { describe, expect, it } from "vitest";
import {
  fieldBlockId,
  formFieldNames,
  formFieldTable,
  type FormFieldName,
} from "../../blocks/form-fields.ts";
import { formErrors, readForm } from "../../blocks/form-values.ts";
import { formFields, planForm } from "../../blocks/form.ts";
import { actionIds, decodeMetadata, type FormMetadata } from "../../blocks/ids.ts";
import { acceleratorOptions, idOfOption, modelOptions, optionValue } from "../../blocks/options.ts";
import { typedHours, typedNumber } from "../../blocks/typed-number.ts";
import { languages } from "../../src/domain/conversation.ts";
import { methods } from "../../src/domain/run-spec.ts";
import { words } from "../../src/i18n/messages.ts";
import { planFixture } from "../support/plan-fixture.ts";
import { slackFaults } from "../support/slack-limits.ts";

const metadata: FormMetadata = { channel: "C1", thread: null, private: false, more: false, edition: 0 };

/** `view.state.values` as Slack sends it. */
function typed(fields: Partial<Record<FormFieldName, string>>, edition = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const { kind } = formFieldTable[name as FormFieldName];
      const state =
        kind === "text"
          ? { type: "plain_text_input", value }
          : kind === "checks"
            ? { type: "checkboxes", selected_options: value.split(",").map((v) => ({ value: v })) }
            : { type: "static_select", selected_option: { value } };
      return [fieldBlockId(name as FormFieldName, edition), { [actionIds.field(name)]: state }];
    }),
  );
}

describe("a typed number", () => {
  it.each([
    ["4096", 4096], ["4 096", 4096], ["4\u202F096", 4096], ["4,096", 4096], ["1,5", 1.5], ["1.5", 1.5], ["8k", 8000],
    ["200M", 2e8], ["200 M", 2e8], ["1,5 Md", 1.5e9], ["1.5B", 1.5e9], ["1,234.5", 1234.5], ["1.234,5", 1234.5],
    ["", null], ["abc", null], ["-3", null], ["1,2,3", null], ["12 apples", null],
  ])("%s", (text, expected) => {
    expect(typedNumber(text)).toBe(expected);
  }); // prettier-ignore

  it("reads k as 1,024 for lengths, and grouping in whole numbers", () => {
    expect(typedNumber("8k", { binary: true })).toBe(8192);
    expect(typedNumber("4.096", { whole: true })).toBe(4096);
  });

  it.each([["72", 72], ["72 h", 72], ["3 days", 72], ["3 jours", 72], ["1,5 j", 36], ["2 semaines", 336], ["soon", null]])(
    "%s as hours",
    (text, expected) => expect(typedHours(text)).toBe(expected),
  ); // prettier-ignore
});

describe("the form", () => {
  it.each(languages)("is within what Slack accepts for every method in %s", (language) => {
    for (const method of methods) {
      for (const more of [false, true]) {
        const spec = { ...planFixture().spec, method, parallel: { strategy: "fsdp" as const } };
        const view = planForm({ language, metadata: { ...metadata, more }, spec });
        expect(slackFaults({ blocks: view.blocks as KnownBlock[] }, "view")).toEqual([]);
        for (const title of [view.title, view.submit, view.close])
          expect(title?.text.length).toBeLessThanOrEqual(24);
      }
    }
  });

  it("asks what the method needs", () => {
    expect(formFields({ method: "lora" }, false)).toContain("loraRank");
    expect(formFields({ method: "full" }, true)).not.toContain("loraRank");
    expect(formFields({ method: "inference" }, false)).toContain("concurrency");
    expect(formFields({ method: "inference" }, true)).not.toContain("microBatch");
    expect(formFields({ parallel: { strategy: "fsdp" } }, true)).toContain("offload");
  });

  it("carries its metadata through every redraw and keeps block ids stable", () => {
    const first = planForm({ language: "en", metadata });
    const second = planForm({ language: "fr", metadata, spec: { method: "full" } });
    expect(decodeMetadata(second.private_metadata)).toEqual(metadata);
    const ids = (view: typeof first): Set<string | undefined> => new Set(view.blocks.map((b) => b.block_id));
    expect(ids(second).has(fieldBlockId("sequenceLength", 0))).toBe(
      ids(first).has(fieldBlockId("sequenceLength", 0)),
    );
    expect(fieldBlockId("sequenceLength", 1)).not.toBe(fieldBlockId("sequenceLength", 0));
  });

  it("has words for every field in every language", () => {
    for (const language of languages)
      expect(Object.keys(words(language).form.labels).sort()).toEqual([...formFieldNames].sort());
  });
});

describe("reading the form", () => {
  it("reads what people type", () => {
    const { spec, origins, problems } = readForm(
      typed({ model: "meta-llama/Llama-3.1-8B", method: "lora", sequenceLength: "8k", microBatch: "2", loraRank: "16", dataSize: "200 M", dataUnit: "tokens-total", epochs: "2", budget: "1 500,50", currency: "EUR", deadline: "3 jours", region: "eu", spot: "spot" }),
    ); // prettier-ignore
    expect(problems).toEqual([]);
    expect(spec).toEqual({
      model: "meta-llama/Llama-3.1-8B",
      method: "lora",
      sequenceLength: 8192,
      microBatch: 2,
      lora: { rank: 16 },
      data: { tokens: 1e8, epochs: 2 },
      limits: {
        regions: ["eu"],
        budget: { amount: 1500.5, currency: "EUR", tax: "excluded" },
        deadlineHours: 72,
        spot: true,
      },
    });
    expect(origins["lora.rank"]).toBe("form");
  });

  it.each([undefined, null, {}, [], "x", { "other-block": null }, { [fieldBlockId("gpus", 0)]: null }, { [fieldBlockId("gpus", 0)]: { a: { value: null } } }])(
    "reads nothing from %j",
    (values) => expect(readForm(values)).toEqual({ spec: {}, origins: {}, problems: [], private: false }),
  ); // prettier-ignore

  it("takes the newest edition of a field", () => {
    const values = { ...typed({ gpus: "2" }, 0), ...typed({ gpus: "8" }, 3) };
    expect(readForm(values).spec.gpus).toBe(8);
  });

  it("puts an error at its field, in words", () => {
    const { spec, problems } = readForm(typed({ gpus: "some", microBatch: "1.5" }));
    expect(spec).toEqual({});
    expect(formErrors(problems, words("en"))).toEqual({
      [fieldBlockId("gpus", 0)]: "“some” is not a number. For example: 4096, 8k, 1.5.",
      [fieldBlockId("microBatch", 0)]: "“1.5” is not a whole number above zero.",
    });
  });
});

describe("options", () => {
  it("never come empty, too many or too long", () => {
    const long = Array.from({ length: 300 }, (_, i) => ({
      id: `owner/${"m".repeat(90)}-${i}`,
      name: "n".repeat(200),
      score: 1,
    }));
    const options = modelOptions(long, words("en"));
    expect(options).toHaveLength(100);
    for (const o of options)
      expect([o.text.text.length <= 75, (o.value ?? "").length <= 75]).toEqual([true, true]);
    expect(new Set(options.map((o) => o.value)).size).toBe(100);
    expect(acceleratorOptions([], words("fr"), "zx81")[0]?.text.text).toContain("zx81");
  });

  it("stand for their id again", () => {
    const id = `owner/${"m".repeat(100)}`;
    expect(idOfOption(optionValue(id), ["other", id])).toBe(id);
    expect(idOfOption(modelOptions([], words("en"), "my-org/new-model")[0]?.value ?? "", [])).toBe(
      "my-org/new-model",
    );
  });
});

describe("what an empty field says", () => {
  it.each(languages)("is its own in %s: a dropdown of methods is no dropdown of regions", (language) => {
    const { placeholders } = words(language).form;
    const entered = formFieldNames.filter((name) => formFieldTable[name].kind !== "checks");
    expect(Object.keys(placeholders).sort()).toEqual([...entered].sort());
    const shown = [true, false].flatMap((more) =>
      methods.flatMap((method): string[] => {
        const spec = { method, parallel: { strategy: "fsdp" as const } };
        const form = JSON.stringify(planForm({ language, metadata: { ...metadata, more }, spec }));
        return [...form.matchAll(/"placeholder":\{"type":"plain_text","text":"([^"]*)"/gu)].map(
          ([, text = ""]) => text,
        );
      }),
    );
    expect(shown.length).toBeGreaterThan(50);
    expect(shown.filter((text) => text.trim() === "" || text === "–")).toEqual([]);
    const usual = entered.filter((name) => /(?:Usual|Habituel)/u.test(placeholders[name as never]));
    expect(usual).toEqual(["weights", "mode", "stack"]);
  });
});
