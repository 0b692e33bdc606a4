import type { Range } from "../../units/range.ts";
import type { Configuration } from "./configurations.ts";

const unknownLast = (value: number | null): number => value ?? Number.POSITIVE_INFINITY;

/**
 * Money for the job, or while its length is not known for a million trained tokens; serving waits for its users, so there
 * it is the hour that is paid. Null = no price.
 */
export function moneyRange({ cost, price, run }: Configuration): Range | null {
  return cost.total ?? (run.method === "inference" ? (price?.perHour ?? null) : cost.perMillionTokens);
}

export const moneyOf = (configuration: Configuration): number | null =>
  moneyRange(configuration)?.likely ?? null;

/** Useful tokens per second of the whole job; 0 = not known. */
export const totalRate = (configuration: Configuration): number =>
  (configuration.throughput?.tokensPerSecondPerGpu.likely ?? 0) * configuration.run.gpus;

/** Hours from boot to the last artefact, before the bill is rounded up; null = not known. */
const usedHours = ({ window }: Configuration): number | null =>
  window === null
    ? null
    : window.total.likely - (window.parts.find(({ part }) => part === "billing-unit")?.hours.likely ?? 0);

/** How many times as fast `a` finishes as `b`: by the hours of the job, else by useful tokens per second; 0 = not known. */
export function speedup(a: Configuration, b: Configuration): number {
  const [hours, base] = [usedHours(a), usedHours(b)];
  if (a.run.method !== "inference" && hours !== null && base !== null && hours > 0) return base / hours;
  return totalRate(b) > 0 ? totalRate(a) / totalRate(b) : 0;
}

const byKey = (a: Configuration, b: Configuration): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

type GradeRank = (configuration: Configuration) => number;

/** Fewest GB sold, then stronger evidence, then cheaper, then faster; names break what is left. */
export function smallestFirst(gradeRank: GradeRank) {
  return (a: Configuration, b: Configuration): number =>
    a.soldGb - b.soldGb ||
    gradeRank(a) - gradeRank(b) ||
    compareNumbers(unknownLast(moneyOf(a)), unknownLast(moneyOf(b))) ||
    totalRate(b) - totalRate(a) ||
    byKey(a, b);
}

/** Infinity − Infinity is not a number: two unknown prices are equal. */
const compareNumbers = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

export function cheapestFirst(a: Configuration, b: Configuration): number {
  return (
    compareNumbers(unknownLast(moneyOf(a)), unknownLast(moneyOf(b))) || a.soldGb - b.soldGb || byKey(a, b)
  );
}

/** A cent less a token is no reason to rent eight machines. */
export const cheapestOnFewestNodes = (a: Configuration, b: Configuration): number =>
  a.run.nodes - b.run.nodes || cheapestFirst(a, b);

/** Closest to what one user of a service waits for: the fastest for each of them. */
export const fastestPerUser = (a: Configuration, b: Configuration): number =>
  ratePerUser(b) - ratePerUser(a) || cheapestFirst(a, b);

const ratePerUser = ({ throughput }: Configuration): number =>
  throughput?.serving?.tokensPerSecondPerUser.likely ?? 0;

/** The fastest that one machine gives, before the fastest that money can buy. */
export const fastestOnFewestNodes = (a: Configuration, b: Configuration): number =>
  a.run.nodes - b.run.nodes || fastestFirst(a, b);

export function fastestFirst(a: Configuration, b: Configuration): number {
  return totalRate(b) - totalRate(a) || cheapestFirst(a, b);
}
