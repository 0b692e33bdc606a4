import { expect, it } from "vitest";
import { stageWish } from "../../src/followup/stage-wish.ts";

const eur = (amount: number) => ({ amount, currency: "EUR" });
const usd = (amount: number) => ({ amount, currency: "USD" });

it.each([
  ["closing: 31 h, 412 €", { invoice: eur(412) }],
  ["closing: 31 h, 412 €, of which 30 € storage", { invoice: eur(412), beside: eur(30) }],
  ["closing: 31 h, $412, $30 for storage and $12 of egress", { invoice: usd(412), beside: usd(42) }],
  ["closing: 31 h, 30 € of storage, 412 € in all", { invoice: eur(412), beside: eur(30) }],
  ["closing: 31 h, 412 € (storage: 30 €)", { invoice: eur(412), beside: eur(30) }],
  ["closing: of which 30 € storage", { invoice: null, beside: eur(30) }],
  ["closing: 31 h, 412 €, GPU time only", { invoice: eur(412), beside: eur(0) }],
  ["closing: 31 h, 412 € without storage", { invoice: eur(412), beside: eur(0) }],
  ["closing: 31 h, 494.40 € incl. 20 % VAT", { invoice: eur(494.4), taxPercent: 20 }],
  ["closing: 31 h, 494.40 € with VAT included at 20%", { invoice: eur(494.4), taxPercent: 20 }],
  ["closing: 31 h, 494.40 € tax included", { invoice: eur(494.4), taxPercent: null }],
  ["closing: 31 h, 412 € excluding VAT", { invoice: eur(412) }],
  ["closing: 31 h, 412 € plus 20 % VAT", { invoice: eur(412) }],
  ["closing: 31 h, 494.40 € (412 € excl. tax)", { invoice: eur(412) }],
  ["clôture : 31 h, 412 € HT", { invoice: eur(412) }],
  ["clôture : 31 h, 412 €, dont 30 € de stockage", { invoice: eur(412), beside: eur(30) }],
  ["clôture : 31 h, 412 €, dont 30 € de stockage et 12 € de trafic", { invoice: eur(412), beside: eur(42) }],
  ["clôture : 31 h, 412 €, hors stockage", { invoice: eur(412), beside: eur(0) }],
  ["clôture : 31 h, 412 €, GPU seuls", { invoice: eur(412), beside: eur(0) }],
  ["clôture : 31 h, 494,40 € TTC, TVA 20 %", { invoice: eur(494.4), taxPercent: 20 }],
  ["clôture : 31 h, 494,40 € TTC", { invoice: eur(494.4), taxPercent: null }],
  ["clôture : 31 h, 494,40 € TTC (412 € HT)", { invoice: eur(412) }],
  ["clôture : 31 h, 494,40 € TVA comprise (20 %)", { invoice: eur(494.4), taxPercent: 20 }],
])("%j tells an invoice", (said, told) => {
  const { invoice, beside, taxPercent } = stageWish(said) as unknown as Record<string, unknown>;
  const known = { invoice, ...(beside === undefined ? {} : { beside }), ...(taxPercent === undefined ? {} : { taxPercent }) };
  expect(known).toEqual(told);
}); // prettier-ignore
