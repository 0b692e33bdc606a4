import type { FeedAsk, FeedRead, PriceFeed } from "../../app/price-ports.ts";
import { currencies, type Currency, type ExchangeRates } from "../../units/money.ts";
import { numberOf } from "./read-csv.ts";
import { failureOf, send, textOf, type Wire } from "./send.ts";

const url = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";
export const ecbSource = "live-ecb-reference-rates";
/** A reference rate moves by a few per cent a week; half as much again or a third less is another unit. */
const mostChange = 1.5;

export const ecbFeed = (wire: Wire, snapshot: ExchangeRates): PriceFeed => ({
  key: "fx",
  source: "fx",
  read: (ask) => readRates(wire, snapshot, ask),
});

/** Euro foreign exchange reference rates, published on working days around 16:00 CET: units of each for one euro. */
async function readRates(
  wire: Wire,
  snapshot: ExchangeRates,
  { previous, now, signal }: FeedAsk,
): Promise<FeedRead> {
  const sent = await send(wire, { url, maxBytes: 200_000, previous, signal });
  if (sent.kind === "failed") return failureOf(sent);
  if (sent.kind === "unchanged") return { kind: "unchanged", observedAt: null };
  const xml = textOf(sent.bytes);
  const date = /<Cube\s+time=['"](\d{4}-\d\d-\d\d)['"]/u.exec(xml)?.[1];
  if (date === undefined) return { kind: "failed", code: "not-the-shape", detail: "no Cube with a time" };
  if (!xml.trimEnd().endsWith("Envelope>"))
    return { kind: "failed", code: "truncated", detail: "XML that does not end" };
  const today = now.toISOString().slice(0, 10);
  if (date > today || Number.isNaN(Date.parse(date)))
    return { kind: "failed", code: "implausible-rates", detail: `dated ${date}` };
  const perEur = new Map(
    [...xml.matchAll(/<Cube\s+currency=['"]([A-Z]{3})['"]\s+rate=['"]([^'"]+)['"]/gu)].map(
      ([, code = "", rate = ""]) => [code, numberOf(rate)],
    ),
  );
  const dollar = perEur.get("USD") ?? null;
  if (dollar === null || dollar <= 0) return { kind: "failed", code: "not-the-shape", detail: "no dollar" };
  const perUsd: Partial<Record<Currency, number>> = { EUR: 1 / dollar };
  for (const code of currencies) {
    const rate = perEur.get(code);
    if (code !== "USD" && code !== "EUR" && typeof rate === "number" && rate > 0)
      perUsd[code] = rate / dollar;
  }
  const odd = currencies.find((code) => !plausible(perUsd[code], snapshot.perUsd[code]));
  if (odd !== undefined)
    return { kind: "failed", code: "implausible-rates", detail: `${odd}: ${perUsd[odd] ?? "?"} a dollar` };
  const rates: ExchangeRates = { perUsd, date, source: ecbSource };
  return { kind: "read", offers: [], rates, issues: [], observedAt: date, validators: sent.validators };
}

const plausible = (rate: number | undefined, known: number | undefined): boolean =>
  rate === undefined || known === undefined || (rate < known * mostChange && rate > known / mostChange);
