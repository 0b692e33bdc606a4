import type { Range } from "../../units/range.ts";

/** A number or a name that an article leaves to the engine; each language writes it its own way. */
export type Figure =
  | { readonly kind: "gib" | "gb" | "kib" | "parameters" | "count" | "percent"; readonly value: number }
  | { readonly kind: "gib-range" | "hours-range"; readonly value: Range }
  | { readonly kind: "tflops" | "gb-per-second" | "tokens-per-second" | "factor"; readonly value: number }
  /** Without tax. */
  | { readonly kind: "money-range"; readonly value: Range; readonly currency: string }
  | { readonly kind: "cards"; readonly ids: readonly string[] }
  | { readonly kind: "model"; readonly id: string }
  /** A value of a field of the run: a stack, a method, a strategy, a format. */
  | { readonly kind: "term"; readonly value: string };

export interface Placeholder {
  /** As it stands between the braces. */
  readonly text: string;
  readonly name: string;
  readonly args: readonly string[];
}

const mark = /\{\{\s*([^{}]+?)\s*\}\}/gu;

/** "{{weights meta-llama/Llama-3.1-8B bf16}}": a name and its arguments, apart by spaces. */
export function placeholdersIn(text: string): readonly Placeholder[] {
  return [...text.matchAll(mark)].map(([, inner = ""]) => {
    const [name = "", ...args] = inner.split(/\s+/u);
    return { text: inner, name, args };
  });
}

/** The text in pieces: what is written, and what is to be filled in. */
export function piecesOf(text: string): readonly (string | Placeholder)[] {
  const pieces: (string | Placeholder)[] = [];
  let at = 0;
  for (const match of text.matchAll(mark)) {
    const [placeholder] = placeholdersIn(match[0]);
    pieces.push(text.slice(at, match.index));
    if (placeholder !== undefined) pieces.push(placeholder);
    at = match.index + match[0].length;
  }
  return [...pieces, text.slice(at)].filter((piece) => piece !== "");
}

export const isOfPlan = ({ name }: Placeholder): boolean => name.startsWith("plan.");
