import { factOf, has, type Draft, type Pending } from "./draft.ts";
import { jobsToChoose, spanOf, standsAsChoice } from "./either.ts";
import { runAlone } from "./run-alone.ts";

const pendingOf = (draft: Draft, kind: string): Pending[] =>
  draft.pending.filter((one) => one.kind === kind).sort((a, b) => a.start - b.start);

const fourBit = new Set(["nf4", "nf4-dq", "4-bit"]);

const put = (draft: Draft, source: Pending, field: string, value: unknown): void => {
  draft.facts.push({ field, value, start: source.start, where: source.where });
};

/** "LoRA or QLoRA?" asks for both; "LoRA … QLoRA" says the same job twice. */
function choosesMethod({ folded }: Draft, said: readonly Pending[]): boolean {
  const [first, second] = said.map(spanOf);
  return first !== undefined && second !== undefined && jobsToChoose(folded, first, second);
}

/** Which job it is: what was said, narrowed by the precision of the base ("LoRA in 4 bits" is QLoRA). */
function settleMethod(draft: Draft, dtypes: readonly Pending[]): string | null {
  const said = pendingOf(draft, "method");
  const values = new Set(said.map(({ value }) => String(value)));
  const quantised = dtypes.find(({ value }) => fourBit.has(String(value)));
  const gptq = dtypes.find(({ value }) => value === "gptq4");
  if ((values.has("qlora") || values.has("gptq-lora")) && !choosesMethod(draft, said)) values.delete("lora");
  const objective = factOf(draft, "objective");
  const served = said.find(({ value }) => value === "inference");
  // "GRPO for our chatbot" names what the training is for.
  if (objective?.value === "grpo" && served !== undefined && objective.start < served.start)
    values.delete("inference");
  if (values.has("lora") && quantised !== undefined && !values.has("inference")) {
    values.delete("lora");
    put(draft, quantised, "method", "qlora");
    return "qlora";
  }
  if (values.has("lora") && gptq !== undefined) {
    put(draft, gptq, "method", "gptq-lora");
    return "gptq-lora";
  }
  const kept = said.filter(({ value }) => values.has(String(value)));
  for (const one of kept) put(draft, one, "method", one.value);
  const full = pendingOf(draft, "weak-method")[0];
  const both = [...kept, ...(full === undefined ? [] : [full])].sort((a, b) => a.start - b.start);
  if (full !== undefined && choosesMethod(draft, both)) put(draft, full, "method", "full");
  if (kept[0] !== undefined) return String(kept[0].value);
  return impliedMethod(draft, quantised);
}

/** "45 tok/s" of weights in 4 bits: what is measured there is a service, where nothing speaks of training. */
const rateOfTokens = /(?<!\w)(?:tok(?:en)?s?|jetons?|t)\s?(?:\/\s?s(?:ec)?|per second|par seconde)(?!\w)/u;

/** "8 GB weights + 8 GB grads + 16 GB adam": who counts gradients and states of the whole model trains all of it. */
const sumsStates =
  /(?<!\w)(?:weights?|poids)(?!\w)[^.?!\n]{0,40}(?<!\w)(?:grads?|gradients?)(?!\w)[^.?!\n]{0,40}(?<!\w)(?:adam\w*|optimi[sz]e(?:r|ur)|moments?)(?!\w)/u;

