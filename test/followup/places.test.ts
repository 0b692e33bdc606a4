import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import type { RegionTable } from "../../src/domain/catalogue.ts";
import { everywhere } from "../../src/followup/read-places.ts";

const table = parse(
  readFileSync(join(import.meta.dirname, "../../catalog/regions.yaml"), "utf8"),
) as RegionTable;

it.each(Object.entries(everywhere))("%s admits the areas that the catalogue gives it", (group, admits) => {
  expect(admits).toEqual(table.groups[group] ?? [group]);
});

it("every area that a provider's region can lie in stands in one group", () => {
  const named = Object.values(everywhere).flat();
  expect(new Set(named).size).toBe(named.length);
  expect([...named].sort()).toEqual(Object.keys(table.areas).filter((area) => area !== "global").sort()); // prettier-ignore
});
