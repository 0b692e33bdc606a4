import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatFault, type Fault } from "../../src/catalog/fault.ts";
import { loadCatalogue } from "../../src/catalog/load-catalogue.ts";
import { parseCatalogue } from "../../src/catalog/parse-catalogue.ts";
import { readCatalogueFiles, type CatalogueFile } from "../../src/catalog/catalogue-files.ts";
import { catalogueDir } from "./real-catalogue.ts";

const whole = readCatalogueFiles(catalogueDir);
/** A small catalogue of real files, so that each planted fault is found in milliseconds. */
const kept =
  /^(accelerators\/(nvidia-hopper|amd-cdna)|models\/gpt-oss|offers\/(vultr|crusoe))\.yaml$|^(sources|regions|exchange-rates|machines|purchases|terms)\.yaml$|^(stacks|calibration)\//;
const cardsOf = /accelerator: (?!h100|h200|mi300x|h20|gh200)/;
const small: readonly CatalogueFile[] = whole
  .filter((f) => kept.test(f.name))
  .map((f) =>
    f.name.startsWith("offers/") || ["machines.yaml", "purchases.yaml"].includes(f.name)
      ? {
          ...f,
          text: f.text
            .split("\n")
            .filter((l) => !cardsOf.test(l))
            .join("\n"),
        }
      : f.name === "terms.yaml"
        ? {
            ...f,
            text: f.text
              .split(/(?=^ {2}- )/mu)
              .filter((t) => !/provider: (?!vultr)/u.test(t))
              .join(""),
          }
        : f,
  );

const faultsOf = (files: readonly CatalogueFile[]): readonly Fault[] => {
  const read = parseCatalogue(files);
  return "faults" in read ? read.faults : [];
};

/** Replaces the first occurrence in one file, and says on which line it was. */
function plant(name: string, from: string, to: string): { files: readonly CatalogueFile[]; line: number } {
  const file = small.find((f) => f.name === name);
  if (file === undefined || !file.text.includes(from)) throw new Error(`${name} does not hold ${from}`);
  const line = file.text.slice(0, file.text.indexOf(from)).split("\n").length;
  const text = file.text.replace(from, to);
  return { line, files: small.map((f) => (f === file ? { ...f, text } : f)) };
}

const hopper = "accelerators/nvidia-hopper.yaml";
const oss = "models/gpt-oss.yaml";
const vultr = "offers/vultr.yaml";

