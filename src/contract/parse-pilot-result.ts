import type { z } from "zod";
import type { Problem } from "../domain/problem.ts";
import { pilotResultSchema } from "./pilot-result-schema.ts";
import { problemsOf } from "./problems-of.ts";

export type PilotResult = z.infer<typeof pilotResultSchema>;

/** The kit's document, or every field of it that cannot be used. */
export function parsePilotResult(
  json: unknown,
): { readonly result: PilotResult } | { readonly problems: readonly Problem[] } {
  const parsed = pilotResultSchema.safeParse(json);
  return parsed.success ? { result: parsed.data } : { problems: problemsOf(parsed.error, json) };
}
