import type { RowIssue } from "../../app/price-ports.ts";
import type { Accelerator } from "../../domain/accelerator.ts";
import type { Machine } from "../../domain/machine.ts";
import { machineKey, type PriceKnowledge, type StatedPrice } from "./stated-price.ts";

export interface Identified extends Omit<Machine, "provider" | "instance"> {
  readonly formOpen: boolean;
  readonly issues: readonly RowIssue[];
}

/**
 * Names that price lists use for one card and people for several, or that look like a card of the catalogue and are
 * another: a bare RTX 6000 is the 24 GB Quadro, "4080S" a 4080 Super.
 */
const named: readonly (readonly [RegExp, string | null])[] = [
  [/^(nvidia )?a6000(-48gb)?$/iu, "rtx-a6000"],
  [/^(nvidia )?(quadro )?rtx[ -]?6000(-24gb)?$/iu, null],
  [/^(nvidia )?(geforce )?(rtx[ -]?)?[345]0[5-9]0\s?(s|super|ti|d)\b/iu, null],
];

/** The card, its count and its host: from the machine's own name where it is known, else from what the row says. */
export function identifyCard(
  row: StatedPrice,
  knowledge: PriceKnowledge,
): Identified | { readonly refused: RowIssue } {
  const refused = (code: RowIssue["code"], read: string): { readonly refused: RowIssue } => ({
    refused: { at: row.at, code, read },
  });
  const machine = knowledge.machines.get(machineKey(row.provider, row.instance));
  if (machine !== undefined) {
    const off = row.gpus !== null && Math.abs(row.gpus - machine.gpus) > 0.01;
    const { accelerator, gpus, interconnect } = machine;
    return {
      accelerator,
      gpus,
      vcpus: row.vcpus ?? machine.vcpus,
      hostRamGib: row.hostRamGib ?? machine.hostRamGib,
      localDiskGb: row.localDiskGb ?? machine.localDiskGb,
      interconnect,
      formOpen: false,
      issues: off ? [{ at: row.at, code: "count-repaired", read: `${row.gpus} → ${gpus}` }] : [],
    };
  }
  if (row.card === "") return refused("no-card-name", row.instance);
  if (row.gpus === null || !(row.gpus > 0) || row.gpus > 1024) return refused("unknown-count", row.instance);
  const found = cardOf(row, row.gpus, knowledge);
  if ("code" in found) return refused(found.code, `${row.card} ${row.memory ?? ""}`.trim());
  const { vcpus, hostRamGib, localDiskGb, gpus } = row;
  const issues: readonly RowIssue[] = found.memoryWrong
    ? [{ at: row.at, code: "memory-repaired", read: `${row.card}: ${row.memory ?? 0}` }]
    : [];
  return {
    accelerator: found.card.id,
    gpus,
    vcpus,
    hostRamGib,
    localDiskGb,
    interconnect: null,
    formOpen: found.formOpen,
    issues,
  };
}

interface CardFound {
  readonly card: Accelerator;
  readonly formOpen: boolean;
  readonly memoryWrong: boolean;
}
type CardRefusal = { readonly code: "unknown-card" | "ambiguous-card" | "modified-card" };

function cardOf(row: StatedPrice, gpus: number, knowledge: PriceKnowledge): CardFound | CardRefusal {
  const name = cleaned(row.card);
  const override = named.find(([pattern]) => pattern.test(name));
  if (override?.[1] === null) return { code: "unknown-card" };
  const cards = candidates(override?.[1] ?? name, knowledge);
  const [only] = cards;
  if (only === undefined) return { code: "unknown-card" };
  const sizes = row.memory === null ? [] : sizesOf(row.memory, row.memoryPerCard === true ? 1 : gpus);
  const statedInName = /(\d{2,3})\s?-?gb?\b/iu.exec(name)?.[1];
  const asked = statedInName === undefined ? sizes : [Number(statedInName)];
  const sized =
    asked.length === 0 ? cards : cards.filter((card) => asked.some((size) => near(size, card.sold, 0.07)));
  const memoryWrong =
    sizes.length > 0 && !cards.some((card) => sizes.some((size) => near(size, card.sold, 0.12)));
  if (sized.length === 0) {
    const oneMemory = cards.every((card) => card.sold === only.sold);
    if (!oneMemory) return { code: "ambiguous-card" };
    if (!asked.some((size) => near(size, only.sold, 0.15))) {
      // A size that no unit makes sense of says nothing; one that reads as another card of this name does.
      if (asked.some((size) => size > only.sold * 1.15 && size <= only.sold * 3))
        return { code: "modified-card" };
    }
  }
  const left = sized.length > 0 ? sized : cards;
  if (new Set(left.map((card) => card.sold)).size > 1 && !sameFamily(left)) return { code: "ambiguous-card" };
  return { ...formed(left, `${row.card} ${row.instance} ${row.hints}`), memoryWrong };
}

/** H100 SXM and PCIe (80 GB) beside H100 NVL (94 GB): forms of one name, of which a bare name means the first. */
const sameFamily = (cards: readonly Accelerator[]): boolean =>
  cards.every((card) => /^h[12]00-/u.test(card.id));

const near = (a: number, b: number, share: number): boolean => Math.abs(a / b - 1) <= share;

/** "A100-80GB-640GB" (the total is appended) → "A100-80GB"; a maker's bare prefix goes. */
const cleaned = (text: string): string =>
  text
    .replace(/(-\d{2,3}GB)(-\d+GB)+$/iu, "$1")
    .replaceAll("_", " ")
    .trim();

function candidates(name: string, { lookup }: PriceKnowledge): readonly Accelerator[] {
  const resolution = lookup.resolveAccelerator(name);
  if (resolution.kind === "none") return [];
  const matches =
    resolution.kind === "several" ? resolution.matches : [resolution.match, ...resolution.alternatives];
  return matches.flatMap(({ id }) => lookup.accelerator(id) ?? []);
}

/** What a memory field may mean: GB or MiB, per card, in total, or a total multiplied by the count once more. */
function sizesOf(memory: number, gpus: number): readonly number[] {
  const gb = memory < 1000 ? [memory] : [memory / 1024, (memory * 1.048576) / 1000];
  return gb.flatMap((size) => [size, size / gpus, size / gpus / gpus]);
}

const forms = [
  ["sxm", /sxm|hgx|hbm3|nvswitch/iu],
  ["nvl", /nvl(?!ink)/iu],
  ["pcie", /pci/iu],
] as const;

/** The form that the texts name; where they name none, the slowest one, left open. */
function formed(
  cards: readonly Accelerator[],
  text: string,
): { readonly card: Accelerator; readonly formOpen: boolean } {
  const [first] = cards;
  if (first === undefined) throw new Error("no card to choose from");
  if (cards.length === 1) return { card: first, formOpen: false };
  const form = forms.find(([, pattern]) => pattern.test(text))?.[0];
  const told = form === undefined ? undefined : cards.find((card) => card.id.endsWith(`-${form}`));
  if (told !== undefined) return { card: told, formOpen: false };
  return { card: cards.find((card) => card.id.endsWith("-pcie")) ?? first, formOpen: true };
}
