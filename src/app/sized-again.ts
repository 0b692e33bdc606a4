import type { Revision } from "../domain/conversation.ts";
import type { ConversationDeps } from "./conversation-port.ts";
import { lastRevision } from "./outcomes.ts";
import type { Asker, PlanRecord } from "./ports.ts";
import { sizeRun, type SizeRun } from "./size-run.ts";

/** The same run, sized with what counts now, as a revision that is not kept yet; null when it cannot be sized. */
export async function sizedAgain(
  deps: ConversationDeps,
  record: PlanRecord,
  { workspace, user }: Asker,
  at: string,
  counted: Pick<SizeRun, "learnt" | "instead">,
): Promise<Revision | null> {
  const last = lastRevision(record);
  const { best, spec, unread, premises, advice } = last.plan;
  const sized = await sizeRun(deps, {
    spec: last.spec,
    reading: null,
    held: best === null ? null : { accelerator: best.accelerator, gpus: best.gpus, nodes: best.nodes },
    workspace,
    ...counted,
  });
  if (sized.kind !== "plan") {
    deps.log.warn({ planId: record.id, kind: sized.kind }, "what was learnt could not be applied");
    return null;
  }
  return {
    number: record.highestRevision + 1,
    author: user,
    at,
    changes: [],
    spec: last.spec,
    origins: last.origins,
    plan: { ...sized.plan, spec, unread, premises, ...(advice === undefined ? {} : { advice }) },
  };
}
