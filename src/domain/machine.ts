/** A machine type that a provider sells: what its name stands for, whatever a price list says beside it. */
export interface Machine {
  readonly provider: string;
  readonly instance: string;
  /** Accelerator id. */
  readonly accelerator: string;
  /** Cards; below 1 = a slice of one. */
  readonly gpus: number;
  readonly vcpus: number | null;
  readonly hostRamGib: number | null;
  readonly localDiskGb: number | null;
  readonly interconnect: string | null;
}
