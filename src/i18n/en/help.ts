export const help = {
  title:
    "I size training, fine-tuning and serving runs, and name the smallest configuration that finishes the whole job.",
  lines: [
    "/gpu-plan opens a form; /gpu-plan followed by a line reads it: “llama 3.1 8b lora r16, 4k, 2x H100, 200M tokens, under €300”.",
    "In the thread of a plan: “what about 8k?”, “why not the MI300X?”, “cheapest in the EU”, “what if we have 3 days”, “undo”.",
    "/gpu-plan catalog: cards and models. /gpu-plan mine: your plans. /gpu-plan private …: the plan in a direct message.",
    "In a thread, where commands do not work: the same words after @gpu-plan. “silence” and “resume” set whether I follow the thread.",
    "Memory is per GPU in GiB, nine times out of ten inside the range given; what is sold is in GB. Amounts exclude VAT.",
  ],
  topics: {
    memory:
      "Memory is the largest phase, not the sum of all: weights, gradients, optimizer state, activations, logits, buffers, context.",
    pilot:
      "A pilot is a short run on the longest real batches. It replaces the calculation by a measurement.",
    price: "Prices carry their date and tier. An unknown price stays unknown; it is never counted as zero.",
  },
  openForm: "Open the form",
  welcome: "Hello. Tell me the model and the run, and I size memory, time and money.",
  inviteMe:
    "I am not a member of this channel: invite me with /invite @gpu-plan, and plans will be posted here.",
  dmFallback: "The plan is in our direct message, because I cannot post in that channel.",
  examples: "Try: “llama 3.1 8b lora, 4k, 200M tokens, under €300”.",
};
