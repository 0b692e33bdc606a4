/** A machine type that a provider sells: what its name stands for, whatever a price list says beside it. */
export interface Machine {
  readonly provider: string;
  readonly instance: string;
  /** Accelerator id. */
  readonly accelerator: string;
  /** Cards in it; below 1 = a slice of one card, with a slice of its memory. */
  readonly gpus: number;
  readonly vcpus: number | null;
  readonly hostRamGib: number | null;
  readonly localDiskGb: number | null;
  readonly interconnect: string | null;
}