function impliedMethod(draft: Draft, quantised: Pending | undefined): string | null {
  const { current } = draft.context;
  const full = pendingOf(draft, "weak-method")[0];
  // "Can I run it full?": unquantised, where nothing is trained.
  const run = current === null ? runAlone(draft) : null;
  if (full !== undefined && current?.method !== "inference" && run === null) {
    put(draft, full, "method", "full");
    return "full";
  }
  if (current !== null) {
    if (quantised !== undefined && current.method === "lora") {
      put(draft, quantised, "method", "qlora");
      return "qlora";
    }
    return current.method ?? null;
  }
  const served = draft.facts.find(({ field }) => /^serving\.(?:concurrency|requests|output)/u.test(field));
  const engine =
    pendingOf(draft, "stack").find(({ value }) => value === "vllm" || value === "sglang") ??
    pendingOf(draft, "serving-tool")[0];
  // "Ollama runs it, so can I fine-tune it too?": what is asked about is the training.
  // Lengths of input and output are a training's too, where samples are counted and it is said to be one.
  const ofSamples =
    served !== undefined && /^serving\.output/u.test(served.field) && has(draft, "data.samples");
  const tunes =
    (served === undefined || ofSamples) &&
    /fine-?\s?tun|affiner|entrainer/u.test(draft.folded.slice(ofSamples ? 0 : (engine?.start ?? 0)));
  if ((served !== undefined || engine !== undefined) && !tunes && !has(draft, "objective")) {
    const start = served?.start ?? engine?.start ?? 0;
    draft.facts.push({
      field: "method",
      value: "inference",
      start,
      where: served?.where ?? engine?.where ?? "",
    });
    draft.assumed.push({ field: "method", value: "inference", why: "serving-words" });
    return "inference";
  }
  const transcribes =
    /(?<!\w)(?:transcri(?:be|bing|re|ption|vons|s)\w*|diariz\w*|sous-?titr\w*|subtitl\w*)(?!\w)/u.exec(
      draft.folded,
    );
  if (transcribes !== null && has(draft, "model") && !/fine-?\s?tun|train|entrain|lora/u.test(draft.folded)) {
    draft.facts.push({
      field: "method",
      value: "inference",
      start: transcribes.index,
      where: transcribes[0],
    });
    draft.assumed.push({ field: "method", value: "inference", why: "serving-words" });
    return "inference";
  }
  if (run !== null) {
    put(draft, run, "method", "inference");
    draft.assumed.push({ field: "method", value: "inference", why: "serving-words" });
    return "inference";
  }
  const trains = draft.facts.some(({ field }) => /^(?:microBatch|gradientAccumulation|data\.|lora\.)/u.test(field)) || /fine-?\s?tun|train|entrain/u.test(draft.folded); // prettier-ignore
  if (quantised !== undefined && !trains && rateOfTokens.test(draft.folded)) {
    put(draft, quantised, "method", "inference");
    draft.assumed.push({ field: "method", value: "inference", why: "serving-words" });
    return "inference";
  }
  if (quantised !== undefined && trains) {
    put(draft, quantised, "method", "qlora");
    draft.assumed.push({ field: "method", value: "qlora", why: "four-bit-training" });
    return "qlora";
  }
  const parts = trains ? sumsStates.exec(draft.folded) : null;
  if (parts !== null) {
    const where = draft.canonical.text.slice(parts.index, parts.index + parts[0].length);
    draft.facts.push({ field: "method", value: "full", start: parts.index, where });
    return "full";
  }
  const adapter = draft.facts.find(({ field }) => field === "lora.rank" || field === "lora.targets");
  if (adapter !== undefined) {
    draft.facts.push({ ...adapter, field: "method", value: "lora" });
    draft.assumed.push({ field: "method", value: "lora", why: "adapter-words" });
    return "lora";
  }
  return null;
}

function statePrecision(draft: Draft, one: Pending, method: string | null): void {
  const serving = method === "inference";
  const adapter = method === "lora";
  switch (one.value) {
    case "pure-bf16":
      put(draft, one, "precision.weights", "bf16");
      put(draft, one, "precision.compute", "bf16");
      put(draft, one, "precision.mode", "pure");
      return;
    case "mixed":
      put(draft, one, "precision.mode", "mixed");
      return;
    case "bf16":
    case "fp16":
    case "fp32":
      if (serving || adapter || one.value === "fp32") put(draft, one, "precision.weights", one.value);
      put(draft, one, "precision.compute", one.value);
      return;
    case "fp8":
      put(draft, one, serving ? "precision.weights" : "precision.compute", "fp8");
      return;
    case "weights-fp8":
      put(draft, one, "precision.weights", "fp8");
      return;
    case "fp4":
      put(
        draft,
        one,
        serving ? "precision.weights" : "precision.compute",
        serving ? "int4" : "fp4",
      );
      return;
    case "4-bit":
      put(draft, one, "precision.weights", serving ? "int4" : "nf4");
      return;
    default:
      put(draft, one, "precision.weights", one.value);
  }
} // prettier-ignore

/** "FP8 or BF16?": the second is a choice of what the first states, and states nothing else. */
function keepComparable(draft: Draft, all: readonly Pending[], one: Pending, said: number): void {
  const first = all[all.indexOf(one) - 1];
  if (first === undefined || !standsAsChoice(draft.folded, spanOf(first), spanOf(one))) return;
  const fields = new Set(draft.facts.flatMap(({ field, start }) => (start === first.start ? [field] : [])));
  const comparable = draft.facts.slice(said).filter(({ field }) => fields.has(field));
  draft.facts.splice(said, draft.facts.length, ...comparable);
}

/** Decides the method, then what each precision word means for it. */
export function settlePrecision(draft: Draft): string | null {
  const dtypes = pendingOf(draft, "dtype");
  const method = settleMethod(draft, dtypes);
  const ranked = dtypes.filter((one) => !(one.value === "4-bit" && dtypes.some(({ value }) => /^(?:nf4|awq|gptq)/u.test(String(value))))); // prettier-ignore
  const pure = ranked.some(({ value }) => value === "pure-bf16");
  for (const one of ranked) {
    if (pure && (one.value === "bf16" || one.value === "mixed")) continue;
    const narrowed =
      ranked.some(({ value }) => fourBit.has(String(value)) || /^(?:awq|gptq|int8)/u.test(String(value))) &&
      /^(?:bf16|fp16)$/u.test(String(one.value));
    const said = draft.facts.length;
    if (narrowed) put(draft, one, "precision.compute", one.value);
    else statePrecision(draft, one, method);
    keepComparable(draft, ranked, one, said);
  }
  return method;
}
