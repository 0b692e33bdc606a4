import type { Origin } from "../src/domain/conversation.ts";
import type { Problem } from "../src/domain/problem.ts";
import type { RunSpec } from "../src/domain/run-spec.ts";
import type { Messages } from "../src/i18n/messages.ts";
import { fieldOfBlock, formFieldTable, type FormField, type FormFieldName } from "./form-fields.ts";
import { idOfOption } from "./options.ts";
import { typedHours, typedNumber } from "./typed-number.ts";

export interface FormProblem {
  readonly blockId: string;
  readonly problem: Problem;
}

export interface FormReading {
  readonly spec: RunSpec;
  readonly origins: Readonly<Record<string, Origin>>;
  readonly problems: readonly FormProblem[];
  readonly private: boolean;
}

type Raw = Readonly<Record<string, unknown>>;
const record = (value: unknown): Raw => (typeof value === "object" && value !== null ? (value as Raw) : {});
const word = (value: unknown): string | null =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : null;

interface Entry {
  readonly blockId: string;
  /** What was typed or chosen; ticks come joined by commas. */
  readonly text: string;
}

function entryText(action: Raw): string | null {
  const chosen = word(record(action["selected_option"])["value"]);
  if (chosen !== null) return chosen;
  const ticks = action["selected_options"];
  if (Array.isArray(ticks)) {
    return word(
      ticks
        .map((t) => word(record(t)["value"]) ?? "")
        .filter((v) => v !== "")
        .join(","),
    );
  }
  return word(action["value"]);
}

/** The newest edition of every field that holds something; anything may be missing, null or odd. */
function entries(values: unknown): ReadonlyMap<FormFieldName, Entry> {
  const found = new Map<FormFieldName, Entry & { edition: number }>();
  for (const [blockId, actions] of Object.entries(record(values))) {
    const field = fieldOfBlock(blockId);
    if (field === null) continue;
    const text =
      Object.values(record(actions))
        .map((a) => entryText(record(a)))
        .find((t) => t !== null) ?? null;
    const older = found.get(field.name);
    if (text === null || (older !== undefined && older.edition > field.edition)) continue;
    found.set(field.name, { blockId, text, edition: field.edition });
  }
  return found;
}

const lengths = new Set<FormFieldName>([
  "sequenceLength",
  "tokensPerSample",
  "longestSample",
  "promptTokens",
  "outputTokens",
]);
const fractions = new Set<FormFieldName>(["budget", "epochs"]);

