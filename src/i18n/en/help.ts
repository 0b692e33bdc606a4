export const help = {
  title:
    "I size training, fine-tuning and serving runs, and name the smallest configuration that finishes the whole job.",
  lines: [
    "/gpu-plan opens a form; /gpu-plan followed by a line reads it: “llama 3.1 8b lora r16, 4k, 2x H100, 200M tokens, under €300”.",
    "In the thread of a plan: “what about 8k?”, “why not the MI300X?”, “cheapest in the EU”, “what if we have 3 days”, “undo”.",
    "/gpu-plan catalog: cards and models. /gpu-plan mine: your plans. /gpu-plan settings: threshold and approvers of the team. /gpu-plan private …: the plan in a direct message.",
    "Side by side: “compare 1 H100 and 2 MI300X on spot”. To measure: “pilot” in the thread hands out a kit; drop what comes back there, or /gpu-plan pilot takes it in a form. Then “waive …”, “reserve”, “closing …”.",
    "/gpu-plan reminders: what I will remind you of, each with a button to cancel it.",
    "In a thread, where commands do not work: the same words after @gpu-plan. “silence” and “resume” set whether I follow the thread.",
    "Memory is per GPU in GiB, nine times out of ten inside the range given; what is sold is in GB. Amounts exclude VAT.",
  ],
  topics: {
    memory:
      "Memory is the largest phase, not the sum of all: weights, gradients, optimizer state, activations, logits, buffers, context.",
    pilot:
      "A pilot is a short run on the longest real batches. It replaces the calculation by a measurement.",
    price: "Prices carry their date and tier. An unknown price stays unknown; it is never counted as zero.",
    zero: "ZeRO-1 splits the optimizer state over the GPUs, ZeRO-2 the gradients too, ZeRO-3 the weights as well; each step saves memory per GPU and adds communication.",
    fsdp: "FSDP splits weights, gradients and optimizer state over the GPUs and gathers each layer when it is computed: less memory per GPU, more communication.",
    ddp: "DDP puts a full copy of the model on each GPU and synchronises gradients: throughput grows, memory per GPU does not shrink.",
    "kv-cache":
      "The KV cache keeps the keys and values of past tokens while serving; it grows with users × tokens × layers and often outweighs the model.",
    "gradient-accumulation":
      "Gradient accumulation adds up the gradients of several micro-batches before one optimizer step: a larger effective batch without more activations in memory.",
    "gradient-checkpointing":
      "Gradient checkpointing keeps only the inputs of each layer and recomputes the rest in the backward pass: far less activation memory, roughly a quarter to a third more computation.",
    "fused-loss":
      "A fused or chunked loss never builds the full table of logits: it saves most where vocabulary × tokens is large, and nothing where another phase is the peak.",
    packing:
      "Packing puts several samples into one sequence, so that no padding is computed; memory then follows the sequence length, not the longest sample.",
    qlora:
      "QLoRA keeps the frozen weights in 4 bits and trains adapters on top: less weight memory, slower steps because weights are dequantised. Activations and logits stay.",
    lora: "LoRA freezes the model and trains small adapters: gradients and optimizer state almost vanish; weights, activations and logits stay.",
    mfu: "MFU is the useful computation per second as a share of the dense peak of the card; recomputation does not count. 30 to 50% is good.",
    "tensor-parallel":
      "Tensor parallel splits each layer over GPUs that exchange activations in every layer: it needs fast links, usually inside one node.",
    "pipeline-parallel":
      "Pipeline parallel gives each GPU some of the layers; micro-batches flow through them, and some time is lost filling and draining.",
    offload:
      "Offload moves optimizer state or weights to host RAM: memory per GPU falls, steps slow down with the link, and the host needs that RAM.",
    spot: "Spot machines cost less and can be taken away at any moment: only with frequent checkpoints and a resume that was proven.",
    moe: "In a mixture of experts all experts stay in memory, and only the active ones compute: memory follows total parameters, speed the active ones.",
    "flash-attention":
      "FlashAttention computes attention in tiles and never stores the sequence × sequence table: memory grows with the length, not with its square.",
    "mixed-precision":
      "Mixed precision computes in 16 bits and keeps trainable weights or a copy of them in 32 bits: faster than fp32, about 16 bytes per trained parameter with AdamW.",
    "micro-batch":
      "The micro-batch is the number of samples one GPU passes through at once; the effective batch is micro-batch × accumulation × data-parallel GPUs.",
    "best-gpu":
      "There is no best GPU without a run: the smallest that finishes yours is found from model, method, sequence length and amount of data.",
  },
  subjects: {
    "rent-or-buy": "renting against buying",
    "small-models": "small models and data-centre cards",
    "cpu-role": "what the CPU does",
    "memory-bound": "how to see whether a run is bound by memory",
    "training-against-inference": "hardware for training against hardware for serving",
    "precision-support": "which card supports which precision",
    "data-center-cards": "data-centre cards compared in general",
    "start-this-week": "what to do this week",
  },
  amdCard: "An AMD card",
  openForm: "Open the form",
  welcome: "Hello. Tell me the model and the run, and I size memory, time and money.",
  inviteMe:
    "I am not a member of this channel: invite me with /invite @gpu-plan, and plans will be posted here.",
  dmFallback: "The plan is in our direct message, because I cannot post in that channel.",
  examples: "Try: “llama 3.1 8b lora, 4k, 200M tokens, under €300”.",
};
