import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readingSchema } from "../../src/contract/reading-schema.ts";
import { gpuPlan, jsonLines } from "./gpu-plan.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gpu-plan-pilot-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const put = (name: string, content: string | Uint8Array): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

const titan = (rank: number, gib: number, tps: number): string =>
  [1, 10, 20, 30]
    .map(
      (step) =>
        `[rank${rank}]:[titan] 2026-01-01 10:00:00,000 - root - INFO - step: ${step}  loss: 9.1  memory: ${gib}GiB(50.00%)  tps: ${tps}  mfu: 41.00%`,
    )
    .join("\n");

const read = async (...args: readonly string[]) => {
  const { status, out } = await gpuPlan(["pilot", "read", "--json", ...args]);
  return { status, lines: jsonLines(out) };
};

describe("gpu-plan pilot read", () => {
  it("prints one reading of the contract's shape a file", async () => {
    const files = [put("rank0.log", titan(0, 38.5, 7000)), put("rank1.log", titan(1, 41.25, 6900))];
    const { status, lines } = await read(...files);
    expect(status).toBe(0);
    const parsed = lines.map((line) => readingSchema.parse(line));
    expect(parsed.map(({ file, tool }) => [file, tool])).toEqual(files.map((file) => [file, "torchtitan"]));
    expect(parsed.map(({ readings }) => readings.peakReservedGib)).toEqual([38.5, 41.25]);
  });

  it("takes several files together in words: the worst rank decides", async () => {
    const files = [put("a.log", titan(0, 38.5, 7000)), put("b.log", titan(1, 41.25, 6900))];
    const { out } = await gpuPlan(["pilot", "read", "--lang", "fr", ...files]);
    const together = out.slice(out.indexOf("Tous les fichiers ensemble"));
    expect(together).toMatch(/réservée \(PyTorch\), par carte.: 41.Gio/u);
    expect(together).toMatch(/débit par carte, en jetons\/s.: 6.900/u);
  });

  it.each([
    ["gzip", gzipSync(titan(0, 38.5, 7000))],
    ["UTF-16, as PowerShell redirects", Buffer.from(`\uFEFF${titan(0, 38.5, 7000)}`, "utf16le")],
    ["Windows line ends", titan(0, 38.5, 7000).replaceAll("\n", "\r\n")],
  ])("reads %s", async (name, content) => {
    const { lines } = await read(put(`${name.slice(0, 4)}.log`, content));
    expect(lines[0]).toMatchObject({ tool: "torchtitan", readings: { peakReservedGib: 38.5 } });
  });

  it("uses what is whole of an archive that breaks off", async () => {
    const text = Array.from({ length: 3000 }, (_, i) => titan(0, 38.5, 7000 + (i % 7))).join("\n");
    const zipped = gzipSync(text);
    const { lines } = await read(put("cut.log.gz", zipped.subarray(0, Math.floor(zipped.length / 2))));
    expect(lines[0]).toMatchObject({ tool: "torchtitan" });
    expect(JSON.stringify(lines[0])).toContain('"truncated"');
  });

  it.each([
    ["an image", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), "binary"],
    ["a text about something else", "hello there\nnothing of a run here\n", "nothing-read"],
    ["an empty file", "", "nothing-read"],
  ])("says so for %s, with status 2", async (name, content, code) => {
    const { status, lines } = await read(put(`${name}.bin`, content));
    expect(status).toBe(2);
    expect(lines).toEqual([
      expect.objectContaining({ tool: null, warnings: [expect.objectContaining({ code })] }),
    ]);
  });

  it("says which file cannot be opened and reads the others", async () => {
    const { status, lines } = await read(join(folder, "none.log"), put("ok.log", titan(0, 38.5, 7000)));
    expect(status).toBe(0);
    expect(lines).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ code: "unreadable-file" }) as unknown }),
      expect.objectContaining({ tool: "torchtitan" }),
    ]);
  });

  it("reads twenty megabytes and stops there", async () => {
    const line = `${"x".repeat(150)} step 12 of something\n`;
    const big = titan(0, 38.5, 7000) + "\n" + line.repeat(Math.ceil((21 * 2 ** 20) / line.length));
    const { lines } = await read(put("big.log", big));
    expect(lines[0]).toMatchObject({ tool: "torchtitan" });
    expect(JSON.stringify(lines[0])).toContain('"cut-short"');
  });
});
