import type { Accelerator } from "../domain/accelerator.ts";
import type { NamedMatch, Resolution } from "../domain/catalogue.ts";
import { coreOf, formOf, gigabytesOf } from "./accelerator-keys.ts";
import type { AcceleratorKey } from "./accelerator-keys.ts";
import { folded } from "./words-of.ts";

const match = (card: Accelerator, score: number): NamedMatch => ({ id: card.id, name: card.name, score });

/** Short names that several different cards share; the first of equal memory is the one usually meant. */
const shared: Readonly<Record<string, readonly string[]>> = {
  "6000": ["rtx-a6000", "rtx-6000-ada", "rtx-pro-6000"],
  gaudi: ["gaudi3", "gaudi2"],
  tpu: ["tpu-v6e", "tpu-v5p", "tpu-v5e"],
  v5: ["tpu-v5p", "tpu-v5e"],
  v6: ["tpu-v6e"],
  trainium: ["trainium2", "trainium1"],
  "7900": ["rx-7900-xtx"],
};

const fits = (card: Accelerator, gigabytes: number) => Math.abs(gigabytes / card.sold - 1) <= 0.07;

/** The memory a text asks for: "80 Go", or a bare number that is a size of one of the cards ("a100-80"). */
function memoryAsked(text: string, cards: readonly Accelerator[]): number | null {
  const stated = gigabytesOf(text);
  if (stated !== null) return stated;
  const bare = /[\s_(-](\d{2,3})s?\s*\)?\s*$/.exec(folded(text))?.[1];
  const size = bare === undefined ? null : Number(bare);
  return size !== null && cards.some((c) => c.sold === size) ? size : null;
}

/** Removes a bare memory number at the end, as long as a name is left. */
const withoutSize = (text: string) =>
  text.replace(/([a-z0-9]*[a-z][a-z0-9]*)[\s_(-]+\d{2,3}s?\s*\)?\s*$/i, "$1");

function ofCore(keys: readonly AcceleratorKey[], core: string): readonly Accelerator[] {
  return [...new Set(keys.filter((k) => k.core === core).map((k) => k.card))];
}

/** Cards of a short name, the one that carries that bare name as an alias first, SXM before other forms. */
function inOrder(cards: readonly Accelerator[], core: string): readonly Accelerator[] {
  const carries = (c: Accelerator) => (c.aliases.some((a) => folded(a) === core) ? 0 : 1);
  const rank = (c: Accelerator) => ["sxm", null, "pcie", "nvl"].indexOf(formOf(c.id));
  return [...cards].sort(
    (a, b) => carries(a) - carries(b) || rank(a) - rank(b) || b.sold - a.sold || (a.id < b.id ? -1 : 1),
  );
}

function choose(cards: readonly Accelerator[], text: string, core: string, several: boolean): Resolution {
  const form = formOf(text);
  const formed = form === null ? cards : cards.filter((c) => formOf(c.id) === form || formOf(c.id) === null);
  const left = formed.length > 0 ? formed : cards;
  const asked = memoryAsked(text, left);
  const sized = asked === null ? left : left.filter((c) => fits(c, asked));
  const remaining = sized.length > 0 ? sized : left;
  // A memory that no card of this name has is a total or a modified card: the name still stands, less surely.
  const score = sized.length > 0 && formed.length > 0 ? 1 : 0.8;
  const ordered = several ? remaining : inOrder(remaining, core);
  const [first, ...rest] = ordered;
  if (first === undefined) return { kind: "none", nearest: [] };
  const named = first.aliases.some((a) => folded(a) === core);
  const oneMemory = ordered.every((c) => c.sold === first.sold);
  const decided =
    rest.length === 0 || (!several && (oneMemory || named)) || (several && asked !== null && oneMemory);
  if (!decided) return { kind: "several", matches: ordered.map((c) => match(c, score)) };
  const others = form !== null && oneMemory && rest.length === 0 ? [] : rest;
  return { kind: "one", match: match(first, score), alternatives: others.map((c) => match(c, score)) };
}

/** What a typed card name stands for. Memory and form decide between variants. */
export function resolveAcceleratorName(
  text: string,
  cards: readonly Accelerator[],
  keys: readonly AcceleratorKey[],
  nearest: (text: string) => readonly NamedMatch[],
): Resolution {
  const plain = folded(text).trim();
  const byId = cards.find((c) => c.id === plain);
  if (byId !== undefined) return { kind: "one", match: match(byId, 1), alternatives: [] };
  const counted = plain.replace(/^\d{1,4}\s*[x×*]\s*(?!tx)(?=[a-z0-9])/, "");
  const plural = counted.replace(/([a-z0-9]*\d[a-z]{0,3})s(?=$|[\s,(])/, "$1");
  const tpu = /\btpus?\b/.test(counted) ? "tpu" : "";
  for (const version of [counted, plural]) {
    const cores = [coreOf(version), coreOf(withoutSize(version))];
    for (const core of [...cores, ...cores.map((c) => c.replace(/s$/, ""))]) {
      const key = core === "" ? tpu : core;
      const group = shared[key];
      if (group !== undefined) {
        const members = group.flatMap((id) => cards.filter((c) => c.id === id));
        if (members.length > 0) return choose(members, version, key, members.length > 1);
      }
      const found = ofCore(keys, key);
      if (found.length > 0) return choose(found, version, key, false);
    }
  }
  return { kind: "none", nearest: nearest(text) };
}
