import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { advise } from "../../src/domain/advice/advise.ts";
import { situationOf } from "../../src/domain/advice/situation.ts";
import type { MessageReading } from "../../src/domain/conversation.ts";
import { applyChanges } from "../../src/followup/apply-changes.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, realLookup, threadSpec } from "./followup-world.ts";

/** Longest time of the processor that one message may take, read two to three times. */
export const patienceMs = 2000;

export interface Found {
  readonly law: string;
  readonly text: string;
}

export interface Fuzzed {
  readonly messages: number;
  readonly seconds: number;
  readonly slowestMs: number;
  readonly found: readonly Found[];
}

/** Numbers from 0 up to 1 that a seed decides (mulberry32). */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const folder = join(import.meta.dirname, "../corpus");

/** Every message of the corpora. */
export const corpus: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .flatMap((name) => parse(readFileSync(join(folder, name), "utf8")) as readonly unknown[])
  .flatMap((row) => {
    if (typeof row === "string") return [row];
    const text = typeof row === "object" && row !== null && "text" in row ? row.text : null;
    return typeof text === "string" ? [text] : [];
  });

/** Words of no language: no name, no number, no word of ours. */
const nonsense = [
  "zorglub",
  "frobnicate",
  "xyzzy",
  "quuxly",
  "blorptastic",
  "vlimpeux",
  "grondule",
  "snarfle",
];
const odd = [
  "\u00A0",
  "\u202F",
  "—",
  "’",
  "“",
  "é",
  "💥",
  "\u200B",
  "\t",
  "\n",
  "|",
  "<@U1>",
  "&amp;",
  "`",
  "%",
  "×",
  "≈",
  "...",
  "NaN",
  "-1",
  "1e9",
  "0",
  "999999999999",
  ",,",
  "GB",
  "k",
];

type Random = () => number;
const pick = <T>(from: readonly T[], random: Random, otherwise: T): T =>
  from[Math.floor(random() * from.length)] ?? otherwise;

const mutations: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => text.split(" ").filter(() => random() > 0.15).join(" "),
  (text, random) => text.split(" ").sort(() => random() - 0.5).join(" "),
  (text, random) => `${text} ${pick(corpus, random, "")}`,
  (text, random) => `${text.slice(0, Math.floor(random() * text.length))}${pick(corpus, random, "").slice(Math.floor(random() * 40))}`,
  (text, random) => { const at = Math.floor(random() * text.length); return text.slice(0, at) + pick(odd, random, " ") + text.slice(at); },
  (text, random) => { const at = Math.floor(random() * text.length); return text.slice(0, at) + text.slice(at + 1); },
  (text, random) => { const at = Math.floor(random() * text.length); return text.slice(0, at) + (text[at + 1] ?? "") + (text[at] ?? "") + text.slice(at + 2); },
  (text) => text.toUpperCase(),
  (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, ""),
  (text, random) => text.replaceAll(/\d/gu, () => String(Math.floor(random() * 10))),
  (text, random) => text.replaceAll(/\d+/gu, (n) => (random() < 0.5 ? n : pick(odd, random, n))),
  (text, random) => Array.from({ length: 1 + Math.floor(random() * 6) }, () => text).join(pick([" ", "\n", ", ", ""], random, " ")),
  (text) => Array.from(text).reverse().join(""),
  (text, random) => text.slice(0, Math.floor(random() * text.length)),
]; // prettier-ignore

function message(random: Random): string {
  let text = pick(corpus, random, "");
  for (let n = Math.floor(random() * 4); n > 0; n -= 1)
    text = pick(mutations, random, (same) => same)(text, random);
  return text.slice(0, 9000);
}

/** Random and mutated messages that the seed decides. */
export function messages(count: number, seed: number): readonly string[] {
  const random = chance(seed);
  return Array.from({ length: count }, () => message(random));
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Laws that hold of every text; the name of the first that a text breaks. */
function broken(text: string, random: Random): string | null {
  const current = random() < 0.5 ? null : threadSpec;
  const read = (words: string): MessageReading => readMessage(words, readingContext(current));
  const reading = read(text);
  const carries = reading.intent.kind === "plan" || reading.intent.kind === "change";
  if (!carries && reading.changes.length > 0) return "only a plan or a change carries changes";
  if (!same(read(text), reading)) return "the same text reads the same";
  advise(situationOf(reading, null, realLookup, current));
  applyChanges(current ?? {}, reading.changes);
  // An option or a key at the end takes the next word for its value.
  const open = /(?:--[\w-]+|[:=])\W*$/u.test(text);
  if (random() < 0.2 && !open) {
    const word = pick(nonsense, random, "xyzzy");
    const after = read(`${text}${text.includes("\n") ? "\n" : " ; "}${word}`);
    const whole = after.intent.kind === "plan" || after.intent.kind === "change";
    if (whole && after.problems.every(({ code }) => code !== "text-too-long") && !after.unread.includes(word))
      return "a word that nothing used is unread";
    if (whole && carries && !same(after.changes, reading.changes))
      return "a word without meaning changes nothing";
  }
  return null;
}

/** Words without digits, names or words of ours: nothing may come of them. */
function invented(random: Random): { readonly text: string; readonly law: string | null } {
  const text = Array.from({ length: 1 + Math.floor(random() * 12) }, () => pick(nonsense, random, "xyzzy")).join(pick([" ", ", ", "\n", " ?! "], random, " "));
  const readings = [readMessage(text, readingContext()), readMessage(text, readingContext(threadSpec))];
  const clean = readings.every(({ changes, understood, premises, context }) => changes.length === 0 && same(understood, {}) && premises.length === 0 && same(context, {}));
  return { text, law: clean ? null : "text without facts says nothing" };
} // prettier-ignore

/** Reads `count` random and mutated messages that the seed decides; what broke, worst cases first. */
export function fuzz(count: number, seed: number): Fuzzed {
  const random = chance(seed);
  const found: Found[] = [];
  let slowestMs = 0;
  const begin = performance.now();
  for (let i = 0; i < count; i += 1) {
    const bare = random() < 0.05;
    let text = bare ? "" : message(random);
    const start = process.cpuUsage();
    try {
      const out = bare ? invented(random) : { text, law: broken(text, random) };
      text = out.text;
      if (out.law !== null) found.push({ law: out.law, text });
    } catch (cause) {
      found.push({
        law: `never throws: ${cause instanceof Error ? (cause.stack ?? cause.message) : "?"}`,
        text,
      });
    }
    const { user, system } = process.cpuUsage(start);
    const took = (user + system) / 1000;
    slowestMs = Math.max(slowestMs, took);
    if (took > patienceMs) found.push({ law: `answers within ${patienceMs} ms`, text });
  }
  return { messages: count, seconds: (performance.now() - begin) / 1000, slowestMs, found };
}
