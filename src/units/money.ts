/** ISO 4217 codes that offers and askers use. */
export const currencies = ["USD", "EUR", "GBP", "CHF", "CAD"] as const;
export type Currency = (typeof currencies)[number];

export const isCurrency = (text: string): text is Currency =>
  (currencies as readonly string[]).includes(text);

export interface Money {
  readonly amount: number;
  readonly currency: Currency;
}

/** Units of each currency for one US dollar, as published on `date`. */
export interface ExchangeRates {
  readonly perUsd: Readonly<Partial<Record<Currency, number>>>;
  readonly date: string;
  readonly source: string;
  /** Currencies whose rate is of another day than `date`. */
  readonly otherDates?: Readonly<Partial<Record<Currency, string>>>;
}

/** Converts through the dollar; null when a rate is not known, never a guess. */
export function convert(money: Money, to: Currency, rates: ExchangeRates): Money | null {
  if (money.currency === to) return money;
  const from = money.currency === "USD" ? 1 : rates.perUsd[money.currency];
  const target = to === "USD" ? 1 : rates.perUsd[to];
  if (from === undefined || target === undefined) return null;
  return { amount: (money.amount / from) * target, currency: to };
}
