import { currencies, type Currency, type Money } from "../units/money.ts";
import { parseNumber } from "./numbers.ts";

const signs: Readonly<Record<string, Currency>> = { "€": "EUR", $: "USD", "£": "GBP" };
const number = String.raw`-?\d[\d\u00A0\u202F' ]*(?:[.,]\d+)*`;
/** An amount with its currency, among words. */
export const moneyPattern = String.raw`(?:[€$£]\s*${number}|(?<!\d)${number}\s*(?:[€$£]|euros?\b|dollars?\b|(?:${currencies.join("|").toLowerCase()})\b))`;
const money = new RegExp(
  String.raw`(?:(?<sign>[€$£])\s*(?<after>${number})|(?<before>${number})\s*(?<unit>[€$£]|euros?\b|dollars?\b|${currencies.join("|")}))`,
  "iu",
);

export function amountIn(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = parseNumber(text.replaceAll(/[\u00A0\u202F' ]/gu, ""));
  return Number.isFinite(value) ? value : null;
}

/** How a number is written where it stands among words. */
export const numberPattern = number;

function currencyOf(unit: string): Currency {
  const sign = signs[unit];
  if (sign !== undefined) return sign;
  const code = currencies.find((one) => one.toLowerCase() === unit.toLowerCase());
  return code ?? (unit.toLowerCase().startsWith("dollar") ? "USD" : "EUR");
}

/** The first amount of money in a text, with its currency; null where there is none. */
export function moneyIn(text: string): Money | null {
  const paid = money.exec(text)?.groups;
  const amount = amountIn(paid?.["after"] ?? paid?.["before"]);
  return paid === undefined || amount === null
    ? null
    : { amount, currency: currencyOf(paid["sign"] ?? paid["unit"] ?? "€") };
}
