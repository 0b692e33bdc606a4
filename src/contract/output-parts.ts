import { z } from "zod";
import { caveatCodes, premiseCodes } from "../domain/caveat.ts";
import { evidenceGrades } from "../domain/provenance.ts";

/** 90 % interval. */
export const rangeSchema = z.object({ low: z.number(), likely: z.number(), high: z.number() });

export const paramsSchema = z.record(z.string(), z.unknown());

export const caveatSchema = z.object({
  code: z.enum(caveatCodes),
  params: paramsSchema,
  sources: z.array(z.string()).optional(),
});

export const premiseSchema = z.object({ code: z.enum(premiseCodes), params: paramsSchema });

export const warningSchema = z.object({ code: z.string(), params: paramsSchema });

export const assumptionSchema = z.object({ field: z.string(), value: z.unknown(), why: z.string() });

export const evidenceSchema = z.object({
  grade: z.enum(evidenceGrades),
  links: z.array(z.object({ title: z.string(), url: z.string(), differs: z.array(z.string()) })),
  team: z
    .object({ runs: z.int(), by: z.string().nullable(), at: z.string().nullable() })
    .optional()
    .describe("Of the grade team: how many of its own runs, who posted the newest, and when"),
});

export const changeSchema = z.object({
  field: z.string().describe("Dotted path of RunSpec"),
  from: z.unknown(),
  to: z.unknown().describe("null removes"),
});

/** How every command says what it could not use. */
export const errorSchema = z.object({
  id: z.string().nullable(),
  line: z.int().optional(),
  error: z.object({
    code: z.string(),
    path: z.string(),
    message: z.string(),
    allowed: z.array(z.string()).optional(),
    nearest: z.array(z.string()).optional(),
  }),
});
