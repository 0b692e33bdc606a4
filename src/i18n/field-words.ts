import type { Change } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import type { Wording } from "./messages.ts";
import { properNames } from "./proper-names.ts";
import { regionWords } from "./region-words.ts";
import { wordFor } from "./words-of.ts";

/** How ids are called, and what may be said of money here. */
export interface Naming {
  readonly model: (id: string) => string;
  readonly card: (id: string) => string;
  readonly showAmounts: boolean;
}

export interface FieldValue {
  readonly field: string;
  readonly value: unknown;
}

/** Objects that are one thing to a reader, not a group of fields. */
const whole = new Set(["model", "limits.budget"]);

/** A spec as dotted fields, in its own order; what is absent stays absent. */
export function flattenSpec(spec: RunSpec): FieldValue[] {
  const flat = (value: unknown, path: string): FieldValue[] => {
    if (value === undefined || value === null) return [];
    if (typeof value !== "object" || Array.isArray(value) || whole.has(path)) return [{ field: path, value }];
    return Object.entries(value).flatMap(([key, inner]) => flat(inner, path === "" ? key : `${path}.${key}`));
  };
  return flat(spec, "").filter(({ field }) => field !== "id");
}

export const fieldLabel = (field: string, { m }: Wording): string => wordFor(m.fields.labels, field) ?? field;

/** The name of a method, optimizer, stack, precision … or the word itself. */
export const termWords = (value: string, { m }: Wording): string =>
  wordFor(properNames, value) ?? wordFor(m.fields.values, value) ?? value;

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

function budgetWords(value: unknown, { m, f }: Wording, names: Naming): string {
  const { amount, currency, tax, per } = recordOf(value);
  if (!names.showAmounts || typeof amount !== "number") return m.fields.capGiven;
  const priced = f.money(amount, typeof currency === "string" ? currency : "EUR");
  const taxed =
    tax === "included" ? priced.replace(m.fields.values.excluded, m.fields.values.included) : priced;
  const rent = typeof per === "string" ? wordFor(m.head.perPeriod, per) : undefined;
  return m.fields.capOf(rent === undefined ? taxed : rent(taxed));
}

/** "a choice between 2 × L40S and 1 × H100 SXM5". */
function amongWords(value: unknown, { m, f }: Wording, names: Naming): string {
  const options = (Array.isArray(value) ? value : []).map((option) => {
    const { accelerator, gpus } = recordOf(option);
    const card = typeof accelerator === "string" ? names.card(accelerator) : m.units.none;
    return typeof gpus === "number" ? m.units.cards(gpus, card) : card;
  });
  return m.fields.among(f.list(options));
}

/** "your price of $2.10 per GPU-hour for the H200 SXM5", one after another. */
function pricesWords(value: unknown, { m, f }: Wording, names: Naming): string {
  if (!names.showAmounts || !Array.isArray(value)) return m.fields.figureGiven;
  return value
    .map((price) => {
      const { accelerator, perGpuHour, currency } = recordOf(price);
      const card = typeof accelerator === "string" ? names.card(accelerator) : m.units.none;
      return typeof perGpuHour === "number" && typeof currency === "string"
        ? m.fields.priceOf(f.money(perGpuHour, currency), card)
        : m.fields.figureGiven;
    })
    .join(", ");
}

const excludedField = "limits.excludedAccelerators";

/** "a100-80gb" as people say it: "A100 80 GB". */
const familyWords = (word: string, { f }: Wording): string =>
  word
    .split("-")
    .map((part) => {
      const gigabytes = /^(\d+)gb$/u.exec(part)?.[1];
      if (gigabytes !== undefined) return f.gb(Number(gigabytes));
      return /\d|^[rg]tx$/u.test(part) ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1);
    })
    .join(" ");

/** "without L40S and RTX": cards by their name, families and generations by their own word. */
function excludedWords(value: unknown, w: Wording, names: Naming): string {
  const cards = (Array.isArray(value) ? (value as readonly unknown[]) : []).map((word) => {
    const id = String(word);
    const name = names.card(id);
    return name === id ? familyWords(id, w) : name;
  });
  const [last = "", ...before] = [...cards].reverse();
  const list = before.length === 0 ? last : w.m.fields.norCard(before.reverse().join(", "), last);
  return w.m.fields.withoutCards(list);
}

const tokenFields = new Set(["data.tokens"]);
const gibFields = new Set(["memoryGib", "current.peakGib"]);
/** Amounts of the asker's own contracts, as private as a cap. */
const contractFields = new Set([
  "purchase.pricePerCard",
  "purchase.hostPerCard",
  "purchase.perKwh",
  "purchase.hostingPerMonth",
  "purchase.peoplePerMonth",
]);
const hourFields = new Set(["limits.deadlineHours", "limits.startHours", "current.hours"]);
const regionFields = new Set(["limits.regions", "limits.residency"]);
const cardFields = new Set(["accelerator", "current.accelerator", "owned"]);

