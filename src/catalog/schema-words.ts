import { z } from "zod";

/** Kinds of value that entries of every file are made of. */
export const positive = z.number().positive();
export const whole = z.int().positive();
export const natural = z.int().nonnegative();
export const words = z.string().min(1);
export const date = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, "a date like 2026-11-30");
export const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, "a month like 2026-11");
export const id = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, "lower-case letters, digits, dots and hyphens");
export const basis = z.enum(["published", "computed", "advertised"]);
