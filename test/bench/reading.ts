import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { RunSpec } from "../../src/domain/run-spec.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

export interface ReadingBench {
  readonly messages: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
  /** Of the same messages when they are read first, while patterns and functions are still being compiled. */
  readonly earlyP95Ms: number;
  /** The slowest paste of 40,000 characters: sentences, a configuration, a log, one thing over and over. */
  readonly pasteMs: number;
}

const median = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0;

/** Milliseconds of this process to read one text, the middle of three: what other programs take is not counted. */
function readingMs(text: string, current: RunSpec | null): number {
  return median(
    [1, 2, 3].map(() => {
      const began = process.cpuUsage();
      readMessage(text, readingContext(current));
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    }),
  );
}

/**
 * Reads messages of about 300 characters made of corpus sentences, alternately with and without a plan: twice early, while
 * much is still being compiled, then warm, as in a service that has run for a while.
 */
export function benchReading(rounds = 400): ReadingBench {
  const texts = ["en", "fr", "mixed"].flatMap((name) => {
    const path = join(import.meta.dirname, "../corpus", `${name}.yaml`);
    return (parse(readFileSync(path, "utf8")) as readonly { text: string }[]).map(({ text }) => text);
  });
  const message = (start: number, length: number, between: string): string => {
    let text = "";
    for (let at = start; text.length < length; at += 7) text += `${texts[at % texts.length] ?? ""}${between}`;
    return text.slice(0, length);
  };
  const pass = (): readonly number[] =>
    Array.from({ length: rounds }, (_, round) =>
      readingMs(message(round * 13, 300, ". "), round % 2 === 0 ? null : threadSpec),
    ).sort((a, b) => a - b);
  const [early, , times] = [pass(), pass(), pass()];
  const config = texts.map((_, line) => `option_${line}: ${line * 64}  # ${texts[line] ?? ""}`).join("\n");
  const log = Array.from({ length: 900 }, (_, step) => `[INFO] step: ${step * 10} loss: ${(7 - step / 300).toFixed(4)} grad_norm: 0.4 memory: 61.2GiB tps: ${5700 + step}`).join("\n"); // prettier-ignore
  const runs = ["a", "9", " ", "9,", "€?", "- ", "([{", "lora "].map((one) => one.repeat(40_000));
  const pastes = [message(0, 40_000, "\n"), config.repeat(3), log, ...runs].map((text) => readingMs(text.slice(0, 40_000), null)); // prettier-ignore
  const at = (sorted: readonly number[], share: number): number =>
    sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    messages: times.length,
    p50Ms: at(times, 0.5),
    p95Ms: at(times, 0.95),
    maxMs: times.at(-1) ?? 0,
    earlyP95Ms: at(early, 0.95),
    pasteMs: Math.max(...pastes),
  };
}