const planted: readonly (readonly [what: string, file: string, from: string, to: string, field: RegExp, message: RegExp])[] = [
  ["an unknown key", hopper, "memory_gb: 80", "memory_gib: 80", /memory_gib$/, /unknown key/],
  ["a missing key", hopper, "    memory_gb: 80\n", "", /memory_gb$/, /expected number/],
  ["a wrong type", hopper, "memory_gb: 80", 'memory_gb: "80 GB"', /memory_gb$/, /expected number/],
  ["a negative value", hopper, "bandwidth_gb_s: 2000", "bandwidth_gb_s: -2000", /bandwidth_gb_s$/, /.+/],
  ["a zero", hopper, "tdp_w: 350", "tdp_w: 0", /tdp_w$/, /.+/],
  ["more memory reported than sold", hopper, "reported_mib: 81559", "reported_mib: 91559", /reported_mib$/, /does not fit/],
  ["a sparse bf16 peak", hopper, "bf16: 756", "bf16: 1513", /dense_tflops\.bf16$/, /fp16|sparse/],
  ["fp8 below bf16", hopper, "fp8: 1513", "fp8: 378", /dense_tflops\.fp8$/, /below bf16/],
  ["a sparse fp8 peak", hopper, "fp8: 1513", "fp8: 3026", /dense_tflops\.fp8$/, /sparse/],
  ["an unknown platform", hopper, "platform: cuda", "platform: cudaa", /platform$/, /.+/],
  ["a duplicate alias", hopper, "aliases: [H200", "aliases: [H100, H200", /aliases\.\d+$/, /is taken/],
  ["a duplicate id", hopper, "id: h100-nvl", "id: h100-pcie", /id$/, /is taken/],
  ["a source that does not exist", hopper, "sources: [ml-engineering-accelerator", "sources: [nobody", /sources\.0$/, /no source/],
  ["a field both read and recalled", hopper, "recalled: [tdp_w", "recalled: [memory_gb", /recalled\.0$/, /also marked/],
  ["a month that is none", hopper, 'launch: "2022-10"', 'launch: "2022-13"', /launch$/, /month|.+/],
  ["broken syntax", hopper, "aliases: [H100-80G-PCIe", "aliases: [[H100-80G-PCIe", /.+/, /.+/],
  ["parameters that do not follow from the shape", oss, "num_layers: 24", "num_layers: 26", /params_total|full_attention|.+/, /follow|impossible/],
  ["heads that do not divide", oss, "num_key_value_heads: 8", "num_key_value_heads: 7", /num_key_value_heads/, /impossible/],
  ["more active experts than experts", oss, "experts_per_token: 4", "experts_per_token: 400", /.+/, /impossible/],
  ["a licence source that does not exist", oss, "licence_source: hub", "licence_source: x-hub", /licence_source$/, /no source/],
  ["an offer for an unknown card", vultr, "accelerator: mi300x", "accelerator: mi301x", /accelerator$/, /no accelerator/],
  ["a price of zero", vultr, "per_hour: 23.92", "per_hour: 0", /per_hour$/, /.+/],
  ["a currency nobody converts", vultr, "currency: USD", "currency: XAU", /currency$/, /.+/],
  ["an observation after the snapshot", vultr, 'observed_at: "2026-08-19"', 'observed_at: "2027-08-19"', /observed_at$/, /snapshot/],
  ["a date that is none", vultr, 'observed_at: "2026-08-19"', "observed_at: last week", /observed_at$/, /.+/],
  ["an unknown tier", vultr, "tier: spot", "tier: cheap", /tier$/, /.+/],
  ["a machine of an unknown card", "machines.yaml", "accelerator: mi300x", "accelerator: mi301x", /accelerator$/, /no accelerator/],
  ["a machine named twice", "machines.yaml", "instance: p5e.48xlarge", "instance: p5.48xlarge", /instance$/, /named twice/],
  ["a price of a card that the catalogue lacks", "purchases.yaml", "accelerator: h100-sxm", "accelerator: h100-sxn", /accelerator$/, /no accelerator/],
  ["a price of a card twice", "purchases.yaml", "accelerator: h100-sxm", "accelerator: h100-pcie", /accelerator$/, /named twice/],
  ["a purchase price below nothing", "purchases.yaml", "usd: [32000, 32000]", "usd: [-1, 32000]", /usd/, /.+/],
  ["a lowest price above the highest", "purchases.yaml", "usd: [25000, 40000]", "usd: [49000, 40000]", /usd/, /lowest|.+/],
  ["a purchase price without a source", "purchases.yaml", "sources: [hf-hardware-h200]", "sources: [nobody]", /sources/, /no source/],
  ["a term out of order", "purchases.yaml", "pue: { low: 1.1", "pue: { low: 2.1", /pue/, /likely|.+/],
  ["terms of a provider that sells nothing here", "terms.yaml", "provider: vultr", "provider: vulture", /provider$/, /no offer/],
  ["a negative price of traffic", "terms.yaml", "egress_gb: 0.01", "egress_gb: -0.01", /egress_gb$/, /.+/],
  ["a unit of time nobody bills in", "terms.yaml", "billing: hour", "billing: fortnight", /billing$/, /.+/],
  ["terms after the snapshot", "terms.yaml", 'observed_at: "2025', 'observed_at: "2035', /observed_at$/, /snapshot/],
  ["an area that is none", "regions.yaml", "region: us-gov-*, area: us }", "region: us-gov-*, area: moon }", /area$/, /no area/],
  ["a source with a wrong url", "sources.yaml", "url: https://", "url: htp//", /url$/, /.+/],
  ["no dollar rate", "exchange-rates.yaml", "USD: 1.1664, ", "", /USD$/, /.+/],
]; // prettier-ignore

