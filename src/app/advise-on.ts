import { advise, articlesOf } from "../domain/advice/advise.ts";
import { situationOf } from "../domain/advice/situation.ts";
import type { MessageReading } from "../domain/conversation.ts";
import type { Advice } from "../domain/finding.ts";
import type { Plan } from "../domain/plan.ts";
import type { RunSpec } from "../domain/run-spec.ts";
import type { ConversationDeps } from "./conversation-port.ts";

/** Measurements of others that go with the advice: few, or nobody reads them. */
const most = { each: 2, all: 3 } as const;

/** What there is to say of a failure, a measurement or a quoted figure in the message; null when it reports nothing. */
export async function adviseOn(
  { lookup, knowledge }: Pick<ConversationDeps, "lookup" | "knowledge">,
  reading: MessageReading,
  plan: Plan | null,
  current: RunSpec | null = null,
): Promise<Advice | null> {
  const findings = advise(situationOf(reading, plan, lookup, current));
  if (findings.length === 0) return null;
  const cited = await knowledge.cite(articlesOf(findings), most.each);
  return { findings, cited: cited.slice(0, most.all) };
}