/** A value in words, without the name of its field. */
export function valueWords(field: string, value: unknown, w: Wording, names: Naming): string {
  const { m, f } = w;
  if (value === undefined || value === null) return m.units.none;
  if (field === "limits.budget") return budgetWords(value, w, names);
  if (field === "limits.among") return amongWords(value, w, names);
  if (field === "limits.prices") return pricesWords(value, w, names);
  if (field === excludedField) return excludedWords(value, w, names);
  if (field.startsWith("limits.budget") || field === "limits.valuePerHour") {
    return names.showAmounts && typeof value === "number" ? f.number(value, 2) : m.fields.capGiven;
  }
  if (contractFields.has(field) && !names.showAmounts) return m.fields.figureGiven;
  if (typeof value === "boolean") return value ? m.units.yes : m.units.no;
  if (typeof value === "number") {
    if (tokenFields.has(field)) return f.tokens(value);
    if (gibFields.has(field)) return f.gib(value);
    if (hourFields.has(field)) return f.hours(value);
    if (field === "purchase.resaleShare") return f.percent(value);
    if (field === "serving.targets.ttftMs") return m.fields.milliseconds(f.number(value, 1));
    return f.number(value, 3);
  }
  if (typeof value === "string") {
    if (field === "model") return value.trim() === "" ? m.fields.ownModel : names.model(value);
    if (cardFields.has(field)) return names.card(value);
    if (regionFields.has(field)) return regionWords(value, w.language);
    return termWords(value, w);
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => valueWords(field, item, w, names));
    return items.length === 0 ? m.units.none : items.join(", ");
  }
  if (field === "model") {
    const { name } = recordOf(value);
    return typeof name === "string" && name !== "" ? name : m.fields.ownModel;
  }
  return Object.entries(recordOf(value))
    .map(([key, inner]) => {
      const path = `${field}.${key}`;
      return `${wordFor(m.fields.labels, path) ?? key} ${valueWords(path, inner, w, names)}`;
    })
    .join(", ");
}

const selfSpeaking = new Set([
  "model", "method", "accelerator", "stack", "optimizer", "objective", "attention", "parallel.strategy", "data.tokens",
  "lora.targets", "limits.budget", "limits.prefer", "limits.among", "limits.prices", excludedField,
]); // prettier-ignore

/** A value that reads best as a whole phrase; null when it does not. */
export function specialPhrase(field: string, value: unknown, { m, f }: Wording): string | null {
  if (field === "checkpointing" && typeof value === "string")
    return wordFor(m.fields.checkpointing, value) ?? null;
  if (field === "parallel.offload" && value === "none") return m.fields.noOffload;
  if (field === "packing" && typeof value === "boolean")
    return value ? m.fields.packing.yes : m.fields.packing.no;
  if (field === "fusedLoss" && typeof value === "boolean")
    return value ? m.fields.fusedLoss.yes : m.fields.fusedLoss.no;
  if (typeof value !== "number") return null;
  if (field === "gpus") return m.fields.gpuCount(value);
  if (field === "nodes") return m.fields.nodeCount(value);
  if (field === "data.epochs") return m.fields.epochs(f.number(value, 2));
  if (field === "limits.startHours") return m.fields.starts(f.hours(value));
  if (field === "limits.deadlineHours") return m.fields.deadline(f.hours(value));
  return null;
}

/** A field with its value as one phrase: "LoRA rank 16", "gradient checkpointing", "one GPU". */
export function fieldPhrase({ field, value }: FieldValue, w: Wording, names: Naming): string {
  const special = specialPhrase(field, value, w);
  if (special !== null) return special;
  if (selfSpeaking.has(field)) return valueWords(field, value, w, names);
  const label = fieldLabel(field, w);
  if (typeof value === "boolean") return value ? w.m.fields.yes(label) : w.m.fields.no(label);
  return w.m.fields.set(label, valueWords(field, value, w, names));
}

/** What a change does to the spec: "micro-batch 2 → 1". Amounts stay private where they must. */
export function changePhrase({ field, from, to }: Change, w: Wording, names: Naming): string {
  const { m } = w;
  const label = fieldLabel(field, w);
  if (to === null || to === undefined) return wordFor(m.fields.without, field) ?? m.fields.removed(label);
  if (field.startsWith("limits.budget") && !names.showAmounts) return m.fields.changed(label);
  // The list that stands now says it all.
  if (field === excludedField) return fieldPhrase({ field, value: to }, w, names);
  if (from === null || from === undefined || typeof to === "boolean")
    return fieldPhrase({ field, value: to }, w, names);
  const [before, after] = [valueWords(field, from, w, names), valueWords(field, to, w, names)];
  // A value that names its own field needs no label before it: "cap €400 → cap €500".
  const named = before.toLowerCase().startsWith(`${label.toLowerCase()} `);
  return named ? m.fields.between(before, after) : m.fields.from(label, before, after);
}
