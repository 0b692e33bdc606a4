import type { RegionTable } from "./catalogue.ts";

function matches(pattern: string, text: string): boolean {
  const [first = "", ...rest] = pattern.toLowerCase().split("*");
  let at = first.length;
  if (!text.startsWith(first)) return false;
  for (const [i, part] of rest.entries()) {
    if (i === rest.length - 1) return part === "" || (text.length - part.length >= at && text.endsWith(part));
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at === text.length;
}

/** The area of a provider's region; null when the table does not say. */
export function areaOf(provider: string, region: string | null, table: RegionTable): string | null {
  if (region === null) return null;
  const where = region.toLowerCase();
  const rule = table.rules.find(
    (r) => (r.provider === "*" || r.provider === provider) && matches(r.region, where),
  );
  return rule?.area ?? null;
}

/** The areas that a stated limit admits: an area, a group of areas, or nothing when it is neither. */
export function areasAdmitted(limit: string, table: RegionTable): readonly string[] {
  const word = limit.toLowerCase();
  return table.groups[word] ?? (word in table.areas ? [word] : []);
}
