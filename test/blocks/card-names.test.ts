import { describe, expect, it } from "vitest";
import { scene } from "../../blocks/view.ts";
import { realLookup } from "../support/followup-world.ts";

describe("how cards are called", () => {
  it.each(["en", "fr"] as const)("%s: no two of different memory by the same words", (language) => {
    const { names } = scene(language, { lookup: realLookup, showAmounts: true, followUps: "listen", timeZone: null });
    const called = new Map<string, number>();
    for (const { id } of realLookup.searchAccelerators("", 500)) {
      const sold = realLookup.accelerator(id)?.sold ?? 0;
      const name = names.card(id);
      expect({ name, sold: called.get(name) ?? sold }).toEqual({ name, sold });
      called.set(name, sold);
    }
    expect(called.size).toBeGreaterThan(50);
  });
}); // prettier-ignore
