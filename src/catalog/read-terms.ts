import type { ProviderTerms } from "../domain/terms.ts";
import { addOddities, whole, type Reading } from "./reading.ts";
import { termsSchema } from "./schemas.ts";

/** `terms.yaml`; a provider without an offer, one named twice and a date after the snapshot are faults. */
export function readTerms(
  reading: Reading,
  providers: ReadonlySet<string>,
  snapshot: string,
): readonly ProviderTerms[] {
  const placed = whole(reading, "terms.yaml", termsSchema);
  if (placed === null) return [];
  const seen = new Set<string>();
  for (const [i, { provider, observed_at: date }] of placed.entry.terms.entries()) {
    const path = ["terms", i, "provider"] as const;
    if (!providers.has(provider)) addOddities(reading, placed, [{ path, message: "has no offer here" }]);
    if (seen.has(provider)) addOddities(reading, placed, [{ path, message: "is named twice" }]);
    if (date !== null && date > snapshot) {
      const late = { path: ["terms", i, "observed_at"], message: "lies after the catalogue's snapshot" };
      addOddities(reading, placed, [{ ...late, allowed: [`up to ${snapshot}`] }]);
    }
    seen.add(provider);
  }
  return placed.entry.terms.map((entry) => ({
    provider: entry.provider,
    billing: entry.billing,
    minimumMinutes: entry.minimum_minutes,
    storagePerGbMonth: entry.storage_gb_month,
    includedGb: entry.included_gb,
    egressPerGb: entry.egress_gb,
    egressFreeGb: entry.egress_free_gb,
    currency: entry.currency,
    observedAt: entry.observed_at,
    sources: entry.sources,
  }));
}
