import type { AcceleratorKey } from "./accelerator-keys.ts";
import { countNouns } from "./everyday-words.ts";
import { folded } from "./words-of.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** "dgxspark" matches "DGX Spark", "mi300x" matches MI300X, MI-300X, "MI 300X"; a lone letter must be glued or hyphenated, so "à 100 h" is no card. */
function flexible(core: string): string {
  const parts = core.match(/ti(?=super)|dgx(?=[a-z])|[a-z]+|\d+/g) ?? [];
  return parts
    .map((part, i) => {
      const before = parts[i - 1];
      if (before === undefined) return part;
      return (/^[a-z]$/.test(part) || /^[a-z]$/.test(before) ? "-?" : "[\\s_-]?") + part;
    })
    .join("");
}

const maker =
  "(?:(?:nvidia|amd|intel|google|aws|tesla|geforce|instinct|radeon|quadro|hgx|dgx|rtx|rx|pro)[\\s_-]*)";
const unit = "(?:gb|go|gib|gio|g)";
const border = "(?:(?<![a-z0-9.,$€£])|(?<=(?<![a-z0-9.])\\d{1,4}[x*]))";
const tail = `(?:[\\s_,(*/-]{1,3}(?:sxm\\d?|pcie|nvl(?:ink)?|hbm\\de?|ada|generation|server edition|workstation edition|blackwell)(?![a-z0-9])\\)?)`;
/** A "4070 Ti" is no "4070": the longer name stands alone, known or not. */
const sibling = "(?![\\s-]?(?:ti|super|gre|xtx?)(?![a-z0-9]))";
const memory = `(?:[\\s_,(*/-]{0,3}(\\d{2,3})\\s?-?\\s?(?:${unit}|s)?(?![a-z0-9%€$]|[.,]\\d)[\\s*]{0,2}\\)?)`;

/** Cards that people name and the catalogue may lack: they are found too, so that none is silently dropped. */
const others =
  "(?:rtx|gtx)[\\s-]?(?:a|pro\\s)?\\d{4}(?:\\s?ti|\\s?super)?|[ah]800|k80|m[46]0|p[46]0|b100|mi\\d{2,3}[a-z]?|arc\\s[ab]\\d{3}";

export interface SpanFinder {
  find(sentence: string): readonly Span[];
}

export function acceleratorSpanFinder(keys: readonly AcceleratorKey[]): SpanFinder {
  const shared = ["gaudi", "tpus?", "trainium", "rtx[\\s-]?6000", "v[56]"];
  const cores = [...new Set(keys.map((k) => k.core))]
    .filter((core) => core !== "6000" && !/^\d{1,2}x/.test(core))
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map(flexible);
  const sold = new Map<string, Set<number>>();
  for (const { core, card } of keys) sold.set(core, (sold.get(core) ?? new Set()).add(card.sold));
  const names = [...cores, ...shared, others].join("|");
  const pattern = new RegExp(
    `${border}(?:(\\d{2,3})\\s?-?${unit}[\\s_-]+(?:de\\s)?)?(tpu[\\s_-]|${maker}*)(${names})(?:s(?![a-z0-9])|(?![a-z0-9])|(?=x\\d))${sibling}${tail}?`,
    "g",
  );
  const sizeAfter = new RegExp(memory, "y");
  const formAfter = new RegExp(tail, "y");
  return {
    find(sentence) {
      const text = folded(sentence).replaceAll("×", "x");
      const spans: Span[] = [];
      for (const found of text.matchAll(pattern)) {
        const [whole, sizeBefore, makers = "", name = ""] = found;
        const start = found.index;
        let end = start + whole.length;
        const core = name.replace(/[\s_-]/g, "");
        const sizes = [...(sold.get(core) ?? [])];
        sizeAfter.lastIndex = end;
        const after = sizeBefore === undefined ? sizeAfter.exec(text) : null;
        if (
          after !== null &&
          sizes.some((s) => Math.abs(Number(after[1]) / s - 1) <= 0.07) &&
          !counts(text, after)
        ) {
          end += after[0].replace(/[\s-]+$/, "").length;
          formAfter.lastIndex = end;
          end += formAfter.exec(text)?.[0].length ?? 0;
        }
        const prefix = sizeBefore === undefined ? "" : whole.slice(0, whole.indexOf(name));
        if (isEveryday(text, start, end, core, makers, prefix)) continue;
        spans.push({ start, end: start + text.slice(start, end).trimEnd().length });
      }
      return spans;
    },
  };
}

/** A number after the card that counts something else ("A100 80 hours"). */
function counts(text: string, after: RegExpExecArray): boolean {
  if (/(gb|go|gib|gio|g|s)[\s*]*\)?$/.test(after[0].trim())) return false;
  const next = /^\s*([a-z]+)/.exec(text.slice(after.index + after[0].length))?.[1];
  return (
    next !== undefined &&
    next !== "et" &&
    next !== "and" &&
    next !== "ou" &&
    next !== "or" &&
    countNouns.has(next)
  );
}

/** Readings that are no card: a bare number that counts, a quarter of the year, a motorway, a percentile. */
function isEveryday(
  text: string,
  start: number,
  end: number,
  core: string,
  makers: string,
  prefix: string,
): boolean {
  const before = text.slice(Math.max(0, start - 24), start);
  const after = text.slice(end, end + 24);
  const next = /^\s*([a-z]+)(?!\/(?:\s|o\s))/.exec(after)?.[1];
  if (/^\d+$/.test(core) && makers === "" && prefix === "") {
    if (/^\s*[€$£%]|^[.,]\d|^\s\d{3}\b/.test(after)) return true;
    // "My 4090 runs out of memory": the card does, four thousand runs do not.
    const verb = next === "runs";
    if (next !== undefined && next !== "x" && next !== "s" && !verb && countNouns.has(next)) return true;
    if (/(?:in|en|year|annee|port|room|no\.?|number|page|step|line|ligne|id|#)\s*$/.test(before)) return true;
  }
  if (core === "t4") return /\b(?:au|du|fin|debut|en|q\d)\s+$/.test(before) || /^\s+20\d\d/.test(after);
  if (core === "p100") return next !== undefined && /^(?:latenc|percentile|ttft)/.test(next);
  if (/^a\d0$/.test(core)) return /\b(?:autoroute|motorway|sortie|exit|via|highway)\s+(?:l')?$/.test(before);
  if (/^v[56]$/.test(core)) return !/tpu/.test(makers);
  return false;
}
