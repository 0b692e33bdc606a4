import { gb, mib, mibToGib } from "../units/bytes.ts";
import type { Accelerator } from "../domain/accelerator.ts";
import type { FieldEvidence } from "../domain/provenance.ts";
import type { AcceleratorEntry } from "./schemas.ts";

const domainField: Readonly<Record<string, string>> = {
  memory_gb: "sold",
  reported_mib: "reported",
  memory_type: "memoryType",
  bandwidth_gb_s: "bandwidthGbS",
  bf16_native: "bf16Native",
  flash_attention_2: "flashAttention2",
  tdp_w: "tdpW",
  form_factors: "formFactors",
  max_per_node: "maxPerNode",
  compute_target: "computeTarget",
};

const toDomain = (key: string) => domainField[key] ?? key.replace(/^dense_tflops\./, "denseTflops.");

export function toAccelerator(entry: AcceleratorEntry): Accelerator {
  const marked = (keys: readonly string[], how: FieldEvidence) =>
    keys.map((k) => [toDomain(k), how] as const);
  return {
    id: entry.id,
    name: entry.name,
    aliases: entry.aliases,
    vendor: entry.vendor,
    architecture: entry.architecture,
    platform: entry.platform,
    class: entry.class,
    computeTarget: entry.compute_target,
    sold: gb(entry.memory_gb),
    devices: entry.devices,
    reported: entry.reported_mib === null ? null : mibToGib(mib(entry.reported_mib)),
    memoryType: entry.memory_type,
    bandwidthGbS: entry.bandwidth_gb_s,
    denseTflops: entry.dense_tflops,
    bf16Native: entry.bf16_native,
    flashAttention2: entry.flash_attention_2,
    bitsandbytes: {
      llmInt8: entry.bitsandbytes.llm_int8,
      qlora4bit: entry.bitsandbytes.qlora_4bit,
      optim8bit: entry.bitsandbytes.optim_8bit,
    },
    interconnect: { type: entry.interconnect.type, gbSBidirectional: entry.interconnect.gb_s_bidirectional },
    pcie: entry.pcie,
    tdpW: entry.tdp_w,
    formFactors: entry.form_factors,
    maxPerNode: entry.max_per_node,
    launch: entry.launch,
    mig: entry.mig,
    ecc: entry.ecc,
    evidence: Object.fromEntries([
      ...marked(entry.evidence.recalled, "recalled"),
      ...marked(entry.evidence.read, "read"),
    ]),
    conflicts: entry.conflicts,
    note: entry.note ?? null,
    sources: entry.sources,
  };
}
