import { describe, expect, it } from "vitest";
import { areaOf, areasAdmitted, countryOf } from "../../src/domain/area-of.ts";
import { planOf, real } from "./planning/support.ts";

const table = real.catalogue.regions;
if (table === undefined) throw new Error("the catalogue has no regions");

describe("a provider's region", () => {
  it.each([
    ["aws", "eu-west-3", "eu", "fr"],
    ["aws", "eu-central-2", "ch", "ch"],
    ["gcp", "europe-west12-a", "eu", "it"],
    ["gcp", "europe-west1-b", "eu", "be"],
    ["azure", "francecentral", "eu", "fr"],
    ["scaleway", "fr-par-2", "eu", "fr"],
    ["oci", "eu-frankfurt-1", "eu", null],
    ["aws", "ap-northeast-2", "kr", "kr"],
    ["nobody", "moon-1", null, null],
    ["aws", null, null, null],
  ])("%s %s lies in %s, country %s", (provider, region, area, country) => {
    expect([areaOf(provider, region, table), countryOf(provider, region, table)]).toEqual([area, country]);
  });

  it("belongs to no country outside the area it lies in", () => {
    for (const { area, country } of table.rules) expect(country === undefined || area === "eu").toBe(true);
  });
});

describe("a limit to a place", () => {
  it.each(Object.keys(table.groups))("%s is a group of areas of the table", (group) => {
    const admitted = areasAdmitted(group, table);
    expect(admitted.length).toBeGreaterThan(0);
    for (const area of admitted) expect(Object.keys(table.areas)).toContain(area);
  });

  it.each(["fr", "de", "it", "fi"])("to the country %s finds offers there and nowhere else", (country) => {
    const { best } = planOf({
      model: "meta-llama/Llama-3.1-8B",
      method: "lora",
      data: { tokens: 2e7, epochs: 1 },
      limits: { regions: [country] },
    });
    const { provider = "", region = null } = best?.offer ?? {};
    expect([region?.toLowerCase(), countryOf(provider, region, table)]).toContain(country);
  });
});
