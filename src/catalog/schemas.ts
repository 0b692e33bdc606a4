import { z } from "zod";
import { openParts, tiers } from "../domain/offer.ts";
import { acceleratorClasses, platforms } from "../domain/run-spec.ts";
import { billingUnits } from "../domain/terms.ts";
import { currencies } from "../units/money.ts";
import { date, id, month, positive, whole, words } from "./schema-words.ts";

export const sourceSchema = z.strictObject({
  id,
  title: words,
  url: z.url().nullable(),
  date: date.nullable(),
});

const peaks = z.strictObject({
  fp32: positive.nullable(),
  tf32: positive.nullable(),
  bf16: positive.nullable(),
  fp16: positive.nullable(),
  fp8: positive.nullable(),
  int8: positive.nullable(),
  fp4: positive.nullable(),
});

export const evidenceFields = [
  "memory_gb", "devices", "reported_mib", "memory_type", "ecc", "bandwidth_gb_s", "dense_tflops.fp32",
  "dense_tflops.tf32", "dense_tflops.bf16", "dense_tflops.fp16", "dense_tflops.fp8", "dense_tflops.int8",
  "dense_tflops.fp4", "bf16_native", "flash_attention_2", "bitsandbytes", "interconnect", "pcie", "tdp_w",
  "form_factors", "max_per_node", "compute_target", "launch", "mig",
] as const; // prettier-ignore

export const acceleratorSchema = z.strictObject({
  id,
  name: words,
  aliases: z.array(words),
  vendor: words,
  architecture: words,
  platform: z.enum(platforms),
  class: z.enum(acceleratorClasses),
  compute_target: words.nullable(),
  launch: month.nullable(),
  memory_gb: positive,
  devices: whole,
  reported_mib: whole.nullable(),
  reported_mib_from: words.optional(),
  memory_type: words,
  ecc: z.boolean().nullable(),
  bandwidth_gb_s: positive.nullable(),
  dense_tflops: peaks,
  dense_tflops_fp16_accumulate: z.strictObject({ fp16: positive, fp8: positive.optional() }).optional(),
  bf16_native: z.boolean().nullable(),
  flash_attention_2: z.boolean().nullable(),
  bitsandbytes: z.strictObject({
    llm_int8: z.boolean().nullable(),
    qlora_4bit: z.boolean().nullable(),
    optim_8bit: z.boolean().nullable(),
  }),
  interconnect: z.strictObject({ type: words, gb_s_bidirectional: positive.nullable() }),
  pcie: words.nullable(),
  tdp_w: positive.nullable(),
  form_factors: z.array(words),
  max_per_node: whole.nullable(),
  mig: z.boolean().nullable(),
  evidence: z.strictObject({
    read: z.array(z.enum(evidenceFields)),
    recalled: z.array(z.enum(evidenceFields)),
  }),
  conflicts: z.array(words),
  note: words.optional(),
  sources: z.array(id).min(1),
});
export type AcceleratorEntry = z.infer<typeof acceleratorSchema>;

const machineFields = {
  instance: words,
  accelerator: id,
  gpus: positive,
  vcpus: positive.nullable(),
  host_ram_gib: positive.nullable(),
  local_disk_gb: positive.nullable(),
  interconnect: words.nullable(),
};

export const offerSchema = z.strictObject({
  id: words,
  ...machineFields,
  region: words.nullable(),
  tier: z.enum(tiers),
  per_hour: positive,
  currency: z.enum(currencies),
  observed_at: date.nullable(),
  source: id,
  unverified: z.array(z.enum(openParts)).optional(),
  note: words.optional(),
});
export type OfferEntry = z.infer<typeof offerSchema>;
export type MachineEntry = Pick<OfferEntry, keyof typeof machineFields>;

export const machinesSchema = z.strictObject({
  machines: z.array(
    z.strictObject({
      provider: words,
      ...machineFields,
      evidence: z.enum(["read", "recalled"]),
      source: id,
    }),
  ),
});

const estimate = z
  .strictObject({
    low: z.number().nonnegative(),
    likely: z.number().nonnegative(),
    high: z.number().nonnegative(),
    source: id.optional(),
  })
  .refine(({ low, likely, high }) => low <= likely && likely <= high, "low ≤ likely ≤ high");
const byClass = z.strictObject({ consumer: estimate, workstation: estimate, "data-center": estimate });

export const purchasesSchema = z.strictObject({
  cards: z.array(
    z.strictObject({
      accelerator: id,
      usd: z.tuple([positive, positive]).refine(([low, high]) => low <= high, "lowest, then highest"),
      sources: z.array(id).min(1),
    }),
  ),
  terms: z.strictObject({
    host_usd_per_card: byClass,
    years: estimate,
    resale_share: estimate,
    eur_per_kwh: estimate,
    pue: estimate,
    host_power_share: estimate,
    hosting_usd_per_kw_month: byClass,
    people_hours_per_month: estimate,
    usd_per_people_hour: estimate,
  }),
});

const amount = z.number().nonnegative();
export const termsSchema = z.strictObject({
  terms: z.array(
    z.strictObject({
      provider: words,
      billing: z.enum(billingUnits).nullable(),
      minimum_minutes: positive.nullable(),
      storage_gb_month: amount.nullable(),
      included_gb: amount,
      egress_gb: amount.nullable(),
      egress_free_gb: amount,
      currency: z.enum(currencies),
      observed_at: date.nullable(),
      sources: z.array(id).min(1),
      note: words.optional(),
    }),
  ),
});

export const ratesSchema = z.strictObject({
  date,
  source: id,
  evidence: z.enum(["read", "recalled"]),
  per_eur: z.strictObject({
    USD: positive,
    GBP: positive.optional(),
    CHF: positive.optional(),
    CAD: positive.optional(),
  }),
  /** Rates of another day, with the dollar of that day: only the quotient of the two is used. */
  other_days: z
    .array(
      z.strictObject({
        currency: z.enum(["GBP", "CHF", "CAD"]),
        per_eur: positive,
        usd_per_eur: positive,
        date,
        source: id,
      }),
    )
    .optional(),
});

const area = z.string().regex(/^[a-z]{2,6}$/, "a short area code");
export const regionsSchema = z.strictObject({
  areas: z.record(area, words),
  groups: z.record(words, z.array(area)),
  regions: z.array(
    z.strictObject({
      provider: words,
      region: words,
      area,
      country: z
        .string()
        .regex(/^[a-z]{2}$/u, "a country code of two letters")
        .optional(),
    }),
  ),
});
