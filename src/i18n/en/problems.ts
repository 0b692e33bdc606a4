import type { ProblemCode } from "../../domain/problem.ts";

/** A problem names the field, what was read, what is allowed and the nearest known thing. */
export const problems = {
  title: "I could not use this:",
  byCode: {
    "unknown-model": (_field, read) => `I do not know the model ${read}.`,
    "ambiguous-model": (_field, read) => `${read} is several models; reply with the one you mean.`,
    "unknown-accelerator": (_field, read) => `I do not know the card ${read}.`,
    "ambiguous-accelerator": (_field, read) => `${read} is several cards.`,
    "unknown-value": (field, read) => `${field}: ${read} is not a value I know.`,
    "wrong-type": (field, read) => `${field}: ${read} is not the kind of value expected.`,
    "out-of-range": (field, read) => `${field}: ${read} is out of range.`,
    "conflicting-fields": (field, read) => `${field}: ${read} contradicts another setting.`,
    "impossible-shape": (field, read) => `${field}: ${read} cannot be laid out on this model.`,
    "missing-field": (field) => `${field} is missing.`,
    "unknown-key": (field, read) => `${field}: ${read} is not a field I know.`,
    "invalid-json": (_field, read) => `This is not valid JSON: ${read}.`,
    "text-too-long": () => "This text is too long.",
    "unknown-currency": (_field, read) => `I do not know the currency ${read}.`,
    "nothing-understood": (_field, read) => `I understood nothing of ${read}.`,
  } satisfies Record<ProblemCode, (field: string, read: string) => string>,
  nearest: (list: string) => `Nearest: ${list}.`,
  allowed: (list: string) => `Allowed: ${list}.`,
  between: (low: string, high: string) => `Allowed: from ${low} to ${high}.`,
  with: (field: string) => `See also ${field}.`,
  types: {
    number: "a number",
    boolean: "yes or no",
    string: "a word",
    array: "a list",
    object: "a group of settings",
    integer: "a whole number",
  },
  nothing: "your message",
  example: "For example: “llama 3.1 8b lora, 4k, micro-batch 2, 200M tokens, under €300”.",
};
