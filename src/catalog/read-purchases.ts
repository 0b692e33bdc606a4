import type { Purchases } from "../domain/purchase.ts";
import { addOddities, whole, type Reading } from "./reading.ts";
import { purchasesSchema } from "./schemas.ts";

/** `purchases.yaml`; a price of a card that the catalogue does not have, or a second one, is a fault. */
export function readPurchases(reading: Reading, cards: ReadonlySet<string>): Purchases | null {
  const placed = whole(reading, "purchases.yaml", purchasesSchema);
  if (placed === null) return null;
  const seen = new Set<string>();
  for (const [i, { accelerator }] of placed.entry.cards.entries()) {
    const path = ["cards", i, "accelerator"] as const;
    if (!cards.has(accelerator))
      addOddities(reading, placed, [{ path, message: "is no accelerator of the catalogue" }]);
    if (seen.has(accelerator)) addOddities(reading, placed, [{ path, message: "is named twice" }]);
    seen.add(accelerator);
  }
  const { terms } = placed.entry;
  return {
    cards: placed.entry.cards,
    hostUsdPerCard: terms.host_usd_per_card,
    years: terms.years,
    resaleShare: terms.resale_share,
    eurPerKwh: terms.eur_per_kwh,
    pue: terms.pue,
    hostPowerShare: terms.host_power_share,
    hostingUsdPerKwMonth: terms.hosting_usd_per_kw_month,
    peopleHoursPerMonth: terms.people_hours_per_month,
    usdPerPeopleHour: terms.usd_per_people_hour,
  };
}
