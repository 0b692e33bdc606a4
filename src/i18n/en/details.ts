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
  why: (reason: string) => `Why this one: ${reason}.`,
  whole: (configuration: string) => `Configuration: ${configuration}.`,
  layout: (strategy: string, microBatch: string, accumulation: string) =>
    `Layout: ${strategy}, micro-batch ${microBatch}, accumulation ${accumulation}`,
  host: (ram: string, disk: string) => `Host: ${ram} of RAM, ${disk} of disk.`,
  hostHas: (list: string) => `This machine has ${list}.`,
  hostRam: (ram: string) => `${ram} of RAM`,
  hostDisk: (disk: string) => `${disk} of local disk`,
  hostRamUnknown: "The offer does not say how much RAM its host has.",
  hostYours: (ram: string) => `Yours has ${ram} of RAM.`,
  hostYoursTooSmall: (ram: string) => `Yours has ${ram} of RAM: too small for this run.`,
  columns: { card: "Card", time: "Time or rate", cost: "Cost", memory: "Memory per card" },
  chosen: (card: string) => `${card} (chosen)`,
  rocmCell: "ROCm to validate",
  tableTitle: "Alternatives, same run",
  noAlternatives: "No other configuration was found within your limits.",
  tryMention: "Reply here with @gpu-plan: “what about 8k?”, “why not the H100?”.",
  tryListen: "Reply here: “what about 8k?”, “why not the H100?”.",
  sources: "Sources: ",
  noRate: "How often such a verdict is wrong is not known: no run like this one was measured.",
  rate: (n: string, wrong: string) =>
    `Error rate: on ${n} published runs kept aside (known stack), this verdict was wrong ${wrong} times.`,
};
