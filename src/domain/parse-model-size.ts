const units: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9, md: 1e9, g: 1e9, t: 1e12 };

/** Parameters in a bare size: "13B", "1.5b", "0,5 B", "360M", "8x7b" (experts share attention: about 83 % of the product). */
export function parseModelSize(text: string): number | null {
  const match = /^\s*(?:(\d{1,3})\s*[x×]\s*)?(\d{1,5}(?:[.,]\d{1,4})?)\s*(k|m|b|md|g|t)\s*$/i.exec(text);
  if (match === null) return null;
  const [, times, amount = "", unit = ""] = match;
  const one = Number(amount.replace(",", ".")) * (units[unit.toLowerCase()] ?? NaN);
  const size = times === undefined ? one : one * Number(times) * 0.83;
  return Number.isFinite(size) && size >= 1e6 && size <= 1e14 ? Math.round(size) : null;
}
