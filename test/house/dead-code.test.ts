import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

interface KnipReport {
  readonly issues: readonly {
    readonly file: string;
    readonly files?: readonly unknown[];
    readonly exports?: readonly { readonly name: string }[];
  }[];
}

/** A house of two rooms under the project's own rules, with a dead export and a dead file planted in it. */
let house: string;
beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), "dead-code-"));
  cpSync(join(root, "knip.json"), join(house, "knip.json"));
  cpSync(join(root, "tsconfig.json"), join(house, "tsconfig.json"));
  symlinkSync(join(root, "node_modules"), join(house, "node_modules"));
  cpSync(join(import.meta.dirname, "planted/dead-code"), house, { recursive: true });
  writeFileSync(
    join(house, "package.json"),
    JSON.stringify({ name: "planted", type: "module", scripts: { start: "tsx src/main.ts" } }),
  );
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

function knip(cwd: string): Promise<KnipReport> {
  return new Promise((done, failed) => {
    const bin = join(root, "node_modules/knip/bin/knip.js");
    execFile(process.execPath, [bin, "--reporter", "json", "--no-exit-code"], { cwd }, (error, stdout) => {
      if (error) failed(new Error("knip did not run", { cause: error }));
      else done(JSON.parse(stdout) as KnipReport);
    });
  });
}

describe("dead code", () => {
  it("a planted dead export and a planted dead file are found, what is used is not", async () => {
    const { issues } = await knip(house);
    const dead = issues.flatMap(({ file, files, exports }) => [
      ...(files !== undefined && files.length > 0 ? [file] : []),
      ...(exports ?? []).map(({ name }) => `${file}#${name}`),
    ]);
    expect(dead.sort()).toEqual(["src/never-imported.ts", "src/used.ts#neverUsed"]);
  });
});
