import type { Accelerator } from "../domain/accelerator.ts";
import { folded } from "./words-of.ts";

/** A card's name without maker, memory and form: "a100", "6000 ada", "7900 xtx". */
export interface AcceleratorKey {
  readonly card: Accelerator;
  readonly core: string;
  readonly form: string | null;
  readonly memoryGb: number | null;
}

const forms = [
  ["sxm", /(?<![a-z])sxm/],
  ["pcie", /(?<![a-z])pcie/],
  ["nvl", /(?<![a-z])nvl/],
] as const;
const makers =
  /\b(nvidia|amd|intel|google|aws|tesla|geforce|instinct|radeon|quadro|generation|gpus?|cards?|cartes?|hgx|dgx(?=[\s_-]*[abh]\d)|tpu|rtx|rx|the|hbm\d?e?|server|workstation|edition|blackwell|mega|nvlink|per|ac)\b/g;

/** The form factor in a text: SXM4 is SXM; null when none is named. */
export function formOf(text: string): string | null {
  const plain = folded(text);
  return forms.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

/** Gigabytes in a text ("80 Go", "80g", "40GB", "48 gib"); null when none are named. */
export function gigabytesOf(text: string): number | null {
  const found = /(?<![a-z0-9.])(\d{2,3})\s?-?\s?(?:gb|go|gib|gio|g)(?![a-z0-9])/.exec(folded(text));
  return found?.[1] === undefined ? null : Number(found[1]);
}

/** What is left of a name once maker, form and memory are gone; the letters and digits alone. */
export function coreOf(text: string): string {
  return folded(text)
    .replace(/[_()*,]/g, " ")
    .replace(/(?<![a-z0-9.])\d{2,3}\s?-?\s?(gb|go|gib|gio|g)(?![a-z0-9])/g, " ")
    .replace(/(?<![a-z])(sxm\d?|pcie|nvl)(?![a-z])/g, " ")
    .replace(/([a-z])-(?=\d)/g, "$1")
    .replace(/-/g, " ")
    .replace(/rtx(?=[a-z0-9])/g, "rtx ")
    .replace(/\brx(?=\d)/g, "rx ")
    .replace(makers, " ")
    .replace(/[^a-z0-9]+/g, "");
}

export function acceleratorKeys(cards: readonly Accelerator[]): readonly AcceleratorKey[] {
  const keys: AcceleratorKey[] = [];
  for (const card of cards) {
    const seen = new Set<string>();
    for (const text of [card.id, card.name, ...card.aliases]) {
      const core = coreOf(text);
      if (core === "" || seen.has(core)) continue;
      seen.add(core);
      keys.push({ card, core, form: formOf(card.id) ?? formOf(card.name), memoryGb: card.sold });
    }
  }
  return keys;
}
