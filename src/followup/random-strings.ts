import { allMatches } from "./prefilter.ts";

/** A stretch of a text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Whatever could be a random string: the signs of base64 and of its form for addresses, in one piece. */
const candidate = /(?<![A-Za-z0-9+/_~.-])[A-Za-z0-9+/_~.-]{20,4000}={0,2}/gu;

/** What stands in an address, after the name of a hash, or is a public key is random and no secret. */
const address = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]{1,2000}/giu;
const publicOrHash = /(?:\bsha-?\d{1,3}|\bmd5|\bblake\w{0,3})\s?[-:= ]\s?$/iu;
const hashed = /^(?:sha-?\d{1,3}|md5)[-_]/iu;
const publicKey = /^AAAA[BCE][A-Za-z0-9+/]{12}/u;

/** A count before a name and the ending of a file: "4xXE9680x8H100", "run-3.json". */
const times = /(?<=\d)x(?=[A-Z\d])/gu;
const ofFile = /\.[a-z]{2,5}\d?$/u;

/** Runs of letters of both cases and digits; the shortest that can be told from a name. */
const shortest = 12;
const runs = /[A-Za-z0-9]+/gu;
const letters = /[A-Za-z]+/gu;
const parts = /[A-Z]?[a-z]+|(?<![A-Z])[A-Z]+(?![a-z])/gu;
const vowel = /[aeiouy]/iu;

/** Letters of one case between digits or signs are an abbreviation ("8B", "SXM5"), as is a capitalised word with a vowel. */
const oneCase = /^(?:[A-Z]+|[a-z]+)$/u;
const isWord = (part: string): boolean => part.length >= 4 && /[a-z]{2}/u.test(part) && vowel.test(part);

/** How a run divides where its case or kind changes: names have few and long parts, most of them words. */
function looksDrawn(run: string): boolean {
  if (run.length < shortest) return false;
  let strange = 0;
  let total = 0;
  let divided = run.match(/\d+/gu)?.length ?? 0;
  for (const [group] of run.matchAll(letters)) {
    const pieces = group.match(parts) ?? [];
    divided += pieces.length;
    total += group.length;
    if (oneCase.test(group)) continue;
    for (const piece of pieces) if (!isWord(piece)) strange += piece.length;
  }
  return strange >= total * 0.3 && run.length < divided * 3.6;
}

const mixed = (text: string): boolean => /[a-z]/u.test(text) && /[A-Z]/u.test(text) && /[\d+/=]/u.test(text);

/** Secret access keys of AWS: forty signs of base64, hyphens and underscores never. */
const accessKey = /^[A-Za-z0-9+/]{40}$/u;
const beside = /\b(?:AKIA|ASIA)[A-Z0-9]{12,24}\b/u;

/** Of the letters in words: a path or a list of names has most of its letters there. */
function mostlyWords(text: string): boolean {
  let words = 0;
  let total = 0;
  for (const [group] of text.matchAll(letters)) {
    total += group.length;
    for (const [part] of group.matchAll(parts)) if (isWord(part)) words += part.length;
  }
  return words > total * 0.5;
}

function isRandom(text: string, besideKeyId: boolean): boolean {
  if (!mixed(text) || publicKey.test(text) || hashed.test(text) || ofFile.test(text)) return false;
  if (accessKey.test(text) && (besideKeyId || !mostlyWords(text))) return true;
  // Padding says base64: its signs divide nothing.
  const pieces = text.endsWith("=") ? text.replace(/[+/]/gu, "") : text.replace(times, "-");
  return [...pieces.matchAll(runs)].some(([run]) => mixed(run) && looksDrawn(run));
}

/** Keys of forty hexadecimal digits look like revisions; these words before one say that it is a revision. */
const hexadecimal = /(?<![\w@/.-])[0-9a-f]{40}(?![\w-])/gu;
const revision =
  /(?:revisions?|rev|commits?|r[ée]vision|sha\d{0,3}|hash(?:es)?|tree|blob|resolve|checkout|reset|refs?|branch|tag|version|digest|empreinte|git|snapshots?|head|pinn?ed|parent|merge|patch|pull|show|diff|bisect|id)\W[^\n]{0,24}$/iu;

/** One case and digits, longer than any name: drawn where letters and digits change all the time. Pure hashes are hexadecimal. */
const oneCased = /(?<![\w@/.-])(?:[a-z\d]{32,200}|[A-Z\d]{32,200})(?![\w/.-])/gu;
const isHexadecimal = /^[0-9a-f]+$/iu;
const turn = /[a-z](?=\d)|\d(?=[a-z])/giu;
const mostRunLength = 6;

function isDrawnInOneCase(text: string): boolean {
  if (isHexadecimal.test(text) || !/\d/u.test(text)) return false;
  return ((text.match(turn)?.length ?? 0) + 1) * mostRunLength >= text.length;
}

/** Strings that only a machine can have drawn: keys without a mark of their own. Names, paths and hashes are none. */
export function randomStrings(text: string): Span[] {
  const candidates = [...text.matchAll(candidate)];
  if (candidates.length === 0) return [];
  const addresses = allMatches(address, text).map(
    (found) => [found.index, found.index + found[0].length] as const,
  );
  const inAddress = (at: number): boolean => addresses.some(([start, end]) => at >= start && at < end);
  const besideKeyId = beside.test(text);
  const found: Span[] = [];
  for (const match of candidates) {
    const before = text.slice(Math.max(0, match.index - 16), match.index);
    if (inAddress(match.index) || publicOrHash.test(before)) continue;
    const value = match[0].replace(/(?<![.~])[.~]+$/u, "");
    if (isRandom(value, besideKeyId)) found.push({ start: match.index, end: match.index + value.length });
  }
  for (const match of text.matchAll(oneCased)) {
    const before = text.slice(Math.max(0, match.index - 48), match.index);
    if (!inAddress(match.index) && !revision.test(before) && isDrawnInOneCase(match[0]))
      found.push({ start: match.index, end: match.index + match[0].length });
  }
  for (const match of text.matchAll(hexadecimal)) {
    const before = text.slice(Math.max(0, match.index - 48), match.index);
    if (!inAddress(match.index) && !revision.test(before))
      found.push({ start: match.index, end: match.index + match[0].length });
  }
  return found;
}
