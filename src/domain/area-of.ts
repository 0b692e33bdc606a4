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

type Rule = RegionTable["rules"][number];

function ruleOf(provider: string, region: string | null, table: RegionTable): Rule | undefined {
  if (region === null) return undefined;
  const where = region.toLowerCase();
  return table.rules.find((r) => (r.provider === "*" || r.provider === provider) && matches(r.region, where));
}

/** The area of a provider's region; null when the table does not say. */
export const areaOf = (provider: string, region: string | null, table: RegionTable): string | null =>
  ruleOf(provider, region, table)?.area ?? null;

/** The country of a provider's region: its area where that is one country; null when the table does not say. */
export function countryOf(provider: string, region: string | null, table: RegionTable): string | null {
  const rule = ruleOf(provider, region, table);
  return rule?.country ?? (rule?.area === "eu" ? null : (rule?.area ?? null));
}

/** The areas that a stated limit admits: an area, a group of areas, or nothing when it is neither. */
export function areasAdmitted(limit: string, table: RegionTable): readonly string[] {
  const word = limit.toLowerCase();
  return table.groups[word] ?? (word in table.areas ? [word] : []);
}
