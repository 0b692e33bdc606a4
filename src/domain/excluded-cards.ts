import type { Accelerator } from "./accelerator.ts";

const compact = (text: string): string => text.toLowerCase().replace(/[\s_-]+/gu, "");
const dashed = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/gu, "-");

/**
 * Whether a word of `limits.excludedAccelerators` means this card: its id, name or alias, the beginning of an id up to a
 * hyphen ("a100" is every A100, "rtx" every RTX), or a generation ("hopper").
 */
export function isMeantBy(word: string, { id, name, aliases, architecture }: Accelerator): boolean {
  const asked = dashed(word);
  if (asked === "") return false;
  if (id === asked || id.startsWith(`${asked}-`)) return true;
  if (dashed(architecture).split("-")[0] === asked) return true;
  return [name, ...aliases].some((one) => compact(one) === compact(word));
}

export const isExcluded = (card: Accelerator, words: readonly string[] | undefined): boolean =>
  words?.some((word) => isMeantBy(word, card)) === true;
