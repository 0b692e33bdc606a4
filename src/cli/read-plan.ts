import type { Language } from "../domain/conversation.ts";
import type { Plan } from "../domain/plan.ts";
import { openInput, readAll } from "./open-input.ts";
import { CommandEnd, exits, type Terminal } from "./terminal.ts";
import { cliWords } from "./words.ts";

/**
 * A plan as `plan --json` printed it, from a file or standard input ("-" or nothing). Only what fails the contract's
 * shape is refused; fields that the contract does not list are kept, so that a plan survives being read.
 */
export async function readPlan(
  file: string | undefined,
  terminal: Terminal,
  language: Language,
): Promise<Plan> {
  const say = cliWords(language);
  const text = await readAll(openInput(file, terminal, language));
  const refused = (): CommandEnd => new CommandEnd(exits.unusable, say.notAPlan(file ?? "-"));
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/u, ""));
  } catch {
    throw refused();
  }
  const { planSchema } = await import("../contract/plan-schema.ts");
  const parsed = planSchema.safeParse(json);
  if (parsed.success) return json as Plan;
  const [first] = parsed.error.issues;
  const path = first?.path.join(".") ?? "";
  throw path === "" ? refused() : new CommandEnd(exits.unusable, say.planUnusable(file ?? "-", path));
}
