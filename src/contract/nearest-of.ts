/** Allowed members within a third of the word's length in edits, or that contain it, nearest first, at most three. */
export function nearestOf(word: string, allowed: readonly string[]): readonly string[] {
  const typed = plain(word);
  if (typed === "") return [];
  return allowed
    .map((member) => ({ member, distance: distanceOf(typed, plain(member)) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(typed.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ member }) => member);
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/gu, "");

function distanceOf(a: string, b: string): number {
  if (a === b) return 0;
  return a.length >= 3 && (b.includes(a) || a.includes(b)) && b.length >= 3 ? 1 : editDistance(a, b);
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          at(i - 1, j - 1) + same,
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          swapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
