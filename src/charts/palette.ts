import type { PartName } from "../domain/estimate.ts";

/**
 * Colours that people with any colour vision tell apart, one a part that can be large. Source: Paul Tol's "muted"
 * scheme (Colour Schemes, SRON/EPS/TN/09-002), and the orange of Okabe and Ito for the cache.
 */
const colours = {
  weights: "#332288",
  reference: "#AA4499",
  adapters: "#CC6677",
  "master-weights": "#882255",
  gradients: "#88CCEE",
  optimizer: "#117733",
  "gathered-layers": "#44AA99",
  activations: "#999933",
  logits: "#DDCC77",
  "kv-cache": "#E69F00",
} as const satisfies Partial<Record<PartName, string>>;

type Coloured = keyof typeof colours;

/** What is drawn as one: a part of its own colour, or everything else together. */
export type Group = Coloured | "other";

/** From the bottom of a bar: what stays, then what comes and goes. */
export const groups: readonly Group[] = [
  "weights", "reference", "adapters", "master-weights", "gradients", "optimizer", "gathered-layers", "activations",
  "logits", "kv-cache", "other",
]; // prettier-ignore

export function groupOf(part: PartName): Group {
  // Two models that are held beside the one in training: one colour for both.
  if (part === "reward-model") return "reference";
  return part in colours ? (part as Coloured) : "other";
}

export const ink = {
  text: "#1F2328",
  soft: "#57606A",
  grid: "#E3E6E8",
  line: "#8C959F",
  other: "#BBBBBB",
  beyond: "#F6E9E7",
  limit: "#B42318",
  main: "#332288",
  accent: "#CC3311",
  proof: "#44AA99",
  spare: "#DDDDDD",
  paper: "#FFFFFF",
} as const;

export const colourOf = (group: Group): string => (group === "other" ? ink.other : colours[group]);

/** Relative luminance of a colour (WCAG 2.2): 0 black, 1 white. */
export function luminance(hex: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

/** Black or white, whichever is read on that colour. */
export const inkOn = (hex: string): string => (luminance(hex) > 0.18 ? "#000000" : ink.paper);
