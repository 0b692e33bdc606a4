import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { words } from "../../src/i18n/messages.ts";

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));

/** Every reason of an assumption that is written beside its field and value, or pushed as a reading. */
const codes = [...sourcesIn("src/followup"), ...sourcesIn("src/domain")].flatMap((source) =>
  [...source.matchAll(/(?:assumed\.push\(|\{ field: [^}]*value: )[^;]*?why: ([^}]*)\}/gu)].flatMap(
    ([, why = ""]) => [...why.matchAll(/"([a-z-]+)"/gu)].map(([, code = ""]) => code),
  ),
);

describe("a reading that could have gone another way", () => {
  it("is found in the sources", () => {
    expect(codes).toEqual(
      expect.arrayContaining(["one-of-several-cards", "vat-taken-off", "effective-batch-rounded-up"]),
    );
  });

  it.each(["en", "fr"] as const)("has words of its own in %s", (language) => {
    const { understood } = words(language).assumptions;
    expect([...new Set(codes)].filter((code) => !Object.hasOwn(understood, code))).toEqual([]);
  });
});
