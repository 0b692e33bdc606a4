import type { Quantity } from "./quantity.ts";

/** Dense floating-point operations per second; sparse figures have no type here. */
export type FlopsPerSecond = Quantity<"FLOP/s">;
export type BytesPerSecond = Quantity<"B/s">;
export type Seconds = Quantity<"s">;

export const tflops = (n: number): FlopsPerSecond => (n * 1e12) as FlopsPerSecond;
export const bytesPerSecond = (n: number): BytesPerSecond => n as BytesPerSecond;
/** Decimal gigabytes per second, as data sheets print bandwidth. */
export const gbPerSecond = (n: number): BytesPerSecond => (n * 1e9) as BytesPerSecond;
export const seconds = (n: number): Seconds => n as Seconds;
