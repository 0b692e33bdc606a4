export const catalogue = {
  title: (query: string) => (query === "" ? "In the catalogue" : `In the catalogue for “${query}”`),
  cards: "Cards:",
  models: "Models:",
  columns: { card: "Card", memory: "Memory as sold", platform: "Platform", peak: "Dense BF16" },
  tflops: (n: string) => `${n} TFLOP/s`,
  model: (name: string, parameters: string) => `${name}, ${parameters}`,
  nothing: (query: string) => `Nothing in the catalogue for “${query}”. A Hugging Face id works too.`,
  empty: "The catalogue is empty.",
};