/** Reads `view.state.values`; a field that cannot be read is a problem at its block, never a guess. */
export function readForm(values: unknown, knownIds: readonly string[] = []): FormReading {
  const held = entries(values);
  const problems: FormProblem[] = [];
  const complain = (name: FormFieldName, code: Problem["code"], read: string): void => {
    const field: FormField = formFieldTable[name];
    problems.push({ blockId: held.get(name)?.blockId ?? "", problem: { code, path: field.path, read } });
  };
  const text = (name: FormFieldName): string | undefined => held.get(name)?.text;
  const number = (name: FormFieldName): number | undefined => {
    const typed = text(name);
    if (typed === undefined) return undefined;
    const whole = !fractions.has(name);
    const value =
      name === "deadline" ? typedHours(typed) : typedNumber(typed, { binary: lengths.has(name), whole });
    if (value === null) {
      complain(name, "wrong-type", typed);
      return undefined;
    }
    if (value <= 0 || (whole && name !== "deadline" && !Number.isInteger(value))) {
      complain(name, "out-of-range", typed);
      return undefined;
    }
    return value;
  };
  const choice = (name: FormFieldName): string | undefined => {
    const field: FormField = formFieldTable[name];
    const value = text(name);
    if (value === undefined) return undefined;
    if (field.options?.includes(value) === true) return value;
    complain(name, "unknown-value", value);
    return undefined;
  };
  const id = (name: FormFieldName): string | undefined => {
    const value = text(name);
    const found = value === undefined ? undefined : idOfOption(value, knownIds);
    return found === "?" ? undefined : found;
  };
  const ticked = (name: FormFieldName, value: string): true | undefined =>
    (text(name)?.split(",").includes(value) ?? false) ? true : undefined;

  const packing = choice("packing");
  const amount = number("budget");
  const region = choice("region");
  const draft = {
    model: id("model"),
    method: choice("method"),
    sequenceLength: number("sequenceLength"),
    microBatch: number("microBatch"),
    gradientAccumulation: number("gradientAccumulation"),
    precision: { weights: choice("weights"), mode: choice("mode") },
    optimizer: choice("optimizer"),
    lora: { rank: number("loraRank"), targets: choice("loraTargets") },
    data: readData(
      number("dataSize"),
      choice("dataUnit"),
      number("epochs"),
      number("tokensPerSample"),
      number("longestSample"),
    ),
    stack: choice("stack"),
    accelerator: id("cards"),
    gpus: number("gpus"),
    parallel: { strategy: choice("strategy"), tensor: number("tensor"), offload: choice("offload") },
    checkpointing: choice("checkpointing"),
    fusedLoss: ticked("fusedLoss", "fusedLoss"),
    packing: packing === undefined ? undefined : packing === "yes",
    serving: {
      concurrency: number("concurrency"),
      promptTokens: number("promptTokens"),
      outputTokens: number("outputTokens"),
      kvPrecision: choice("kvPrecision"),
    },
    limits: {
      regions: region === undefined ? undefined : [region],
      budget:
        amount === undefined ? undefined : { amount, currency: choice("currency") ?? "EUR", tax: "excluded" },
      deadlineHours: number("deadline"),
      spot: ticked("spot", "spot"),
      community: ticked("spot", "community"),
    },
  };
  const spec = withoutHoles(draft) as RunSpec;
  return { spec, origins: originsOf(spec), problems, private: ticked("private", "private") === true };
}

/** Tokens in total are spread over the epochs; without a unit, an amount is tokens of one epoch as a spec counts them. */
function readData(
  size: number | undefined,
  unit: string | undefined,
  epochs: number | undefined,
  tokensPerSample: number | undefined,
  longestSample: number | undefined,
): Raw {
  const rest = { tokensPerSample, longestSample };
  if (size === undefined) return { ...rest, epochs };
  if (unit === "samples") return { ...rest, samples: size, epochs };
  if (unit === "tokens-total") return { ...rest, tokens: size / (epochs ?? 1), epochs: epochs ?? 1 };
  return { ...rest, tokens: size, epochs };
}

/** Drops what is undefined, and groups that hold nothing. */
function withoutHoles(value: Raw): Raw {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      if (inner === undefined) return [];
      if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return [[key, inner]];
      const kept = withoutHoles(inner as Raw);
      return Object.keys(kept).length === 0 ? [] : [[key, kept]];
    }),
  );
}

function originsOf(spec: RunSpec): Record<string, Origin> {
  const paths = (value: Raw, at: string): string[] =>
    Object.entries(value).flatMap(([key, inner]) => {
      const path = at === "" ? key : `${at}.${key}`;
      return typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? paths(inner as Raw, path)
        : [path];
    });
  return Object.fromEntries(paths(spec as Raw, "").map((path) => [path, "form"] as const));
}

/** Slack's `errors`, keyed by the block of each field; problems without a block are left to a message. */
export function formErrors(problems: readonly FormProblem[], words: Messages): Record<string, string> {
  const { errors } = words.form;
  const said = problems
    .filter((p) => p.blockId !== "")
    .map(({ blockId, problem }): [string, string] => {
      const { code, read } = problem;
      if (code === "out-of-range") return [blockId, errors.whole(read)];
      if (code === "missing-field") return [blockId, errors.modelMissing];
      if (code === "wrong-type") return [blockId, errors.number(read)];
      return [
        blockId,
        words.problems.byCode[code](
          words.form.labels[fieldOfBlock(blockId)?.name ?? "model"],
          words.units.quote(read),
        ),
      ];
    });
  return Object.fromEntries(said);
}
