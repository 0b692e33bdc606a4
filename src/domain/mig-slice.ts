import { gb, gib } from "../units/bytes.ts";
import type { Accelerator, DensePeaks } from "./accelerator.ts";

/** A slice as NVIDIA names it: 3g.40gb is 3 of 7 compute slices and 40 GB. */
export interface MigProfile {
  readonly name: string;
  readonly compute: number;
  readonly gb: number;
  /** The text without it. */
  readonly rest: string;
}

const written = /(?:[-\s]*\bmig\b)?[-\s]*\b([1-7])g\.(\d{1,3})gb\b(?:\s*\bmig\b)?/iu;

export function migProfileIn(text: string): MigProfile | null {
  const found = written.exec(text);
  if (found === null) return null;
  const [whole, compute = "", size = ""] = found;
  return {
    name: `${compute}g.${size}gb`,
    compute: Number(compute),
    gb: Number(size),
    rest: `${text.slice(0, found.index)} ${text.slice(found.index + whole.length)}`
      .replace(/\bmig\b/giu, " ")
      .trim(),
  };
}

const memorySlices = 8;
/** An A30 is cut in four, all others in seven. */
const computeSlices = ({ id }: Accelerator): number => (id === "a30" ? 4 : 7);
/** What a slice lacks of its eighths, per GB of the whole card. [GiB] Source: MIG user guide (A100 80 GB: 9,728, 19,968 and 40,192 MiB of 81,152; 40 GB: half of that). */
const lostPerGb = 1 / 160;

const scaled = (value: number | null, share: number): number | null =>
  value === null ? null : value * share;

function peaksOf(peaks: DensePeaks, share: number): DensePeaks {
  const { fp32, tf32, bf16, fp16, fp8, int8, fp4 } = peaks;
  return {
    fp32: scaled(fp32, share), tf32: scaled(tf32, share), bf16: scaled(bf16, share), fp16: scaled(fp16, share),
    fp8: scaled(fp8, share), int8: scaled(int8, share), fp4: scaled(fp4, share),
  }; // prettier-ignore
}

/** The usual slices of a card, as NVIDIA names them: eighths of what is sold; none where it cannot be cut. */
export const sliceNames = (card: Accelerator): readonly string[] =>
  card.mig === true
    ? ([[1, 1], [2, 2], [3, 4], [7, 8]] as const).map(
        ([compute, eighths]) => `${compute}g.${Math.round((card.sold * eighths) / memorySlices)}gb`,
      )
    : []; // prettier-ignore

/**
 * A slice of a card as a card of its own: its eighths of memory and bandwidth, its sevenths of compute; alone, as collectives
 * do not join slices. Null where the card has no such slice.
 */
export function sliceOf(card: Accelerator, profile: MigProfile): Accelerator | null {
  if (card.mig !== true) return null;
  const eighths = Math.round((profile.gb * memorySlices) / card.sold);
  if (![1, 2, 4, 8].includes(eighths)) return null;
  const memory = eighths / memorySlices;
  const compute = Math.min(1, profile.compute / computeSlices(card));
  return {
    ...card,
    id: `${card.id}-mig-${profile.name}`,
    name: `${card.name} MIG ${profile.name}`,
    aliases: [],
    sold: gb(card.sold * memory),
    reported:
      card.reported === null
        ? null
        : gib(card.reported * memory - (eighths === memorySlices ? 0 : card.sold * lostPerGb)),
    bandwidthGbS: scaled(card.bandwidthGbS, memory),
    denseTflops: peaksOf(card.denseTflops, compute),
    interconnect: { type: "none", gbSBidirectional: null },
    maxPerNode: 1,
    mig: false,
  };
}

/** The slice that an id like "h100-sxm-mig-3g.40gb" names, of the card that it is cut from. */
export function sliceById(
  id: string,
  cardOf: (id: string) => Accelerator | undefined,
): Accelerator | undefined {
  const profile = id.includes("-mig-") ? migProfileIn(id) : null;
  const card = profile === null ? undefined : cardOf(profile.rest);
  return profile === null || card === undefined ? undefined : (sliceOf(card, profile) ?? undefined);
}
