import type { Gb, Gib } from "../units/bytes.ts";
import type { FieldEvidence } from "./provenance.ts";
import type { AcceleratorClass, Platform } from "./run-spec.ts";

/** Dense peaks in TFLOP/s (TOP/s for int8), fp32 accumulation; null = not known or not supported. */
export interface DensePeaks {
  readonly fp32: number | null;
  readonly tf32: number | null;
  readonly bf16: number | null;
  readonly fp16: number | null;
  readonly fp8: number | null;
  readonly int8: number | null;
  readonly fp4: number | null;
}

/** One card as sold. A card may show software several devices (MI250X: two of 64 GB). */
export interface Accelerator {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly vendor: string;
  readonly architecture: string;
  readonly platform: Platform;
  readonly class: AcceleratorClass;
  readonly computeTarget: string | null;
  /** Per card, as sold. */
  readonly sold: Gb;
  /** Devices that software sees per card; a "GPU" of a RunSpec is one device. */
  readonly devices: number;
  /** Per device, what the driver reports; null = never seen, `usableGib` then is a range. */
  readonly reported: Gib | null;
  readonly memoryType: string;
  /** Decimal GB/s per card. */
  readonly bandwidthGbS: number | null;
  readonly denseTflops: DensePeaks;
  readonly bf16Native: boolean | null;
  readonly flashAttention2: boolean | null;
  readonly bitsandbytes: {
    readonly llmInt8: boolean | null;
    readonly qlora4bit: boolean | null;
    readonly optim8bit: boolean | null;
  };
  readonly interconnect: { readonly type: string; readonly gbSBidirectional: number | null };
  readonly pcie: string | null;
  readonly tdpW: number | null;
  readonly formFactors: readonly string[];
  readonly maxPerNode: number | null;
  readonly launch: string | null;
  readonly mig: boolean | null;
  readonly ecc: boolean | null;
  /** By field name of this interface. */
  readonly evidence: Readonly<Record<string, FieldEvidence>>;
  readonly conflicts: readonly string[];
  readonly note: string | null;
  /** Ids of catalog/sources.yaml. */
  readonly sources: readonly string[];
}
