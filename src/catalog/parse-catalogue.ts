import type { Accelerator } from "../domain/accelerator.ts";
import type { Catalogue, RegionTable } from "../domain/catalogue.ts";
import type { ModelArchitecture } from "../domain/model-architecture.ts";
import type { Offer } from "../domain/offer.ts";
import type { Source } from "../domain/provenance.ts";
import type { Currency, ExchangeRates } from "../units/money.ts";
import type { CatalogueFile } from "./catalogue-files.ts";
import type { Oddity } from "./check-accelerator.ts";
import { checkAccelerator } from "./check-accelerator.ts";
import { checkModel } from "./check-model.ts";
import { byPlace, type Fault } from "./fault.ts";
import { faultsOfNames } from "./faults-of-names.ts";
import { loadMeasurements } from "./load-measurements.ts";
import { loadStacks } from "./load-stacks.ts";
import type { Placed } from "./placed.ts";
import { readMachines } from "./read-machines.ts";
import { readPurchases } from "./read-purchases.ts";
import { readTerms } from "./read-terms.ts";
import { addOddities, entriesOf, inFolder, isObject, whole, type Reading } from "./reading.ts";
import { acceleratorSchema, offerSchema, ratesSchema, regionsSchema, sourceSchema } from "./schemas.ts";
import { modelSchema, type ModelEntry } from "./model-schema.ts";
import type { AcceleratorEntry, OfferEntry } from "./schemas.ts";
import { toAccelerator } from "./to-accelerator.ts";
import { toModel } from "./to-model.ts";
import { toOffer } from "./to-offer.ts";
import { readYaml } from "./yaml-file.ts";
import type { Path, YamlFile } from "./yaml-file.ts";

function readSources(reading: Reading): { sources: readonly Source[]; snapshot: string } {
  const file = reading.files.find((f) => f.file === "sources.yaml");
  const top = file !== undefined && isObject(file.value) ? file.value : {};
  const stated = top["snapshot"];
  const snapshot = typeof stated === "string" && /^\d{4}-\d\d-\d\d$/.test(stated) ? stated : null;
  if (file === undefined) {
    whole(reading, "sources.yaml", sourceSchema);
    return { sources: [], snapshot: "9999-12-31" };
  }
  if (snapshot === null && file.value !== null) {
    reading.faults.push(
      file.faultAt(["snapshot"], { message: "is missing or no date", allowed: ["a date like 2026-11-30"] }),
    );
  }
  const placed = entriesOf(reading, file, "sources", sourceSchema, ["snapshot"]);
  const last = snapshot ?? "9999-12-31";
  for (const p of placed) {
    if (p.entry.date !== null && p.entry.date > last) addOddities(reading, p, [lateDate("date", last)]);
  }
  reading.faults.push(
    ...faultsOfNames(placed.map((p) => ({ ...p, names: [{ path: ["id"], name: p.entry.id }] }))),
  );
  return { sources: placed.map((p) => p.entry), snapshot: last };
}

const lateDate = (key: string, snapshot: string): Oddity => ({
  path: [key],
  message: "lies after the catalogue's snapshot",
  allowed: [`up to ${snapshot}`],
});

function readAccelerators(reading: Reading): readonly Accelerator[] {
  const placed = inFolder(reading, "accelerators").flatMap((f) =>
    entriesOf<AcceleratorEntry>(reading, f, "accelerators", acceleratorSchema),
  );
  for (const p of placed) addOddities(reading, p, checkAccelerator(p.entry));
  reading.faults.push(
    ...faultsOfNames(
      placed.map((p) => ({
        ...p,
        names: [
          { path: ["id"], name: p.entry.id },
          { path: ["name"], name: p.entry.name },
          ...p.entry.aliases.map((name, i) => ({ path: ["aliases", i], name })),
        ],
      })),
    ),
  );
  return placed.map((p) => toAccelerator(p.entry));
}

function readModels(reading: Reading): readonly ModelArchitecture[] {
  const placed = inFolder(reading, "models").flatMap((f) =>
    entriesOf<ModelEntry>(reading, f, "models", modelSchema),
  );
  reading.faults.push(
    ...faultsOfNames(
      placed.map((p) => ({
        ...p,
        names: [
          { path: ["id"], name: p.entry.id },
          ...p.entry.aliases.map((name, i) => ({ path: ["aliases", i], name })),
          ...p.entry.variants.map((name, i) => ({ path: ["variants", i], name })),
        ],
      })),
    ),
  );
  return placed.flatMap((p) => {
    const read = toModel(p.entry);
    if ("problems" in read) {
      const oddities = read.problems.map((problem): Oddity => ({
        path: problem.path.split(".").filter((step) => step !== ""),
        message: problem.code === "impossible-shape" ? "is impossible with the rest" : problem.code,
        ...(problem.allowed === undefined ? {} : { allowed: problem.allowed }),
      }));
      addOddities(reading, p, oddities);
      return [];
    }
    addOddities(reading, p, checkModel(p.entry, read.model));
    return [read.model];
  });
}

function readRegions(reading: Reading): RegionTable {
  const placed = whole(reading, "regions.yaml", regionsSchema);
  if (placed === null) return { areas: {}, groups: {}, rules: [] };
  const { areas, groups, regions } = placed.entry;
  const known = Object.keys(areas);
  const strange = [
    ...Object.entries(groups).flatMap(([name, list]) =>
      list.map((area, i) => ({ area, path: ["groups", name, i] as const })),
    ),
    ...regions.map((r, i) => ({ area: r.area, path: ["regions", i, "area"] as const })),
  ].filter(({ area }) => !known.includes(area));
  addOddities(
    reading,
    placed,
    strange.map(({ path }) => ({ path, message: "is no area of this file", allowed: known })),
  );
  return { areas, groups, rules: regions };
}

