import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext, threadSpec } from "../support/followup-world.ts";

export interface ReadingBench {
  readonly messages: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

/** Reads messages of about 300 characters made of corpus sentences, warm, alternately with and without a plan. */
export function benchReading(rounds = 400): ReadingBench {
  const texts = ["en", "fr", "mixed"].flatMap((name) => {
    const path = join(import.meta.dirname, "../corpus", `${name}.yaml`);
    return (parse(readFileSync(path, "utf8")) as readonly { text: string }[]).map(({ text }) => text);
  });
  const message = (start: number): string => {
    let text = "";
    for (let at = start; text.length < 300; at += 7) text += `${texts[at % texts.length] ?? ""}. `;
    return text.slice(0, 300);
  };
  const times: number[] = [];
  for (let round = -40; round < rounds; round += 1) {
    const text = message(Math.abs(round) * 13);
    const began = performance.now();
    readMessage(text, readingContext(round % 2 === 0 ? null : threadSpec));
    if (round >= 0) times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { messages: times.length, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: times.at(-1) ?? 0 };
}
