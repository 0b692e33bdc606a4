import type { Quantity } from "./quantity.ts";

export type Bytes = Quantity<"B">;
/** 2^30 bytes: what software reports. */
export type Gib = Quantity<"GiB">;
/** 2^20 bytes: what drivers print. */
export type Mib = Quantity<"MiB">;
/** 10^9 bytes: what is printed on the box. */
export type Gb = Quantity<"GB">;

export const bytes = (n: number): Bytes => n as Bytes;
export const gib = (n: number): Gib => n as Gib;
export const mib = (n: number): Mib => n as Mib;
export const gb = (n: number): Gb => n as Gb;

export const mibToGib = (m: Mib): Gib => gib(m / 1024);
export const gbToGib = (g: Gb): Gib => gib((g * 1e9) / 2 ** 30);
