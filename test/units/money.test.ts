import { describe, expect, it } from "vitest";
import { convert, type ExchangeRates } from "../../src/units/money.ts";

const rates: ExchangeRates = { perUsd: { EUR: 0.8, GBP: 0.5 }, date: "2026-01-01", source: "test" };

describe("converting money", () => {
  it.each([
    [{ amount: 10, currency: "USD" }, "EUR", 8],
    [{ amount: 8, currency: "EUR" }, "USD", 10],
    [{ amount: 8, currency: "EUR" }, "GBP", 5],
    [{ amount: 3, currency: "CHF" }, "CHF", 3],
  ] as const)("%o in %s is %d", (money, to, amount) => {
    expect(convert(money, to, rates)?.amount).toBeCloseTo(amount, 10);
  });

  it("an unknown rate gives null, never a guess", () => {
    expect(convert({ amount: 10, currency: "CHF" }, "EUR", rates)).toBeNull();
    expect(convert({ amount: 10, currency: "USD" }, "CAD", rates)).toBeNull();
  });
});