function readOffers(
  reading: Reading,
  regions: RegionTable,
  cards: ReadonlySet<string>,
  snapshot: string,
): readonly Offer[] {
  const all: (Placed<OfferEntry> & { readonly provider: string })[] = [];
  for (const file of inFolder(reading, "offers")) {
    const stated = isObject(file.value) ? file.value["provider"] : undefined;
    const provider = typeof stated === "string" ? stated : "";
    if (provider === "" && file.value !== null) {
      reading.faults.push(file.faultAt(["provider"], { message: "is missing or no text" }));
    }
    const placed = entriesOf<OfferEntry>(reading, file, "offers", offerSchema, ["provider"]);
    all.push(...placed.map((p) => ({ ...p, provider })));
  }
  reading.faults.push(
    ...faultsOfNames(all.map((p) => ({ ...p, names: [{ path: ["id"], name: p.entry.id }] }))),
  );
  for (const p of all) {
    if (!cards.has(p.entry.accelerator)) {
      addOddities(reading, p, [{ path: ["accelerator"], message: "is no accelerator of the catalogue" }]);
    }
    if (p.entry.observed_at !== null && p.entry.observed_at > snapshot) {
      addOddities(reading, p, [lateDate("observed_at", snapshot)]);
    }
  }
  return all.map((p) => toOffer(p.provider, p.entry, regions));
}

function readRates(reading: Reading, snapshot: string): ExchangeRates {
  const placed = whole(reading, "exchange-rates.yaml", ratesSchema);
  if (placed === null) return { perUsd: {}, date: "", source: "" };
  const { date, source, per_eur, other_days = [] } = placed.entry;
  if (date > snapshot) addOddities(reading, placed, [lateDate("date", snapshot)]);
  const dollar = per_eur.USD;
  const perUsd: Partial<Record<Currency, number>> = { EUR: 1 / dollar };
  const otherDates: Partial<Record<Currency, string>> = {};
  for (const other of other_days) {
    perUsd[other.currency] = other.per_eur / other.usd_per_eur;
    otherDates[other.currency] = other.date;
  }
  for (const code of ["GBP", "CHF", "CAD"] as const) {
    const rate = per_eur[code];
    if (rate !== undefined) perUsd[code] = rate / dollar;
  }
  return { perUsd, date, source, otherDates };
}

/** Every `source`-like field of every file against the list of sources. */
function checkSources(reading: Reading, sources: readonly Source[]): void {
  const known = new Set(sources.map((s) => s.id));
  const check = (file: YamlFile, path: Path, value: unknown) => {
    if (typeof value === "string" && !known.has(value)) {
      reading.faults.push(file.faultAt(path, { message: "is no source of sources.yaml" }));
    }
  };
  const walk = (file: YamlFile, path: Path, value: unknown): void => {
    if (Array.isArray(value))
      value.forEach((v: unknown, i) => {
        walk(file, [...path, i], v);
      });
    else if (isObject(value)) {
      for (const [key, v] of Object.entries(value)) {
        const at = [...path, key];
        if (/^(source|\w+_source)$/.test(key)) check(file, at, v);
        else if (key === "sources" && Array.isArray(v))
          v.forEach((s: unknown, i) => {
            check(file, [...at, i], s);
          });
        else walk(file, at, v);
      }
    }
  };
  const ours = /^(accelerators|models|offers)\/|^(exchange-rates|machines|purchases|terms)\.yaml$/;
  for (const file of reading.files.filter((f) => ours.test(f.file))) walk(file, [], file.value);
}

/** Ids as written, entries with faults included: one fault is not reported twice. */
function statedIds(reading: Reading, folder: string): ReadonlySet<string> {
  const lists = inFolder(reading, folder).map((f) => (isObject(f.value) ? f.value[folder] : null));
  const entries = lists.flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []));
  return new Set(entries.flatMap((e) => (isObject(e) && typeof e["id"] === "string" ? [e["id"]] : [])));
}

/** Files to catalogue, or all faults of all files in the order of file, line and column. */
export function parseCatalogue(
  files: readonly CatalogueFile[],
): { readonly catalogue: Catalogue } | { readonly faults: readonly Fault[] } {
  const yaml = files.filter(
    (f) => /\.ya?ml$/.test(f.name) && !/^(stacks|calibration|measurements|knowledge)\//.test(f.name),
  );
  const reading: Reading = { faults: [], files: yaml.map((f) => readYaml(f.name, f.text)) };
  for (const file of reading.files) reading.faults.push(...file.faults);
  const { sources, snapshot } = readSources(reading);
  const accelerators = readAccelerators(reading);
  const models = readModels(reading);
  const regions = readRegions(reading);
  const offers = readOffers(reading, regions, statedIds(reading, "accelerators"), snapshot);
  const machines = readMachines(reading, statedIds(reading, "accelerators"));
  const purchases = readPurchases(reading, statedIds(reading, "accelerators"));
  const terms = readTerms(reading, new Set(offers.map(({ provider }) => provider)), snapshot);
  const rates = readRates(reading, snapshot);
  checkSources(reading, sources);
  const { stacks, faults } = loadStacks(files);
  const measured = loadMeasurements(files);
  reading.faults.push(...faults, ...measured.faults);
  if (reading.faults.length > 0) return { faults: reading.faults.sort(byPlace) };
  return {
    catalogue: {
      accelerators,
      models,
      offers,
      stacks,
      measurements: measured.runs,
      sources,
      rates,
      regions,
      machines,
      terms,
      ...(purchases === null ? {} : { purchases }),
    },
  };
}
