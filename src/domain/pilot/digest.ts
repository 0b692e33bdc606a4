/** JSON with its keys in order, so that equal data writes the same text. */
export function stableText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

const word = (hash: number): string => (hash >>> 0).toString(16).padStart(8, "0");

/** 64 bits that tell equal data from other data (two FNV-1a passes from different seeds); no protection against forgery. */
export function digest(value: unknown): string {
  const text = stableText(value);
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ (code + i), 0x85ebca6b);
  }
  return word(a) + word(b);
}