describe("a planted fault", () => {
  it("is none in the files as they are", () => {
    expect(faultsOf(small).map(formatFault)).toEqual([]);
  });
  it.each(planted)("%s is found where it stands", (_what, name, from, to, field, message) => {
    const { files, line } = plant(name, from, to);
    const found = faultsOf(files).filter(
      (f) => f.file === name && field.test(f.field) && message.test(f.message),
    );
    expect(found.length, faultsOf(files).map(formatFault).join("\n")).toBeGreaterThan(0);
    const distance = Math.min(...found.map((f) => Math.abs(f.line - line)));
    expect(distance).toBeLessThanOrEqual(40);
    expect(formatFault(found[0]!)).toMatch(/^[\w./-]+:\d+:\d+ \S+: .+/);
  });
  it("points at the very line and column of a value", () => {
    const { files, line } = plant(hopper, "memory_gb: 80", "memory_gb: -80");
    expect(faultsOf(files)[0]).toMatchObject({ file: hopper, line, column: 16, read: "-80" });
  });
  it("names the key that was meant", () => {
    const { files } = plant(hopper, "tdp_w: 350", "tpd_w: 350");
    expect(faultsOf(files).find((f) => f.message === "unknown key")?.nearest).toContain("tdp_w");
  });
  it("does not hide the others: all of all files, in order", () => {
    const first = plant(hopper, "memory_gb: 80", "memory_gb: -80").files;
    const files = first.map((f) =>
      f.name === vultr
        ? { ...f, text: f.text.replace("tier: spot", "tier: cheap") }
        : f.name === oss
          ? { ...f, text: f.text.replace("num_key_value_heads: 8", "num_key_value_heads: 0") }
          : f,
    );
    expect([...new Set(faultsOf(files).map((f) => f.file))]).toEqual([hopper, oss, vultr]);
  });
});

// Each cold load parses every file: a second on a free machine, ten on a busy one.
describe("the saved catalogue", { timeout: 180_000 }, () => {
  let dir = "";
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), "catalogue-"));
    cpSync(catalogueDir, join(dir, "catalog"), { recursive: true });
  });
  afterAll(() => {
    rmSync(dir, { recursive: true, force: true });
  });
  it("is equal to the parsed one, is rebuilt when corrupt, and follows every change", () => {
    const source = join(dir, "catalog");
    const fresh = loadCatalogue(source);
    const [saved = ""] = readdirSync(join(dir, ".cache"));
    expect(loadCatalogue(source)).toEqual(fresh);
    writeFileSync(join(dir, ".cache", saved), '{"accelerators": [');
    expect(loadCatalogue(source)).toEqual(fresh);
    expect(() => JSON.parse(readFileSync(join(dir, ".cache", saved), "utf8")) as unknown).not.toThrow();
    const rates = join(source, "exchange-rates.yaml");
    writeFileSync(rates, readFileSync(rates, "utf8").replace("USD: 1.1664", "USD: 2"));
    const changed = loadCatalogue(source);
    expect("catalogue" in changed && changed.catalogue.rates.perUsd.EUR).toBe(0.5);
  });
  it("goes on where nothing can be written", () => {
    writeFileSync(join(dir, "file"), "");
    expect(loadCatalogue(join(dir, "catalog"), { cacheDir: join(dir, "file", "cache") })).toHaveProperty(
      "catalogue",
    );
  });
  it("names a directory that is none", () => {
    expect(loadCatalogue(join(dir, "nowhere"))).toMatchObject({
      faults: [{ message: "is not a readable directory" }],
    });
    mkdirSync(join(dir, "empty"));
    const empty = loadCatalogue(join(dir, "empty"), { cacheDir: null });
    expect("faults" in empty && empty.faults.map((f) => f.file)).toContain("sources.yaml");
  });
});
