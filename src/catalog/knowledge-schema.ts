import { z } from "zod";
import { caveatCodes } from "../domain/caveat.ts";
import { partNames } from "../domain/estimate.ts";
import { statementEvidence } from "../domain/knowledge/article.ts";
import { acceleratorClasses, methods, platforms, strategies } from "../domain/run-spec.ts";
import { date, id, words } from "./schema-words.ts";

/** The least and the most that reads well on a phone. */
const sentence = z.string().trim().min(20).max(420);
const both = <T extends z.ZodType>(text: T) => z.strictObject({ en: text, fr: text });

const when = z.strictObject({
  platform: z.enum(platforms).exactOptional(),
  class: z.enum(acceleratorClasses).exactOptional(),
  methods: z.array(z.enum(methods)).min(1).exactOptional(),
  strategies: z.array(z.enum(strategies)).min(1).exactOptional(),
  several: z.enum(["gpus", "nodes"]).exactOptional(),
  part: z.enum(partNames).exactOptional(),
  lacks: z.enum(["bf16", "fp8"]).exactOptional(),
  tier: z.enum(["spot"]).exactOptional(),
});

const statement = z.strictObject({
  evidence: z.enum(statementEvidence),
  sources: z.array(id).min(1).optional(),
  when: when.optional(),
  en: sentence,
  fr: sentence,
});

export const articleSchema = z.strictObject({
  id,
  themes: z.array(words).min(1),
  date,
  /** Read for this article. */
  sources: z.array(id).optional(),
  /** Known by heart, not opened again. */
  recalled: z.array(id).optional(),
  caveats: z.array(z.enum(caveatCodes)).optional(),
  related: z.array(id).min(1).max(4),
  title: both(words),
  questions: both(z.array(z.string().trim().min(4)).min(3)),
  statements: z.array(statement).min(3).max(12),
});
export type ArticleEntry = z.infer<typeof articleSchema>;

export const conceptSchema = z.strictObject({ id, forms: z.array(words).min(1) });
export type ConceptEntry = z.infer<typeof conceptSchema>;
