import type { Launcher } from "../domain/launch.ts";
import type { ConversationDeps, Outcome } from "./conversation-port.ts";
import { launchFileOfPlan } from "./launch-file.ts";
import { answer, lastRevision, type Said } from "./outcomes.ts";

/** The launch file of the thread's plan; for no tool in particular, a plain script. */
export function launchAnswer(
  { catalogue }: Pick<ConversationDeps, "catalogue">,
  said: Said,
  launcher: Launcher | null,
): Outcome {
  const { record, language } = said;
  if (record === null) return answer(said, { about: "unchanged", why: "no-plan-here" });
  const tool = launcher ?? "shell";
  const file = launchFileOfPlan(lastRevision(record).plan, tool, { catalogue: catalogue(), language });
  return answer(said, { about: "launch-file", launcher: tool, file });
}
