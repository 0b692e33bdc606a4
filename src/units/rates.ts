import type { Quantity } from "./quantity.ts";

/** Dense floating-point operations per second; sparse figures have no type here. */
export type FlopsPerSecond = Quantity<"FLOP/s">;
export type BytesPerSecond = Quantity<"B/s">;
export type TokensPerSecond = Quantity<"tokens/s">;
export type Hours = Quantity<"h">;
export type Seconds = Quantity<"s">;

export const flopsPerSecond = (n: number): FlopsPerSecond => n as FlopsPerSecond;
export const tflops = (n: number): FlopsPerSecond => (n * 1e12) as FlopsPerSecond;
export const bytesPerSecond = (n: number): BytesPerSecond => n as BytesPerSecond;
/** Decimal gigabytes per second, as data sheets print bandwidth. */
export const gbPerSecond = (n: number): BytesPerSecond => (n * 1e9) as BytesPerSecond;
export const tokensPerSecond = (n: number): TokensPerSecond => n as TokensPerSecond;
export const hours = (n: number): Hours => n as Hours;
export const seconds = (n: number): Seconds => n as Seconds;
export const secondsToHours = (s: Seconds): Hours => hours(s / 3600);
