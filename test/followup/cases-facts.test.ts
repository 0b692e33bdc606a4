import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { MessageReading } from "../../src/domain/conversation.ts";
import { readMessage } from "../../src/followup/read-message.ts";
import { readingContext } from "../support/followup-world.ts";

interface Case {
  readonly id: string;
  readonly text: string;
  readonly language: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

const cases = parse(
  readFileSync(join(import.meta.dirname, "../corpus/cases-facts.yaml"), "utf8"),
) as readonly Case[];

const at = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
    value,
  );

function carries(reading: MessageReading, path: string, wanted: unknown): boolean {
  const [head, ...rest] = path.split(".");
  if (head === "problems")
    return reading.problems.some((problem) => problem.path === rest[0] && problem.read === wanted);
  if (head === "premises") return reading.premises.some(({ code }) => code === wanted);
  if (head === "contradictions") return reading.contradictions.some(({ field }) => field === wanted);
  if (head === "unread") return reading.unread.includes(String(wanted));
  if (path === "context.claims")
    return (reading.context.claims ?? []).some((claim) => claim.includes(String(wanted)));
  const found = at(reading, path.split("."));
  return typeof wanted === "number" && typeof found === "number"
    ? Math.abs(found - wanted) < 1e-9
    : JSON.stringify(found) === JSON.stringify(wanted);
}

it("carries at least 95 % of the facts stated in real requests, in their language", () => {
  const missed: string[] = [];
  let total = 0;
  for (const one of cases) {
    const reading = readMessage(one.text, readingContext());
    for (const [path, wanted] of Object.entries({ ...one.facts, language: one.language })) {
      total += 1;
      if (!carries(reading, path, wanted)) missed.push(`${one.id} ${path} = ${JSON.stringify(wanted)}`);
    }
  }
  const share = (total - missed.length) / total;
  console.info(
    `real requests: ${total - missed.length} of ${total} facts read (${(share * 100).toFixed(1)} %)`,
  );
  if (missed.length > 0) console.info(`not read: ${missed.join(" · ")}`);
  expect(share).toBeGreaterThanOrEqual(0.95);
});
