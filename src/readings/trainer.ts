import { axolotl } from "./axolotl.ts";
import { clockSeconds, numberOf } from "./figures.ts";
import type { Flavour } from "./flavour.ts";
import type { LogLine } from "./line.ts";
import { makeLlamaFactory } from "./llama-factory.ts";
import { match } from "./match.ts";
import { makeMsSwift } from "./ms-swift.ts";
import { makeBars } from "./progress-bars.ts";
import { makeTally, type Tally, type Tool } from "./tally.ts";
import { makeHistory } from "./trainer-history.ts";
import { trl } from "./trl.ts";
import { unsloth } from "./unsloth.ts";

const settings: readonly (readonly [RegExp, (t: Tally, value: number) => void])[] = [
  [/Instantaneous batch size per device = (?<value>[\d,. ]+)/u, (t, n) => { t.set("microBatch", n); }],
  [/Total train batch size \(.*?\) = (?<value>[\d,. ]+)/u, (t, n) => { t.set("globalBatch", n); }],
  [/Gradient Accumulation steps = (?<value>[\d,. ]+)/u, (t, n) => { t.set("gradientAccumulation", n); }],
  [/Total optimization steps = (?<value>[\d,. ]+)/u, (t, n) => { t.detail("stepsPlanned", n); }],
  [/Number of trainable parameters = (?<value>[\d,. ]+)/u, (t, n) => { t.detail("trainableParameters", n); }],
  [/trainable params: (?<value>[\d,]+) \|\| all params/u, (t, n) => { t.detail("trainableParameters", n); }],
]; // prettier-ignore
/** A line of the run's own configuration, as it is printed at its start: YAML, JSON or Python. */
const echoed =
  /^\s*["']?(?<key>micro_batch_size|per_device_train_batch_size|gradient_accumulation_steps|sequence_len|cutoff_len|max_seq_length)["']?\s*[:=]\s*(?<value>\d{1,8}),?\s*$/u;
const echoes: Readonly<Record<string, "microBatch" | "gradientAccumulation" | "sequenceLength">> = {
  micro_batch_size: "microBatch",
  per_device_train_batch_size: "microBatch",
  gradient_accumulation_steps: "gradientAccumulation",
  sequence_len: "sequenceLength",
  cutoff_len: "sequenceLength",
  max_seq_length: "sequenceLength",
};
const resumes =
  /Continuing training from (?:global step|checkpoint, will skip)|Resuming (?:training )?from checkpoint/iu;
const resumeStep = /Continuing training from global step (?<step>\d+)/u;
const metric =
  /^\s*(?<key>(?:train|eval|init|before_init|epoch|total|num|perplexity)[\w]*)\s+=\s+(?<value>\S+)\s*$/u;

/** A line without any of these says nothing here. */
const signs = [
  "{",
  "%|",
  " = ",
  "nsloth",
  "axolotl",
  "actory",
  ":swift]",
  "Running training",
  "trainable params",
  "used for training",
  "memory",
  "O^O",
  "Total",
  "Continuing training",
  "Resuming",
  "_batch_size",
  "gradient_accumulation_steps",
  "sequence_len",
  "cutoff_len",
  "max_seq_length",
] as const;

/**
 * The Hugging Face trainer's console and every program that is built on it: the header of the run, dictionaries
 * (numbers or text in them), the bar, and the table of metrics. Shape recalled, not read in its source.
 */
export const trainer: Tool = () => {
  const t = makeTally("hf-trainer");
  const bars = makeBars();
  const history = makeHistory(t);
  const flavours: readonly Flavour[] = [axolotl, makeLlamaFactory(), makeMsSwift(), unsloth, trl];
  const seen = new Map<Flavour, number>();
  const own = (flavour: Flavour, is: boolean): boolean => {
    if (is) seen.set(flavour, (seen.get(flavour) ?? 0) + 1);
    return is;
  };

  return {
    signs,
    hits: t.hits,
    line(line) {
      bars.read(line.text, line.rank);
      for (const flavour of flavours) if (own(flavour, flavour.line(line, t))) t.hit();
      readSettings(line);
      for (const entry of line.entries) {
        const at = { step: bars.last(), rank: line.rank };
        let known = history.entry(entry, at);
        for (const flavour of flavours) known = own(flavour, flavour.entry(entry, at, t)) || known;
        if (known) t.hit();
      }
    },
    end() {
      if (t.hits() === 0) return null;
      const training = bars.training(t.detailOf("stepsPlanned"));
      if (training !== null) {
        t.most("steps", training.done > 0 ? training.done : null);
        if (!t.hasSamples("stepSeconds")) {
          training.starts.forEach(t.startsAt);
          for (const { step, value, rank } of training.samples)
            t.sample("stepSeconds", { step, rank }, value, "instant");
          if (training.samples.length > 0) t.warn("smoothed");
        }
      }
      for (const flavour of seen.keys()) flavour.end?.(t);
      history.end();
      const [flavour] = [...seen].sort((a, b) => rankOf(a[0]) - rankOf(b[0]))[0] ?? [];
      return t.end(flavour?.tool);
    },
  };

  /** The program that wraps the others is the one that was run. */
  function rankOf(flavour: Flavour): number {
    return ["axolotl", "llama-factory", "ms-swift", "unsloth", "trl"].indexOf(flavour.tool);
  }

  function readSettings({ text, rank }: LogLine): void {
    if (text.includes("***** Running training *****")) t.hit();
    if (text.includes("=") || text.includes("trainable params")) {
      for (const [pattern, set] of settings) {
        const value = numberOf((pattern.exec(text)?.groups?.["value"] ?? "").trim());
        if (value === null) continue;
        t.hit();
        set(t, value);
      }
      const row = match(text, metric);
      const printed = row?.text("value") ?? "";
      const value = /^\d+:\d\d:\d\d/u.test(printed) ? clockSeconds(printed) : sized(printed);
      const key = row?.text("key") ?? "";
      if (
        row !== null &&
        value !== null &&
        history.entry({ [key]: value, [tableMark]: true }, { step: null, rank })
      )
        t.hit();
    }
    const echo = match(text, echoed);
    const field = echoes[echo?.text("key") ?? ""];
    if (field !== undefined) t.first(field, echo?.number("value"));
    if (resumes.test(text) && !text.includes("will skip 0"))
      history.resumed(match(text, resumeStep)?.number("step") ?? null);
  }
};

/** Marks a metric of the table, whose clock is rounded to hundredths. */
const tableMark = "__table";

/** "1204566997GF", "15012MB" (MiB), "7.014". */
function sized(text: string): number | null {
  const mib = /^(-?\d+)MB$/u.exec(text)?.[1];
  if (mib !== undefined) return Number(mib) * 2 ** 20;
  return /^[\d.]+(?:e[+-]?\d+)?$/iu.test(text) ? Number(text) : null;
}
