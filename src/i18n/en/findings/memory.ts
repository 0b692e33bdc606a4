import type { FindingCode } from "../../../domain/finding.ts";
import { findingFigures, type FindingWords } from "../../finding-figures.ts";

const { f, both, sold, gib, num, word, yes, when, thousand, powers } = findingFigures("en");

/** What fills memory, and what would lower it. */
export const memoryFindings = {
  "impossible-here": [
    (p) =>
      when(num(p, "states"), (n) => `No: full training keeps about ${sold(n)} of states, this machine has ${when(num(p, "room"), sold)} of VRAM and RAM together.`),
    (p) =>
      when(num(p, "eight"), (n) => `${yes(p, "holds") ? "Its FP8 weights alone take" : "Even its FP8 weights do not fit:"} ${sold(n)}, against ${when(num(p, "vram"), sold)} of VRAM${when(num(p, "host"), (h) => ` plus ${sold(h)} of RAM`)}.`),
    (p) =>
      when(num(p, "cards"), (n) => `What it would take: ${f.number(n)} cards of 80 GB or more for the states alone, before activations; offload to disk does not change the date.`),
    (p) =>
      when(num(p, "years"), (n) => `Time rules it out as well: 6 × parameters × tokens is ${when(num(p, "flops"), powers)} FLOP, about ${f.rough(n)} years on these cards at ${when(num(p, "share"), f.percent)} of their dense peak.`),
    (p) =>
      when(num(p, "possible"), (n) => `What this machine can do towards the same goal: ${yes(p, "pretrains") ? "continue from a published model, " : ""}QLoRA on a distilled model of the family, ${when(num(p, "easily"), f.parameters)} easily, ${f.parameters(n)} at most; or LoRA of the full model on rented nodes.`),
  ],
  "size-unknown": [
    (p) =>
      when(word(p, "name"), (name) => `Which size of ${name}? ${when(num(p, "small"), f.parameters)} and ${when(num(p, "large"), f.parameters)} give very different answers.`),
    (p) =>
      when(num(p, "smallBytes"), (n) => `${yes(p, "full") ? "States of a full AdamW training, before activations" : "Weights in 16 bits"}: about ${sold(n)} or ${when(num(p, "largeBytes"), sold)}${yes(p, "full") ? `, ${yes(p, "vision") ? "vision tower and " : ""}activations on top` : `; in 4 bits ${when(num(p, "smallFour"), sold)} or ${when(num(p, "largeFour"), sold)}`}.`),
    (p) => (yes(p, "serves") ? "" : yes(p, "oneSample") ? "Batch 1 lowers activations only: the states stay." : "A smaller batch lowers activations only: the states stay."),
    (p) =>
      when(num(p, "cardsSmall"), (n) => `So ${n === num(p, "cardsLarge") ? (n === 1 ? "one card" : `${f.number(n)} cards`) : `${f.number(n)} to ${when(num(p, "cardsLarge"), f.number)} cards`} of ${when(num(p, "card"), sold)}${yes(p, "serves") ? " for the weights, cache on top. Which version, how many requests at once, and which context?" : `${n === 1 && num(p, "cardsLarge") === 1 ? "" : " with the state sharded"}, or ${yes(p, "full") ? "LoRA" : "QLoRA"} on one. Which version, and how long are the samples?`}`),
  ],
  "uneven-cards": [
    (p) =>
      when(num(p, "each"), (n) => `Shards are equal: ${sold(n)} on each of ${when(num(p, "gpus"), f.number)} cards${yes(p, "passes") ? `, more than the ${when(num(p, "smallest"), sold)} of the smallest` : ""}.`),
    (p) =>
      when(num(p, "useful"), (n) => `Useful capacity is ${when(num(p, "gpus"), f.number)} × the smallest card = ${sold(n)}, not ${when(num(p, "sum"), sold)}; the large card waits for the others.`),
    (p) =>
      when(num(p, "largest"), (n) => `Better: the ${sold(n)} card alone with an 8-bit optimizer, pure bf16 or LoRA; or identical cards.`),
  ],
  "weights-replicated": [
    (p) =>
      when(num(p, "weights"), (n) => `${yes(p, "likely") ? "Unless sharding was configured, each process holds it all: " : ""}DDP copies the model to every card: ${both(n)} of weights against ${when(num(p, "card"), sold)}${yes(p, "overflows") ? ", it cannot fit" : ", nothing is left"}.`),
    () => "No batch size changes that: multi-GPU launched without sharding is replication, card by card.",
    (p) =>
      when(num(p, "sharded"), (n) => `Shard the weights with ZeRO-3 or FSDP: ${gib(n)} of them per card over ${when(num(p, "gpus"), f.number)}; or load a 4-bit base, about ${when(num(p, "fourBit"), gib)} per card.`),
  ],
  "zero2-nothing-to-shard": [
    (p) =>
      `ZeRO-2 does not shard weights, and adapters leave almost nothing else to shard${when(num(p, "states"), (n) => ` (${gib(n)} in all)`)}.`,
    (p) =>
      when(num(p, "weights"), (n) => `The base stays whole on every card: ${gib(n)}${when(num(p, "required"), (r) => `, ${gib(r)} with everything else`)}${when(num(p, "card"), (c) => `, on a card of ${sold(c)}`)}.`),
    (p) =>
      when(num(p, "sharded"), (n) => `What helps: shard the weights (FSDP or ZeRO-3, FSDP-QLoRA when the base is in 4 bits: ${gib(n)} per card over ${when(num(p, "gpus"), f.number)}), or 80 GB cards.`),
  ],
  "init-is-not-peak": [
    (p) =>
      `Memory after model init is not the training peak${when(num(p, "reading"), (n) => `: those ${gib(n)} are where it starts`)}; the counter is reset afterwards.`,
    (p) =>
      when(num(p, "layer"), (n) => `On top of the ${when(num(p, "shard"), gib)} shard: gathered layers (${gib(n)} each, two with prefetch, ${when(num(p, "ends"), gib)} for the embedding or the head), logits, activations, context and NCCL.`) ||
      when(num(p, "shard"), (n) => `On top of the weights (${gib(n)}${yes(p, "quantised") ? " in 4 bits" : ""}): activations, logits, the optimizer and the CUDA context${when(num(p, "required"), (r) => `; I count ${gib(r)} in all`)}.`),
    (p) =>
      when(num(p, "gpus"), (n) => `If a plan of mine said yes on that number, it was wrong: ${f.number(n)} × ${when(num(p, "card"), sold)} is too tight. ${yes(p, "quantised") ? "A shorter length, micro-batch 1, a fused loss, activation offload, or a larger card" : "QLoRA, FSDP with offload, or 48 GB cards"}; a lower rank changes nothing.`),
  ],
  "states-exceed": [
    (p) =>
      when(num(p, "states"), (n) => `Full AdamW in mixed precision keeps about 16 bytes per parameter: ${both(n)} before activations${when(num(p, "pool"), (pool) => `, against ${sold(pool)}`)}.`),
    (p) =>
      when(num(p, "load"), (n) => `Weights are the small part (${gib(n)} when loaded); gradients, fp32 master weights and two moments come with the first backward and step.`),
    (p) =>
      yes(p, "passes") ? "With fp32 AdamW states it cannot fit here, whatever the batch: batch 1 lowers activations only." : "A smaller batch lowers activations only, not these states.",
    (p) =>
      when(num(p, "lean"), (n) => `Possible only with less state: pure bf16 ${when(num(p, "bf16"), gib)}, with an 8-bit or paged optimizer ${gib(n)} (${when(num(p, "leanEach"), gib)} per GPU); a paged or offloaded one uses host RAM, so how much RAM? Speed and numerics differ.`),
    (p) =>
      when(num(p, "cards"), (n) => `Or shard over ${f.number(n)} cards (FSDP, ZeRO-3), offload the optimizer to the CPU, or use LoRA.`),
    () => "A figure reported for another model or version is not yours: pilot first.",
  ],
  "sequence-not-sharded": [
    (p) =>
      `FSDP does not split a sequence: its context limit does not grow with the number of GPUs${when(num(p, "works"), (n) => `, ${thousand(n)} stays the limit of one card`)}.`,
    (p) =>
      when(num(p, "logits"), (n) => `${when(num(p, "length"), f.number)} tokens × a vocabulary of ${when(num(p, "vocabulary"), f.number)} are ${sold(n)} of fp32 logits alone, per copy.`),
    () =>
      "Needed, in this order: flash or SDPA attention, gradient checkpointing, a fused or chunked cross-entropy, then sequence or context parallelism, which does split it.",
    () =>
      "Which micro-batch and which attention kernel do you run? A low limit on a small model suggests that checkpointing or the fused loss is off.",
  ],
  "longer-than-published": [
    (p) =>
      when(num(p, "length"), (n) => `Memory grows with context: a table for short samples says nothing about ${f.number(n)} tokens.`),
    (p) =>
      when(num(p, "required"), (n) => `Here I count ${gib(n)}, up to ${when(num(p, "high"), gib)}, of ${when(num(p, "usable"), gib)} usable: at the limit or over it.`),
    (p) =>
      `What makes ${when(num(p, "length"), f.number) || "it"} fit on ${when(num(p, "card"), sold) || "this card"}: ${yes(p, "qlora") ? "QLoRA, " : ""}activation checkpointing or offload, a chunked or fused loss; else a 40 to 80 GB card.`,
  ],
  "logits-dominate": [
    (p) =>
      when(num(p, "copy"), (n) => `Not the weights: the logits take about ${sold(n)} per copy, and several copies live at once.`),
    (p) =>
      `${yes(p, "paired") ? "2 × " : ""}batch ${when(num(p, "batch"), f.number) || "1"}${yes(p, "assumed") ? " (assumed)" : ""} × ${when(num(p, "length"), f.number) || "1"} tokens${yes(p, "lengthAssumed") ? " (assumed)" : ""} × ${when(num(p, "vocabulary"), f.number) || "the"} vocabulary × 4 bytes; the weights are ${when(num(p, "weights"), sold) || "small"}${yes(p, "quantised") ? " in 4 bits" : " even in fp32"}.`,
    (p) =>
      `What lowers it: load in bf16, a fused or chunked loss (Liger), gradient checkpointing, a memory-efficient attention kernel (flash or SDPA), a smaller batch or maximum length${yes(p, "paired") ? ", reference log-probabilities computed beforehand" : ""}.`,
    (p) =>
      `${yes(p, "assumed") ? "Which batch, which maximum length" : "Which"}${yes(p, "assumed") ? " and which" : ""} attention kernel did you use, and is checkpointing on? The card itself is not suspect.`,
  ],
  "two-models": [
    (p) => (yes(p, "generates") ? "Preference training by generation holds the policy, often a reference, and an engine that writes completions." : "DPO holds two models: the policy that learns and a frozen reference."),
    () =>
      "Compute the reference log-probabilities beforehand, or use LoRA: the reference is then the base with its adapter off, so one copy serves both.",
    (p) =>
      yes(p, "roomy") ? `VRAM is not the likely limit: about ${when(num(p, "required"), gib)} per card of ${when(num(p, "card"), sold)}; no need for twice the GPUs.` : "It costs more than SFT on the same model, not twice the GPUs: size the second copy first.",
  ],
  "moe-memory": [
    (p) =>
      when(num(p, "total"), (n) => `A MoE loads all its experts: ${f.parameters(n)} count for memory (${when(num(p, "weights"), sold)} in 16 bits), not the ${when(num(p, "active"), f.parameters)} active.`),
    () => "The active ones set the computation of a token, a lower bound of the time.",
  ],
  "claim-is-another-format": [
    (p) =>
      when(num(p, "half"), (n) => `${yes(p, "fits") ? "Careful" : "No"}: the 16-bit weights alone are ${sold(n)}; ${when(num(p, "claim"), sold)} is what a 4-bit base takes (QLoRA).`),
    (p) =>
      when(num(p, "cards"), (n) => `Options: QLoRA on one ${when(num(p, "card"), sold)} card, to pilot at your context; or LoRA with the weights sharded over ${f.number(n)} cards or more.`),
    (p) =>
      yes(p, "lengthKnown") ? "" : "The duration follows tokens, not samples: how long are your samples?",
  ],
  "part-dominates": [
    (p) =>
      when(num(p, "size"), (n) => `${yes(p, "tight") ? "It fits by a hair, or not" : "It does not fit"}: ${when(num(p, "required"), gib)} of ${when(num(p, "usable"), gib) || "the card"}, and the largest part is ${when(word(p, "part"), (part) => part)} (${gib(n)}).`),
    (p) =>
      ({
        logits: "A fused or chunked loss (Liger) removes most of it; a smaller micro-batch or length lowers it in proportion; checkpointing does not.",
        activations: "Gradient checkpointing first, flash or SDPA attention, then a smaller micro-batch or length; accumulation keeps the effective batch.",
        weights: "No batch changes the weights: QLoRA or another 4-bit base, sharding over more cards (FSDP, ZeRO-3), or a larger card.",
        optimizer: "An 8-bit or paged optimizer, LoRA, sharded or offloaded states lower it; the batch does not.",
      })[word(p, "partId") ?? ""] ?? "Sharding, a leaner optimizer, checkpointing and a fused loss lower it, in the order of the ways out.",
    (p) => when(num(p, "secondSize"), (n) => `Next comes ${when(word(p, "second"), (part) => part)}, ${gib(n)}.`),
  ],
  "bytes-per-parameter": [
    (p) =>
      yes(p, "differ") ? `Both divide by something else: ${when(num(p, "lowEach"), f.rough)} against ${when(num(p, "highEach"), f.rough)} bytes per parameter; the gap is the fp32 master copy and the gradients' precision.` : `${when(num(p, "low"), sold) || "That"} is ${when(num(p, "lowEach"), f.rough) || "that many"} bytes per parameter.`,
    (p) =>
      (yes(p, "bare") ? "8 = weights, gradients and both moments all in 16 bits (pure bf16); " : "") +
      "12 = weights and gradients in 16 bits with two fp32 moments; 16 adds fp32 master weights; 18 keeps the gradients in fp32 as well. None counts activations, gathered layers or what each GPU needs for itself.",
    (p) =>
      when(num(p, "cards"), (n) => `Divide by usable memory, not by ${when(num(p, "card"), sold)}: ${when(num(p, "floor"), f.number)} ${num(p, "floor") === 1 ? "card is" : "cards are"} a floor; count ${f.number(n)}${n >= 8 ? ", in whole nodes of 8," : ""} and pilot before ordering.`),
    () => "Which optimizer and which precision does your framework really use? That decides between the two.",
  ],
} satisfies Partial<Record<FindingCode, FindingWords>>; // prettier-ignore
