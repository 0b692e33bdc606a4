import type { FindingCode } from "../../../domain/finding.ts";
import { findingFigures, type FindingWords } from "../../finding-figures.ts";

const { f, sold, gib, kib, num, word, yes, when, times, thousand } = findingFigures("en");

/** "8 × A100 80 GB|fp8-tight|false" → words. */
function claimed(p: Parameters<FindingWords[number]>[0]): string {
  const rows = (word(p, "rows") ?? "").split(";").filter((row) => row.includes("|"));
  const says = { none: "does not hold the FP8 weights", "fp8-tight": "FP8, tight", fp8: "FP8", bf16: "bf16" };
  return rows
    .map((row) => {
      const [label = "", holds = "", native] = row.split("|");
      const known = Object.entries(says).find(([key]) => key === holds)?.[1] ?? holds;
      return `${label}: ${known}${native === "false" && holds.startsWith("fp8") ? " (no FP8 units: stored only)" : ""}`;
    })
    .join("; ");
}

/** What was measured, quoted or asked, put right. */
export const seenFindings = {
  "embedded-instruction": [
    () => "One line of this text is an instruction, not data: I found it and ignored it; nothing of other plans is shown.",
  ],
  "log-read": [
    (p) =>
      `Read from the log: ${[when(num(p, "tokens"), (n) => `about ${thousand(n)} tokens/s per GPU`), when(num(p, "memory"), (n) => `${gib(n)} reserved`), when(num(p, "utilisation"), (n) => `${f.percent(n)} MFU`)].filter((x) => x !== "").join(", ")}.`,
    (p) =>
      when(num(p, "capacity"), (n) => `Its percentage implies cards of about ${gib(n)}: confirm which GPU this is, it is not an 80 GB one if that differs.`),
    (p) => (yes(p, "modelKnown") ? "" : "To place it I need the model, the number of GPUs and the sequence length."),
  ],
  calm: [
    () => "That is annoying, and worth getting to the bottom of. The facts I need are few.",
    () => "Which plan was it, and what did you see instead: a figure, an error, the hours paid? I say where it was wrong; a result posted in the plan's thread corrects it there, in front of you.",
  ],
  "fp16-overflow": [
    (p) =>
      `Expected: ${yes(p, "lacksBf16") ? "this card has no bf16, and " : ""}a model trained in bf16 passes the range of fp16 (65,504), in training and in inference alike.`,
    () =>
      "Ways out: attention and accumulation in fp32 (partial fp32), recent versions that do so, QLoRA with fp32 compute, or cards from Ampere on, which have bf16. A lower learning rate does not cure inference.",
    (p) =>
      when(num(p, "doubled"), (n) => `All in fp32: ${gib(n)} of weights instead of ${when(num(p, "half"), gib)}, so memory and time about double; to be sized before you choose it.`),
  ],
  "fp8-storage-only": [
    (p) =>
      `No FP8 compute on ${when(word(p, "card"), (c) => `the ${c}`) || "this card"}, but recent vLLM stores FP8 weights and computes in 16 bits (weight-only): both claims that one reads are right.`,
    () => "The benefit is memory, not speed; INT4 (AWQ, GPTQ) is the alternative where speed counts.",
    (p) =>
      when(num(p, "weights"), (n) => `Weights ${sold(n)} of ${when(num(p, "room"), sold)}: ${when(num(p, "left"), (l) => (l > 0 ? `${sold(l)} left for KV cache and overhead` : "they do not fit"))}.`),
    (p) =>
      `I assume vLLM ${word(p, "version") ?? "0.5.3 or later (July 2024)"}: earlier ones refused, and transformers asks for compute capability 8.9 or 9.0. Check the version you run.`,
  ],
  "rocm-conditional": [
    () => "No-go with the same YAML unchanged; a conditional go after a smoke test of 20 steps on the real machine.",
    () =>
      "Support depends on versions and dates: which ROCm, which bitsandbytes and which flash-attn? In 2024 forks lacked what FSDP-QLoRA needs; by 2026 several libraries declare AMD support. Check the installed ones before committing.",
    (p) =>
      when(num(p, "weights"), (n) => `${yes(p, "quantised") ? "QLoRA is not required here: " : ""}${gib(n)} of bf16 weights against ${when(num(p, "sold"), sold)} per card, so plain bf16 LoRA works ${yes(p, "one") ? "sharded or even on one card" : "sharded"}.`),
    (p) =>
      when(num(p, "chiplets"), (n) => `This card shows up as ${f.number(n)} devices: its memory is not one piece, count each on its own.`),
  ],
  "measured-scaling": [
    (p) =>
      `${num(p, "planned") === null ? "" : "No: "}${when(num(p, "gpus"), f.number)} GPUs reach ${when(num(p, "best"), f.percent)} of linear at best${when(num(p, "base"), (n) => (n > 1 ? ` over the ${f.number(n)} measured first` : ""))}${when(num(p, "planned"), (n) => `; ${thousand(n)} on ${when(num(p, "plannedGpus"), f.number)} assumes ${when(num(p, "plannedEfficiency"), f.percent)}`)}.`,
    (p) =>
      when(num(p, "less"), (n) => `Accumulation matters: ${when(num(p, "accumulation"), f.number)} micro-batches amortise the all-reduce, at ${when(num(p, "lessAccumulation"), f.number)} it falls to ${f.percent(n)}${n < 0.5 ? ", below one GPU" : ""}.`),
    (p) =>
      when(num(p, "shardedEfficiency"), (n) => `${(word(p, "sharded") ?? "sharding").replace("zero", "ZeRO-")} adds traffic here: ${f.percent(n)}. It saves memory, not time.`),
    (p) =>
      `Update the plan from these numbers${when(num(p, "atBest"), (n) => `: at the same efficiency ${thousand(n)} tokens/s, less if it falls further`)}; a point on 4 or 8 GPUs and \`nvidia-smi topo -m\` would settle it.`,
  ],
  "one-rate": [
    (p) =>
      when(num(p, "share"), (n) => (yes(p, "impossible") ? `Not possible: ${when(num(p, "rate"), thousand)} tokens/s per card would be ${f.percent(n)} of its dense peak (${when(num(p, "peak"), f.number)} TFLOP/s). Are all cards, or padding, counted in?` : `${n >= 0.5 ? "Very good" : n >= 0.33 ? "Good" : n >= 0.22 ? "Usual, with room" : "Low"}: ${num(p, "rate") === null ? `${f.percent(n)} MFU` : `${when(num(p, "rate"), thousand)} tokens/s per card is about ${f.percent(n)} MFU (dense peak ${when(num(p, "peak"), f.number)} TFLOP/s)`}; well-tuned training of dense models reaches 30 to 50%.`)),
    (p) =>
      when(num(p, "share"), (n) => (n >= 0.33 ? "One figure proves little: take it after warm-up, over real samples without padding, and look at its spread." : "In order: attention kernel (flash or SDPA), packing instead of padding, micro-batch, then data loading and recomputation. A profile of ten steps tells which.")),
    (p) => (yes(p, "methodKnown") && !yes(p, "adapts") ? "" : "LoRA does about a third less computation per token than full training: a script that counts 6 × parameters × tokens overstates it, 4 is right and 2 more are recomputation. Several cards lose some to communication, small micro-batches more."),
  ],
  "low-one-card": [
    (p) =>
      when(num(p, "share"), (n) => `One card alone is slow: ${when(num(p, "rate"), thousand)} tokens/s is about ${f.percent(n)} MFU (dense peak ${when(num(p, "peak"), f.number)} TFLOP/s). Fix the single GPU first: attention kernel, micro-batch, data loading.`),
  ],
  "step-is-not-throughput": [
    (p) =>
      num(p, "rate") === null
        ? `Not slower: per step the larger job does more work; speed-up ${when(num(p, "speedup"), times)}×.`
        : `Not slower: compare global batch ÷ step time: ${when(num(p, "rate"), f.rough)} against ${when(num(p, "oneRate"), f.rough)} samples/s, ${when(num(p, "speedup"), times)}×.`,
    (p) =>
      `That is ${when(num(p, "efficiency"), f.percent)} of linear over ${when(num(p, "gpus"), f.number)} GPUs: improvable, not a slowdown.`,
    (p) =>
      `I take ${when(num(p, "batch"), f.number) || "the batch"} as the batch per GPU${when(num(p, "global"), (n) => `, so ${f.number(n)} over all`)}; if it is the global batch, tell me: then it is slower.`,
  ],
  "nodes-slower": [
    (p) =>
      `${when(num(p, "gained"), (n) => `Your nodes reach ${f.percent(n)} of linear. `)}No, another node makes it worse: ${yes(p, "sharded") ? "sharding gathers every layer's weights" : "gradients travel"} across the network at each pass.`,
    () =>
      "Hierarchical partitioning (hpZ of ZeRO++, hybrid shard of FSDP) keeps a copy of the weights per node: only gradients cross. Together with offload it is untested.",
    (p) =>
      when(num(p, "share"), (n) => `Check that ${gib(n)} (${sold(n)}) of weights per card leaves room to live on ${when(num(p, "card"), sold) || "the card"}.`),
    (p) =>
      `Which network between the nodes (type, bandwidth)${yes(p, "methodKnown") ? "" : ", and is it full training or LoRA"}?`,
  ],
  "slower-with-more": [
    () => "Two numbers tell: samples/s (or the time of an epoch) with one GPU and with several, and the model with its batch.",
    () =>
      "Quick check: throughput = global batch ÷ step time, since the batch is usually per GPU; then `nvidia-smi topo -m` shows how the cards talk. Without those I claim no cause.",
  ],
  "moe-loops": [
    (p) =>
      `No: the transformers code loops over ${when(num(p, "experts"), f.number) || "the"} experts, in small kernels that leave the GPU idle. Known, and not your card.`,
    (p) =>
      when(num(p, "total"), (n) => `Memory counts all ${f.parameters(n)} (${when(num(p, "weights"), sold)} in bf16), not the ${when(num(p, "active"), f.parameters)} active.`),
    () =>
      "Use a fused MoE layer or grouped GEMM (Megatron, or a framework that has them), or a dense model of the size. Never predict a MoE's time from its active parameters without a pilot.",
  ],
  "batch-divides": [
    () =>
      "The setting changed meaning between versions: prompts per device before, generations per device after. Which TRL version on each run?",
    (p) =>
      when(num(p, "global"), (n) => `${when(num(p, "processes"), f.number)} × ${when(num(p, "batch"), f.number)} = ${f.number(n)} is ${yes(p, "divides") ? "" : "not "}a multiple of ${when(num(p, "generations"), f.number)}: use ${when(num(p, "fewer"), (n) => `${f.number(n)} generations, or `)}${when(num(p, "perDevice"), f.number)} per device${when(num(p, "otherProcesses"), (n) => `, or ${f.number(n)} training processes with vLLM colocated`)}.`),
    () => "Size memory by completions per device × their length (prompt included), no longer by prompts × generations.",
  ],
  "spot-arithmetic": [
    () => "I cannot put a figure on it without the GPU, its price, the hours of useful work and the hours lost: which are they?",
    () => "Cost = spot price × (useful hours + hours replayed + waiting for capacity).",
    (p) =>
      when(num(p, "discount"), (n) => `Threshold: at −${f.percent(n)}, a run that takes ${when(num(p, "breakEven"), f.rough)} times as long cancels the saving; it is not promised.`),
    (p) =>
      yes(p, "never") ? `First of all the rhythm: a checkpoint every ${when(num(p, "each"), f.hours)} with an interruption every ${when(num(p, "between"), f.hours)} never gets there, each one starts over. Checkpoint by steps, several times between two interruptions, before any retry.`
        : when(num(p, "replayed"), (n) => `At your rhythm about ${f.percent(n)} of the work is done twice: half an interval per interruption, start-up on top.`),
    () =>
      "The orchestrator's own bug is to be checked against its version; set a longest wait and a fallback to on demand.",
  ],
  "mfu-impossible": [
    (p) =>
      when(num(p, "share"), (n) => `${f.percent(n)} MFU is ${yes(p, "possible") ? "not yours" : "impossible"}: the script divides by ${num(p, "assumed") === 312 ? "the A100's " : ""}${when(num(p, "assumed"), f.number)} TFLOP/s${num(p, "assumed") === 312 ? "" : ", another card's peak"}.`),
    (p) =>
      when(num(p, "corrected"), (n) => `With the dense peak of ${when(word(p, "card"), (c) => `the ${c}`) || "this card"} (${when(num(p, "peak"), f.number)} TFLOP/s, if that is the form you have) it is about ${f.percent(n)}.`),
    () => "Extrapolate from tokens/s or step time after warm-up instead, never from this percentage.",
  ],
  "mfu-unlikely": [
    (p) =>
      `${when(num(p, "share"), f.percent) || "That"} MFU would be exceptional: check the denominator before believing it (dense peak of your very card, not an older one's).`,
    () =>
      "HFU counts recomputation and comes out higher; 6 × parameters × tokens overstates LoRA. Tokens/s after warm-up is what to plan with. Which formula and which peak does the script use?",
  ],
  "three-counters": [
    () => "Report three numbers: max allocated, max reserved, and the device peak (`nvidia-smi` or `mem_get_info`).",
    (p) =>
      `Reserved plus what PyTorch does not see (context, NCCL, cuBLAS) decides whether it fits${when(num(p, "gap"), (n) => `; part of the gap of ${f.gb(n)} is cache that could shrink`)}.`,
    (p) =>
      num(p, "reservedGib") !== null ? `Yours: ${when(num(p, "allocated"), f.gib) || "less"} allocated, ${when(num(p, "reservedGib"), f.gib)} reserved, ${when(num(p, "device"), f.gib) || "more"} on the card${when(num(p, "beside"), (n) => (n > 0 ? `, so ${f.gib(n)} outside PyTorch` : ""))}. The last one is held against the card${when(num(p, "sold"), (n) => ` (${sold(n)})`)}: what is reserved and not allocated can shrink, the rest cannot.` :
      "What does `max_memory_reserved` say? If reserved is far above allocated, try `expandable_segments` before a larger card.",
  ],
  "kv-capacity": [
    (p) =>
      when(num(p, "held"), (n) => `${yes(p, "tooShort") ? "The cache is smaller than one request of the length you allow: lower `--max-model-len` to what people send, or raise `--gpu-memory-utilization`. " : "No: "}${yes(p, "tooShort") ? "That" : "that"} line is for requests of ${when(num(p, "tokens"), f.number)} tokens; the cache holds about ${thousand(n)} tokens.`),
    (p) =>
      when(num(p, "requests"), (n) => `That is about ${f.number(n)} requests of ${when(num(p, "each"), f.number)} tokens${when(num(p, "wanted"), (w) => `: ${f.number(w)} is ${w > n ? "at the limit, the rest waits or is preempted" : "within it, more would wait or be preempted"}`)}.`),
    (p) =>
      `Room in the cache is not latency: which latency do you want${yes(p, "modelKnown") && yes(p, "cardKnown") ? "" : ", and which model and GPU"}? Then a load test.`,
  ],
  "kv-arithmetic": [
    (p) =>
      yes(p, "latent")
        ? `This model caches a compressed latent: ${when(num(p, "each"), kib)} per token.`
        : `The cache counts ${when(num(p, "heads"), f.number)} key-value heads × ${when(num(p, "headDim"), f.number)} = ${when(num(p, "width"), f.number)}, not the hidden ${when(num(p, "hidden"), f.number)}: ${when(num(p, "each"), kib)} per token.`,
    (p) =>
      yes(p, "narrow") || num(p, "measured") !== null ? "Quantised weights (int8, int4) do not change the cache's type, still 16 bits here; and 8 bits are 1 byte, not 8." : when(num(p, "factor"), (n) => (n > 1.5 && !yes(p, "latent") ? `Counting the hidden size instead is ${f.rough(n)} times too much; that is what grouped-query attention saves. A cache in FP8 halves it again.` : "")),
    (p) =>
      when(num(p, "whole"), (n) => `For ${when(num(p, "tokens"), f.number)} tokens: ${f.number(n / 1e9, 3)} GB${when(num(p, "measured"), (m) => `; your ${f.number(m / 1e9, 2)} GB ${yes(p, "agrees") ? "agrees, as requests rarely reach the full length" : "is above it: block rounding or a longer prompt"}`)}.`),
  ],
  "engine-preallocates": [
    (p) =>
      `No: the engine reserves about ${when(num(p, "share"), f.percent)} of each card by default, whatever the need; it is neither a need nor a leak.`,
    (p) =>
      `${when(num(p, "weights"), (n) => `The weights are ${sold(n)} (${yes(p, "narrow") ? "4" : "16"} bits) over all cards; `)}the rest is KV cache for concurrent requests, set by \`gpu_memory_utilization\`.`,
    (p) =>
      `${yes(p, "oneEnough") ? "One of these cards may be enough for your load" : "Whether fewer cards would do follows from the load"}: which context and how many requests at once?`,
  ],
  "serving-margin": [
    (p) =>
      when(num(p, "weights"), (n) => `${yes(p, "exceeds") ? "It does not fit" : yes(p, "marginal") ? "Marginal" : "Count"}: ${gib(n)} of weights ${yes(p, "exceeds") ? "for" : "of"} ${when(num(p, "room"), gib)} over ${when(num(p, "gpus"), f.number)} × ${when(word(p, "card"), (c) => c) || "GPU"}${when(num(p, "left"), (l) => (l > 0 ? `, ${gib(l)} left before context and activations` : ""))}.`),
    (p) =>
      yes(p, "deviceMap") ? "`device_map=auto` offloads to CPU or disk in silence: that it loads is no evidence that it fits." : "Loading is no evidence that it serves: the engine wants room for its cache.",
    (p) =>
      when(num(p, "twice"), (n) => `${f.number(n)} cards are comfortable, or a 4-bit version (about ${when(num(p, "fourBit"), gib)}) on these; what is left over is KV cache, and drives throughput.`),
  ],
  "claims-by-precision": [
    (p) =>
      `Each of these stands for a precision: FP8 weights are ${when(num(p, "eight"), sold)}, bf16 ${when(num(p, "half"), sold)}${when(num(p, "eightSmall"), (n) => `; 8 × 80 GB (${gib(n)}) ${yes(p, "holdsEight") ? "hold the FP8 ones only with what is left for the cache" : "cannot hold either"}`)}.`,
    (p) => when(claimed(p) === "" ? null : claimed(p), (rows) => `${rows}.`),
    (p) =>
      when(num(p, "small"), (n) => `${sold(n)} is about ${when(num(p, "smallBits"), f.rough)} bits per weight (dynamic quantization): another level of quality.`),
    (p) =>
      when(num(p, "ofLarge"), (n) => `In one line: ${f.number(n)} × H200${when(num(p, "ofSmall"), (m) => ` or ${m > 8 ? `${f.number(m / 8)} × 8` : f.number(m)} × H100`)} for FP8, a fifth left for the cache.`),
    (p) =>
      `How many requests at once, and which context? KV cache and throughput decide the rest${when(num(p, "active"), (n) => `; the ${f.parameters(n)} active do not lower memory`)}.`,
  ],
  "hourly-prices": [
    (p) =>
      when(num(p, "highEach"), (n) => `Per GPU-hour: ${f.amount(n, word(p, "currency") ?? "USD")} against ${f.amount(num(p, "lowEach") ?? n, word(p, "currency") ?? "USD")}, a ratio of ${when(num(p, "ratio"), f.rough)}: ${f.amount(num(p, "high") ?? n, word(p, "currency") ?? "USD")} is for ${when(num(p, "highGpus"), f.number)} GPUs.`),
    (p) =>
      when(num(p, "hours"), (n) => `${f.number(n)} GPU-hours: ${f.amount(num(p, "lowTotal") ?? n, word(p, "currency") ?? "USD")} against ${f.amount(num(p, "highTotal") ?? n, word(p, "currency") ?? "USD")}, in ${word(p, "currency") ?? "USD"}, not another currency.`),
    () => "Prices move: note the date of each and ask for a quote.",
    (p) =>
      when(num(p, "whole"), (n) => `Smallest bill: the one is rented ${f.number(n)} GPUs at a time; interconnect, storage and availability differ too.`),
  ],
  "given-utilisation": [
    (p) => {
      const share = f.percent(num(p, "share") ?? 0);
      const cards = num(p, "cards");
      const hours = f.hours(num(p, "hours") ?? 0);
      const work = `At ${share} MFU the training steps take ${f.number(num(p, "cardHours") ?? 0)} GPU-hours`;
      return cards === null
        ? `${work}: ${hours} on ${f.number(num(p, "gpus") ?? 1)} × ${word(p, "card") ?? "card"}. This plan counts ${f.percent(num(p, "predicted") ?? 0)}.`
        : `${work}: at least ${f.number(num(p, "least") ?? 0)} × ${word(p, "card") ?? "card"} within ${f.hours(num(p, "deadline") ?? 0)}, so ${f.number(cards)} in whole machines, ${hours}. This plan counts ${f.percent(num(p, "predicted") ?? 0)} and takes ${f.number(num(p, "gpus") ?? 1)}.`;
    },
    (p) => (yes(p, "beyond") ? "So much is seldom reached: well-tuned training of dense models reaches 30 to 50%." : "Start-up, validation, checkpoints and what fails come on top; a pilot measures the share before so many cards are reserved."),
  ],
  "purchase-prices": [
    (p) => {
      const [low, high, budget] = [num(p, "low"), num(p, "high"), num(p, "budget")];
      const about = (n: number): string => f.moneyAbout(n, word(p, "currency") ?? "USD");
      if (low === null || high === null) return `To buy: no price of the ${word(p, "card") ?? "card"} is known here; the prices of this plan are rents.`;
      const pays = budget === null ? "" : budget >= high ? ` ${about(budget)} buys it.` : budget >= low ? ` ${about(budget)} may buy it: ask for a quote.` : ` ${about(budget)} does not buy it: name a smaller card to see what it holds.`;
      return `To buy: ${about(low)} to ${about(high)} for ${f.number(num(p, "gpus") ?? 1)} × ${word(p, "card") ?? "card"} with the host around, new.${pays} The prices of this plan are rents.`;
    },
    (p) =>
      `${yes(p, "used") ? "Used cards: their prices are not known here. Test memory and temperature under load for an hour before paying; a used card has no guarantee. " : ""}“rent or buy” in this thread sets owning against renting by the hours of use.`,
  ],
  "memory-share": [
    (p) => {
      const [taken, needs] = [num(p, "taken") ?? 0, num(p, "needs") ?? 0];
      const opening = `At ${f.number(num(p, "share") ?? 0, 2)} the engine takes ≈ ${f.gib(taken)} of each card`;
      if (yes(p, "trains")) return `${opening} and leaves ≈ ${f.gib(num(p, "left") ?? 0)} to the training; this plan counts ≈ ${f.gib(needs)} for both, with an engine that takes what it needs.`;
      return needs <= taken ? `${opening}; the requests of this plan need ≈ ${f.gib(needs)}: they fit, and the rest is more cache.` : `${opening}; the requests of this plan need ≈ ${f.gib(needs)}: the engine starts only if the weights fit, and holds fewer requests at once.`;
    },
  ],
  "encoder-corpus": [
    (p) =>
      `Vectors of a corpus are one pass of the encoder, no training: 2 × ${f.parameters(num(p, "parameters") ?? 0)} × ${f.tokens(num(p, "tokens") ?? 0)} are ${f.hours(num(p, "likely") ?? 0)} (${f.hours(num(p, "low") ?? 0)} to ${f.hours(num(p, "high") ?? 0)}) of one ${word(p, "card") ?? "card"}${when(num(p, "cards"), (n) => `, so ${f.number(n)} within ${f.hours(num(p, "deadline") ?? 0)}`)}.`,
    () => "Cards work apart, each on its share of the documents: time divides by their number, no fast link is needed. Sort by length, fill the batches, and time ten thousand documents before all of them.",
  ],
  electricity: [
    (p) =>
      `${when(num(p, "gpus"), f.number)} × ${when(num(p, "watts"), f.number)} W for ${when(num(p, "hours"), f.hours)} is ${when(num(p, "kwh"), f.rough)} kWh at full board power, ${when(num(p, "least"), f.rough)} to ${when(num(p, "most"), f.rough)} kWh with the host${when(num(p, "costLeast"), (n) => `: ${f.moneyAbout(n, word(p, "currency") ?? "EUR")} to ${f.moneyAbout(num(p, "costMost") ?? n, word(p, "currency") ?? "EUR")}`)}.`,
    (p) =>
      `${yes(p, "day") ? "Per day of running. " : yes(p, "asked") ? "All hours of it. " : ""}${num(p, "tariff") === null ? "At which price per kWh? " : ""}Cooling comes on top where the room has it (10 to 80% more); a card that waits for data draws less.`,
  ],
  "offload-unproven": [
    () => "Optimizer offload with ZeRO-2 was suggested for such runs, never measured by those who did: pilot it before you count on it.",
  ],
  "published-conditions": [
    (p) =>
      `A published figure holds for its own settings: often a short length, batch 1, another precision, ${yes(p, "several") ? "sharding or quantization" : "a lighter optimizer"}. Compare those (precision, length, batch, layout) before the memory.`,
  ],
} satisfies Partial<Record<FindingCode, FindingWords>>; // prettier-ignore
