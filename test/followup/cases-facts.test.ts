import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { readMessage } from "../../src/followup/read-message.ts";
import { factsOf, type Case } from "../support/case-facts.ts";
import { readingContext } from "../support/followup-world.ts";

const cases = parse(
  readFileSync(join(import.meta.dirname, "../corpus/cases-facts.yaml"), "utf8"),
) as readonly Case[];

it("carries at least 95 % of the facts stated in real requests, in their language", () => {
  const all = cases.flatMap((one) =>
    factsOf(one, readMessage(one.text, readingContext())).map((fact) => ({ ...fact, id: one.id })),
  );
  const missed = all.filter(({ held }) => !held);
  const share = (all.length - missed.length) / all.length;
  console.info(
    `real requests: ${all.length - missed.length} of ${all.length} facts read (${(share * 100).toFixed(1)} %)`,
  );
  if (missed.length > 0)
    console.info(
      `not read: ${missed.map(({ id, path, wanted }) => `${id} ${path} = ${JSON.stringify(wanted)}`).join(" · ")}`,
    );
  expect(share).toBeGreaterThanOrEqual(0.95);
});
