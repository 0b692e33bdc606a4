import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCatalogue } from "../../../src/catalog/load-catalogue.ts";
import { migProfileIn, sliceNames, sliceOf } from "../../../src/domain/mig-slice.ts";

const loaded = loadCatalogue(join(process.cwd(), "catalog"), { cacheDir: null });
if ("faults" in loaded) throw new Error("catalogue has faults");
const card = (id: string) => {
  const found = loaded.catalogue.accelerators.find((a) => a.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};
const slice = (id: string, text: string) => {
  const profile = migProfileIn(text);
  return profile === null ? null : sliceOf(card(id), profile);
};

describe("a slice of a card", () => {
  it.each([
    ["h100 mig 3g.40gb", "3g.40gb", "h100"],
    ["A100-80GB 1g.10gb MIG", "1g.10gb", "A100-80GB"],
    ["h100-sxm-mig-2g.20gb", "2g.20gb", "h100-sxm"],
  ])("%s names a profile and a card", (text, name, rest) => {
    expect(migProfileIn(text)).toMatchObject({ name, rest });
  });

  it.each(["h100", "3g of memory", "rtx 4090 24gb", "8g.80gb"])("%s names none", (text) => {
    expect(migProfileIn(text)).toBeNull();
  });

  /** MiB of the MIG user guide's tables. */
  it.each([
    ["a100-80gb-sxm", "1g.10gb", 9728],
    ["a100-80gb-sxm", "2g.20gb", 19_968],
    ["a100-80gb-sxm", "3g.40gb", 40_192],
    ["a100-40gb-sxm", "1g.5gb", 4864],
    ["a100-40gb-sxm", "3g.20gb", 20_096],
  ] as const)("%s %s has what the driver shows, within 3 %%", (id, profile, mib) => {
    const reported = slice(id, profile)?.reported ?? 0;
    expect(Math.abs(reported / (mib / 1024) - 1)).toBeLessThan(0.03);
  });

  it("has its sevenths of compute and its eighths of bandwidth, and no link", () => {
    const whole = card("h100-sxm");
    const part = slice("h100-sxm", "3g.40gb");
    expect(part?.denseTflops.bf16).toBeCloseTo(((whole.denseTflops.bf16 ?? 0) * 3) / 7, 6);
    expect(part?.bandwidthGbS).toBeCloseTo((whole.bandwidthGbS ?? 0) / 2, 6);
    expect(part?.interconnect.gbSBidirectional).toBeNull();
  });

  it("exists only where the card is cut so", () => {
    expect(slice("rtx-4090", "3g.12gb")).toBeNull();
    expect(slice("h100-sxm", "3g.33gb")).toBeNull();
    for (const name of sliceNames(card("h200-sxm"))) expect(slice("h200-sxm", name)).not.toBeNull();
    expect(sliceNames(card("rtx-4090"))).toEqual([]);
  });
});
