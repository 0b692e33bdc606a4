import { currencies } from "../units/money.ts";
import { wordsAt, type Draft, type Match, type Rule } from "./draft.ts";
import { pattern } from "./numbers.ts";

/** ISO 4217 codes, names and signs of money that no price is known in. */
const codes = new Set("JPY CNY RMB INR SEK NOK DKK PLN CZK HUF RON BRL MXN ZAR SGD HKD KRW TWD ILS AED SAR NZD AUD MAD TND DZD XOF XAF UAH RUB TRY THB IDR MYR PHP VND EGP NGN KES CLP COP ARS PEN BGN ISK BTC ETH".split(" ")); // prettier-ignore
const names = String.raw`yens?|yuans?|rupees?|roupies?|dirhams?|couronnes?|kronor|kroner|zlotys?|dinars?|roubles?|rubles?|pesos?|reais|bitcoins?|dogecoins?|doge|ethers?|usdt|tethers?|stablecoins?|litecoins?|satoshis?|sats|francs cfa|fcfa`;
const signs = "[¥₹₩₽₺₪]|zł";
const money = String.raw`(?:(?<cap>budget|plafond|enveloppe|cap|spend|depenser)\s*(?:(?:of|de|d'|is|est|=|:|at|max|under|sous|to|a)\s*)*)`;
const amount = String.raw`\s?(?:k|mille|m|millions?)?`;
/** What stands in capitals after a plain amount and is no money. */
const noMoney = new Set("GPU TPU CPU MAX MIN TTC VAT TVA HRS NET SUR FOR AND THE PER".split(" "));

/** Three capitals after a budget are meant as money, known or not; elsewhere only a code that exists. */
function readOther(match: Match, draft: Draft): boolean {
  const { code, cap } = match.named;
  const start = match.start + (code === undefined ? 0 : match.text.lastIndexOf(code));
  const typed = code === undefined ? "" : draft.canonical.text.slice(start, start + code.length);
  const capitals = /^[A-Z]{3}$/u.test(typed);
  const stated = cap !== undefined && (capitals ? !noMoney.has(typed) : codes.has(typed.toUpperCase()));
  if (code !== undefined && !stated && !(capitals && codes.has(typed))) return false;
  if ((currencies as readonly string[]).includes(typed.toUpperCase())) return false;
  const own = match.named["name"];
  const read = code !== undefined ? typed : own === undefined ? wordsAt(draft, match.start, match.end) : wordsAt(draft, match.end - own.length, match.end); // prettier-ignore
  draft.problems.push({
    code: "unknown-currency",
    path: "limits.budget.currency",
    read,
    allowed: currencies,
  });
  return true;
}

/** "budget 300 ZZZ", "5 000 SEK", "¥40000": said, never taken for euros. */
export const otherMoneyRules: readonly Rule[] = [
  { pattern: pattern(`${money}?{N}${amount}\\s?(?<code>[a-z]{3})(?!\\w)`), read: readOther },
  { pattern: pattern(`${money}?(?<![\\w])(?<code>[a-z]{3})\\s?{NA}${amount}(?!\\w)`), read: readOther },
  { pattern: pattern(`${money}?(?:(?:${signs})\\s?{NA}${amount}|{N}${amount}\\s?(?:d'|de\\s)?(?<name>${signs}|(?:${names})(?!\\w)))`), read: readOther }, // prettier-ignore
];
