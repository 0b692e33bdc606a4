import type { PremiseCode } from "../../domain/caveat.ts";
import { format } from "../format.ts";
import { figure, text, when, type Params } from "../params.ts";

const f = format("en");

/** Said before the number, after "A small precision first: ". */
export const premises = {
  "summed-memory-ddp": (p) => {
    const [gpus, each] = [figure(p, "gpus", "count"), figure(p, "eachGb", "perGpuGb", "gb")];
    const sum = gpus !== null && each !== null ? `${f.number(gpus)} × ${f.gb(each)}` : "several cards";
    return `${sum} are not one ${when(figure(p, "totalGb", "sumGb"), (n) => `${f.gb(n)} `)}memory; with DDP each card holds everything.`;
  },
  "moe-active-memory": (p) =>
    `all experts stay in memory${when(figure(p, "parametersTotal", "total"), (n) => ` (${f.parameters(n)})`)}; the active ones${when(figure(p, "parametersActive", "active"), (n) => ` (${f.parameters(n)})`)} only set the computation.`,
  "params-times-two": () =>
    "two bytes per parameter are the weights alone; gradients, optimizer state, activations and logits come on top.",
  "zero2-shards-weights": () =>
    "ZeRO-2 splits gradients and optimizer state, not the weights; ZeRO-3 or FSDP split those too.",
  "allocator-is-device": () =>
    "what PyTorch calls allocated leaves out the context and the collectives; the card shows more.",
  "full-utilisation": (p): string =>
    p["counter"] === true
      ? "a utilisation of 100% says that some kernel was running, not how much of the peak it used; tokens per second against the peak tell that, and 30 to 50% is good."
      : "no training reaches the peak of the data sheet; 30 to 50% of it is good, less with LoRA or short sequences.",
  "tokens-vs-samples": () => "tokens and samples are not the same count; the length of a sample links them.",
  "sparse-peak": (p) =>
    when(
      figure(p, "claimedTflops"),
      (n) =>
        `${f.number(n)} TFLOP/s counts sparsity: dense is ${f.number(n / 2)}, and good training reaches 30 to 50% of that, so a time worked out from it comes out about 5 times too short.`,
    ) || "the figure you quote counts sparsity; for dense training the peak is half of it.",
  "thirty-percent-rule": () =>
    "“parameters × bytes plus 30 to 40%” gives an order of magnitude when few parameters are trained and sequences are short; full AdamW takes about 16 bytes per parameter before activations.",
  "lora-saves-flops": () =>
    "LoRA saves memory, little computation: about a third, since the forward and backward passes still cross the whole model.",
  "newer-is-twice-as-fast": () =>
    "a newer card is not automatically twice as fast; the same code uses a smaller share of a higher peak.",
  "qlora-always-smaller": () =>
    "QLoRA shrinks the weights only; when activations or logits dominate, it can take as much as LoRA or more.",
  "lora-takes-more": () =>
    "LoRA takes less memory than full fine-tuning at equal settings: it keeps no gradients or optimizer state of the base. Where it shows more, the settings differ: a paged or 8-bit optimizer or an optimizer step inside the backward pass on the full side, no recomputation on the LoRA side, or a long context whose activations outweigh both. Check `print_trainable_parameters()` and both configs.",
  "accumulation-multiplies": () =>
    "accumulation passes one micro-batch at a time, so activations do not add up: 16 steps need the memory of one, plus at most one buffer of gradients. What else changed: the micro-batch, the length of a sample, the evaluation batch?",
  "qlora-is-faster": () =>
    "QLoRA saves memory and no time: its 4-bit weights are brought back to 16 bits in every pass, so a step takes as long as LoRA's or longer. It is faster only where the room it frees lets you drop recomputation or raise the micro-batch.",
  "fp8-is-one-byte": () =>
    "FP8 training speeds up matrix products and hardly lowers memory: weights stay in 16 or 32 bits, gradients and optimizer states too, so full AdamW keeps about 16 bytes per parameter.",
  "batch-stabilises": () =>
    "a bigger batch need not take more memory: gradient accumulation gives the same effective batch.",
  "four-cards-four-times": (p) =>
    `${when(figure(p, "gpus"), f.number) || "several"} cards are not automatically ${when(figure(p, "gpus"), (n) => `${f.number(n)} times`) || "that much"} faster; communication takes its share.`,
  "ppo-as-grpo": (p) =>
    `sized as GRPO, without the reward and value models of PPO. PPO keeps four models, the policy, a frozen reference, a reward model and a value model that is trained as well${when(figure(p, "parameters"), (n) => `; of the same size that adds about ${f.gib((n * 2) / 2 ** 30)} for a reward model in 16 bits, and about ${f.gib((n * 16) / 2 ** 30)} of states for a value model trained in full, both divided by the cards where they are sharded`)}.`,
  "gb-vs-gib": (p) =>
    when(figure(p, "gb"), (n) => `${f.gb(n)} as sold is ${f.gib((n * 1e9) / 2 ** 30)} as software counts.`) ||
    "GB as sold and GiB as software counts differ by 7%.",
  "date-past": (p) =>
    `“${text(p, "read") ?? "that date"}” is already past${when(figure(p, "days"), (n) => (n < 1 ? "" : `, by ${f.number(n)} ${n === 1 ? "day" : "days"}`))}: no deadline was taken. Which date is meant?`,
  "not-in-catalogue": (p) =>
    `${text(p, "read") ?? "that machine"} is not in my catalogue: nothing measured, priced or profiled there, so I cannot say how it would do. ${p["sized"] === true ? "Sized as a card of that memory" : "Sized on the cards I know"}; on the machine itself, 20 steps of the longest batch tell.`,
  "other-software": (p) =>
    `${text(p, "accelerator") ?? "this accelerator"} runs on software of its own${when(text(p, "software"), (name) => ` (${name})`)}: no framework that I size runs there and nothing is measured, so I give no verdict on it. A port and 20 steps on the machine would; below is the nearest I can answer for.`,
  "not-a-text-model": (p) =>
    p["kind"] === "speech"
      ? `${text(p, "model") ?? "this model"} hears speech, not text: tokens measure nothing here, and the memory is a floor.`
      : `${text(p, "model") ?? "this model"} works on images, not text: tokens measure nothing here, and the memory is a floor.`,
} satisfies Record<PremiseCode, (p: Params) => string>;
