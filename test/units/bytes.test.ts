import { describe, expect, expectTypeOf, it } from "vitest";
import type { Gb, Gib } from "../../src/units/bytes.ts";
import { gb, gbToGib, gib, mib, mibToGib } from "../../src/units/bytes.ts";

describe("GB and GiB", () => {
  it("80 GB as sold are 74.5 GiB; what an H100's driver reports is more, because its chips hold more", () => {
    expect(gbToGib(gb(80))).toBeCloseTo(74.506, 3);
    expect(mibToGib(mib(81_559))).toBeCloseTo(79.647, 3);
  });

  it("are different types", () => {
    expectTypeOf<Gb>().not.toEqualTypeOf<Gib>();
    // @ts-expect-error GB is not accepted where GiB is meant
    const wrong: Gib = gb(80);
    expect(wrong).not.toBe(gib(74.5));
  });
});
