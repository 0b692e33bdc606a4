const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  m: 1e6,
  million: 1e6,
  millions: 1e6,
  g: 1e9,
  b: 1e9,
  md: 1e9,
  milliard: 1e9,
  milliards: 1e9,
};

export interface TypedNumberRule {
  /** "4k" of a length is 4,096, of a count 4,000. */
  readonly binary?: boolean;
  /** Only whole numbers: "4,096" and "4.096" are then grouped, never decimals. */
  readonly whole?: boolean;
}

/** A number as people type it: "8k", "4 096", "1,5", "200M", "1,5 Md". Null when it is none. */
export function typedNumber(
  text: string,
  { binary = false, whole = false }: TypedNumberRule = {},
): number | null {
  const tidy = text
    .normalize("NFKC")
    .replaceAll(/[\s\u00A0\u202F_'’]/gu, "")
    .toLowerCase();
  const match = /^(\d[\d.,]*|[.,]\d+)([a-z]*)$/u.exec(tidy);
  if (match === null) return null;
  const [, digits = "", unit = ""] = match;
  const scale = unit === "" ? 1 : unit === "k" && binary ? 1024 : scales[unit];
  const number = plainNumber(digits, whole && unit === "");
  return scale === undefined || number === null ? null : number * scale;
}

/** Grouping and decimals: of two different signs the last is the decimal one; one sign before three digits groups. */
function plainNumber(digits: string, whole: boolean): number | null {
  const signs = digits.replaceAll(/\d/gu, "");
  if (signs === "") return Number(digits);
  const last = signs.at(-1) ?? "";
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/u.test(digits) && new Set(signs).size === 1;
  if (grouped && (whole || signs.length > 1 || last === ",")) return Number(digits.replaceAll(/[.,]/gu, ""));
  if (signs.indexOf(last) !== signs.length - 1) return null;
  const at = digits.lastIndexOf(last);
  const value = Number(`${digits.slice(0, at).replaceAll(/[.,]/gu, "")}.${digits.slice(at + 1)}`);
  return Number.isFinite(value) ? value : null;
}

/** Hours from "72", "72 h", "3 days", "3 jours". */
export function typedHours(text: string): number | null {
  const match = /^(.*?)\s*(h|hours?|heures?|d|days?|j|jours?|weeks?|semaines?)?\.?$/iu.exec(text.trim());
  const number = typedNumber(match?.[1] ?? "");
  const unit = (match?.[2] ?? "h").toLowerCase();
  if (number === null) return null;
  if (/^(?:d|j)/u.test(unit)) return number * 24;
  return /^(?:w|s)/u.test(unit) ? number * 168 : number;
}
