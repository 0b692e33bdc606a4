import { bytes, gb, gbToGib, gib, mib, mibToGib, type Bytes, type Gib } from "../units/bytes.ts";

/** A number as people and programs write it: 1234.5, 1,234.5, 1 234,5, 4,11, 9e-05, 163K; null = not a number. */
export function numberOf(text: string): number | null {
  const plain = text.trim().replaceAll(/(?<=\d)[\u00A0\u202F '](?=\d{3}(?!\d))/gu, "");
  const [, digits = "", scale = ""] =
    /^([+-]?(?:\d[\d.,]*|\.\d+)(?:e[+-]?\d+)?)\s?([KMBGT]?)$/iu.exec(plain) ?? [];
  if (digits === "") return null;
  const value = Number(withPoint(digits));
  if (!Number.isFinite(value)) return null;
  return value * (scales[scale.toUpperCase()] ?? 1);
}

const scales: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, G: 1e9, T: 1e12 };

/** Groups of three digits behind commas are thousands; any other single comma is a decimal one. */
function withPoint(digits: string): string {
  if (/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/u.test(digits)) return digits.replaceAll(",", "");
  if (/^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/u.test(digits)) return digits.replaceAll(".", "").replaceAll(",", ".");
  return digits.replace(/[.,]$/u, "").replace(/^([^,]*),([^,]*)$/u, "$1.$2");
}

/** What a tool means where it writes GB or MB: the powers of two it computed, or the powers of ten it says. */
export type Meant = "binary" | "decimal";

/** A size of any unit in GiB; GB and MB (Go and Mo) as the tool means them. */
export function gibOf(value: number, unit: string, meant: Meant = "binary"): Gib | null {
  const known = /^([kmgt]?)(i?)(?:b|o|bytes?|octets?)$/iu.exec(unit.trim());
  if (known === null) return null;
  const [, scale = "", i = ""] = known;
  const power = "kmgt".indexOf(scale.toLowerCase() || "-") + 1;
  if (i !== "" || meant === "binary") return gib((value * 1024 ** power) / 2 ** 30);
  return gbToGib(gb((value * 1000 ** power) / 1e9));
}

export const gibFromMib = (value: number): Gib => mibToGib(mib(value));
export const gibFromBytes = (value: number): Gib => {
  const size: Bytes = bytes(value);
  return gib(size / 2 ** 30);
};

/** H:MM:SS, M:SS, D days, H:MM:SS, with or without a fraction, in seconds. */
export function clockSeconds(text: string): number | null {
  const read =
    /^(?:(?<days>\d+)\s*(?:days?,?|d|j)\s*)?(?:(?<h>\d+):)?(?<m>\d{1,2}):(?<s>\d{1,2}(?:[.,]\d+)?)$/iu.exec(
      text.trim(),
    )?.groups;
  if (read === undefined) return null;
  const part = (name: string): number => Number((read[name] ?? "0").replace(",", "."));
  return part("days") * 86_400 + part("h") * 3600 + part("m") * 60 + part("s");
}

/** "1h 9m 39s", "2m 5s", "21s", in seconds; days before hours. */
export function wordedSeconds(text: string): number | null {
  const read = /^(?:(?<d>\d+)d\s*)?(?:(?<h>\d+)h\s*)?(?:(?<m>\d+)m\s*)?(?:(?<s>\d+(?:\.\d+)?)s)?$/iu.exec(
    text.trim(),
  )?.groups;
  if (read === undefined || text.trim() === "") return null;
  const part = (name: string): number => Number(read[name] ?? 0);
  return part("d") * 86_400 + part("h") * 3600 + part("m") * 60 + part("s");
}
