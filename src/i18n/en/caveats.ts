import type { CaveatCode } from "../../domain/caveat.ts";
import { format } from "../format.ts";
import { figure, text, when, type Params } from "../params.ts";

const f = format("en");

/** A point to check: for the head (at most 60 characters) and in full. */
export interface CaveatWords {
  readonly short: (p: Params) => string;
  readonly full: (p: Params) => string;
}

const card = (p: Params): string => text(p, "card", "accelerator") ?? "this card";
/** What the card is not known to run, among what this run needs. */
const lacking = (p: Params): string | null => {
  const parts = [
    ...(p["flashAttention"] === false ? ["FlashAttention"] : []),
    ...(p["quantisation"] === false ? ["bitsandbytes 4-bit"] : []),
  ];
  return parts.length === 0 ? null : parts.join(", ");
};
const stack = (p: Params): string => text(p, "stack") ?? "this stack";

export const caveats = {
  "lower-bound-only": {
    short: (p): string =>
      p["bounded"] === true ? "memory of a usual shape of this size" : "the memory figure is a floor",
    full: (p) =>
      p["bounded"] === true
        ? "The memory is that of a usual shape of this size, its interval widened for it: the model's name or its config.json narrows it."
        : `The memory figure is a floor: ${text(p, "what") ?? "a part of the run"} is not known, so the real peak is at least this and no upper bound proves a fit. A pilot settles it.`,
  },
  "ran-out-elsewhere": {
    short: () => "this run ran out of memory on another card",
    full: (p) =>
      `This run ran out of memory on ${card(p)}: its tensors, the same on every card, need at least ${when(figure(p, "neededGib"), f.gib) || "what that card has"}. The figure here is raised to that; nobody has seen the peak.`,
  },
  "ddp-no-pooling": {
    short: () => "DDP copies the model, memory does not add up",
    full: (p) =>
      `DDP copies the model onto each of the ${when(figure(p, "gpus"), (n) => `${f.number(n)} `)}cards and synchronises gradients: they are not one big memory. Sharding (FSDP, ZeRO-3, tensor or pipeline parallel) is what splits state, and it adds communication.`,
  },
  "rocm-validation": {
    short: () => "ROCm stack to validate on the real machine",
    full: (p) =>
      `${card(p)} needs a validated ROCm release, supported operators and matching dependencies: attention kernels, quantization library, framework. Confirm the installed accelerator and software, not the product name.${when(lacking(p), (x) => ` Not known to work for this run: ${x}.`)}`,
  },
  "no-native-bf16": {
    short: () => "no native BF16 on this card",
    full: (p) =>
      `${card(p)} has no native BF16: training in BF16 is emulated and slow, or fails. ${text(p, "instead") === "fp32" ? "FP16 is no way out here either: use FP32, or a newer card." : "Use FP16 with loss scaling instead."}`,
  },
  "no-fp8": {
    short: () => "no FP8 on this card",
    full: (p) =>
      `${card(p)} has no FP8 units: the FP8 run fails or falls back to 16 bits. Use BF16, or a card with FP8.`,
  },
  "kernel-support": {
    short: (p) => `kernel to check: ${(text(p, "part") ?? "attention").slice(0, 35)}`,
    full: (p) =>
      `Not every kernel asked for is known to run on ${card(p)}${when(text(p, "part"), (x) => `: ${x}`)}. Check before the pilot${when(text(p, "instead"), (x) => `; otherwise use ${x}`)}.`,
  },
  "memory-headroom-late-phases": {
    short: () => "a late phase peaks above training",
    full: (p) =>
      `The peak comes late: ${text(p, "phase") ?? "evaluation, save or resume"} needs ${when(figure(p, "overGib"), (n) => `${f.gib(n)} `)}more than training. The pilot must go through it.`,
  },
  "longest-batch": {
    short: () => "your longest samples",
    full: (p) =>
      `Lengths vary: the pilot must run the longest real batch${when(figure(p, "longest"), (n) => `, up to ${f.tokens(n)}`)}. An average batch proves nothing about the peak.`,
  },
  "host-memory": {
    short: (p) =>
      `host RAM ${when(figure(p, "hostGib"), (has) => `of ${f.gib(has)}`) || "may be"} too small${when(figure(p, "neededGib"), (n) => `, about ${f.gib(n)} needed`)}`,
    full: (p) =>
      `The host needs about ${when(figure(p, "neededGib"), f.gib) || "more"} of RAM to stage the weights${when(figure(p, "hostGib", "hostRamGib"), (n) => `; this machine has ${f.gib(n)}`)}.`,
  },
  "disk-space": {
    short: () => "disk space for checkpoints",
    full: (p) =>
      `Checkpoints and weights need about ${when(figure(p, "neededGib"), f.gib) || "more"} of disk${when(figure(p, "diskGib"), (n) => `; this machine has ${f.gib(n)}`)}.`,
  },
  "pcie-only": {
    short: () => "cards linked by PCIe only",
    full: () =>
      "The cards talk over PCIe: sharding across them loses throughput. Measure one step on one card and on all of them before renting the duration.",
  },
  "no-nvlink": {
    short: () => "NVLink only by a bridge",
    full: (p) =>
      `${card(p)} has NVLink only as a bridge between pairs, which few rented machines carry: without it gathered layers and gradients travel over PCIe, slower. Check peer-to-peer access on the real machine.`,
  },
  "multi-node-network": {
    short: () => "network between nodes",
    full: (p) =>
      `The job spans ${when(figure(p, "nodes"), (n) => `${f.number(n)} `)}nodes: throughput hangs on the network between them. Check its type and bandwidth, and measure two nodes before more.`,
  },
  "many-cards": {
    short: () => "so many cards are seldom free",
    full: (p) =>
      `${when(figure(p, "gpus"), f.number) || "So many"} cards are seldom free at once, and a price of a few is not one of so many: ask the seller for a quota, a fabric and a reservation first.`,
  },
  "unmeasured-card": {
    short: () => "nothing measured on this card",
    full: (p) => `No measurement on ${card(p)} for such a run: the interval is wider.`,
  },
  "unmeasured-stack": {
    short: () => "nothing measured with this stack",
    full: (p) =>
      `No measurement with ${stack(p)} for such a run: the interval is wider. The pilot settles it.`,
  },
  "prove-restore": {
    short: () => "restore not proven",
    full: () =>
      "A save that succeeds proves nothing. Restore in a new process and check five items: model, optimizer, schedule, random state, data position.",
  },
  "scaling-not-linear": {
    short: (p) =>
      `${when(figure(p, "gpus"), (n) => `${f.number(n)} cards are `) || "more cards are "}not ${when(figure(p, "gpus"), (n) => `${f.number(n)} times `)}faster`,
    full: (p) =>
      `${when(figure(p, "gpus"), (n) => `${f.number(n)} cards are not automatically ${f.number(n)} times faster`) || "More cards are not automatically faster in proportion"}: check topology, process binding and collectives first, then compare useful throughput with the one-GPU baseline.`,
  },
  "price-age": {
    short: (p) => `price ${when(figure(p, "ageDays"), (n) => `${f.number(n)} days old`) || "undated"}`,
    full: (p) =>
      `The price is ${when(figure(p, "ageDays"), (n) => `${f.number(n)} days old`) || "undated"}${when(text(p, "observedAt"), (d) => ` (${f.date(d, { year: true })})`)}: the cost range is wider for it. Ask the provider again before paying.`,
  },
  "price-tier": {
    short: (p) => `${text(p, "tier") ?? "spot"} price: it can be interrupted`.slice(0, 60),
    full: (p) =>
      `This is a ${text(p, "tier") ?? "spot"} price: the machine can be taken back or is not guaranteed. Save often, and prove the restore first.`,
  },
  "price-parts": {
    short: () => "parts of the price unknown",
    full: (p) =>
      p["priced"] === false
        ? "No price is known for this configuration: unknown, not free."
        : `The price leaves out ${text(p, "parts") ?? "storage and egress"}: unknown, not free.`,
  },
  "architecture-not-speed": {
    short: () => "the newer card's gain, on your kernels",
    full: (p) =>
      `${card(p)} is faster only where kernels and formats use it. Test yours: the same code often reaches a smaller share of a higher peak.`,
  },
  "allocator-vs-device": {
    short: () => "PyTorch figures are not the device's",
    full: () =>
      "PyTorch statistics leave out the context, collectives and other libraries. Compare the device's figure (nvidia-smi, rocm-smi) with the card, not the allocator's.",
  },
  "scratch-not-backup": {
    short: () => "local disk goes with the machine",
    full: (p) =>
      `The local NVMe goes with the machine: move artefacts off before the rental ends${when(figure(p, "hours", "uploadHours"), (h) => `, about ${f.hours(h)}`)}.`,
  },
  "cpu-feed": {
    short: () => "CPU may starve the card",
    full: (p) =>
      `The CPU prepares, tokenizes and collates the data: ${when(figure(p, "vcpusPerCard"), (n) => `${f.rough(n)} vCPUs per card may be`) || "a weak one is"} too few to feed the card. Watch data stalls in the pilot.`,
  },
  "gated-model": {
    short: () => "gated model: licence and token",
    full: (p) =>
      `${text(p, "model") ?? "The model"} is gated: accept its licence and give the machine a token before it downloads.`,
  },
  licence: {
    short: () => "licence of the model",
    full: (p) => `Check that the licence${when(text(p, "licence"), (l) => ` (${l})`)} allows your use.`,
  },
  "vendor-claim": {
    short: () => "a figure is the seller's claim",
    full: (p) =>
      `One figure comes from a seller${when(text(p, "figure"), (x) => ` (${x})`)}: a claim, not a measurement.`,
  },
} satisfies Record<CaveatCode, CaveatWords>;
