export const details = {
  read: (list: string) => `Read: ${list}.`,
  assumed: (list: string) => `Taken by default: ${list}.`,
  understood: (list: string) => `Understood as: ${list}.`,
  contradiction: (field: string, readings: string, chosen: string) =>
    `Two readings of ${field}: ${readings}. Kept: ${chosen}.`,
  unread: "Not understood: ",
  caveats: "To check before paying",
  premisesTitle: "A small precision first: ",
  partsMissing: (list: string) => `Not in the price: ${list}.`,
  price: (amount: string, provider: string, region: string, tier: string, date: string) =>
    `Price: ${amount} at ${provider}, ${region}, ${tier}, ${date}; availability not verified.`,
  regionUnknown: "region unknown",
  undated: "undated",
  dated: (date: string, days: number | null) =>
    days === null ? `seen on ${date}` : `seen on ${date}, ${days === 1 ? "1 day" : `${days} days`} ago`,
  whole: (configuration: string) => `Configuration: ${configuration}.`,
  layout: (strategy: string, microBatch: string, accumulation: string) =>
    `Layout: ${strategy}, micro-batch ${microBatch}, accumulation ${accumulation}`,
  host: (ram: string, disk: string) => `Host: ${ram} of RAM, ${disk} of disk.`,
  columns: { card: "Card", time: "Time", cost: "Cost", memory: "Memory per card" },
  chosen: (card: string) => `${card} (chosen)`,
  rocmCell: "ROCm to validate",
  tableTitle: "Alternatives, same run",
  noAlternatives: "No other configuration was found within your limits.",
  tryMention: "Reply here with @gpu-plan: “what about 8k?”, “why not the H100?”.",
  tryListen: "Reply here: “what about 8k?”, “why not the H100?”.",
  sources: "Sources: ",
  noRate: "Error rate: no rate, nothing comparable measured.",
  rate: (n: string, wrong: string) =>
    `Error rate: on ${n} published runs kept aside (known stack), this verdict was wrong ${wrong} times.`,
  warnings: {
    "length-above-model-maximum": "The length is above what the model was made for.",
    "qlora-on-prequantised":
      "QLoRA on weights that are already quantized: sized as adapters on those weights.",
    "sharding-on-one-gpu": "Sharding changes nothing on one GPU.",
    "no-output-tokens": "No output tokens: only the prompt is sized.",
    "kv-heads-replicated": "More tensor-parallel ranks than KV heads: the KV cache is copied, not split.",
    "lora-ignored": "The LoRA settings do not apply to this method and were left out.",
    "serving-ignored": "The serving settings do not apply to training and were left out.",
    "model-reading-chosen": "The model name has several readings; one was chosen.",
    "memory-tight":
      "The upper end of the memory passes what the card has: a pilot settles it before anything is reserved.",
    "budget-not-verified": "Without a known price, the cap was not checked.",
    "budget-may-be-exceeded": "The upper end of the cost passes your cap.",
    "deadline-may-be-missed": "The upper end of the time passes your deadline.",
    "shape-assumed": "Only the size of the model is known: a usual shape was taken and the interval widened.",
  },
};
