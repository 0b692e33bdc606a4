import type { Language } from "../domain/conversation.ts";
import type { FindingCode } from "../domain/finding.ts";
import { format } from "./format.ts";
import { figure, text, when, type Params } from "./params.ts";

/** The first sentence stands in the head; "" = not said, for want of a figure. */
export type FindingWords = readonly ((p: Params) => string)[];
export type AllFindings = Readonly<Record<FindingCode, FindingWords>>;

const units = { en: { tb: "TB", kib: "KiB", mb: "MB" }, fr: { tb: "To", kib: "Kio", mb: "Mo" } } as const;

/** Sizes and numbers of a finding in one language; "" where one is not known. */
export function findingFigures(language: Language) {
  const f = format(language);
  const { tb, kib } = units[language];
  const space = language === "fr" ? "\u00A0" : " ";
  /** Bytes as sold: GB, or TB from a thousand. */
  const sold = (bytes: number): string =>
    bytes >= 1e12 ? `${f.number(bytes / 1e12, 2)}${space}${tb}` : f.gb(bytes / 1e9);
  return {
    f,
    sold,
    /** Bytes as software counts them. */
    gib: (bytes: number): string => f.gib(bytes / 2 ** 30),
    /** Both, for what a seller and a program each call by their own unit. */
    both: (bytes: number): string =>
      bytes >= 1e12 ? sold(bytes) : `${f.gib(bytes / 2 ** 30)} (${sold(bytes)})`,
    kib: (bytes: number): string => `${f.rough(bytes / 1024)}${space}${kib}`,
    /** A yes of the finding. */
    yes: (p: Params, key: string): boolean => p[key] === true,
    num: figure,
    word: text,
    when,
    times: (n: number): string => f.number(n, 2),
    /** 4.2e23 as 4.2 × 10²³. */
    powers: (n: number): string => {
      const exponent = Math.floor(Math.log10(n));
      const raised = Array.from(String(exponent), (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "").join("");
      return `${f.number(n / 10 ** exponent, 1)}${space}×${space}10${raised}`;
    },
    thousand: (n: number): string => (n >= 1000 ? `${f.number(n / 1000, 1)}${space}k` : f.number(n)),
  };
}
