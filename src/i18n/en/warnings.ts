import type { WarningCode } from "../../domain/estimate.ts";
import { format } from "../format.ts";
import { figure, text, when, type Params } from "../params.ts";

const f = format("en");

/** What is odd but possible in a run, with the figures that make it so. */
export const warnings = {
  "length-above-model-maximum": (p) =>
    `The length is above what the model was made for${when(figure(p, "maximum"), (n) => ` (${f.number(n)} tokens)`)}.`,
  "qlora-on-prequantised": () =>
    "QLoRA on weights that are already quantized: sized as adapters on those weights.",
  "sharding-on-one-gpu": () => "Sharding changes nothing on one GPU.",
  "no-output-tokens": () => "No output tokens: only the prompt is sized.",
  "kv-heads-replicated": (p) =>
    `More tensor-parallel ranks than KV heads${when(figure(p, "keyValueHeads"), (n) => ` (${f.number(n)})`)}: the KV cache is copied, not split.`,
  "latent-cache-replicated": (p) =>
    `This model caches one latent for all heads: each tensor-parallel rank${when(figure(p, "tensor"), (n) => ` (${f.number(n)} here)`)} holds the whole KV cache. Data-parallel attention with expert parallelism gives each its own requests instead.`,
  "lora-ignored": () => "The LoRA settings do not apply to this method and were left out.",
  "serving-ignored": () => "The serving settings do not apply to training and were left out.",
  "model-reading-chosen": (p) =>
    `The model name has several readings; one was chosen${when(text(p, "others"), (others) => `. The others: ${others}`)}.`,
  "memory-tight": (p) =>
    `The upper end of the memory passes what the card has${when(figure(p, "overGib"), (n) => ` by ${f.gib(n)}`)}: a pilot settles it before anything is reserved.`,
  "budget-not-verified": (p) =>
    `The cap was not checked: I do not know ${text(p, "missing") ?? "the price"}.`,
  "budget-may-be-exceeded": () => "The upper end of the cost passes your cap.",
  "deadline-may-be-missed": (p) =>
    `The upper end of the time${when(figure(p, "high"), (h) => `, ${f.hours(h)},`)} passes your deadline.`,
  "latency-may-be-missed": (p) => {
    const [worst, asked] = [figure(p, "worst"), figure(p, "asked")];
    if (worst === null || asked === null) return "The worse end of the speed misses your target.";
    const unit = { ttft: " s to the first token", rate: " tokens/s per user", traffic: " requests per second" }[text(p, "what") ?? ""] ?? ""; // prettier-ignore
    return `At the worse end of the interval ≈ ${f.rough(worst)}${unit}, ${f.rough(asked)} asked for: measure it before promising it.`;
  },
  "slow-answers": (p) =>
    `Each user gets ≈ ${when(figure(p, "rate"), f.rough) || "few"} tokens/s, slower than people read (≈ ${when(figure(p, "reading"), f.number) || "5"}): say the speed you want (“at least 15 tokens/s per user”) and it is sized for that.`,
  "shape-assumed": () =>
    "Only the size of the model is known: a usual shape was taken and the interval widened.",
  "shape-incomplete": (p) =>
    `The shape of the model is incomplete${when(text(p, "missing"), (keys) => ` (missing: ${keys})`)}: a usual shape of its size was taken.`,
  "parameters-differ": (p) =>
    `The stated size and the shape disagree${when(figure(p, "counted"), (n) => `: the shape makes ${f.parameters(n)}`)}.`,
  "unknown-model-key": (p) =>
    `A field of the model was not read${when(text(p, "key"), (key) => `: ${key}`)}${when(text(p, "nearest"), (nearest) => ` (nearest: ${nearest})`)}.`,
  "unknown-key": (p) =>
    `A field was not read${when(text(p, "path"), (path) => `: ${path}`)}${when(text(p, "nearest"), (nearest) => ` (nearest: ${nearest})`)}.`,
  "activations-not-modelled": () =>
    "The activations of this kind of model are not known: the memory is a floor.",
  "unknown-provider": (p) => {
    const nearest = text(p, "nearest") ?? "";
    const sentence = `I know no price of ${text(p, "read") ?? ""}.`;
    return nearest === "" ? sentence : `${sentence} Known and close: ${nearest}.`;
  },
  "vision-tower-frozen": () => "The vision part is taken as frozen: training it needs more memory.",
  "vision-images-unsized": () =>
    "The vision part is trained, but the size of its images is not known: its states are counted, its activations are not, and the memory is a floor. Give vision.imageSize in pixels.",
  "vision-ignored": (p) =>
    `${text(p, "model") ?? "The model"} has no vision part to train here: the vision settings were left out.`,
  "rollout-unmeasured": () =>
    "Memory and time of GRPO are by formula, without a published run behind them: their intervals are wide, and a pilot settles them. Where the completions are written on these GPUs their time counts, all of a step at once, each as long as stated.",
  "rollout-server-apart": () =>
    "The engine that writes the completions needs GPUs of its own: neither they nor the time spent waiting for them are counted here.",
  "rollout-ignored": () => "The rollout settings belong to GRPO and were left out.",
  "not-in-stack": (p) =>
    `${text(p, "stack") ?? "The framework"} was not seen to support this: ${text(p, "path") ?? "the setting"} ${text(p, "value") ?? figure(p, "value") ?? ""}; the sizes are those of the formula.`,
  "sequence-without-tensor": () =>
    "Sequence parallelism only acts beside tensor parallelism: it changes nothing here.",
  "experts-left-16-bit": (p) => {
    const added = when(figure(p, "addedGib"), (n) => ` (${f.gib(n)} more per GPU)`);
    return text(p, "counted") === "yes"
      ? `From version 5 on, transformers leaves the experts of a 4- or 8-bit base in 16 bits${added}: counted here.`
      : `From version 5 on, transformers leaves the experts of a 4- or 8-bit base in 16 bits${added}; they are counted in narrow weights here. Name the version you run, or quantise the experts apart.`;
  },
} satisfies Record<WarningCode, (p: Params) => string>;
