/** A beginning of a name, as somebody types it: what it costs to take it for a name, and what that name has besides. */
export interface TypedFit {
  readonly cost: number;
  readonly unsaid: number;
}

const isDigits = (term: string): boolean => /^\d+(?:\.\d+)?$/u.test(term);

/** What it costs to take one typed term for one word of a name; null = it is not the beginning of it. */
function costOf(term: string, word: string): number | null {
  if (word === term) return 0;
  if (!word.startsWith(term)) return null;
  if (!isDigits(term)) return 0.5;
  const rest = word.slice(term.length);
  // Typed digits are a size ("8" of 8B), else a version that goes on ("3" of 3.1), else the beginning of a number.
  if (/^[bmt]$/u.test(rest)) return 0.1;
  return rest.startsWith(".") ? 0.3 : 2;
}

/** How well typed terms are the words of one name, each word once; null when some term is none of them. */
export function fitTyped(terms: readonly string[], words: readonly string[]): TypedFit | null {
  const free = [...words];
  let cost = 0;
  for (const term of terms) {
    let best: { readonly at: number; readonly cost: number } | null = null;
    free.forEach((word, at) => {
      const one = costOf(term, word);
      if (one !== null && (best === null || one < best.cost)) best = { at, cost: one };
    });
    const taken = best as { readonly at: number; readonly cost: number } | null;
    if (taken === null) return null;
    cost += taken.cost;
    free.splice(taken.at, 1);
  }
  return { cost, unsaid: free.length };
}
