/** Edit distance with neighbouring swaps counted once; stops early above `limit` and answers limit + 1. */
export function editDistance(a: string, b: string, limit = Infinity): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let best = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        d = Math.min(d, (before[j - 2] ?? 0) + 1);
      }
      row.push(d);
      best = Math.min(best, d);
    }
    if (best > limit) return limit + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** Up to `count` words near to what was typed, nearest first, ties in alphabetical order. */
export function nearestWords(typed: string, words: readonly string[], count = 3): readonly string[] {
  const limit = Math.max(2, Math.floor(typed.length / 3));
  return words
    .map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word.toLowerCase(), limit) }))
    .filter((w) => w.distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, count)
    .map((w) => w.word);
}
